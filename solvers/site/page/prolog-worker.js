// One SWI-Prolog: answers queries on the suite's programs, prints their traces, or runs a student's program.

const STACK_BYTES = 256 * 2 ** 20;
const MOST_PRINTED = 2 ** 20;
let swipl, printed = "", read = 0;
const tell = (kind, value) => postMessage({ kind, value });
const text = JSON.stringify; // its quotes are Prolog's
const once = (goal) => {
  const { success, error, message, ...bindings } = swipl.prolog.query(goal).once();
  if (error) throw new Error(message ?? "Prolog stopped");
  if (!success) throw new Error(`${goal} fails`);
  return bindings;
};
const inferences = () => Number(once("statistics(inferences, Count)").Count);

const tasks = {
  async start({ wasm, library, files }) {
    swipl = await SWIPL({
      arguments: ["-q"], locateFile: (path) => path, getPreloadedPackage: () => library,
      instantiateWasm(imports, done) { WebAssembly.instantiate(wasm, imports).then((instance) => done(instance, wasm)); return {}; },
      print: (line) => { printed += `${line}\n`; }, printErr: (line) => { printed += `${line}\n`; },
    });
    for (const [path, content] of Object.entries(files)) {
      swipl.FS.mkdirTree(path.replace(/\/[^/]*$/, ""));
      swipl.FS.writeFile(path, content);
    }
    swipl.FS.mkdirTree("/student");
    const { Number: version } = once("current_prolog_flag(version, Number)");
    return `SWI-Prolog ${Math.floor(version / 10000)}.${Math.floor(version / 100) % 100}.${version % 100}`;
  },

  load({ modules }) { for (const name of modules) once(`use_module(${text(`/prolog/${name}.pl`)}, [])`); },

  // The texts of all answers, or of the first; each is told as it comes.
  search({ query, first }) {
    const before = inferences(), began = performance.now();
    const seconds = () => (performance.now() - began) / 1000;
    let arrived; // undefined, which Python takes for None
    const answers = swipl.prolog.query(query);
    for (let next = answers.next(); next.value; next = answers.next()) {
      const lists = String(next.value.Text);
      if (lists !== "[]") {
        arrived ??= seconds();
        tell("told", [lists]);
      }
      if (next.done || (first && arrived !== undefined)) break;
    }
    const took = seconds();
    answers.close();
    return { cause: "done", seconds: took, first: arrived, counters: { inferences: inferences() - before } };
  },

  // The lines that a program of prolog/ prints, such as the ports of a search.
  lines({ program, arguments: given }) {
    once(`set_prolog_flag(argv, [${given.map((argument) => `'${argument}'`)}]), use_module("/prolog/${program}.pl", [])`);
    printed = "";
    once(`${program}:main`);
    return printed;
  },

  // A student's program, which the suite's harness loads and asks.
  begin({ file, files, start, input }) {
    for (const [name, content] of Object.entries(files)) swipl.FS.writeFile(`/student/${name}`, content);
    swipl.FS.writeFile("/harness/input", input);
    once(`set_prolog_flag(stack_limit, ${STACK_BYTES})`);
    once(`load_files("/harness/harness.pl", [silent(true)])`);
    once(`open("/records", write, Records, [encoding(utf8), buffer(full)]), nb_setval(page_records, Records),
      harness:load_program(Records, "page", ${text(`/student/${file}`)}, ${text(start)})`);
    return said();
  },
  // The steps of a program: a limit aborts it, and what it has told so far stays.
  steps({ line }) {
    try { once(`harness:answer_line(${text(line)})`); } catch { /* at the limit */ }
    return said();
  },
  reply({ line }) {
    once(`harness:answer_line(${text(line)})`);
    return said();
  },
};

function said() {
  once("nb_getval(page_records, Records), flush_output(Records)");
  const all = swipl.FS.readFile("/records", { encoding: "utf8" });
  const told = { records: all.slice(read), printed: printed.slice(-MOST_PRINTED) };
  [read, printed] = [all.length, ""];
  return told;
}

onmessage = async ({ data }) => {
  try {
    tell("done", await tasks[data.do](data));
  } catch (error) {
    tell("failed", String(error?.message ?? error));
  }
};
