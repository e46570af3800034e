// The lesson: four pages of text with programs to change and to run.

const LESSON_SECONDS = 10;
const LESSON_LARGEST = 6;

class Cell {
  constructor(box) {
    const [said] = box.getElementsByClassName("said");
    this.box = box;
    this.said = said;
    this.name = box.dataset.program;
    this.editor = new CodeEditor(box.querySelector(".cell-code"), `the program ${this.name}`);
    this.asked = box.querySelector(".cell-ask");
    this.reset();
    box.addEventListener("click", ({ target }) => {
      const action = target.closest("[data-cell]")?.dataset.cell;
      if (action === "reset") this.reset();
      else if (action) this.do(action);
    });
    this.asked.addEventListener("keydown", ({ key: pressed }) => { if (pressed === "Enter") this.do("run"); });
  }

  reset() {
    this.editor.file = this.name;
    this.editor.text = data.programs[this.name];
    this.said.replaceChildren();
  }

  tell(text) { this.said.replaceChildren(el("pre", {}, text)); }

  async do(action) {
    if (this.isBusy) return;
    this.isBusy = true;
    const buttons = this.box.querySelectorAll("button");
    for (const button of buttons) button.disabled = true;
    try {
      if (action === "run") this.tell(await this.run());
      else showVerdict(this.said, await checked({ name: this.name, text: this.editor.text, largest: LESSON_LARGEST, seconds: LESSON_SECONDS }, (text) => this.tell(text)));
    } catch (error) {
      this.tell(whyStopped(error.message));
    } finally {
      this.isBusy = false;
      this.said.scrollIntoView({ block: "nearest" });
      for (const button of buttons) button.disabled = false;
    }
  }

  // What the program answers to the question, as it is printed.
  async run() {
    this.tell("running …");
    const isProlog = this.name.endsWith(".pl");
    const request = { language: isProlog ? "Prolog" : "Python", do: "begin", file: this.name, files: { [this.name]: this.editor.text }, start: "load", input: "",
      seconds: LESSON_SECONDS, expression: this.asked.value };
    const worker = await (isProlog ? freshProlog() : engine("student"));
    const message = isProlog ? { ...request, do: "evaluate" } : { do: "call", name: "student.evaluate", args: [request] };
    const { kind, value } = await worker.ask(message, { seconds: LESSON_SECONDS });
    if (kind === "done") return value || "(nothing was printed)";
    worker.end();
    return kind === "limit" ? `stopped after ${value} s` : whyStopped(value);
  }
}

class Lesson {
  constructor() {
    this.pages = [...document.querySelectorAll("#lesson [data-page]")];
    this.links = [...document.querySelectorAll("#lesson nav a")];
    this.cells = [...document.querySelectorAll("#lesson .cell")].map((box) => new Cell(box));
  }

  opened() { this.follow(new URLSearchParams()); }

  follow(fields) {
    const page = fields.get("page") ?? this.page ?? "1";
    this.page = page;
    for (const article of this.pages) article.hidden = article.dataset.page !== page;
    this.links.forEach((link, index) => link.toggleAttribute("aria-current", String(index + 1) === page));
  }
}
