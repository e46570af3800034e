// A board: queens in the colour of their column, what is closed and why, what has just happened.

const DIGITS = 0.4; // of a square, and in pixels at least and at most
const EDGE = 0.1; // the room beyond the last column and row
const SMALLEST_DIGIT = 9, LARGEST_DIGIT = 22;

// queens: rows from 0 by column, null where none stands; the rest is what a Position has.
function drawBoard(svg, n, queens, { tried = null, conflict = null, removed = new Map(),
  implied = new Set(), just = null, choice = null, attacks = false, colours = [] } = {}) {
  const square = (svg.clientWidth || 400) / (n + 0.6 + EDGE);
  const digit = Math.min(DIGITS, LARGEST_DIGIT / square);
  const margin = digit * square >= SMALLEST_DIGIT ? 0.6 : 0.3; // the room for the digits, or for an arrow
  svg.replaceChildren();
  svg.setAttribute("xmlns", SVG);
  svg.setAttribute("viewBox", `${-margin} ${-margin} ${n + margin + EDGE} ${n + margin + EDGE}`);
  const words = (x, y, size, text, fill, more = {}) => element("text", { x, y,
    style: `font-size: ${size}px; text-anchor: middle; fill: ${fill}`, ...more }, text);
  for (let column = 0; column < n; column++) {
    for (let row = 0; row < n; row++) {
      const dark = (column + row) % 2 && !colours.length;
      svg.append(element("rect", { x: column, y: row, width: 1, height: 1,
        style: `fill: ${dark ? "var(--dark-square)" : "var(--square)"}` }));
      if (colours.length) svg.append(...coloured(column, row, colours[column][row], digit * square >= SMALLEST_DIGIT));
    }
  }
  if (colours.length) svg.append(element("path", { d: borders(colours), class: "borders", style: "fill: none; stroke: var(--ink); stroke-width: .06" }));
  svg.append(element("rect", { width: n, height: n, style: "fill: none; stroke: var(--soft); stroke-width: .02" }));
  for (let index = 0; index < n && digit * square >= SMALLEST_DIGIT; index++) {
    svg.append(words(index + 0.5, -0.3 + 0.35 * digit, digit, String(index), "var(--soft)"));
    svg.append(words(-0.3, index + 0.5 + 0.35 * digit, digit, String(index), "var(--soft)"));
  }
  for (const [at, why] of removed) svg.append(closed(...split(at), why, just?.removed.has(at)));
  if (just?.wipeout) svg.append(emptyLine(n, just.wipeout));
  for (const literal of just?.clause ?? []) svg.append(frame(literal));
  just?.taken.forEach((row, column) => svg.append(words(column + 0.5, row + 0.8, 0.8, "♛", hue(column),
    { opacity: 0.3, class: "taken" })));
  if (just?.jump) svg.append(arrow([...just.taken.keys()], just.jump.levels));
  if (attacks) svg.append(...attacking(queens, colours));
  queens.forEach((row, column) => {
    if (row === null) return;
    svg.append(words(column + 0.5, row + 0.8, 0.8, "♛", hue(column),
      { class: "queen", "data-column": column, "data-row": row }));
    if (implied.has(column)) svg.append(ring(column, row, hue(column), "implied",
      `stroke-dasharray: .13 .1; stroke-width: ${just?.implied.has(column) ? 0.1 : 0.05}`));
  });
  if (tried) svg.append(ring(tried.column, tried.row, "var(--open)", "tried", "stroke-width: .08"));
  if (tried && (queens[conflict] ?? null) !== null) {
    svg.append(ring(conflict, queens[conflict], "var(--bad)", "attacker", "stroke-width: .08"));
    svg.append(element("line", { x1: tried.column + 0.5, y1: tried.row + 0.5, class: "conflict",
      x2: conflict + 0.5, y2: queens[conflict] + 0.5,
      style: "stroke: var(--bad); stroke-width: .08; stroke-linecap: round" }));
  }
  if (choice) svg.append(...choices(n, queens, removed, choice));
  const standing = queens.filter((row) => row !== null).length;
  svg.setAttribute("aria-label", standing
    ? `${n} columns; queens in rows ${queens.map((row) => (Number.isInteger(row) ? row : "none")).join(", ")}` : `${n} columns, no queen`);
}

// A square of a colour: a tint, a pattern that has a line for each bit of the colour's number, and a letter where it can be read.
const HATCHING = ["M0 1L1 0", "M0 0L1 1", "M0 .5H1", "M.5 0V1"];

function coloured(column, row, colour, isLarge) {
  const code = colour % 52 + (colour % 52 < 26 ? 65 : 71); // A to Z, a to z
  return [element("rect", { x: column, y: row, width: 1, height: 1, style: `fill: ${hue(colour)}; opacity: .35` }),
    element("path", { d: HATCHING.filter((_, bit) => colour >> bit & 1).join(""), transform: `translate(${column} ${row})`,
      style: "stroke: var(--ink); stroke-width: .03; opacity: .3" }),
    ...(isLarge ? [element("text", { x: column + 0.06, y: row + 0.28, style: "font-size: .28px; fill: var(--ink)", class: "letter" },
      String.fromCharCode(code))] : [])];
}

// The lines between squares of different colours.
const borders = (colours) => colours.flatMap((rows, column) => rows.map((colour, row) => (
  (column && colours[column - 1][row] !== colour ? `M${column} ${row}v1` : "") + (row && rows[row - 1] !== colour ? `M${column} ${row}h1` : "")))).join("");

const key = (column, row) => `${column},${row}`;
const split = (square) => square.split(",").map(Number);

const ring = (column, row, colour, name, style) => element("circle", { cx: column + 0.5, cy: row + 0.5, r: 0.42,
  class: name, style: `fill: none; stroke: ${colour}; ${style}` });

// A line between every two queens that attack each other, where full boards are improved.
function attacking(queens, colours = []) {
  const attack = (left, other, column, row) => row === other || (colours.length
    ? colours[left][other] === colours[column][row] || (column - left === 1 && Math.abs(row - other) === 1) : Math.abs(row - other) === column - left);
  const pairs = queens.flatMap((row, column) => queens.slice(0, column).flatMap((other, left) => (
    row !== null && other !== null && attack(left, other, column, row) ? [[left, other, column, row]] : [])));
  return pairs.map(([x1, y1, x2, y2]) => element("line", { class: "attack", x1: x1 + 0.5, y1: y1 + 0.5, x2: x2 + 0.5,
    y2: y2 + 0.5, style: "stroke: var(--bad); stroke-width: .05" }));
}

// A square on which no queen may stand: shaded, with a mark that says why.
function closed(column, row, { by, rule }, isNew) {
  const group = element("g", { class: isNew ? "removed just" : "removed", "data-column": column, "data-row": row,
    "data-by": by ?? rule });
  group.append(element("rect", { x: column, y: row, width: 1, height: 1,
    style: rule === "blocked" ? "fill: var(--soft); opacity: .75" : "fill: var(--shade)" }));
  const [x, y] = [column + 0.5, row + 0.5];
  const line = "fill: none; stroke: var(--ink); stroke-width: .06";
  if (by !== undefined && by !== null) {
    group.append(element("circle", { cx: x, cy: y, r: 0.36, style: `fill: ${hue(by)}` }));
    group.append(element("text", { x, y: y + 0.17,
      style: "font-size: .47px; text-anchor: middle; fill: var(--card); font-weight: 700" }, String(by)));
    if (isNew) group.append(element("circle", { cx: x, cy: y, r: 0.43,
      style: `fill: none; stroke: ${hue(by)}; stroke-width: .06` }));
  } else if (rule === "decided") {
    group.append(element("path", { d: `M${x - 0.18} ${y + 0.18}l.36 -.36`, style: line }));
    group.append(element("circle", { cx: x, cy: y, r: 0.25, style: line }));
  } else if (rule === "tried") {
    group.append(element("path", { d: `M${x - 0.15} ${y - 0.15}l.3 .3m0 -.3l-.3 .3`, style: line }));
  } else if (rule !== "blocked") {
    group.append(element("path", { d: `M${x} ${y - 0.2}l.2 .2l-.2 .2l-.2 -.2z`,
      style: isNew ? "fill: var(--ink); stroke: var(--ink); stroke-width: .1" : "fill: var(--ink)" }));
  }
  return group;
}

// The column or the row in which no square is left; the whole board where nobody says which.
function emptyLine(n, { column, row }) {
  const place = column !== undefined ? { x: column, y: 0, width: 1, height: n }
    : row !== undefined ? { x: 0, y: row, width: n, height: 1 } : { x: 0, y: 0, width: n, height: n };
  return element("rect", { ...place, class: "wipeout",
    style: "fill: var(--bad); fill-opacity: .18; stroke: var(--bad); stroke-width: .1" });
}

const frame = ([column, row, queen]) => element("rect", { x: column + 0.08, y: row + 0.08, width: 0.84, height: 0.84,
  class: "literal", style: `fill: none; stroke: var(--open); stroke-width: .08;${queen ? "" : " stroke-dasharray: .14 .1"}` });

// A jump back over several decisions, above the columns of the queens that went with them.
function arrow(columns, levels) {
  const group = element("g", { class: "jump" });
  const tip = columns.length ? Math.min(...columns) + 0.5 : 0.5;
  const from = Math.max(tip + 1, ...columns.map((column) => column + 0.5));
  group.append(element("path", { d: `M${from} -.12L${tip} -.12m.25 -.18l-.25 .18l.25 .18`,
    style: "fill: none; stroke: var(--open); stroke-width: .09; stroke-linejoin: round" }));
  group.append(element("text", { x: from + 0.1, y: -0.02, style: "font-size: .4px; fill: var(--open); font-weight: 700" },
    `−${levels}`));
  return group;
}

// The free squares, to be clicked: which of them will be removed?
function choices(n, queens, removed, { chosen, toggle, answer }) {
  const made = [];
  for (let column = 0; column < n; column++) {
    for (let row = 0; row < n; row++) {
      const square = key(column, row);
      if ((queens[column] ?? null) !== null || removed.has(square)) continue;
      const stroke = answer ? (answer.has(square) ? "var(--good)" : chosen.has(square) ? "var(--bad)" : "none")
        : chosen.has(square) ? "var(--choice)" : "none";
      const rect = element("rect", { x: column + 0.06, y: row + 0.06, width: 0.88, height: 0.88, "data-square": square,
        style: `fill: transparent; stroke: ${stroke}; stroke-width: .1` });
      if (!answer) {
        for (const [name, value] of Object.entries({ tabindex: 0, role: "checkbox",
          "aria-checked": chosen.has(square), "aria-label": `column ${column}, row ${row}` })) rect.setAttribute(name, value);
        rect.addEventListener("click", () => toggle(square));
        rect.addEventListener("keydown", (event) => {
          if (event.key === " " || event.key === "Enter") { event.preventDefault(); event.stopPropagation(); toggle(square); }
        });
      }
      made.push(rect);
    }
  }
  return made;
}
