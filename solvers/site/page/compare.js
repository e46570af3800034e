// Compare: the chosen backends search one after another, and the referee judges each as it is done.

const COLUMNS = ["backend", "verdict", "solutions", "all", "first", "work"]; // before anything is judged
const MARKS = { correct: "✓", wrong: "✗", partial: "…", "not judged": "–" };
const STARTUP_SECONDS = 60;

const squares = (texts) => texts.map((square) => square.split(":").map(Number));
const numbers = (text) => text.split(/[\s,]+/).filter(Boolean).map(Number);
const listed = (text) => (text ?? "").split(",").filter(Boolean);

// The board that a link says.
function boardOf(fields, board, size) {
  const n = Number(fields.get("n") ?? 8);
  const queens = Array(n).fill(null);
  for (const [column, row] of squares(listed(fields.get("given")))) queens[column] = row;
  size.value = n;
  const blocked = new Set(listed(fields.get("blocked")).map((square) => square.replace(":", ",")));
  board.set({ n, queens, blocked, lines: listed(fields.get("colours")) });
}

// One backend's search, as the referee is told of it. `told` hears how many solutions have arrived.
async function searched(backend, problem, seconds, told, signal) {
  const run = { backend: backend.name, packed: new Uint8Array(), count: 0, rejected: [] };
  const began = performance.now();
  const end = ({ kind, value }) => {
    const outOfMemory = kind !== "done" && /memory|allocat/i.test(value);
    if (kind === "limit") return { cause: "time", limit: seconds, seconds };
    if (kind === "stopped") return { cause: "interrupted" };
    return kind === "done" ? value : { cause: outOfMemory ? "out of memory" : "failed", detail: whyStopped(String(value)) };
  };
  const stop = new Promise((_, fail) => signal.addEventListener("abort", () => fail(signal.reason)));
  stop.catch(() => null);
  const unlessStopped = (promise) => Promise.race([promise, stop]);
  let stopWorker = null;
  try {
    signal.throwIfAborted();
    const python = await unlessStopped(engine("python"));
    const asked = backend.engine === "python" ? null : await python.call("searching.question", backend.name, problem);
    const worker = asked ? await unlessStopped(engine(backend.engine)) : python;
    stopWorker = () => worker.end("stopped", "");
    signal.addEventListener("abort", stopWorker);
    if (asked) run.version = worker.version ?? backend.version;
    else run.version = await worker.call("searching.prepared", backend.name);
    if (asked?.load) await worker.ask({ do: "load", modules: asked.load }, { seconds: STARTUP_SECONDS });
    run.startup = (performance.now() - began) / 1000;
    told(0);
    if (asked?.program) Object.assign(run, await clingoSearched(worker, asked, seconds, end));
    else if (asked) {
      run.answers = [];
      const answer = await worker.ask({ do: "search", ...asked }, { seconds, hear: (text) => {
        run.answers.push(text);
        told(run.count += JSON.parse(text).length);
      } });
      Object.assign(run, end(answer));
    } else {
      const batches = [];
      const answer = await worker.ask({ do: "call", name: "searching.search", args: [backend.name, problem], hears: true }, {
        seconds, hear: (packed, count, rejected) => {
          batches.push(packed);
          run.rejected.push(...rejected);
          told(run.count += count);
        } });
      run.packed = new Uint8Array(await new Blob(batches).arrayBuffer());
      Object.assign(run, end(answer));
    }
  } catch (error) {
    Object.assign(run, signal.aborted ? { cause: "interrupted" } : { cause: "cannot run", detail: whyStopped(error.message) });
  } finally {
    signal.removeEventListener("abort", stopWorker); // the worker has other work now
  }
  return run;
}

// clingo tells all models at the end.
async function clingoSearched(worker, { program: text, models }, seconds, end) {
  const began = performance.now();
  const answer = await worker.ask({ type: "run", args: [text, models, ["--stats"]] }, { seconds });
  worker.end(); // each search gets one that has learned nothing
  if (answer.kind !== "done") return end(answer);
  const { Result: result, Error: error, Call: [{ Witnesses: found = [] }] = [{}], Solver: solver = "", Stats: stats } = answer.value;
  if (result === "ERROR") return { cause: "failed", detail: error };
  const took = (performance.now() - began) / 1000;
  const core = Object.entries(stats?.Core ?? {}).map(([name, count]) => [name.toLowerCase(), count]);
  return { cause: "done", seconds: took, answers: found.map(({ Value: atoms }) => atoms), version: solver.replace("version ", ""),
    counters: Object.fromEntries(core.filter(([name]) => ["choices", "conflicts"].includes(name))) };
}

class Compare {
  constructor() {
    this.panel = document.getElementById("compare");
    this.find = (selector) => this.panel.querySelector(selector);
    this.names = [...this.panel.querySelectorAll("[name=backend]")];
    this.board = new BoardEditor(this.find("#compare-board"), () => this.changed());
    this.size = this.find("#compare-n");
    this.prefix = this.find("#compare-prefix");
    this.first = this.find("#compare-first");
    this.seconds = this.find("#compare-seconds");
    this.board.set({ n: Number(this.size.value) });
    this.board.sizedBy(this.size);
    this.board.colouredBy(this.find(".colours"), this.size);
    this.find("#compare-clear").addEventListener("click", () => { this.prefix.value = ""; this.board.set({ n: this.board.n }); });
    this.panel.addEventListener("change", () => this.changed());
    this.find("form").addEventListener("submit", (event) => { event.preventDefault(); this.run(); });
    this.find("#compare-stop").addEventListener("click", () => this.stop.abort());
  }

  get problem() {
    return { n: this.board.n, prefix: numbers(this.prefix.value), given: squares(this.board.given), blocked: squares(this.board.closed),
      colours: this.board.colours,
      goal: this.first.checked ? "first" : "all" };
  }

  get chosen() { return this.names.filter(({ checked }) => checked).map(({ value }) => value); }

  // The question as a link, and as a command for what cannot run here.
  changed() {
    this.find("#compare-many").textContent = counted(this.chosen.length, "program");
    const { n, given, closed, lines } = this.board;
    const prefix = numbers(this.prefix.value);
    this.find("#compare-link").href = hashOf({ tab: "compare", n, given: given.join(), blocked: closed.join(), colours: lines.join(), prefix: prefix.join(),
      goal: this.first.checked ? "first" : "", backends: this.chosen.join(), seconds: this.seconds.value });
    for (const code of this.panel.querySelectorAll("[data-command]")) {
      code.textContent = compareCommand(this.board, code.dataset.command, prefix.length && `--prefix ${prefix}`, this.first.checked && "--first");
    }
  }

  follow(fields) {
    this.prefix.value = fields.get("prefix") ?? "";
    this.first.checked = fields.get("goal") === "first";
    this.seconds.value = fields.get("seconds") ?? this.seconds.value;
    const names = fields.has("backends") && listed(fields.get("backends"));
    if (names) for (const box of this.names) box.checked = names.includes(box.value);
    boardOf(fields, this.board, this.size);
    if (fields.has("run")) this.run();
  }

  async run() {
    const { problem } = this;
    const chosen = data.backends.filter(({ name }) => this.chosen.includes(name));
    const areRows = problem.prefix.every(Number.isInteger);
    this.say("", areRows ? "" : "Give the prefix as row numbers separated by commas, such as 4, 6, 0.");
    if (!areRows) return;
    const start = this.find("[type=submit]"), stop = this.find("#compare-stop");
    start.disabled = true;
    stop.hidden = false;
    this.stop = new AbortController();
    this.find("#compare-more").replaceChildren();
    history.replaceState(null, "", this.find("#compare-link").href);
    try {
      const referee = await engine("python");
      const { title, wrong } = await referee.call("judging.examined", problem, this.chosen);
      if (wrong ?? !chosen.length) { this.say("", wrong ?? "Choose a backend."); return; }
      Object.assign(this.find("#compare-title"), { textContent: title, hidden: false });
      this.find("#compare-choice").open = false; // the results stand in its place
      await this.searchAll(chosen, problem);
    } catch (error) {
      this.say("", whyStopped(error.message));
    } finally {
      start.disabled = false;
      start.focus({ preventScroll: true });
      stop.hidden = true;
    }
  }

  async searchAll(chosen, problem) {
    const runs = [], states = new Map();
    let result = null, judging = null;
    const show = () => this.table(chosen, states, result);
    for (const backend of chosen) {
      states.set(backend.name, "starting");
      show();
      runs.push(await searched(backend, problem, Number(this.seconds.value), (count) => {
        states.set(backend.name, count ? `searching: ${count.toLocaleString("en")} so far` : "searching");
        show();
      }, this.stop.signal));
      states.set(backend.name, "judging");
      show();
      const asked = engine("python").then((referee) => referee.call("judging.judged", problem, [...runs]));
      judging = asked.then((judged) => { result = { ...judged, facts: JSON.parse(judged.document) }; show(); });
      judging.catch(() => null);
    }
    await judging;
    this.finish(result, problem);
  }

  table(chosen, states, result) {
    const columns = result?.columns ?? COLUMNS;
    const right = new Set(["solutions", "first", "all", "vs. parent"]);
    this.find("thead").replaceChildren(el("tr", {}, ...columns.map((name) => el("th", { scope: "col", className: right.has(name) ? "number" : "" }, name))));
    const rows = chosen.map((backend) => {
      const at = result?.facts.runs.findIndex((run) => run.backend === backend.name) ?? -1;
      const texts = at >= 0 ? result.rows[at] : columns.map((name) => ({ backend: backend.name, verdict: states.get(backend.name) ?? "waiting" })[name] ?? "");
      const verdict = result?.facts.runs[at]?.verdict, state = verdict === "not judged" ? "partial" : verdict ?? "waiting";
      const cells = texts.map((text, index) => (index ? el("td", { className: right.has(columns[index]) ? "number" : "" }, text)
        : el("th", { scope: "row" }, el("span", { className: "mark", ariaHidden: "true" }, MARKS[verdict] ?? ""), ` ${text}`)));
      return el("tr", { className: `${state}${at >= 0 && result.variants[at] ? " variant" : ""}` }, ...cells);
    });
    this.find("tbody").replaceChildren(...rows);
  }

  say(word, sentence, state = "") {
    const box = this.find("#compare-verdict");
    box.className = state;
    box.replaceChildren(el("strong", {}, word), sentence);
    if (sentence) this.find("#compare-result").scrollIntoView({ block: "nearest" });
  }

  // The verdict, what is wrong, and the solutions.
  finish(result, { n, colours }) {
    const { facts, word, sentence, lines, solutions: found } = result;
    this.say(word, sentence, facts.verdict);
    document.getElementById("comparison").textContent = result.document;
    const remarks = facts.runs.map(({ witness }, index) => {
      const box = el("div", { className: "remark" }, ...lines[index].map((line) => el("p", {}, line)));
      if (witness?.placement) {
        const svg = element("svg", { class: "board", role: "img" });
        drawBoard(svg, n, witness.placement, { attacks: true, colours });
        box.append(el("figure", {}, svg));
      }
      return box;
    });
    this.find("#compare-more").replaceChildren(...remarks.filter((box) => box.childElementCount));
    if (!found) return;
    this.find("#compare-more").append(document.getElementById("solutions-of").content.cloneNode(true));
    document.getElementById("solutions-sentence").textContent = `${counted(found.count, "solution")}${
      found.left_out ? `; the last ${found.left_out} are not drawn` : ""}`;
    solutions(found);
  }
}
