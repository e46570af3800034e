// Watch: searches are filmed when they are chosen, and played as in the report.

const FILM_SECONDS = 60;

class FilmedHere extends Film {
  constructor(name, problem, make) {
    super(name, {});
    Object.assign(this, { problem, make });
  }

  async load() {
    if (!this.gzip) Object.assign(this, await this.make(this.name, this.problem));
    return super.load();
  }
}

// The film of a backend, made by the engines of the page.
async function filmed(name, problem) {
  const asked = async (worker, message) => {
    const { kind, value } = await worker.ask(message, { seconds: FILM_SECONDS });
    if (kind === "done") return value;
    throw new Error(kind === "limit" ? `recording took more than ${value} s: choose a smaller board` : value);
  };
  const film = async (...lines) => asked(await engine("python"), { do: "call", name: "searching.filmed", args: [name, problem, ...lines] });
  const made = await film();
  if (!made.asks) return made;
  return film(await asked(await freshProlog(), { do: "lines", ...made.asks }));
}

class Watch extends Search {
  constructor() {
    super({});
    this.panel = document.getElementById("watch");
    this.status = document.getElementById("watch-status");
    this.size = document.getElementById("watch-n");
    this.backends = [...this.left.select.options].map(({ value }) => value).filter(Boolean);
    this.board = new BoardEditor(document.getElementById("watch-board"), () => { this.isNew = true; });
    this.watchers.push(trees(this), this.question);
    keys(this);
    this.board.set({ n: Number(this.size.value) });
    this.board.sizedBy(this.size);
    this.board.colouredBy(this.panel.querySelector(".colours"), this.size);
    this.panel.querySelector("form").addEventListener("submit", (event) => { event.preventDefault(); this.load(); });
  }

  get problem() { return { n: this.board.n, given: squares(this.board.given), blocked: squares(this.board.closed), colours: this.board.colours }; }

  // The films of another board are others.
  async load(step = null) {
    if (this.isNew) {
      this.isNew = false;
      for (const name of this.backends) this.left.films[name] = new FilmedHere(name, this.problem, filmed);
    }
    const turn = this.turn = {}; // the newest choice is played
    for (const { select } of this.players) {
      if (!select.value) continue;
      this.status.textContent = `${select.value}: recording the search …`;
      try {
        await this.left.films[select.value].load();
      } catch (error) {
        if (turn === this.turn) this.status.textContent = `${select.value}: ${whyStopped(error.message)}`;
        return;
      }
      if (turn !== this.turn) return;
    }
    this.status.textContent = "";
    await super.load(step);
  }

  // The steps of one's own program, alone; the other searches are then of its board.
  async showSteps(name, played) {
    for (const { select } of this.players) if (![...select.options].some(({ value }) => value === name)) select.append(el("option", {}, name));
    choose("watch");
    this.size.value = played.n;
    this.board.set({ n: played.n });
    this.isNew = true;
    this.left.films[name] = new Film(name, played);
    [this.left.select.value, this.right.select.value] = [name, ""];
    await this.load(0);
    if (played.first_wrong) this.tell(`${name}, n = ${played.n}: “next conflict or wrong board” (key x) leads to its first wrong board, at step ${played.first_wrong}.`);
    this.section.scrollIntoView({ behavior: "instant" });
  }

  link() {
    const { n, given, closed, lines } = this.board;
    return hashOf({ tab: "watch", n, given: given.join(), blocked: closed.join(), colours: lines.join(), ...Object.fromEntries(new URLSearchParams(super.link().slice(1))) });
  }

  // Films are made when somebody looks.
  opened() { if (this.isNew && !this.left.film) this.load(); }

  async follow(fields) {
    if (fields.has("n")) boardOf(fields, this.board, this.size);
    if (!await super.follow(`#${fields}`)) await this.load();
  }
}
