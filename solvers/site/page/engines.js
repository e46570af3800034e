// The engines: each a worker that is asked, and that is ended at its limit.

// A part of an engine: in the page itself, or in a file beside it.
const parts = new Map();
const queensParts = globalThis.queensParts = {};
function part(name) {
  if (!parts.has(name)) parts.set(name, unpacked(name));
  return parts.get(name);
}
async function unpacked(name) {
  const inside = document.getElementById(`part:${name}`);
  const letters = inside ? inside.textContent : await beside(name);
  inside?.remove();
  delete queensParts[name];
  const bytes = Uint8Array.from(atob(letters.trim()), (letter) => letter.charCodeAt(0));
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"))).arrayBuffer();
}
const beside = (name) => new Promise((done, fail) => {
  const script = document.createElement("script");
  script.src = `parts/${name}.js`;
  script.onload = () => done(queensParts[name]);
  script.onerror = () => fail(new Error(`parts/${name}.js is missing beside this page`));
  document.head.append(script);
});
const partText = async (name) => new TextDecoder().decode(await part(name));
const compiled = new Map();
async function program(name) { // of WebAssembly: compiled once, for all workers
  if (!compiled.has(name)) compiled.set(name, part(name).then((bytes) => WebAssembly.compile(bytes)));
  return compiled.get(name);
}

// Questions are answered in turn. An answer is {kind, value}: done; limit; failed or crash, with the reason.
class Engine {
  constructor(worker) {
    this.worker = worker;
    this.turn = Promise.resolve();
    this.ended = false;
    worker.onmessage = ({ data }) => this.hear(data);
    worker.onerror = (event) => { event.preventDefault?.(); this.end("crash", event.message ?? "its worker stopped"); };
  }

  ask(message, { seconds = Infinity, hear = () => {}, answer = null } = {}) {
    const answered = this.turn.then(() => new Promise((done) => {
      if (this.ended) { done({ kind: "crash", value: "it was stopped" }); return; }
      const timer = Number.isFinite(seconds) && setTimeout(() => this.end("limit", seconds), seconds * 1000);
      this.finish = (result) => { clearTimeout(timer); this.finish = null; done(result); };
      this.hear = async (data) => {
        if (data.kind === "told") hear(...data.value);
        else if (data.kind === "asks") this.worker.postMessage({ do: "answer", answer: await answer(data.value) });
        else this.finish?.(data);
      };
      this.worker.postMessage(message);
    }));
    this.turn = answered;
    return answered;
  }

  // Calls Python inside the page; throws where that fails.
  async call(name, ...args) {
    const { kind, value } = await this.ask({ do: "call", name, args });
    if (kind === "done") return value;
    throw new Error(value);
  }

  end(kind = "crash", value = "it was stopped") {
    this.worker.terminate();
    this.ended = true;
    this.finish?.({ kind, value });
  }
}

const ofText = (text) => URL.createObjectURL(new Blob([text], { type: "text/javascript" }));
const ofModule = (text) => `data:text/javascript;charset=utf-8,${encodeURIComponent(text)}`;

async function startPython(step) {
  const [loader, engine, library, lock, suite] = await Promise.all([
    partText("pyodide.mjs"), partText("pyodide.asm.mjs"), part("python_stdlib.zip"), partText("pyodide-lock.json"), part("suite.zip")]);
  step("compiling");
  const wasm = await program("pyodide.asm.wasm");
  step("starting");
  const python = new Engine(new Worker(ofModule(await partText("python-worker.js")), { type: "module" }));
  return [python, await python.ask({ do: "start", loader, engine, wasm, library, lock, suite })];
}

async function startProlog(step) {
  const [script, library, files] = await Promise.all([partText("swipl-web.js"), part("swipl-web.data"), partText("prolog.json")]);
  step("compiling");
  const wasm = await program("swipl-web.wasm");
  step("starting");
  const prolog = new Engine(new Worker(ofText(`${script}\n${await partText("prolog-worker.js")}`)));
  return [prolog, await prolog.ask({ do: "start", wasm, library, files: JSON.parse(files) })];
}

async function startClingo(step) {
  const script = await partText("clingo.web.worker.js");
  step("compiling");
  const wasm = await program("clingo.wasm");
  step("starting");
  const clingo = new Engine(new Worker(ofText(`${await partText("clingo-worker.js")}\n${script}`)));
  clingo.worker.onmessage = ({ data: value }) => clingo.hear({ kind: "done", value }); // as its own worker answers
  clingo.worker.postMessage({ wasm });
  return [clingo, await clingo.ask({ type: "init", wasmUrl: "https://page.invalid/clingo.wasm" })];
}

// Who does what: Python searches, films and is the referee; on a small device it runs the student's program, too.
const STARTS = {
  prolog: [startProlog, "Prolog"], python: [startPython, "Python"], clingo: [startClingo, "clingo"],
  student: [startPython, "Python for your program"], "fresh-prolog": [startProlog, "another Prolog"],
};
const isSmall = (navigator.deviceMemory ?? 8) <= 2 || /Android|iPhone|iPad|Mobile/.test(navigator.userAgent);
const running = new Map();

async function engine(role) {
  const who = isSmall && role === "student" ? "python" : role;
  const found = await running.get(who)?.catch(() => null);
  if (!found || found.ended) running.set(who, started(who));
  return running.get(who);
}

// A Prolog that nothing has been loaded into: what a program changes there cannot be put back.
async function freshProlog() {
  let found = await engine("fresh-prolog");
  if (found.isUsed) {
    found.end();
    found = await engine("fresh-prolog");
  }
  found.isUsed = true;
  return found;
}

async function started(role) {
  const [start, label] = STARTS[role];
  const bar = new LoadingBar(role, label);
  const began = performance.now();
  try {
    const [made, { kind, value }] = await start((step) => bar.step(step));
    if (kind !== "done") throw new Error(value);
    made.version = value;
    bar.ready((performance.now() - began) / 1000);
    return made;
  } catch (error) {
    bar.failed(whyStopped(error.message));
    throw error;
  }
}

const whyStopped = (text) => (/memory|allocat/i.test(text)
  ? `This tab ran out of memory (${text}). Close other tabs, choose a smaller n, or use the command line.` : text);

// A line at the head of the page for each engine: it says at once how far it is.
class LoadingBar {
  constructor(role, label) {
    const bars = document.getElementById("engines");
    this.label = label;
    this.line = bars.querySelector(`[data-role="${role}"]`) ?? document.createElement("li");
    this.line.dataset.role = role;
    this.bar = document.createElement("progress");
    this.bar.max = 4;
    bars.append(this.line);
    this.step("unpacking");
  }

  step(what) {
    this.bar.value += 1;
    this.line.className = "loading";
    this.line.replaceChildren(`${this.label}: ${what} `, this.bar);
  }

  ready(seconds) {
    this.line.className = "ready";
    this.line.textContent = `${this.label} ${seconds.toFixed(1)} s`;
  }

  failed(why) {
    this.line.className = "failed";
    this.line.textContent = `${this.label} cannot run here: ${why}`;
  }
}
