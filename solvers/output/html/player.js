// One search on its card: the film, the board after a step, and what happened there.

const OLDER = 40; // events that are listed, from the newest back
const HINTS = ["Play, or take a step with → or ←.", "“Jump to” leads to the next dead end, conflict or solution.",
  "The time line marks solutions ◆ and dead ends ▪.", "“Quiz” asks before each step what happens next.",
  "⋯ has finer steps, the same board on both sides, large type for a lecture, and a link to this step."];

class Player {
  constructor(panel, films) {
    this.panel = panel;
    this.films = films;
    this.select = panel.querySelector("select");
    this.box = panel.querySelector(".state");
    this.find = (selector) => panel.querySelector(selector);
    this.pane = "state";
  }

  get name() { return this.select.value; }

  async load() {
    this.film = this.films[this.name] ?? null;
    await this.film?.load();
    this.position = this.film && new Position(this.film);
    this.panel.classList.toggle("empty", !this.film);
    if (this.film) this.find("[data-pane=program]").disabled = !this.film.program;
  }

  // The events that are steps: those in common with another film, or all.
  keepStep(other) {
    if (!this.film) return;
    this.other = other;
    this.alone = !other || other === this.film;
    this.steps = this.alone ? this.film.list.map((_, index) => index + 1) : shared(this.film, other);
    this.leaps = !this.alone && (areApart(this.film, other) || this.steps.every((number) => ["solution", "end"].includes(this.film.list[number - 1].means)));
    this.fine = false;
  }

  // How many common steps have begun with the first so many events.
  commonStep(events) { return this.steps.findLastIndex((number) => number <= events) + 1; }

  // The step, from 1, that shows this event, from 0.
  stepWith(event) { return this.leaps ? 1 + this.steps.findIndex((number) => number > event) : this.commonStep(event + 1); }

  // The events of a step: from its own to the last one before the next step's. Where little is in common, all up to its own.
  bounds(step) {
    if (this.alone || this.fine) return [step - 1, step];
    if (this.leaps) return [step > 1 ? this.steps[step - 2] : step - 1, step ? this.steps[step - 1] : 0];
    if (!step) return [-1, 0];
    return [step > 1 ? this.steps[step - 1] - 1 : 0, step < this.steps.length ? this.steps[step] - 1 : this.film.list.length];
  }

  show(step, choice = null, hidesNext = false) {
    if (!this.film) return;
    const [from, to] = this.bounds(Math.min(step, this.alone || this.fine ? this.film.list.length : this.steps.length));
    const position = this.position.goTo(to, from);
    const events = this.film.list.slice(Math.max(from, 0), to);
    const level = events.findLast(({ board }) => board);
    drawBoard(this.find(".board"), this.film.n, level ? level.board : position.queens, {
      ...position, choice, colours: this.film.colours, attacks: this.film.is_own, conflict: position.tried?.conflict_column ?? null });
    const cut = this.tell(this.sentence(to, hidesNext));
    const isCut = this.film.is_cut && to === this.film.list.length;
    this.find(".older").replaceChildren(...[...cut, isCut && `The film is cut here: its ${this.film.without} are not shown.`].filter(Boolean).map((text) => el("li", { className: "more" }, text)), ...this.before(to, from));
    this.find(".count").replaceChildren(...this.counted(position, isDeadEnd(this.film.list, to - 1) && !hidesNext).map(([name, value]) => el("div", {}, el("dt", {}, name), el("dd", {}, value))));
    const pane = this.film.program ? this.pane : "state";
    this.box.classList.toggle("program", pane === "program");
    this.box.classList.toggle("hints", pane === "state" && !to);
    if (pane === "program") this.showProgram(position.line, hidesNext ? null : this.film.list[to]?.line);
    else if (!to) this.box.textContent = this.hints.join("\n");
    else this.box.textContent = stateText(position);
  }

  // A sentence that is too long for its place is written smaller; if that is not enough, it is cut, and the list has all of it.
  tell(sentence) {
    const place = this.find(".event");
    place.classList.remove("cut");
    place.textContent = sentence;
    const fits = [1, 0.8, 0.65, 0.5, 0.4].some((size) => {
      place.style.setProperty("--size", size);
      return place.scrollHeight <= place.clientHeight;
    });
    if (fits) return [];
    place.style.setProperty("--fits", Math.max(1, Math.floor(place.clientHeight / parseFloat(getComputedStyle(place).lineHeight))));
    place.classList.add("cut");
    return [sentence];
  }

  // The newest event in words. That it ends a branch tells of the next one, which a question asks for.
  sentence(to, hidesNext) {
    const { list } = this.film;
    return to ? `${list[to - 1].sentence}${isDeadEnd(list, to - 1) && !hidesNext ? ": a dead end" : ""}` : "before the first step";
  }

  // The events before the newest, back from there: those of this step, and those of earlier ones.
  before(to, from) {
    const first = Math.max(0, to - 1 - OLDER);
    return this.film.list.slice(first, Math.max(0, to - 1)).map(({ sentence }, index) => (
      el("li", { className: first + index < from ? "earlier" : "" }, sentence))).reverse();
  }

  // Before the first step: the ways through the film, and in the last card the marks that the boards will have.
  get hints() {
    const marks = [...document.querySelectorAll(".legend li")].filter(({ dataset: { mark } }) => this.film.marks.has(mark) || this.other?.marks.has(mark)).map(({ textContent: text }) => text);
    return [...this.panel.id === "left" ? HINTS : [], ...this.panel.id === "right" || this.alone ? marks : []];
  }

  // Programs, goals and calls need whole lines, below the board.
  get isWide() { return Boolean(this.film && (this.pane === "program" ? this.film.program : this.film.hasCalls)); }

  // The state after one event, whichever the steps are.
  showEvent(number) {
    this.fine = true;
    this.show(number);
    this.fine = false;
  }

  // The program: the line that has run stands in the middle of the box, the next one is framed.
  showProgram(number, next) {
    const lines = this.film.program.map((text, index) => el("span", {
      className: index === number ? "line lit" : index === next ? "line next" : "line" }, `${text}\n`));
    this.box.replaceChildren(...lines);
    const lit = lines[number];
    const top = lit && lines.find(({ offsetTop }) => offsetTop >= lit.offsetTop - this.box.clientHeight / 2);
    this.box.scrollTop = top ? top.offsetTop : 0; // whole lines
  }

  // The dead end that has just been found counts, though the film counts it when it is left.
  counted({ nodes, deadEnds, solutions, level }, isNew) {
    const of = `${nodes.toLocaleString("en")} of ${this.film.nodes.toLocaleString("en")}`;
    if (this.film.is_own) return [["solutions", solutions.toLocaleString("en")]];
    const all = this.film.nodes ? [["node", of], ["level", level]] : [];
    return [...all, ["dead ends", (deadEnds + isNew).toLocaleString("en")], ["solutions", solutions.toLocaleString("en")]];
  }
}
