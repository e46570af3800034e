// One search on its panel: the film, the board after a step, and what happened there.

const NEWEST = 3; // events of a step that are shown at once

class Player {
  constructor(panel, films) {
    this.panel = panel;
    this.films = films;
    this.select = panel.querySelector("select");
    this.box = panel.querySelector(".state");
    this.showsProgram = false;
    this.unfolded = false;
    panel.querySelector(".more").addEventListener("click", () => {
      this.unfolded = !this.unfolded;
      panel.classList.toggle("unfolded", this.unfolded);
      this.show(...this.shown);
    });
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
    this.fine = false;
  }

  // How many common steps have begun with the first so many events.
  commonStep(events) { return this.steps.findLastIndex((number) => number <= events) + 1; }

  // The events of a step: from its own to the last one before the next step's.
  bounds(step) {
    if (this.alone || this.fine) return [step - 1, step];
    const from = step ? this.steps[step - 1] - 1 : 0;
    return [from, step < this.steps.length ? this.steps[step] - 1 : this.film.list.length];
  }

  show(step, choice = null) {
    if (!this.film) return;
    this.shown = [step, choice];
    const [from, to] = this.bounds(Math.min(step, this.alone || this.fine ? this.film.list.length : this.steps.length));
    const position = this.position.goTo(to, from);
    const events = this.film.list.slice(Math.max(from, 0), to);
    const level = events.findLast(({ scene }) => scene.board);
    drawBoard(this.panel.querySelector(".board"), this.film.n, level ? level.scene.board : position.queens, {
      ...position, choice, attacks: this.film.moves, conflict: position.tried?.conflict_column ?? null });
    this.tell(events);
    this.panel.querySelector(".count").textContent = this.counted(position);
    const why = events.findLast(({ scene }) => scene.why)?.scene.why;
    const showsProgram = this.showsProgram && Boolean(this.film.program);
    this.box.classList.toggle("program", showsProgram);
    if (showsProgram) this.showProgram(position.line);
    else this.box.textContent = why ? ["Why this clause?", ...why].join("\n") : to ? stateText(position) : "";
  }

  // The state after one event, whichever the steps are.
  showEvent(number) {
    this.fine = true;
    this.show(number);
    this.fine = false;
  }

  // The program, with the line that is executed in the middle of the box.
  showProgram(number) {
    const lines = this.film.program.map((text, index) => {
      const line = document.createElement("span");
      line.className = index === number ? "line lit" : "line";
      line.textContent = `${text}\n`;
      return line;
    });
    this.box.replaceChildren(...lines);
    const lit = lines[number];
    this.box.scrollTop = lit ? lit.offsetTop - this.box.clientHeight / 2 : 0;
  }

  // The sentences, the newest first; those that do not fit are folded.
  tell(events) {
    const sentences = events.map(({ scene }) => scene.sentence).reverse();
    if (!sentences.length) sentences.push("before the first step");
    const items = sentences.slice(0, this.unfolded ? undefined : NEWEST).map((sentence) => {
      const item = document.createElement("li");
      item.textContent = sentence;
      return item;
    });
    this.panel.querySelector(".event").replaceChildren(...items);
    const more = this.panel.querySelector(".more");
    const folded = sentences.length - NEWEST;
    more.textContent = this.unfolded ? "show less" : `and ${folded} more`;
    more.style.visibility = folded > 0 ? "" : "hidden";
    more.setAttribute("aria-expanded", this.unfolded);
  }

  counted({ nodes, deadEnds, solutions, level }) {
    const of = `${nodes.toLocaleString("en")} of ${this.film.nodes.toLocaleString("en")}`;
    if (this.film.moves) return `move ${of}`;
    const all = this.film.nodes ? `node ${of}, level ${level}; ` : "";
    return `${all}${counted(deadEnds, "dead end")}, ${counted(solutions, "solution")} so far`;
  }
}
