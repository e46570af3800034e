// What happened, in words, and the state in the words of the paradigm.

const literal = ([column, row, queen]) => `${queen ? "a queen" : "none"} in row ${row} of column ${column}`;
const counted = (number, noun) => `${number.toLocaleString("en")} ${noun}${number === 1 ? "" : "s"}`;
const squares = (list) => counted(list.length, "square");

const WHY = {
  attack: (e) => `attacked by the queen of column ${e.conflict_column}`,
  column: (e) => `the only square left in column ${e.column}`,
  row: (e) => `the only square left in row ${e.row}`,
  learned: () => "this follows from the clauses that the engine has",
  tried: () => "tried already",
  found: () => "the solution just found is not to come again",
};

const WORDS = {
  column: (e) => `column ${e.column} is entered`,
  row: (e) => `row ${e.row} is entered: its columns are tried`,
  square: () => "the engine chooses a square",
  try: (e) => `row ${e.row} of column ${e.column} is tried`,
  conflict: (e) => `row ${e.row}: ${e.conflict_line} conflict with the queen of column ${e.conflict_column}`,
  placed: (e) => `row ${e.row}: no conflict, a queen is placed in column ${e.column}`,
  decide: (e) => (e.queen === undefined ? "a decision that fails at once"
    : `decision: ${e.queen ? "a" : "no"} queen in row ${e.row} of column ${e.column}`),
  remove: (e) => `${squares(e.squares)} removed: ${WHY[e.rule](e)}`,
  restore: (e) => `${squares(e.squares)} free again`,
  imply: (e) => `a queen must stand in row ${e.row} of column ${e.column}: ${WHY[e.rule](e)}`,
  wipeout: (e) => (e.column !== undefined ? `wipe-out: no square is left in column ${e.column}`
    : e.row !== undefined ? `wipe-out: no square is left in row ${e.row}` : "wipe-out: the clauses contradict each other"),
  backjump: (e) => `back over ${counted(e.levels, "decision")}; ${e.level} still stand`,
  learn: (e) => `learned: ${e.clause.map(literal).join(", or ")}`,
  backtrack: (e) => (e.level === undefined ? `no row left: back to column ${e.column}` : `back: the queen of column ${e.column} is taken away`),
  begin: () => "a board full of queens, placed at random",
  stop: () => "the search stops here",
  move: (e) => `the queen of column ${e.column} moves to row ${e.row}`,
  solution: (e) => `solution ${e.number}`,
  end: () => "end of the search",
  port: (e) => `${e.own.port}: ${e.own.goal}`,
  enter: (e) => `queen-cols ${e.own.k} is called`,
  leave: (e) => `queen-cols ${e.own.k} gives ${e.own.boards.length} boards`,
};

// What happened in these events: squares removed for one reason together, and rows that were tried in vain.
function told(events) {
  const sums = [];
  events.forEach((event, index) => {
    const last = sums.at(-1);
    if (event.kind === "try" && events[index + 1]?.row === event.row) return; // what came of it follows
    if (last?.kind === "conflict" && event.kind === "conflict" && last.column === event.column) last.rows.push(event.row);
    else if (last?.squares && last.kind === event.kind && last.rule === event.rule
      && last.conflict_column === event.conflict_column) last.squares = [...last.squares, ...event.squares];
    else sums.push({ ...event, rows: [event.row] });
  });
  return sums.map((event) => (event.rows.length > 1 ? `rows ${event.rows.join(", ")} of column ${event.column}: in conflict`
    : WORDS[event.kind](event))).join("; ");
}

// The state in the paradigm's own words after the first `step` events, and the rows that are free.
function ownState(position, step) {
  const goals = [];
  const boards = new Map();
  let last = null;
  let other = null;
  for (let index = 0; index < step; index++) {
    const { own } = position.film.list[index];
    if (!own) continue;
    if (own.port === "call" || own.port === "redo") {
      goals.length = Math.min(goals.length, own.depth - 1);
      goals[own.depth - 1] = own.goal;
    } else if (own.port) goals.length = Math.min(goals.length, own.depth - 1);
    else if (Array.isArray(own.boards)) boards.set(own.k, own.boards);
    else if (own.qp !== undefined) last = own;
    else if (own.k === undefined) other = own;
  }
  if (last) return `c  ${last.c}\nqp ${last.qp}\nnr ${last.nr}`;
  if (boards.size) {
    return [...boards].map(([k, list]) => `k = ${k}: ${list.length} boards\n${list.join(" ")}`).join("\n\n");
  }
  if (goals.length) return goals.map((goal, depth) => "  ".repeat(depth) + goal).join("\n");
  if (other) return Object.entries(other).map(([name, value]) => `${name}\n${listed(value)}`).join("\n\n");
  return position.film.kinds.has("remove") ? freeRows(position) : "";
}

const listed = (value) => (Array.isArray(value) ? value.map((one, index) => `${index}  ${one}`).join("\n") : String(value));

function freeRows({ film, queens, removed }) {
  const rows = [...Array(film.n).keys()];
  return rows.map((column) => {
    if ((queens[column] ?? null) !== null) return `column ${column}  ♛ ${queens[column]}`;
    const free = rows.filter((row) => !removed.has(key(column, row)));
    return `column ${column}  ${free.length ? free.join(" ") : "nothing left"}`;
  }).join("\n");
}
