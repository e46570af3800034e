// The moving parts of a report: boards, two searches in step, the search tree, the solutions.
// Everything shown comes from the JSON in the element queens-data.

const SVG = "http://www.w3.org/2000/svg";
const data = JSON.parse(document.getElementById("queens-data").textContent);

const element = (name, attributes = {}, text = "") => {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  if (text) made.textContent = text;
  return made;
};

// ---- a board ----------------------------------------------------------------------------------

const COLOURS = ["var(--light)", "var(--dark)"];
const SAVED = ["#f0d9b5", "#b58863"]; // a drawing that is saved knows nothing of the page

// queens: rows from 0, column 0 first. tried: {column, row}. conflict: the column in the way.
function drawBoard(svg, n, queens, { tried = null, conflict = null, plain = false } = {}) {
  const margin = plain ? 0 : 0.6;
  svg.replaceChildren();
  svg.setAttribute("xmlns", SVG);
  svg.setAttribute("viewBox", `${-margin} ${-margin} ${n + margin || 1} ${n + margin || 1}`);
  for (let column = 0; column < n; column++) {
    for (let row = 0; row < n; row++) {
      const dark = (column + row) % 2;
      svg.append(element("rect", { x: column, y: row, width: 1, height: 1,
        style: `fill: ${plain ? SAVED[dark] : COLOURS[dark]}` }));
    }
  }
  if (!plain) {
    for (let index = 0; index < n; index++) {
      const style = "font-size: .35px; text-anchor: middle; fill: var(--soft)";
      svg.append(element("text", { x: index + 0.5, y: -0.18, style }, String(index)));
      svg.append(element("text", { x: -0.3, y: index + 0.62, style }, String(index)));
    }
  }
  queens.forEach((row, column) => {
    const colour = column === conflict ? "var(--bad)" : plain ? "#000" : "var(--queen)";
    svg.append(element("text", { x: column + 0.5, y: row + 0.8, class: "queen",
      "data-column": column, "data-row": row,
      style: `font-size: .8px; text-anchor: middle; fill: ${colour}` }, "♛"));
  });
  if (tried) {
    svg.append(element("circle", { cx: tried.column + 0.5, cy: tried.row + 0.5, r: 0.38, class: "tried",
      style: "fill: none; stroke: var(--open); stroke-width: .07" }));
    if (conflict !== null) {
      svg.append(element("line", { x1: tried.column + 0.5, y1: tried.row + 0.5, class: "conflict",
        x2: conflict + 0.5, y2: queens[conflict] + 0.5,
        style: "stroke: var(--bad); stroke-width: .08; stroke-linecap: round" }));
    }
  }
  svg.setAttribute("aria-label", queens.length
    ? `${n} columns; queens in rows ${queens.join(", ")}` : `${n} columns, no queen`);
}

// ---- traces -----------------------------------------------------------------------------------

async function unpacked(trace) {
  const bytes = Uint8Array.from(atob(trace.gzip), (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  const text = await new Response(stream).text();
  return text.split("\n").filter(Boolean).map((line) => JSON.parse(line));
}

const SHARED = new Set(["column", "try", "conflict", "placed", "backtrack", "solution", "end"]);

// What two searches are held against each other by: the events every paradigm tells of.
const shared = (events) => events.filter((event) => SHARED.has(event.kind));

const gist = (event) => event && JSON.stringify([event.kind, event.queens, event.column, event.row,
  event.conflict_column]);

// The first step, from 1, at which two lists of events are not the same; 0 where they are.
function parting(one, other) {
  const length = Math.max(one.length, other.length);
  for (let index = 0; index < length; index++) {
    if (gist(one[index]) !== gist(other[index])) return index + 1;
  }
  return 0;
}

const isDeadEnd = (events, index) => events[index].kind === "backtrack"
  && events[index - 1] !== undefined && events[index - 1].kind === "conflict";

// The state in the paradigm's own words after the first `step` of all events.
function ownState(events, step) {
  const goals = [];
  const boards = new Map();
  let last = null;
  for (const event of events.slice(0, step)) {
    const own = event.own;
    if (!own) continue;
    if (own.port === "call" || own.port === "redo") {
      goals.length = Math.min(goals.length, own.depth - 1);
      goals[own.depth - 1] = own.goal;
    } else if (own.port) {
      goals.length = Math.min(goals.length, own.depth - 1);
    } else if (own.boards) boards.set(own.k, own.boards);
    else if (own.qp !== undefined) last = own;
  }
  if (last) return `c  ${last.c}\nqp ${last.qp}\nnr ${last.nr}`;
  if (boards.size) {
    return [...boards].map(([k, list]) => `k = ${k}: ${list.length} boards\n${list.join(" ")}`).join("\n\n");
  }
  return goals.map((goal, depth) => "  ".repeat(depth) + goal).join("\n");
}

const WORDS = {
  column: (e) => `column ${e.column} is entered`,
  try: (e) => `row ${e.row} of column ${e.column} is tried`,
  conflict: (e) => `row ${e.row}: ${e.conflict_line} conflict with the queen of column ${e.conflict_column}`,
  placed: (e) => `row ${e.row}: no conflict, a queen is placed in column ${e.column}`,
  backtrack: (e) => `no row left: back to column ${e.column}`,
  solution: (e) => `solution ${e.number}`,
  end: () => "end of the search",
  port: (e) => `${e.own.port}: ${e.own.goal}`,
  enter: (e) => `queen-cols ${e.own.k} is called`,
  leave: (e) => `queen-cols ${e.own.k} gives ${e.own.boards.length} boards`,
};

// ---- two searches in step ---------------------------------------------------------------------

class Player {
  constructor(panel, traces) {
    this.panel = panel;
    this.traces = traces;
    this.select = panel.querySelector("select");
  }

  get name() { return this.select.value; }

  // inStep: only the events that every paradigm tells of, so that two searches keep abreast.
  load(inStep) {
    const trace = this.traces[this.name];
    this.n = trace ? trace.n : 0;
    this.all = trace ? trace.list : [];
    this.events = inStep ? shared(this.all) : this.all;
    if (trace && !this.events.some((event) => event.kind === "try")) this.events = this.all;
    const place = new Map(this.all.map((event, index) => [event, index + 1]));
    this.place = this.events.map((event) => place.get(event));
    this.panel.classList.toggle("empty", !trace);
  }

  show(step) {
    const at = Math.min(step, this.events.length);
    const event = this.events[at - 1];
    const board = this.panel.querySelector(".board");
    const tried = event && (event.kind === "try" || event.kind === "conflict")
      ? { column: event.column, row: event.row } : null;
    const conflict = event && event.conflict_column !== undefined ? event.conflict_column : null;
    const queens = event ? event.queens : [];
    const leaves = event && event.kind === "leave" && event.own.placements.length
      ? event.own.placements[0] : queens;
    drawBoard(board, this.n, leaves, { tried, conflict });
    this.panel.querySelector(".event").textContent = event ? WORDS[event.kind](event)
      : this.name ? "before the first step" : "";
    this.panel.querySelector(".state").textContent = event
      ? ownState(this.all, this.place[at - 1]) : "";
  }
}

function search(traces) {
  const section = document.getElementById("search");
  const players = ["left", "right"].map((id) => new Player(document.getElementById(id), traces));
  const slider = document.getElementById("step");
  const speed = document.getElementById("speed");
  const play = section.querySelector("[data-do=play]");
  let timer = null;
  let apart = 0;

  const used = () => players.filter((player) => player.name);
  const longest = () => Math.max(0, ...used().map((player) => player.events.length));

  function show(step) {
    const end = longest();
    slider.max = end;
    slider.value = Math.max(0, Math.min(step, end));
    document.getElementById("where").textContent = `${slider.value} of ${end}`;
    players.forEach((player) => player.show(Number(slider.value)));
    if (Number(slider.value) >= end) stop();
  }

  function stop() {
    clearInterval(timer);
    timer = null;
    play.setAttribute("aria-pressed", "false");
    play.querySelector("span").textContent = "play";
  }

  function start() {
    stop();
    if (Number(slider.value) >= longest()) show(0);
    timer = setInterval(() => show(Number(slider.value) + 1), 1000 / Number(speed.value));
    play.setAttribute("aria-pressed", "true");
    play.querySelector("span").textContent = "pause";
  }

  function load() {
    stop();
    const two = used().length === 2;
    players.forEach((player) => player.load(two));
    const told = document.getElementById("parting");
    apart = 0;
    if (two) {
      const [left, right] = players;
      apart = parting(left.events, right.events);
      told.textContent = apart
        ? `${left.name} and ${right.name} part at step ${apart}.`
        : `${left.name} and ${right.name} take the same ${left.events.length} steps.`;
    } else told.textContent = "";
    section.querySelector("[data-do=part]").disabled = !apart;
    const mark = document.createElement("option");
    mark.value = apart;
    document.getElementById("marks").replaceChildren(...(apart ? [mark] : []));
    show(0);
  }

  function next(wanted) {
    const { events } = players[0];
    for (let index = Number(slider.value); index < events.length; index++) {
      if (wanted(events, index)) return show(index + 1);
    }
    return show(events.length);
  }

  const actions = {
    first: () => show(0),
    back: () => show(Number(slider.value) - 1),
    forward: () => show(Number(slider.value) + 1),
    play: () => (timer ? stop() : start()),
    solution: () => next((events, index) => events[index].kind === "solution"),
    "dead-end": () => next(isDeadEnd),
    part: () => show(apart),
  };
  section.addEventListener("click", (event) => {
    const action = event.target.closest("[data-do]")?.dataset.do;
    if (!action) return;
    if (action !== "play") stop();
    actions[action]();
  });
  slider.addEventListener("input", () => { stop(); show(Number(slider.value)); });
  speed.addEventListener("input", () => { if (timer) start(); });
  players.forEach((player) => player.select.addEventListener("change", load));
  load();
  return {
    // Moves the animation to where these queens first stand.
    goTo(queens) {
      const wanted = JSON.stringify(queens);
      const index = players[0].events.findIndex((event) => JSON.stringify(event.queens) === wanted);
      if (index >= 0) { stop(); show(index + 1); }
    },
  };
}

// ---- the search tree --------------------------------------------------------------------------

// The placements that the search made, each below the one it extends.
function treeOf(events, n) {
  const root = { queens: [], children: [], solutions: 0, folded: false };
  const nodes = new Map([["", root]]);
  for (const event of events) {
    if (event.kind !== "placed") continue;
    const { queens } = event;
    const node = { queens, children: [], solutions: 0, folded: false };
    const parent = nodes.get(queens.slice(0, -1).join());
    if (!parent) { root.queens = queens.slice(0, -1); nodes.set(root.queens.join(), root); root.children.push(node); }
    else parent.children.push(node);
    nodes.set(queens.join(), node);
  }
  const count = (node) => {
    node.solutions = node.children.reduce((sum, child) => sum + count(child), Number(node.queens.length === n));
    node.folded = node.solutions === 0 && node.children.length > 0;
    return node.solutions;
  };
  count(root);
  return root;
}

function tree(trace, animation) {
  const svg = document.getElementById("tree-drawing");
  const board = document.getElementById("tree-board");
  const { n } = trace;
  const root = treeOf(trace.list, n);
  let view = null;

  function place(node, depth, next) {
    node.y = depth * 50;
    const children = node.folded ? [] : node.children;
    if (!children.length) { node.x = next.x; next.x += 34; }
    else {
      children.forEach((child) => place(child, depth + 1, next));
      node.x = (children[0].x + children[children.length - 1].x) / 2;
    }
    next.depth = Math.max(next.depth, depth);
  }

  function shape(node) {
    const solved = node.queens.length === n;
    if (solved) return element("path", { d: "M0 -11 L11 0 L0 11 L-11 0 Z", style: "fill: var(--good)" });
    if (node.folded) return element("path", { d: "M0 -8 L15 22 L-15 22 Z", style: "fill: var(--bad)" });
    if (!node.children.length) return element("rect", { x: -8, y: -8, width: 16, height: 16, style: "fill: var(--bad)" });
    return element("circle", { r: 9, style: "fill: var(--choice)" });
  }

  const kind = (node) => (node.queens.length === n ? "solution" : node.folded ? "folded"
    : node.children.length ? "choice" : "failure");

  function choose(node) {
    if (node.folded) { node.folded = false; draw(node); }
    drawBoard(board, n, node.queens);
    document.getElementById("tree-caption").textContent = node.queens.length
      ? `rows ${node.queens.join(", ")}: ${kind(node)}, ${node.solutions} solutions below` : "the empty board";
    animation.goTo(node.queens);
  }

  function draw(focused) {
    const next = { x: 0, depth: 0 };
    place(root, 0, next);
    svg.replaceChildren();
    const lines = element("g", { style: "stroke: var(--line); stroke-width: 1.5" });
    const marks = element("g");
    svg.append(lines, marks);
    const visit = (node) => {
      const group = element("g", { transform: `translate(${node.x} ${node.y})`, tabindex: 0, role: "button",
        "data-kind": kind(node), "data-queens": node.queens.join(","),
        "aria-label": `${kind(node)}, rows ${node.queens.join(", ") || "none"}` });
      group.append(shape(node));
      group.addEventListener("click", () => choose(node));
      group.addEventListener("keydown", (event) => {
        if (event.key === "Enter" || event.key === " ") { event.preventDefault(); choose(node); }
      });
      marks.append(group);
      if (node === focused) requestAnimationFrame(() => group.focus());
      if (node.folded) return;
      for (const child of node.children) {
        lines.append(element("line", { x1: node.x, y1: node.y, x2: child.x, y2: child.y }));
        marks.append(element("text", { x: (node.x + child.x) / 2, y: (node.y + child.y) / 2 + 4,
          style: "font-size: 11px; text-anchor: middle; fill: var(--soft)" }, String(child.queens.at(-1))));
        visit(child);
      }
    };
    visit(root);
    whole = { x: -30, y: -30, width: Math.max(next.x + 30, 120), height: next.depth * 50 + 80 };
    if (!view) view = { ...whole };
    look();
  }

  let whole = null;
  const look = () => svg.setAttribute("viewBox", `${view.x} ${view.y} ${view.width} ${view.height}`);
  function zoom(factor) {
    view.x += view.width * (1 - factor) / 2;
    view.y += view.height * (1 - factor) / 2;
    view.width *= factor;
    view.height *= factor;
    look();
  }
  const unfold = (node) => { node.folded = false; node.children.forEach(unfold); };
  const actions = {
    in: () => zoom(0.7),
    out: () => zoom(1 / 0.7),
    left: () => { view.x -= view.width / 5; look(); },
    right: () => { view.x += view.width / 5; look(); },
    whole: () => { view = { ...whole }; look(); },
    unfold: () => { unfold(root); view = null; draw(); },
  };
  document.getElementById("tree").addEventListener("click", (event) => {
    const action = event.target.closest("[data-tree]")?.dataset.tree;
    if (action) actions[action]();
  });
  let held = null;
  svg.addEventListener("pointerdown", (event) => { held = { x: event.clientX, y: event.clientY }; });
  svg.addEventListener("pointermove", (event) => {
    if (!held || !event.buttons) return;
    const scale = view.width / svg.clientWidth;
    view.x -= (event.clientX - held.x) * scale;
    view.y -= (event.clientY - held.y) * scale;
    held = { x: event.clientX, y: event.clientY };
    look();
  });
  svg.addEventListener("wheel", (event) => {
    if (!event.ctrlKey) return;
    event.preventDefault();
    zoom(event.deltaY > 0 ? 1.1 : 1 / 1.1);
  }, { passive: false });
  draw();
  drawBoard(board, n, root.queens);
}

// ---- the solutions ----------------------------------------------------------------------------

function solutions({ n, boards, classes }) {
  const gallery = document.getElementById("boards");
  const filter = document.getElementById("filter");

  function save(svg, rows) {
    const link = document.createElement("a");
    const copy = svg.cloneNode(true);
    copy.setAttribute("width", "400");
    copy.setAttribute("height", "400");
    link.href = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(copy.outerHTML)}`;
    link.download = `queens-${n}-${rows.join("-")}.svg`;
    link.click();
  }

  function show() {
    const text = filter.value.trim();
    const prefix = text ? text.split(/[\s,]+/).filter(Boolean).map(Number) : [];
    const fitting = boards.filter(({ rows }) => prefix.every((row, column) => rows[column] === row));
    gallery.replaceChildren();
    const groups = new Map();
    for (const board of fitting) groups.set(board.class, [...(groups.get(board.class) ?? []), board]);
    for (const [number, members] of [...groups].sort(([a], [b]) => a - b)) {
      const head = document.createElement("h3");
      head.textContent = `class ${number + 1}, ${classes[number]} in all`;
      gallery.append(head);
      for (const { rows } of members) {
        const figure = document.createElement("figure");
        const svg = element("svg", { class: "board", role: "img" });
        drawBoard(svg, n, rows, { plain: true });
        const button = document.createElement("button");
        button.type = "button";
        button.textContent = "save";
        button.setAttribute("aria-label", `save ${rows.join(", ")} as SVG`);
        button.addEventListener("click", () => save(svg, rows));
        const caption = document.createElement("figcaption");
        caption.append(`${rows.join(" ")} `, button);
        figure.append(svg, caption);
        gallery.append(figure);
      }
    }
    document.getElementById("shown").textContent = `${fitting.length} of ${boards.length} shown`;
  }

  filter.addEventListener("input", show);
  show();
}

// ---- all together -----------------------------------------------------------------------------

for (const trace of Object.values(data.traces)) trace.list = await unpacked(trace);
if (Object.keys(data.traces).length) {
  const animation = search(data.traces);
  const withTree = Object.values(data.traces).find(({ list }) => list.some(({ kind }) => kind === "placed"));
  if (withTree) tree(withTree, animation);
  else document.getElementById("tree").hidden = true;
}
if (data.solutions) solutions(data.solutions);
document.documentElement.dataset.ready = "true";
