// Two searches side by side, in steps that mean the same in both; or one, event by event.

const same = (one, other) => String(one) === String(other);

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
    this.section.addEventListener("click", (event) => {
      const action = event.target.closest("[data-do]")?.dataset.do;
      if (action) this.act(action);
    });
    this.slider.addEventListener("input", () => { this.stop(); this.show(Number(this.slider.value)); });
    this.speed.addEventListener("input", () => { if (this.timer) this.play(); });
    for (const { select } of this.players) select.addEventListener("change", () => { select.dataset.chosen = "true"; this.load(); });
  }

  get step() { return Number(this.slider.value); }
  get left() { return this.players[0]; }
  get right() { return this.players[1]; }
  get used() { return this.players.filter(({ film }) => film); }
  get length() { return this.fine ? this.left.film.list.length : Math.max(0, ...this.used.map(({ steps }) => steps.length)); }

  act(action) {
    if (action !== "play") this.stop();
    ({
      first: () => this.show(0),
      last: () => this.show(this.length),
      back: () => this.show(this.step - 1),
      forward: () => (this.question.on ? this.question.next() : this.show(this.step + 1)),
      play: () => (this.timer ? this.stop() : this.play()),
      solution: () => this.next(isSolution),
      "dead-end": () => this.next(isDeadEnd),
      part: () => { if (this.apart) this.show(this.fine ? this.left.steps[this.apart - 1] ?? this.length : this.apart); },
      removed: () => this.showRemoval(),
      fine: () => this.toggleFine(),
      program: () => this.toggleProgram(),
      predict: () => this.question.toggle(),
    })[action]();
  }

  // The films that are chosen; at first at a step that says something: a dead end after they part.
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
    this.section.classList.toggle("goals", this.used.some(({ film }) => film.hasGoals));
    this.markFine();
    this.shareSolutionsOnly = two && left.steps.every((number) => ["solution", "end"].includes(left.film.list[number - 1].scene.means));
    this.apart = two && !this.shareSolutionsOnly ? parting(left, right) : 0;
    this.tellParting(two);
    const mark = document.createElement("option");
    mark.value = this.apart;
    document.getElementById("marks").replaceChildren(...(this.apart ? [mark] : []));
    this.watchers.forEach((watcher) => watcher.load?.(this));
    this.show(step ?? this.apart);
    if (step === null) this.next(isDeadEnd);
    delete this.section.dataset.loading;
  }

  tellParting(two) {
    const [left, right] = this.players;
    const sums = ({ name, film }) => `${name}: ${counted(film.nodes, "node")}, ${counted(film.dead_ends, "dead end")}`;
    const say = (player) => player.film.list[player.steps[this.apart - 1] - 1]?.scene.sentence ?? "its search is over";
    document.getElementById("parting").textContent = !two ? ""
      : this.shareSolutionsOnly ? `${left.name} and ${right.name} have no events in common except their solutions. `
        + `${sums(left)}; ${sums(right)}.`
      : !this.apart ? `${left.name} and ${right.name} take the same ${left.steps.length.toLocaleString("en")} steps, as far as both report them.`
        : `${left.name} and ${right.name} first differ at step ${this.apart}. ${left.name}: ${say(left)}. ${right.name}: ${say(right)}.${this.orders()}`;
    this.section.querySelector("[data-do=part]").disabled = !this.apart;
    this.section.querySelector("[data-do=removed]").disabled = !this.ahead;
    if (this.together) this.together.disabled = !two;
  }

  // Which square each search tries first, and whether both find the same solution first.
  orders() {
    const [left, right] = this.players.map(({ film }) => film);
    if (!left.first || !right.first) return "";
    const square = ({ first: [column, row] }) => `row ${row} of column ${column}`;
    const begin = same(left.first, right.first) ? `Both begin with ${square(left)}`
      : `${left.name} begins with ${square(left)}, ${right.name} begins with ${square(right)}`;
    if (!left.solution.length || !right.solution.length) return ` ${begin}.`;
    if (same(left.solution, right.solution)) return ` ${begin}${same(left.first, right.first) ? " and" : "; both"} find the same solution first.`;
    return ` ${begin}${same(left.first, right.first) ? "; their solutions" : ": so their solutions"} come in different orders.`;
  }

  // The search that removes rows ahead of time, if one of the two does: where it does so first.
  get ahead() { return this.players.toReversed().find(({ film }) => film?.firstRemoval) ?? null; }

  async showRemoval() {
    const { ahead } = this;
    if (!ahead) return;
    const event = ahead.film.firstRemoval;
    await this.goTo(event - 1, ahead);
    const other = this.players.find((player) => player !== ahead && player.film);
    const sees = `Here ${ahead.name} looks ahead for the first time: ${ahead.film.list[event - 1].scene.sentence}.`;
    const blind = other && !other.film.firstRemoval ? ` ${other.name} removes nothing.` : "";
    document.getElementById("parting").textContent = sees + blind + (other ? this.orders() : "");
    this.offer();
  }

  // Another search that looks ahead and takes the rows as the left one does, where the right one does not.
  offer() {
    const { left, right } = this;
    const asLeft = ({ first, solution }) => same(first, left.film.first) && same(solution, left.film.solution);
    if (!left.film?.first || !right.film?.firstRemoval || asLeft(right.film)) return;
    const name = Object.keys(left.films).find((one) => left.films[one].looks_ahead && one !== left.name && asLeft(left.films[one]));
    if (!name) return;
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = `show ${name} instead, which takes the rows in the order of ${left.name}`;
    button.addEventListener("click", async () => {
      right.select.value = name;
      await this.load();
      this.showRemoval();
    });
    document.getElementById("parting").append(" ", button);
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
    if (!event && position.step) return `; ${right.name} never has this board`;
    right.showEvent(event);
    return `; ${right.name} has this ${solved ? "solution" : "board"} at its event ${event.toLocaleString("en")}`;
  }

  show(step, choice = null) {
    const end = this.length;
    this.slider.max = end;
    this.slider.value = Math.max(0, Math.min(step, end));
    document.getElementById("where").textContent = `${this.step.toLocaleString("en")} of ${end.toLocaleString("en")}`;
    this.left.show(this.step, choice);
    this.right.show(!this.fine ? this.step : this.step === end ? Infinity : this.left.commonStep(this.step));
    document.getElementById("where").textContent += this.follows();
    const link = document.getElementById("link");
    if (link) link.href = this.link();
    this.watchers.forEach((watcher) => watcher.show?.(this));
    if (this.step >= end) this.stop();
  }

  next(wanted) {
    const { list } = this.left.film;
    for (let step = this.step + 1; step <= this.length; step++) {
      const [from, to] = this.left.bounds(step);
      for (let index = from; index < to; index++) if (wanted(list, index)) return this.show(step);
    }
    return this.show(this.length);
  }

  // Stays where it is, as near as the other steps allow.
  toggleFine() {
    if (this.left.alone) return;
    const { left } = this;
    const step = this.fine ? left.commonStep(this.step) : left.bounds(Math.min(this.step, left.steps.length))[1];
    this.fine = left.fine = !this.fine;
    this.markFine();
    this.show(step);
  }

  // The boxes beside the boards show the program, or the state again.
  toggleProgram() {
    const shows = !this.left.showsProgram;
    for (const player of this.players) player.showsProgram = shows;
    this.section.querySelector("[data-do=program]").setAttribute("aria-pressed", shows);
    this.show(this.step);
  }

  markFine() {
    const button = this.section.querySelector("[data-do=fine]");
    button.setAttribute("aria-pressed", this.fine);
    button.disabled = this.left.alone;
  }

  play() {
    this.stop();
    if (this.question.on) this.question.toggle();
    if (this.step >= this.length) this.show(0);
    this.timer = setInterval(() => this.show(this.step + 1), 1000 / Number(this.speed.value));
    this.playButton.setAttribute("aria-pressed", "true");
    this.playButton.querySelector("span").textContent = "pause";
  }

  stop() {
    clearInterval(this.timer);
    this.timer = null;
    this.playButton.setAttribute("aria-pressed", "false");
    this.playButton.querySelector("span").textContent = "play";
  }

  link() {
    const fields = { left: this.left.name, right: this.right.name, step: this.step };
    if (this.fine) fields.fine = 1;
    if (this.left.showsProgram) fields.program = 1;
    if (this.question.on) fields.ask = 1;
    return `#${new URLSearchParams(fields)}`;
  }

  // What a link says: which searches, which step, and whether the page asks what comes next.
  async follow(link) {
    const fields = new URLSearchParams(link.slice(1));
    if (!fields.has("left")) return false;
    this.left.select.value = fields.get("left");
    this.right.select.value = fields.get("right") ?? "";
    await this.load(Number(fields.get("step") ?? 0));
    if (fields.has("fine")) { this.toggleFine(); this.show(Number(fields.get("step") ?? 0)); }
    if (fields.has("program") !== this.left.showsProgram) this.toggleProgram();
    this.section.scrollIntoView();
    if (fields.has("ask") !== this.question.on) await this.question.toggle(Number(fields.get("step") ?? 0));
    return true;
  }

  // Moves the left search, or the one of that name, to the step after this event.
  async goTo(event, player = this.left) {
    this.stop();
    const common = player.commonStep(event + 1);
    if (!this.fine) this.show(common);
    else this.show(player === this.left ? event + 1 : this.left.steps[common - 1] ?? (common && this.length));
  }
}
