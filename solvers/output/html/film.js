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
    this.saysLevel = this.list.some(({ level }) => level !== undefined);
    return this;
  }
}

const NODES = new Set(["column", "row", "square", "move"]);
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
    this.level = 0; // how many decisions stand: where no event says, as many as there are queens
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
    if (event.kind === "move" && this.queens[event.column] !== event.row) just.taken.set(event.column, this.queens[event.column]);
    this.queens = queens;
    if (event.kind !== "move") for (const [column, row] of just.taken) if ((queens[column] ?? null) !== null) just.taken.delete(column, row);
    this.level = event.level ?? (this.film.saysLevel ? this.level : queens.length - this.film.prefix.length);
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
