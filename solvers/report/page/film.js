// The events of one search: unpacked when it is first looked at, followed step by step.

class Film {
  constructor(name, packed) {
    Object.assign(this, packed, { name, list: null });
  }

  async load() {
    if (this.list) return this;
    const bytes = Uint8Array.from(atob(this.gzip), (letter) => letter.charCodeAt(0));
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
    const text = await new Response(stream).text();
    this.list = text.split("\n").filter(Boolean).map((line) => JSON.parse(line));
    this.kinds = new Set(this.list.map(meaning));
    return this;
  }
}

const NODES = new Set(["column", "row", "square"]);
const DECISIONS = new Set(["queen", "no queen", "decide"]); // the last one failed at once, untold which it was

// What an event means in every paradigm: a queen that is placed is a decision for one.
function meaning(event) {
  if (event.kind === "placed") return "queen";
  if (event.kind === "decide") return event.queen === undefined ? "decide" : event.queen ? "queen" : "no queen";
  if (event.kind === "backjump") return "backtrack";
  return event.kind;
}

const COMPARABLE = new Set(["column", "try", "conflict", "queen", "no queen", "imply", "wipeout", "backtrack",
  "solution", "end"]);

// The numbers, from 1, of the events that mean the same in both searches.
function shared(film, other) {
  const both = [...film.kinds].filter((kind) => other.kinds.has(kind) && COMPARABLE.has(kind));
  const wanted = new Set(both);
  return film.list.flatMap((event, index) => (wanted.has(meaning(event)) ? [index + 1] : []));
}

const gist = (event) => event && JSON.stringify([meaning(event), event.queens, event.column, event.row,
  event.conflict_column]);

// The first common step, from 1, at which two searches are not the same; 0 where they are.
function parting(one, other) {
  const length = Math.max(one.steps.length, other.steps.length);
  for (let index = 0; index < length; index++) {
    if (gist(one.film.list[one.steps[index] - 1]) !== gist(other.film.list[other.steps[index] - 1])) return index + 1;
  }
  return 0;
}

const isDeadEnd = (events, index) => events[index].kind === "wipeout"
  || (meaning(events[index]) === "backtrack" && events[index - 1]?.kind === "conflict");

// What stands and what is closed after so many events, and what the last of them changed.
class Position {
  constructor(film) {
    this.film = film;
    this.reset();
  }

  reset() {
    this.step = this.nodes = this.deadEnds = this.solutions = 0;
    this.queens = this.film.prefix.slice();
    this.removed = new Map(this.film.blocked.map(([column, row]) => [key(column, row), { rule: "blocked" }]));
    this.implied = new Set();
    this.level = 0;
    this.forget();
  }

  forget() {
    this.just = { removed: new Set(), implied: new Set(), taken: new Map(), clause: null, wipeout: null, jump: null };
  }

  // To the state after `step` events; what happened after event `since` counts as just happened.
  goTo(step, since = step - 1) {
    if (Math.max(since, 0) < this.step) this.reset();
    while (this.step < since) this.follow();
    this.forget();
    while (this.step < step) this.follow();
    return this;
  }

  get event() { return this.film.list[this.step - 1]; }

  follow() {
    const event = this.film.list[this.step++];
    const { just } = this;
    const queens = event.queens;
    this.queens.forEach((row, column) => {
      if (row !== null && (queens[column] ?? null) === null) {
        just.taken.set(column, row);
        this.implied.delete(column);
      }
    });
    this.queens = queens;
    for (const [column, row] of just.taken) if ((queens[column] ?? null) !== null) just.taken.delete(column, row);
    this.level = levelOf(event, this.film);
    if (NODES.has(event.kind)) this.nodes += 1;
    if (isDeadEnd(this.film.list, this.step - 1)) this.deadEnds += 1;
    if (event.kind === "solution") this.solutions += 1;
    if (event.kind === "remove") for (const square of event.squares) this.close(square, event.conflict_column, event.rule);
    if (meaning(event) === "no queen") this.close([event.column, event.row], null, "decided");
    if (event.kind === "restore") for (const [column, row] of event.squares) this.open(key(column, row));
    if (event.kind === "imply") {
      this.implied.add(event.column);
      just.implied.add(event.column);
    }
    if (event.kind === "wipeout") just.wipeout = event;
    if (event.kind === "learn") just.clause = event.clause;
    if (event.kind === "backjump" && event.levels > 1) just.jump = event;
  }

  close([column, row], by, rule) {
    this.removed.set(key(column, row), { by, rule });
    this.just.removed.add(key(column, row));
  }

  open(square) {
    this.removed.delete(square);
    this.just.removed.delete(square);
  }
}

// How many decisions stand: where no event says, as many as there are queens.
const levelOf = (event, film) => event.level ?? event.queens.length - film.prefix.length;

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
    else if (own.boards) boards.set(own.k, own.boards);
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
