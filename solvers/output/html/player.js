// One search on its panel: the film, the board after a step, and what happened there.

const TRIALS = new Set(["try", "conflict", "move"]);
const MOVES = new Set(["queen", "no queen", "backtrack"]); // what ends a trial

class Player {
  constructor(panel, films) {
    this.panel = panel;
    this.films = films;
    this.select = panel.querySelector("select");
  }

  get name() { return this.select.value; }

  async load() {
    this.film = this.films[this.name] ?? null;
    await this.film?.load();
    this.position = this.film && new Position(this.film);
    this.panel.classList.toggle("empty", !this.film);
  }

  // The events that are steps: those in common with another film, or all.
  keepStep(other) {
    if (!this.film) return;
    this.steps = other ? shared(this.film, other) : this.film.list.map((_, index) => index + 1);
    this.alone = !other;
  }

  // The events of a step: from its own to the last one before the next step's.
  bounds(step) {
    if (this.alone) return [step - 1, step];
    const from = step ? this.steps[step - 1] - 1 : 0;
    return [from, step < this.steps.length ? this.steps[step] - 1 : this.film.list.length];
  }

  show(step, choice = null) {
    if (!this.film) return;
    const [from, to] = this.bounds(Math.min(step, this.steps.length));
    const position = this.position.goTo(to, from);
    const events = this.film.list.slice(Math.max(from, 0), to);
    const tried = events.findLast(({ kind }) => TRIALS.has(kind));
    const still = tried && !events.slice(events.indexOf(tried)).some((event) => MOVES.has(meaning(event)));
    const leaves = events.findLast(({ kind, own }) => kind === "leave" && own.placements.length);
    drawBoard(this.panel.querySelector(".board"), this.film.n, leaves ? leaves.own.placements[0] : position.queens, {
      ...position, choice, attacks: this.film.kinds.has("move"), tried: still ? tried : null, conflict: still ? tried.conflict_column ?? null : null });
    this.panel.querySelector(".event").textContent = told(events) || "before the first step";
    this.panel.querySelector(".count").textContent = this.counted(position);
    this.panel.querySelector(".state").textContent = to ? ownState(position, Math.max(from, 0) + 1) : "";
  }

  counted({ nodes, deadEnds, solutions, level }) {
    const of = `${nodes.toLocaleString("en")} of ${this.film.nodes.toLocaleString("en")}`;
    if (this.film.kinds.has("move")) return `move ${of}`;
    const all = this.film.nodes ? `node ${of}, level ${level}; ` : "";
    return `${all}${counted(deadEnds, "dead end")}, ${counted(solutions, "solution")} so far`;
  }
}
