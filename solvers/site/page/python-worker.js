// One Python: Pyodide, started from the parts that the page hands over. It calls what the page asks for.

let python, answered;
const tell = (kind, value) => postMessage({ kind, value });
// A module from its text: WebKit takes no blob: in a worker of a page that is a file.
const loaded = (text) => import(`data:text/javascript;charset=utf-8,${encodeURIComponent(text)}`);

async function start({ loader, engine, wasm, library, lock, suite }) {
  // Pyodide fetches what it needs; here it gets what is in the page.
  globalThis.fetch = async (address) => new Response(String(address).endsWith(".zip") ? library : new Uint8Array());
  WebAssembly.instantiateStreaming = async (_, imports) => ({ module: wasm, instance: await WebAssembly.instantiate(wasm, imports) });
  const { loadPyodide } = await loaded(loader);
  const { default: createPyodideModule } = await loaded(engine);
  python = await loadPyodide({ indexURL: "https://page.invalid/", lockFileContents: lock, createPyodideModule });
  python.unpackArchive(suite, "zip");
  python.runPython(`
import importlib, site, sys
sys.path.insert(0, "/home/pyodide")
importlib.invalidate_caches()
from solvers.site.inside import plain_sets
plain_sets.put_in_place()`);
}

const plain = (value) => value?.toJs?.({ dict_converter: Object.fromEntries, create_proxies: false }) ?? value;

// Calls module.function of what runs inside the page; a callback of it tells, or asks, the page.
async function call({ name, args, hears, asks }) {
  const [module, wanted] = name.split(".");
  const callable = python.pyimport(`solvers.site.inside.${module}`)[wanted];
  const given = args.map((value) => python.toPy(value));
  if (hears) given.push((...values) => { tell("told", values.map(plain)); });
  if (asks) given.push((question) => new Promise((done) => { answered = done; tell("asks", question); }));
  // With JSPI, Python can wait: until the page has answered, or for a program's own sleep.
  return plain(await (typeof WebAssembly.Suspending === "function" ? callable.callPromising(...given) : callable(...given)));
}

onmessage = async ({ data }) => {
  if (data.do === "answer") return answered(data.answer);
  try {
    tell("done", await (data.do === "start" ? start(data) : call(data)));
  } catch (error) {
    tell("failed", String(error?.message ?? error).trim().split("\n").at(-1).replace(/^solvers\.errors\.\w+: /, "")); // of a traceback
  }
};
