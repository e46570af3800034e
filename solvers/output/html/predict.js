// What happens next? Before each step the page asks, and keeps score.

const removal = (event) => event?.kind === "remove" && event.rule === "attack";

class Question {
  constructor(search) {
    this.search = search;
    this.on = false;
    this.right = this.asked = this.reached = 0;
    this.places = []; // the steps before which a question was asked
    this.panel = document.getElementById("question");
    this.answers = document.getElementById("answers");
  }

  // Asks about the chosen search alone, event by event, from the step at which it stands, or from this one.
  async toggle(step = null) {
    const { film, name } = this.search.chosen;
    if (!this.on && film.is_own) { this.search.tell(`No questions are asked about the steps of ${name}.`); return; }
    this.on = !this.on;
    this.panel.hidden = !this.on;
    this.search.section.querySelector("[data-do=predict]").setAttribute("aria-pressed", this.on);
    const { search } = this;
    search.section.classList.toggle("asking", this.on);
    search.stop();
    if (this.on) {
      this.before = { names: search.players.map(({ name }) => name), events: search.players.map(({ position }) => position?.step ?? 0), chosen: search.chosen, step: search.step, fine: search.fine };
      await this.askAbout(search.chosen.name, step ?? search.chosen.position.step);
    } else await this.goBack();
    this.score();
  }

  // One search alone, on the left, from this event on.
  async askAbout(name, event) {
    const { search, before: { names, chosen } } = this;
    this.right = this.asked = this.reached = 0;
    this.places = [];
    this.pending = null;
    search.left.select.value = name;
    search.right.select.value = "";
    await search.load(event);
    const other = names.find((one) => one && one !== name);
    const button = document.getElementById("ask-other");
    button.hidden = !other;
    button.textContent = `Ask about ${other}`;
    button.onclick = async () => {
      this.before.chosen = search.players.find((player) => player !== chosen);
      await this.askAbout(other, this.before.events[names.indexOf(other)]);
      this.score();
    };
    this.next();
  }

  // To both searches again: at the step before the questions, or where the answers have led.
  async goBack() {
    const { search, before: { names, chosen, step, fine } } = this;
    const event = search.step;
    this.pending = null;
    search.players.forEach(({ select }, at) => { select.value = names[at]; });
    await search.load(step);
    if (fine) search.toggleFine();
    search.choose(chosen);
    if (this.asked) search.goTo(event - 1, chosen);
    else search.show(step);
  }

  // Goes on to the next event that can be asked for, and asks.
  next() {
    if (this.pending) {
      this.say(`${this.pending.words} Answer first, or turn the questions off.`);
      return;
    }
    const { list } = this.search.left.film;
    let at = this.search.step;
    while (at < list.length && !removal(list[at]) && !list[at].is_asked) at += 1;
    if (at === list.length) {
      this.search.show(at);
      this.say("The search is over: there is nothing left to ask.");
      this.answers.replaceChildren();
      return;
    }
    this.search.show(at);
    if (removal(list[at])) this.askSquares(at);
    else this.askKind(at);
  }

  askKind(at) {
    const { list, asked } = this.search.left.film;
    this.ask(at, "What happens next?");
    this.answers.replaceChildren(...asked.map((means) => this.button(means, () => {
      const right = list[at].means === means;
      this.answered(right, `${right ? "Yes" : "No"}: ${told([list[at]])}.`, at + 1);
    })));
  }

  // All the removals up to the next event of another kind are one question.
  askSquares(at) {
    const { list } = this.search.left.film;
    let end = at;
    while (removal(list[end])) end += 1;
    const removed = new Set(list.slice(at, end).flatMap(({ squares }) => squares).map(([column, row]) => key(column, row)));
    const chosen = new Set();
    const toggle = (square) => {
      chosen.has(square) ? chosen.delete(square) : chosen.add(square);
      this.search.show(at, { chosen, toggle });
      document.querySelector(`#left [data-square="${square}"]`)?.focus();
    };
    this.ask(at, "Which squares will now be removed? Click them on the board.");
    this.search.show(at, { chosen, toggle });
    this.answers.replaceChildren(this.button("done", () => {
      const missed = [...removed].filter((square) => !chosen.has(square)).length;
      const wrong = [...chosen].filter((square) => !removed.has(square)).length;
      const right = !missed && !wrong;
      this.search.show(at, { chosen, toggle, answer: removed });
      this.answered(right, `${right ? "Yes" : `No: ${missed} missed, ${wrong} wrong`}. ${told(list.slice(at, end))}.`, end, false);
    }));
  }

  ask(at, words) {
    this.pending = { at, words };
    this.places.push(at);
    this.search.transport.draw();
    this.say(`${this.search.left.name}: ${words[0].toLowerCase()}${words.slice(1)}`);
  }

  answered(right, words, to, move = true) {
    this.pending = null;
    this.asked += 1;
    this.right += Number(right);
    this.say(words);
    this.score();
    if (move) this.search.show(to);
    const on = this.button("go on", () => { this.search.show(to); this.next(); });
    this.answers.replaceChildren(on);
    on.focus();
  }

  button(words, action) {
    const made = el("button", { type: "button" }, words);
    made.addEventListener("click", action);
    return made;
  }

  say(words) { document.getElementById("asked").textContent = words; }

  score() {
    document.getElementById("score").textContent = this.asked ? `${this.right} of ${this.asked} right` : "";
  }

  // A step by another way than an answer: the question is about what comes after it.
  show() {
    this.reached = Math.max(this.reached, this.search.step);
    if (this.on && this.pending && this.search.step !== this.pending.at) {
      this.pending = null;
      this.say("What happens next? Take a step, and you will be asked.");
      this.answers.replaceChildren(this.button("ask", () => this.next()));
    }
  }
}
