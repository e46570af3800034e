// The events of one search, each with what a page shows: unpacked when they are first looked at, followed step by step.

class Film {
  constructor(name, packed) {
    Object.assign(this, packed, { name, list: null });
  }

  async load() {
    if (this.list) return this;
    const bytes = Uint8Array.from(atob(this.gzip), (letter) => letter.charCodeAt(0));
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
    const { events, decisions, program } = JSON.parse(await new Response(stream).text());
    this.list = rowsOf(events);
    this.decisions = rowsOf(decisions);
    this.program = program; // its lines
    this.meanings = new Set(this.list.map(({ means }) => means).filter(Boolean));
    this.asked = [...new Set(this.list.filter(({ is_asked: asked }) => asked).map(({ means }) => means))];
    this.removes = this.list.some(({ removes }) => removes);
    this.firstRemoval = this.list.findIndex(({ kind }) => kind === "remove") + 1; // 0: there is none
    this.byColumns = this.decisions.every(({ column, level }) => column === null || column === undefined || column === this.prefix.length + level - 1);
    this.marks = new Set(["", ...this.list.flatMap(marksOf)]);
    this.hasCalls = this.list.some(({ kind }) => kind === "port");
    return this;
  }
}

// The marks of a board that an event draws, as the legend names them.
const marksOf = ({ kind, removes, rule = "decided", conflict_column: by, column, row, levels, tries, clause }) => [
  removes && (by !== undefined ? "dot" : ["decided", "tried"].includes(rule) ? rule : "diamond"), kind === "imply" && "imply", levels > 1 && "jump",
  tries && "ring", kind === "wipeout" && (column === undefined && row === undefined ? "board" : "line"), clause && "clause"];

// A table that is kept by columns as rows, each without what it lacks.
function rowsOf(columns) {
  const names = Object.keys(columns);
  return columns[names[0]].map((_, index) => Object.fromEntries(
    names.filter((name) => columns[name][index] !== null).map((name) => [name, columns[name][index]])));
}

// Whether nothing in one means anything in the other, which may be cut before its solutions.
const areApart = (film, other) => !film.list.some(({ means }) => other.meanings.has(means));

// The numbers, from 1, of the events that mean the same in both searches.
function shared(film, other) {
  if (areApart(film, other)) { // both go on at one pace
    const length = Math.min(film.list.length, other.list.length);
    return Array.from({ length }, (_, step) => Math.ceil((step + 1) * film.list.length / length));
  }
  return film.list.flatMap(({ means }, index) => (
    film.meanings.has(means) && other.meanings.has(means) ? [index + 1] : []));
}

const gist = (event) => event && JSON.stringify([event.means, event.queens, event.column, event.row,
  event.conflict_column]);

// The first common step, from 1, at which two searches are not the same; 0 where they are.
function parting(one, other) {
  const length = Math.max(one.steps.length, other.steps.length);
  for (let index = 0; index < length; index++) {
    if (gist(one.film.list[one.steps[index] - 1]) !== gist(other.film.list[other.steps[index] - 1])) return index + 1;
  }
  return 0;
}

// The number, from 1, of the first event after which these queens stand; as a solution, where that is asked.
function whereStands(film, queens, solved) {
  film.places ??= film.list.reduce((places, { queens: rows, kind }, index) => {
    for (const place of kind === "solution" ? [`${rows}`, `solution ${rows}`] : [`${rows}`]) if (!places.has(place)) places.set(place, index + 1);
    return places;
  }, new Map());
  return film.places.get(solved ? `solution ${queens}` : `${queens}`) ?? 0;
}

// The first dead end that a search sees ahead of another one: its event in both, from 0. With the same queens, or their mirror
// image, the other one comes to that column; if it fails before, the event is the last one with these queens.
function seenAhead(film, other, isEarlier) {
  const mirrored = (queens) => queens.map((row) => (row === null ? null : film.n - 1 - row));
  for (const [event, { kind, queens, column }] of film.list.entries()) {
    if (kind !== "wipeout" || column === undefined || !queens.length) continue;
    const found = (film.colours?.length ? [queens] : [queens, mirrored(queens)]).map((same) => ({ event, column, isMirrored: same !== queens, ...whereFailed(other, same, column) }))
      .filter(({ end }) => end >= 0 && isEarlier(event, end));
    if (found.length) return found.reduce((one, two) => (two.end < one.end ? two : one));
  }
  return null;
}

function whereFailed(film, queens, column) {
  const { list } = film;
  let end = whereStands(film, queens) - 1;
  const stand = (index) => queens.every((row, at) => list[index]?.queens[at] === row);
  const isThere = () => list[end].queens.length === column && isDeadEnd(list, end);
  while (end >= 0 && !isThere() && stand(end + 1)) end++;
  return { end, isThere: end >= 0 && isThere() };
}

const isSolution = (events, index) => events[index].solutions !== undefined;

// A dead end is counted when its decision is taken back: this is the event before. Whole levels of boards have none, and
// the end of a search takes nothing back.
const isDeadEnd = (events, index) => events[index + 1]?.dead_ends !== undefined && !["leave", "end", "stop"].includes(events[index + 1].kind);

// A row that is attacked, a line without a free square, a clause that is learned from either, or a wrong board of one's own program.
const isConflict = (events, index) => ["conflict", "wipeout"].includes(events[index].kind) || events[index].is_wrong
  || (events[index].kind === "learn" && events[index].rule !== "found");

// What stands and what is closed after so many events, and what the last of them changed.
class Position {
  constructor(film) {
    this.film = film;
    this.reset();
  }

  reset() {
    this.step = this.level = this.nodes = this.deadEnds = this.solutions = 0;
    this.queens = this.film.prefix.slice();
    this.removed = new Map(this.film.blocked.map(([column, row]) => [key(column, row), { rule: "blocked" }]));
    this.implied = new Set();
    this.tried = null;
    this.state = [];
    this.line = null; // of the program, that is executed
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

  follow() {
    const event = this.film.list[this.step++];
    if (event.solutions !== undefined) this.forget(); // a dead end that came before it is over
    const { just } = this;
    const { queens } = event;
    this.queens.forEach((row, column) => {
      if (row !== null && (queens[column] ?? null) === null) {
        just.taken.set(column, row);
        this.implied.delete(column);
      }
    });
    this.queens = queens;
    for (const [column, row] of just.taken) if ((queens[column] ?? null) !== null) just.taken.delete(column, row);
    this.count(event);
    this.tried = event.tries ? event : event.is_aside ? this.tried : null;
    const squares = event.squares ?? [[event.column, event.row]];
    if (event.removes) for (const square of squares) this.close(square, event.conflict_column, event.rule ?? "decided");
    if (event.restores) for (const [column, row] of squares) this.open(key(column, row));
    if (event.kind === "imply") {
      this.implied.add(event.column);
      just.implied.add(event.column);
    }
    if (event.kind === "wipeout") just.wipeout = event;
    if (event.clause) just.clause = event.clause;
    if (event.levels > 1) just.jump = event;
  }

  // What the film counts; an event holds only what has changed.
  count({ level = this.level, nodes = this.nodes, dead_ends: deadEnds = this.deadEnds, solutions = this.solutions, line = this.line, state }) {
    Object.assign(this, { level, nodes, deadEnds, solutions, line });
    if (!state) return;
    const [length, ...lines] = state;
    this.state = this.state.slice(0, length);
    for (const [at, line] of lines) this.state[at] = line;
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
