// A tree drawn, to be folded, moved and looked at more closely; both follow the animation, and move it.

const WIDE = 31; // a leaf
const AGAINST = 84; // a leaf below a decision against a queen, whose label has column and row
const CELLS = 66; // the rows under a node
const DEEP = 66; // a level
const HIGHEST = 480;

// How wide a leaf is, with the label above it.
const widthOf = ({ queen, parent }) => (queen || !parent ? WIDE : AGAINST);

class TreeDrawing {
  constructor(figure, choose) {
    this.svg = figure.querySelector("svg");
    this.caption = figure.querySelector("figcaption");
    this.figure = figure;
    this.chooseEvent = choose;
    // The legend has the shapes.
    this.shapes = Object.fromEntries([...document.querySelectorAll("#tree .marks path")].map((path) => [path.dataset.kind, path.getAttribute("d")]));
    this.drag();
  }

  load(player, other) {
    this.film = player.film;
    this.figure.hidden = !this.film;
    if (!this.film) return;
    this.name = player.name;
    this.svg.style.display = this.film.is_own ? "none" : "";
    this.film.tree ??= treeOf(this.film);
    ({ root: this.root, at: this.at } = this.film.tree);
    this.inOrder = !other || other.byColumns === this.film.byColumns;
    this.elsewhere = other && this.inOrder && inCommon(this.film, other) ? standing(other) : null;
    this.view = null;
    unfoldFirst(this.root, (this.svg.clientWidth || 600) - CELLS);
    const { nodes, dead_ends: deadEnds, depth } = this.film;
    if (this.film.is_own) {
      this.caption.textContent = `${this.name}: its own steps are shown, and no tree is made of them`;
    } else this.caption.textContent = `${this.name}: ${counted(nodes, "node")}, ${counted(deadEnds, "dead end")}, depth ${depth}`
      + (this.inOrder ? "" : `; ${other.name} takes the columns in another order, so the trees are not compared board by board`);
    this.draw();
  }

  place(node, depth, next) {
    node.y = depth * DEEP;
    const children = node.folded ? [] : node.children;
    const start = next.x;
    children.forEach((child) => this.place(child, depth + 1, next));
    node.x = Math.max(children.length ? (children[0].x + children.at(-1).x) / 2 : 0, start + (widthOf(node) - WIDE) / 2);
    next.x = Math.max(next.x, start + (children.length && node.rows ? CELLS : widthOf(node)));
    next.depth = Math.max(next.depth, depth);
  }

  draw(focused = null) {
    const next = { x: 0, depth: 0 };
    this.place(this.root, 0, next);
    this.lines = element("g", { style: "stroke: var(--soft); stroke-width: 1.5" });
    this.marks = element("g");
    this.groups = new Map();
    this.svg.replaceChildren(this.lines, this.marks);
    this.visit(this.root);
    this.size = { width: next.x + 20 };
    this.svg.style.height = `${Math.min(HIGHEST, DEEP * next.depth + 70)}px`;
    this.view ??= this.firstView();
    this.look();
    this.mark(this.current);
    if (focused) requestAnimationFrame(() => this.groups.get(focused).focus());
  }

  // As large as letters are on the page, and the root in the middle.
  firstView() {
    const [width, height] = [this.svg.clientWidth || 600, this.svg.clientHeight || 400];
    const x = this.size.width < width ? (this.size.width - width) / 2 - 15 : this.root.x - width / 2;
    return { x, y: -25, width, height };
  }

  visit(node) {
    const group = element("g", { transform: `translate(${node.x} ${node.y})`, tabindex: 0, role: "button",
      class: this.isOnlyHere(node) ? "only-here" : "", "data-kind": node.kind,
      "data-queens": node.queens.map((row) => row ?? "-").join(","), "aria-label": this.words(node) });
    group.append(this.shape(node));
    if (node.rows && node.kind !== "folded") group.append(...this.cells(node));
    group.addEventListener("click", () => this.choose(node));
    group.addEventListener("keydown", (event) => {
      if (event.key === "Enter" || event.key === " ") { event.preventDefault(); event.stopPropagation(); this.choose(node); }
    });
    this.marks.append(group);
    this.groups.set(node, group);
    if (node.folded) return;
    for (const child of node.children) {
      this.lines.append(element("line", { x1: node.x, y1: node.y, x2: child.x, y2: child.y,
        ...(child.queen ? {} : { "stroke-dasharray": "4 3" }) }));
      this.marks.append(element("text", { x: child.x * 0.75 + node.x * 0.25, y: child.y * 0.75 + node.y * 0.25 + 2,
        style: "font-size: 18px; text-anchor: middle; fill: var(--ink); stroke: var(--card); stroke-width: 4px; paint-order: stroke" },
      child.queen ? String(child.row ?? "") : `≠ ${child.column},${child.row}`));
      this.visit(child);
    }
  }

  shape(node) {
    const only = this.isOnlyHere(node) ? " only" : "";
    return element("path", { class: `mark-${node.kind === "folded" && !node.solutions ? "failed" : node.kind}${only}`, d: this.shapes[node.kind === "folded" && !node.solutions ? "failed" : node.kind] });
  }

  // A cell for each row of the node's column: blank where a branch leads on.
  cells({ rows }) {
    const width = (CELLS - 4) / this.film.n;
    const made = [];
    for (const [row, { tried, by, rule }] of rows) {
      if (rule === "tried") continue;
      const x = (row + 0.5) * width - (CELLS - 4) / 2;
      const at = Math.min(width / 2, 4) - 0.4;
      made.push(tried
        ? element("path", { class: "tried", d: `M${x - at} ${17 - at}l${2 * at} ${2 * at}m0 ${-2 * at}l${-2 * at} ${2 * at}`,
          style: "stroke: var(--bad); stroke-width: 1.8" })
        : element("circle", { class: "pruned", cx: x, cy: 17, r: at, style: `fill: ${by === undefined || by === null ? "var(--soft)" : hue(by)}` }));
    }
    return made;
  }

  isOnlyHere(node) { return Boolean(this.elsewhere && node.parent && !this.elsewhere.has(String(node.queens))); }

  words(node) {
    const rows = node.queens.map((row) => row ?? "none").join(", ") || "none";
    const what = { solution: "solution", failure: node.wipeout ?? "dead end", choice: "choice", folded: `folded, ${node.below} decisions` }[node.kind];
    return `${what}, rows ${rows}, ${node.solutions} solutions${this.isOnlyHere(node) ? "; the other search never comes here" : ""}`;
  }

  choose(node) {
    if (node.folded) { node.folded = false; this.draw(node); }
    this.chooseEvent(node.step - 1);
  }

  // A ring around where the search is now.
  mark(step) {
    this.current = step;
    if (!this.film) return;
    let node = step > 0 ? this.at[step - 1] : this.root;
    while (node && !this.groups.has(node)) node = node.parent;
    this.ring?.remove();
    this.ring = element("circle", { r: 19, class: "here", style: "fill: none; stroke: var(--open); stroke-width: 4" });
    this.groups.get(node)?.append(this.ring);
    if (node) this.reveal(node);
  }

  // Move the view as far as the decision is out of it.
  reveal({ x, y }) {
    const { view } = this;
    view.x += Math.min(x - 30 - view.x, 0) + Math.max(x + 30 - view.x - view.width, 0);
    view.y += Math.min(y - 25 - view.y, 0) + Math.max(y + 30 - view.y - view.height, 0);
    this.look();
  }

  look() {
    const { x, y, width, height } = this.view;
    this.svg.setAttribute("viewBox", `${x} ${y} ${width} ${height}`);
  }

  act(action) {
    const { view } = this;
    const zoom = (factor) => {
      view.x += view.width * (1 - factor) / 2;
      view.y += view.height * (1 - factor) / 2;
      view.width *= factor;
      view.height *= factor;
    };
    const fold = (node, folded) => { node.folded = folded; node.children.forEach((child) => fold(child, folded)); };
    const redraw = () => { this.view = null; this.draw(); };
    ({
      in: () => zoom(0.7),
      out: () => zoom(1 / 0.7),
      left: () => { view.x -= view.width / 5; },
      right: () => { view.x += view.width / 5; },
      fold: () => { fold(this.root, true); this.root.folded = false; redraw(); },
      unfold: () => { fold(this.root, false); redraw(); },
    })[action]();
    this.look();
  }

  drag() {
    let held = null;
    this.svg.addEventListener("pointerdown", (event) => { held = { x: event.clientX, y: event.clientY }; });
    this.svg.addEventListener("pointermove", (event) => {
      if (!held || !event.buttons) return;
      const scale = this.view.width / this.svg.clientWidth;
      this.view.x -= (event.clientX - held.x) * scale;
      this.view.y -= (event.clientY - held.y) * scale;
      held = { x: event.clientX, y: event.clientY };
      this.look();
    });
    this.svg.addEventListener("wheel", (event) => {
      if (!event.ctrlKey) return;
      event.preventDefault();
      this.act(event.deltaY > 0 ? "out" : "in");
    }, { passive: false });
  }
}

// Both trees; they follow the animation, and move it.
function trees(search) {
  const drawings = search.players.map((player, index) => new TreeDrawing(
    document.getElementById(`${["left", "right"][index]}-tree`), (event) => search.goTo(event, player)));
  document.getElementById("tree").addEventListener("click", (event) => {
    const action = event.target.closest("[data-tree]")?.dataset.tree;
    if (action) drawings.forEach((drawing) => drawing.film && drawing.act(action));
  });
  return {
    load: ({ left, right }) => {
      drawings[0].load(left, right.film);
      drawings[1].load(right, left.film);
      const none = drawings.every(({ film }) => !film);
      for (const part of document.querySelectorAll("#tree, nav [href='#tree']")) part.hidden = none;
    },
    show: ({ players }) => drawings.forEach((drawing, index) => drawing.film && drawing.mark(players[index].position.step)),
  };
}
