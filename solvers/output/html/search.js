// Two searches side by side, in steps that mean the same in both; or one, event by event.

const same = (one, other) => String(one) === String(other);

// The size of a search in words.
const sums = ({ name, nodes, dead_ends: ends, events, is_own: isOwn }) => (isOwn ? `${name}: ${counted(events, "step")}` : `${name}: ${counted(nodes, "node")}, ${counted(ends, "dead end")}`);

class Search {
  constructor(films) {
    this.section = document.getElementById("search");
    this.slider = document.getElementById("step");
    this.speed = document.getElementById("speed");
    this.playButton = this.section.querySelector("[data-do=play]");
    this.players = ["left", "right"].map((id) => new Player(document.getElementById(id), films));
    this.timer = null;
    this.apart = 0;
    this.together = document.getElementById("together");
    this.together?.addEventListener("change", () => this.show(this.step));
    this.fine = false; // whether each event of the left search is a step, also beside another one
    this.watchers = [];
    this.question = new Question(this);
    this.section.addEventListener("click", ({ target, detail }) => {
      const { do: action, pane } = target.closest("button")?.dataset ?? {};
      if (action) this.act(action);
      else if (pane) this.showPane(pane);
      if ((action || pane) && detail) this.playButton.focus({ preventScroll: true }); // after the mouse, Space plays
    });
    this.slider.addEventListener("input", () => { this.stop(); this.show(Number(this.slider.value)); });
    this.speed.addEventListener("input", () => { if (this.timer) this.play(); });
    this.transport = new Transport(this);
    addEventListener("resize", () => { if (this.left.film && !this.section.dataset.loading) this.redraw(); });
    for (const { select } of this.players) select.addEventListener("change", () => { select.dataset.chosen = "true"; this.load(); });
    for (const player of this.players) for (const kind of ["pointerdown", "focusin"]) player.panel.addEventListener(kind, () => this.choose(player));
    this.choose(this.left);
  }

  // The search that the quiz is about: the one on whose card the reader has been last.
  choose(player) {
    if (this.question.on) return;
    this.chosen = player.film || player === this.left ? player : this.left;
    for (const one of this.players) one.panel.classList.toggle("chosen", one === this.chosen);
  }

  get step() { return Number(this.slider.value); }
  get left() { return this.players[0]; }
  get right() { return this.players[1]; }
  get used() { return this.players.filter(({ film }) => film); }
  get length() { return this.fine ? this.left.film.list.length : Math.max(0, ...this.used.map(({ steps }) => steps.length)); }

  act(action) {
    if (!["play", "projection", "help", "program"].includes(action)) this.stop();
    ({
      first: () => this.show(0),
      last: () => this.show(this.length),
      back: () => this.show(this.step - 1),
      forward: () => (this.question.on ? this.question.next() : this.show(this.step + 1)),
      play: () => (this.timer ? this.stop() : this.play()),
      solution: () => this.jump(isSolution),
      "last-solution": () => this.jump(isSolution, -1),
      "dead-end": () => this.jump(isDeadEnd),
      conflict: () => this.jump(isConflict),
      mark: () => this.show(this.transport.mark(this.step, 1)),
      "last-mark": () => this.show(this.transport.mark(this.step, -1)),
      part: () => { if (this.apart) this.show(this.stepApart); },
      removed: () => this.showRemoval(),
      seen: () => { if (this.seen) this.goTo(this.seen.event, this.seen.ahead).then(() => this.tell(this.seenTold())); },
      fine: () => this.toggleFine(),
      program: () => this.showPane(this.left.pane === "program" ? "state" : "program"),
      predict: () => this.question.toggle(),
      projection: () => this.toggleProjection(),
      help: () => document.getElementById("help").showModal(),
    })[action]();
  }

  // The films that are chosen, before their first step.
  async load(step = null) {
    this.stop();
    this.section.dataset.loading = "true";
    await Promise.all(this.players.map((player) => player.load()));
    const { left, right } = this;
    const two = right.film !== null;
    left.keepStep(two ? right.film : null);
    right.keepStep(left.film);
    this.fine = false;
    this.section.classList.toggle("alone", !two);
    this.choose(two ? this.chosen : left);
    this.layOut();
    this.markFine();
    this.apart = two && !left.leaps ? parting(left, right) : 0;
    this.seen = this.findSeen();
    this.tellParting(two);
    this.transport.draw();
    this.watchers.forEach((watcher) => watcher.load?.(this));
    this.show(step ?? 0);
    delete this.section.dataset.loading;
  }

  tellParting(two) {
    const { left, right } = this;
    const names = `${left.name} and ${right.name}`, isSame = left.film === right.film;
    this.tell(...!two ? [`${sums(left.film)}.`] : isSame ? ["Both sides show the same search."] : left.leaps ? this.littleInCommon(names)
      : [this.apart ? `${names} first differ at step ${this.apart}.${this.orders()}`
        : `${names} take the same ${left.steps.length.toLocaleString("en")} steps, as far as both report them.`, this.seenTold()],
    ...this.players.filter(({ film }) => film?.is_own).map(({ name, film }) => `The steps of ${name} are for n = ${film.n}.`),
    ...this.players.slice(0, isSame ? 1 : 2).map(({ name, film }) => film?.without && `The film of ${name} lacks its ${film.without}.`));
    this.button("part").disabled = !this.apart;
    this.button("removed").disabled = !this.ahead;
    this.button("seen").disabled = !this.seen;
    if (this.together) this.together.disabled = !two;
  }

  tell(...sentences) { document.getElementById("parting").textContent = sentences.filter(Boolean).join(" "); }

  // Two searches that have their solutions in common, or nothing, and what compares them.
  littleInCommon(names) {
    const { left, right } = this, [one, other] = this.players.map(({ film }) => film);
    const length = left.steps.length;
    const events = ({ film, name }) => `${film.list.length > length ? "about " : ""}${counted(Math.round(film.list.length / length), "event")} of ${name}`;
    const isPaced = areApart(one, other);
    const pace = isPaced ? `They run at one pace: a step is ${events(left)} and ${events(right)}.` : "Each step is all the search up to the next solution.";
    return [`${names} have no events in common${isPaced ? "" : " except their solutions"}.`, pace, `${sums(one)}; ${sums(other)}.${this.orders()}`];
  }

  // A dead end that the search which looks ahead sees before the other one, which removes nothing, comes to it.
  findSeen() {
    const { ahead } = this, blind = this.used.find(({ film }) => !film.firstRemoval);
    if (!ahead || !blind || this.left.leaps) return null;
    const isEarlier = (event, end) => ahead.stepWith(event) < blind.stepWith(end);
    const found = seenAhead(ahead.film, blind.film, isEarlier);
    return found && { ...found, ahead, blind };
  }

  seenTold() {
    if (!this.seen) return "";
    const { ahead, blind, event, end, column, isMirrored, isThere } = this.seen;
    const [early, late] = [[event, ahead], [end, blind]].map((place) => this.stepOf(...place).toLocaleString("en"));
    const later = `${isThere ? "comes to" : "is done with"} ${isMirrored ? "the mirror image of " : ""}${isThere ? "that dead end" : "these queens"}`;
    return `At step ${early} ${ahead.name} sees that no row is left for column ${column}; ${blind.name} ${later} at step ${late}.`;
  }

  // Which square each search tries first, and whether both find the same solution first.
  orders() {
    const [left, right] = this.players.map(({ film }) => film);
    if (!left.first || !right.first) return this.firstSolutions(left, right);
    const square = ({ first: [column, row] }) => `row ${row} of column ${column}`;
    const begin = same(left.first, right.first) ? `Both begin with ${square(left)}`
      : `${left.name} begins with ${square(left)}, ${right.name} with ${square(right)}`;
    if (!left.solution.length || !right.solution.length) return ` ${begin}.`;
    if (same(left.solution, right.solution)) return ` ${begin}${same(left.first, right.first) ? " and" : "; both"} find the same solution first.`;
    return ` ${begin}${same(left.first, right.first) ? "; their solutions" : ": so their solutions"} come in different orders.`;
  }

  // Where one of them tries no single square: what each finds first.
  firstSolutions(left, right) {
    if (!left.solution.length || !right.solution.length) return "";
    const column = left.solution.findIndex((row, at) => row !== right.solution[at]);
    if (column < 0) return " Both find the same solution first.";
    const begin = [left, right].filter(({ first }) => first).map(({ name, first }) => ` ${name} begins with row ${first[1]} of column ${first[0]}.`).join("");
    return `${begin} The first solution of ${left.name} has row ${left.solution[column]} in column ${column}, that of ${right.name} row ${right.solution[column]}: so their solutions come in different orders.`;
  }

  // The search that removes rows ahead of time, if one of the two does: where it does so first.
  get ahead() { return this.players.toReversed().find(({ film }) => film?.firstRemoval) ?? null; }

  // The common step, or with every event a step its number, at which they first differ.
  get stepApart() { return this.apart && this.fine ? this.left.steps[this.apart - 1] ?? this.length : this.apart; }

  async showRemoval() {
    const { ahead } = this;
    if (!ahead) return;
    const event = ahead.film.firstRemoval;
    await this.goTo(event - 1, ahead);
    if (ahead.leaps) ahead.showEvent(event);
    const other = this.players.find((player) => player !== ahead && player.film);
    this.tell(`${ahead.leaps ? `At its event ${event}` : `At step ${this.step}`}, ${ahead.name} looks ahead for the first time, as in forward checking.`,
      other && !other.film.firstRemoval && `${other.name} removes nothing.`, this.seenTold());
  }

  // How the right search follows: by as many common steps, or to the same board, which it may have earlier, later or never.
  follows() {
    const { left, right } = this;
    const { position } = left;
    if (this.together?.value !== "board" || !left.film || !right.film) return "";
    const queens = [...position.queens];
    while (queens.length && (queens.at(-1) ?? null) === null) queens.pop();
    const solved = left.film.list[position.step - 1]?.kind === "solution";
    const event = position.step ? whereStands(right.film, queens, solved) : 0;
    if (!event && position.step) return `${right.name} never has this board.`;
    right.showEvent(event);
    return `${right.name} has this ${solved ? "solution" : "board"} at its event ${event.toLocaleString("en")}.`;
  }

  show(step, choice = null) {
    const end = this.length;
    this.slider.max = end;
    this.slider.value = Math.max(0, Math.min(step, end));
    this.left.show(this.step, choice, this.question.on);
    this.right.show(!this.fine ? this.step : this.step === end ? Infinity : this.left.commonStep(this.step));
    this.transport.show();
    const follows = this.follows();
    if (follows) this.tell(follows);
    const link = document.getElementById("link");
    if (link) link.href = this.link();
    this.watchers.forEach((watcher) => watcher.show?.(this));
    if (this.step >= end) this.stop();
  }

  // To the next step, or the one before, with an event of this kind; stays where it is if there is none.
  jump(wanted, direction = 1) {
    if (this.next(wanted, direction)) return;
    this.tell(`There is none ${direction > 0 ? "after" : "before"} this step.`);
  }

  next(wanted, direction = 1) {
    const { list } = this.left.film;
    for (let step = this.step + direction; step > 0 && step <= this.length; step += direction) {
      const [from, to] = this.left.bounds(step);
      for (let index = from; index < to; index++) if (wanted(list, index)) {
        this.show(step);
        return true;
      }
    }
    return false;
  }

  // Stays where it is, as near as the other steps allow.
  toggleFine() {
    if (this.left.alone) return;
    const { left } = this;
    const step = this.fine ? left.stepWith(this.step - 1) : left.bounds(Math.min(this.step, left.steps.length))[1];
    this.fine = left.fine = !this.fine;
    this.markFine();
    this.tellParting(true);
    this.transport.draw();
    this.show(step);
  }

  // The boxes beside the boards show the state or the program.
  showPane(pane) {
    for (const player of this.players) player.pane = pane;
    for (const tab of this.section.querySelectorAll(".tabs button")) tab.setAttribute("aria-pressed", tab.dataset.pane === pane);
    this.layOut();
    this.redraw();
  }

  // Both boards are as small as the one that has whole lines below it.
  layOut() {
    this.section.dataset.pane = this.left.pane;
    this.section.style.setProperty("--rows", (this.left.film?.n ?? 0) + 2);
    this.section.classList.toggle("below", this.players.some(({ isWide }) => isWide));
    for (const player of this.players) player.panel.classList.toggle("lined", player.isWide);
  }

  // As it is, on a page that has another size.
  redraw() {
    this.transport.draw();
    this.show(this.step);
  }

  toggleProjection() {
    document.documentElement.classList.toggle("projection");
    this.section.scrollIntoView();
    this.redraw();
  }

  button(action) { return this.section.querySelector(`[data-do=${action}]`); }

  markFine() {
    const button = this.button("fine");
    button.setAttribute("aria-pressed", this.fine);
    button.disabled = this.left.alone;
  }

  play() {
    this.stop();
    if (this.question.on) this.question.toggle();
    if (this.step >= this.length) this.show(0);
    this.timer = setInterval(() => this.show(this.step + 1), 1000 / Number(this.speed.value));
    this.tellPlaying();
  }

  stop() {
    clearInterval(this.timer);
    this.timer = null;
    this.tellPlaying();
  }

  tellPlaying() {
    this.playButton.classList.toggle("playing", this.timer !== null);
    this.playButton.querySelector("span").textContent = this.timer === null ? "Play" : "Pause";
  }

  link() {
    const fields = { left: this.left.name, right: this.right.name, step: this.step };
    if (this.fine) fields.fine = 1;
    if (this.left.pane === "program") fields.program = 1;
    if (this.chosen === this.right) fields.about = "right";
    if (this.question.on) fields.ask = 1;
    return `#${new URLSearchParams(fields)}`;
  }

  // What a link says: which searches, which step, and whether the page asks what comes next.
  async follow(link) {
    const fields = new URLSearchParams(link.slice(1));
    const [left, right] = this.players.map(({ select }, at) => [...select.options].find(({ value }) => value === fields.get(["left", "right"][at])));
    if (!left) return false; // the link is about another page
    this.left.select.value = left.value;
    this.right.select.value = right?.value ?? "";
    const step = Number(fields.get("step") ?? 0);
    await this.load(step);
    if (fields.has("fine") !== this.fine) { this.toggleFine(); this.show(step); }
    this.showPane(fields.has("program") ? "program" : "state");
    this.choose(fields.get("about") === "right" ? this.right : this.left);
    this.section.scrollIntoView();
    if (fields.has("ask") !== this.question.on) await this.question.toggle(step);
    return true;
  }

  // The step after this event of the left search, or of another one.
  stepOf(event, player = this.left) {
    const common = player.stepWith(event);
    if (!this.fine) return common;
    return player === this.left ? event + 1 : this.left.steps[common - 1] ?? (common && this.length);
  }

  async goTo(event, player = this.left) {
    this.stop();
    this.show(this.stepOf(event, player));
  }
}
