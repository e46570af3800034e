// Check my program: the suite asks it for one n after another, as queens check does.

const canWait = "Suspending" in WebAssembly && !isSmall; // where it cannot, the check begins again with each answer

const DRAFT = "queens-program";
function kept() {
  try { return JSON.parse(localStorage.getItem(DRAFT)); } catch { return null; }
}

// Runs a program in a worker of its language, which is another one after a limit.
class Student {
  constructor(told) { this.told = told; }

  async reply(request) {
    if (request.do === "clingo") return this.model(request);
    const isProlog = request.language === "Prolog";
    if (request.do === "begin") {
      this.told("loading the program …");
      this.worker = await (isProlog ? freshProlog() : engine("student"));
      if (!isProlog) await this.worker.call("student.prepare");
    } else this.told(`running ${request.call || "the program"} …`);
    const message = isProlog ? request : { do: "call", name: `student.${request.do}`, args: [request] };
    const began = performance.now();
    const { kind, value } = await this.worker.ask(message, { seconds: request.seconds });
    const answered = kind === "done" ? value : { records: "", printed: "", ended: /memory|allocat/i.test(value) ? "memory" : kind, why: String(value) };
    if (kind !== "done") this.end();
    return { ended: "", ...answered, seconds: (performance.now() - began) / 1000 };
  }

  // What clingo tells of a model in ASP.
  async model({ args, seconds }) {
    this.told("running the model …");
    this.worker = await engine("clingo");
    const began = performance.now();
    const { kind, value } = await this.worker.ask({ type: "run", args }, { seconds });
    if (kind !== "done") this.end();
    const ended = kind === "done" ? "" : /memory|allocat/i.test(value) ? "memory" : kind;
    return { told: value, printed: "", ended, why: ended && String(value), seconds: (performance.now() - began) / 1000 };
  }

  end() { this.worker?.end(); this.worker = null; }
}

// Checks a student's program, which is asked on the way; `told` hears what is done.
async function checked(wanted, told) {
  const student = new Student(told);
  const python = await engine("python");
  const journal = [];
  for (;;) {
    const { kind, value } = await python.ask({ do: "call", name: "checking.checked", args: [wanted, journal], asks: canWait }, { answer: (request) => student.reply(request) });
    if (kind !== "done") throw new Error(value);
    if (!value.asks) return value;
    journal.push(await student.reply(value.asks));
  }
}

// The film of a Prolog program's steps: its goal again, in a Prolog of its own, under SWI-Prolog's tracer.
async function steppedFilm({ name, text }, goal) {
  const prolog = await freshProlog(), seconds = { seconds: FILM_SECONDS };
  const request = { do: "begin", file: name, files: { [name]: text }, start: "load", input: "" };
  const loaded = await prolog.ask(request, seconds);
  const told = loaded.kind === "done" ? await prolog.ask({ do: "steps", line: `page\t${goal}` }, seconds) : loaded;
  prolog.end();
  if (told.kind !== "done") throw new Error(told.kind === "limit" ? `it took more than ${told.value} s` : told.value);
  return (await engine("python")).call("checking.film", told.value.records);
}

// The ending of a program's name by its text; "" where that tells nothing.
function endingOf(text) {
  if (/^\s*(#(const|show|minimize|maximize)\b|[^%"']*\{[^}]*\}[^%"']*\.\s*$)/m.test(text)) return "lp";
  if (/^\s*([a-z]\w*(\(.*\))?\s*)?:-/m.test(text)) return "pl";
  return /^\s*(def|class|import|from|for|while|print)\b/m.test(text) ? "py" : "";
}

class Check {
  constructor() {
    this.panel = document.getElementById("check");
    this.find = (selector) => this.panel.querySelector(selector);
    this.name = this.find("#check-name");
    this.example = this.find("#check-example");
    this.editor = new CodeEditor(this.find("#check-code"), "your program", () => this.keep());
    this.said = this.find("#check-said");
    this.find("form").addEventListener("submit", (event) => { event.preventDefault(); this.run(); });
    this.example.addEventListener("change", ({ target }) => this.take(target.value));
    this.find("#check-open").addEventListener("click", () => this.open());
    this.find("#check-save").addEventListener("click", () => this.save());
    this.find("#check-stop").addEventListener("click", () => this.stop?.());
    this.after = this.find("#check-after");
    this.find("#check-steps").addEventListener("click", () => this.steps());
    this.name.addEventListener("input", () => { this.editor.file = this.name.value; });
    const draft = kept();
    if (draft) this.show(...draft);
    else this.take(Object.keys(data.programs).find((name) => name.startsWith("bug")));
  }

  show(name, text = this.editor.text) {
    this.name.value = this.editor.file = name;
    if (text !== this.editor.text) this.editor.text = text;
    this.example.value = data.programs[name] === text ? name : "";
  }

  // The engines start, and the check and the program's Python are loaded, before they are wanted.
  opened() {
    const wanted = { lp: "clingo", pl: "fresh-prolog" }[this.name.value.split(".").at(-1)] ?? "student";
    if (!isSmall || wanted !== "student") engine(wanted).then((found) => (wanted === "student" ? found.call("student.prepare") : null)).catch(() => null);
    engine("python").then((python) => python.call("checking.prepare")).catch(() => null);
  }

  follow() { this.opened(); }

  // Your text is kept in this browser, and an example replaces it only if you say so. It is no longer the example's program.
  keep() {
    const name = this.name.value;
    const isOurs = Object.hasOwn(data.programs, name) ? data.programs[name] !== this.editor.text : /^my_program\.(pl|py|lp)$/.test(name);
    if (isOurs) this.show(`my_program.${endingOf(this.editor.text) || name.split(".").at(-1)}`);
    try { localStorage.setItem(DRAFT, JSON.stringify([this.name.value, this.editor.text])); } catch { /* a browser may forbid it */ }
  }

  take(name) {
    const isYours = this.editor.text && !Object.values(data.programs).includes(this.editor.text);
    if (isYours && !confirm("Replace your program with this example?")) return;
    try { localStorage.removeItem(DRAFT); } catch { /* nothing was kept */ }
    this.show(name, data.programs[name]);
    this.said.replaceChildren();
  }

  open() {
    const input = el("input", { type: "file", accept: ".py,.pl,.pro,.prolog,.ipynb,.lp" });
    input.addEventListener("change", async () => this.show(input.files[0].name, await input.files[0].text()));
    input.click();
  }

  save() {
    const link = el("a", { href: URL.createObjectURL(new Blob([this.editor.text])), download: this.name.value });
    link.click();
    URL.revokeObjectURL(link.href);
  }

  get program() { return { name: this.name.value, text: this.editor.text }; }

  // The program's steps, in the player of searches.
  async steps() {
    const told = this.find("#check-stepping"), { name } = this.checkedProgram;
    told.textContent = "stepping through it …";
    try {
      await pages.watch.showSteps(name, await steppedFilm(this.checkedProgram, this.verdict.steps));
      told.textContent = "";
    } catch (error) { told.textContent = `stepping through it: ${whyStopped(error.message)}`; }
  }

  // A sentence about what would be judgeable, and a button that fills the fields and checks again.
  advise({ said = "", call, task, printed }) {
    const button = el("button", { type: "button" }, call ? `Check ${call}` : task ? "Check that task" : "Check what it prints");
    button.addEventListener("click", () => {
      if (call) this.find("#check-call").value = call;
      if (task) this.find("#check-task").value = task;
      this.find("#check-printed").checked = Boolean(printed);
      this.run();
    });
    if (said) this.said.append(el("p", {}, said));
    if (call || task || printed) this.said.append(el("p", {}, button));
  }

  async run() {
    const start = this.find("[type=submit]"), stop = this.find("#check-stop");
    start.disabled = true;
    stop.hidden = false;
    const told = (text) => this.said.replaceChildren(text);
    this.after.hidden = true;
    this.find("#check-stepping").textContent = "";
    try {
      const value = (field) => this.find(`#check-${field}`).value;
      const question = { ...this.program, largest: Number(value("n")), seconds: Number(value("seconds")), task: value("task"), call: value("call").trim(), printed: this.find("#check-printed").checked };
      told("The check is starting (it runs in Python) …");
      const stopped = new Promise((_, fail) => {
        this.stop = () => {
          fail(new Error("You stopped the check."));
          for (const role of ["student", "fresh-prolog", "clingo", "python"]) running.get(role)?.then((found) => found.end(), () => null);
        };
      });
      const verdict = await Promise.race([checked(question, told), stopped]);
      this.said.innerHTML = verdict.html;
      this.advise(verdict.advice ?? {});
      if (verdict.verdict !== "right") this.said.append(el("p", { className: "conditions" }, "On a computer, ", el("code", {}, `queens check ${this.name.value}`), " tries changes, too, and can often name the line."));
      this.said.dataset.verdict = JSON.stringify(verdict);
      Object.assign(this, { verdict, checkedProgram: question }); // the text may be another one by now
      this.after.hidden = !verdict.steps;
    } catch (error) {
      told(whyStopped(error.message));
    } finally {
      start.disabled = false;
      stop.hidden = true;
      this.said.scrollIntoView({ block: "nearest" }); // where it stands below the program
    }
  }
}
