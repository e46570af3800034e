// One SWI-Prolog: answers queries on the suite's programs, prints their traces, or runs a student's program.

let swipl, printed = "";
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
    const { Number: version } = once("current_prolog_flag(version, Number)");
    return `SWI-Prolog ${Math.floor(version / 10000)}.${Math.floor(version / 100) % 100}.${version % 100}`;
  },

  load({ modules }) { for (const name of modules) once(`use_module(${text(`/prolog/${name}.pl`)}, [])`); },

  // The texts of all answers, or of the first; each is told as it comes.
  search({ query, first }) {
    const before = inferences(), began = performance.now();
    const seconds = () => (performance.now() - began) / 1000;
    let arrived = null;
    const answers = swipl.prolog.query(query);
    for (let next = answers.next(); next.value; next = answers.next()) {
      const lists = String(next.value.Text);
      if (lists !== "[]") {
        arrived ??= seconds();
        tell("told", [lists]);
      }
      if (next.done || (first && arrived !== null)) break;
    }
    const took = seconds();
    answers.close();
    return { cause: "done", seconds: took, first: arrived, counters: { inferences: inferences() - before } };
  },
};

onmessage = async ({ data }) => {
  try {
    tell("done", await tasks[data.do](data));
  } catch (error) {
    tell("failed", String(error?.message ?? error));
  }
};
