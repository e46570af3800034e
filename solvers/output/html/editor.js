// The board that was asked for, and an editor that writes the command for another one.

const markedBoard = (n, queens, blocked) => [n, queens, {
  removed: new Map(blocked.map((square) => [square, { rule: "blocked" }])), attacks: true }];

// The given queens of a comparison by column, and its other blocked squares.
function givenBoard({ n, prefix, blocked }) {
  const closed = new Set(blocked.map(([column, row]) => key(column, row)));
  const queens = Array.from({ length: n }, (_, column) => {
    const free = [...Array(n).keys()].filter((row) => !closed.has(key(column, row)));
    return prefix[column] ?? (n > 1 && free.length === 1 ? free[0] : null);
  });
  return { n, queens, blocked: new Set([...closed].filter((square) => queens[split(square)[0]] === null)) };
}

function askedBoard(comparison) {
  const svg = document.getElementById("asked-board");
  const { n, queens, blocked } = givenBoard(comparison);
  if (svg) drawBoard(svg, ...markedBoard(n, queens, [...blocked]));
}

function editor(comparison) {
  const svg = document.getElementById("editor-board");
  const size = document.getElementById("editor-n");
  const command = document.getElementById("editor-command");
  let { n, queens, blocked } = givenBoard(comparison);

  function empty() {
    queens = Array(n).fill(null);
    blocked = new Set();
  }

  function change(column, row) {
    const square = key(column, row);
    if (queens[column] === row) {
      queens[column] = null;
      blocked.add(square);
    } else if (!blocked.delete(square)) {
      queens[column] = row;
    }
    show();
    svg.querySelector(`[data-square="${square}"]`).focus({ preventScroll: true });
  }

  function target(column, row) {
    const square = key(column, row);
    const state = queens[column] === row ? "queen" : blocked.has(square) ? "blocked" : "free";
    const rect = element("rect", { x: column, y: row, width: 1, height: 1, "data-square": square, tabindex: 0,
      role: "button", "aria-label": `column ${column}, row ${row}: ${state}`, style: "fill: transparent" });
    rect.addEventListener("click", () => change(column, row));
    rect.addEventListener("keydown", (event) => {
      if (event.key !== " " && event.key !== "Enter") return;
      event.preventDefault();
      change(column, row);
    });
    return rect;
  }

  function show() {
    drawBoard(svg, ...markedBoard(n, queens, [...blocked]));
    for (let column = 0; column < n; column++) for (let row = 0; row < n; row++) svg.append(target(column, row));
    const given = queens.flatMap((row, column) => (row === null ? [] : [`${column}:${row}`]));
    const closed = [...blocked].sort().map((square) => square.replace(",", ":"));
    command.textContent = ["queens compare", `--n ${n}`, given.length && `--given ${given}`,
      closed.length && `--blocked ${closed}`, `--backends ${comparison.runs.map(({ backend }) => backend)}`,
      "--report report.html"].filter(Boolean).join(" ");
  }

  size.value = n;
  size.addEventListener("input", () => {
    if (!size.checkValidity() || !size.value) return;
    n = Number(size.value);
    empty();
    show();
  });
  document.getElementById("editor-clear").addEventListener("click", () => { empty(); show(); });
  document.getElementById("editor-copy").addEventListener("click", () => {
    getSelection().selectAllChildren(command);
    document.execCommand("copy"); // works from a file too, where navigator.clipboard may be missing
  });
  show();
}
