// All solutions: one board of each class, which opens to the others; the chosen one is large and can be saved.

const SYMMETRIES = { // of a square, column and row from 0; by what a board becomes
  "turned by 90° clockwise": (column, row, last) => [last - row, column], "turned by 180°": (column, row, last) => [last - column, last - row],
  "turned by 90° anticlockwise": (column, row, last) => [row, last - column], "left and right swapped": (column, row, last) => [last - column, row],
  "top and bottom swapped": (column, row, last) => [column, last - row], "reflected in the falling diagonal": (column, row) => [row, column],
  "reflected in the rising diagonal": (column, row, last) => [last - row, last - column],
};

// How a board comes from the first one of its class.
function symmetryOf(rows, first) {
  const last = rows.length - 1;
  const isIt = (turn) => first.every((row, column) => { const [to, at] = turn(column, row, last); return rows[to] === at; });
  return Object.keys(SYMMETRIES).find((name) => isIt(SYMMETRIES[name]));
}

function solutions({ n, boards, classes, colours }) {
  const find = (name) => document.getElementById(name);
  const large = find("shown-solution");
  const kind = colours.length ? "solution" : "class"; // no symmetry keeps the colours
  let chosen = boards[0];

  function choose(board, words) {
    chosen = board;
    drawBoard(large, n, board.rows, { colours });
    find("shown-words").textContent = `${words}: ${board.rows.join(" ")}`;
    for (const one of document.querySelectorAll("#boards button")) one.setAttribute("aria-pressed", one.dataset.rows === String(board.rows));
  }

  find("save").replaceChildren(saves(() => large, () => `queens-${n}-${chosen.rows.join("-")}`));

  function pick(board, words) {
    const svg = element("svg", { class: "board", "aria-hidden": "true" });
    drawBoard(svg, n, board.rows, { colours });
    const button = el("button", { type: "button", className: "pick", ariaLabel: `${words}: ${board.rows.join(" ")}` }, svg, el("span", {}, words));
    button.dataset.rows = board.rows;
    button.addEventListener("click", () => { choose(board, words); large.scrollIntoView({ block: "nearest" }); });
    return button;
  }

  function show() {
    const prefix = find("filter").value.split(/[\s,]+/).filter(Boolean).map(Number);
    const fitting = boards.filter(({ rows }) => prefix.every((row, column) => rows[column] === row));
    const groups = classes.map((size, number) => ({ size, number, members: fitting.filter((board) => board.class === number) })).filter(({ members }) => members.length);
    find("boards").replaceChildren(...groups.map(({ size, number, members: [head, ...others] }) => {
      const first = boards.find((board) => board.class === number).rows;
      const named = (board) => symmetryOf(board.rows, first) ?? "";
      const name = `${kind} ${number + 1}`;
      const more = el("details", { open: prefix.length > 0 }, el("summary", {}, `${size} board${size === 1 ? "" : "s"}`));
      more.append(el("div", {}, ...others.map((board) => pick(board, named(board)))));
      return el("div", { className: "class" }, pick(head, prefix.length ? [name, named(head)].filter((word) => head.rows !== first && word).join(", ") || name : name), ...(others.length ? [more] : []));
    }));
    find("shown").textContent = `${fitting.length} of ${boards.length} shown`;
    if (fitting.length) choose(fitting[0], `${kind} ${fitting[0].class + 1}`);
  }

  find("filter").addEventListener("input", show);
  show();
}
