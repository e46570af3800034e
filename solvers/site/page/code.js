// An editor for a program: CodeMirror, with the colours of the page.

// Its modules, each after those that it imports. A page that is opened from a file has no addresses for them.
async function codeMirror() {
  const urls = {}, found = {};
  for (const [name, text] of Object.entries(JSON.parse(await partText("editor.json")))) {
    urls[name] = ofText(text.replaceAll(/^((?:import|export) .* from ')([^']+)/gm, (_, words, imported) => words + urls[imported]));
    Object.assign(found, await import(urls[name]));
  }
  return found;
}

const CM = await codeMirror();

// CodeMirror has no mode for Prolog: this one knows what a reader has to see.
const PROLOG_TOKENS = [
  ["comment", /^%.*/], ["string", /^(["'`])(\\.|(?!\1).)*\1?/], ["number", /^(0'.|\d+(\.\d+)?)/], ["variableName", /^[A-Z_]\w*/],
  ["keyword", /^(:-|-->|->|\\\+|!|(is|mod|rem|div|in|ins)\b)/], ["variableName.function", /^[a-z]\w*(?=\()/], [null, /^(\w+|\s+|.)/],
];
const PROLOG = {
  name: "prolog",
  startState: () => ({ isComment: false }),
  token(stream, state) {
    if (state.isComment || stream.match("/*")) {
      state.isComment = !stream.match(/^.*?\*\//);
      if (state.isComment) stream.skipToEnd();
      return "comment";
    }
    return PROLOG_TOKENS.find(([, form]) => stream.match(form))[0];
  },
  languageData: { commentTokens: { line: "%" } },
};

const LEAVING = "Tab indents; Escape, then Tab, leaves the editor.";

class CodeEditor {
  constructor(host, label, changed = () => {}) {
    const { Compartment, EditorView, keymap } = CM;
    this.mode = new Compartment();
    host.classList.add("code-editor");
    this.view = new EditorView({ parent: host, extensions: [
      CM.lineNumbers(), CM.history(), CM.indentOnInput(), CM.bracketMatching(), CM.syntaxHighlighting(CM.classHighlighter), CM.indentUnit.of("    "),
      keymap.of([...CM.defaultKeymap, ...CM.historyKeymap, CM.indentWithTab]), this.mode.of([]),
      EditorView.contentAttributes.of({ "aria-label": label, "aria-description": LEAVING }),
      EditorView.updateListener.of(({ transactions }) => { if (transactions.some((one) => one.docChanged && one.annotation(CM.Transaction.userEvent))) changed(); }),
    ] });
    host.append(el("small", {}, LEAVING));
  }

  get text() { return this.view.state.doc.toString(); }
  set text(text) { this.view.dispatch({ changes: { from: 0, to: this.view.state.doc.length, insert: text } }); }

  // The language is that of a file with this name.
  set file(name) {
    const language = /\.(pl|pro|prolog)$/.test(name) ? PROLOG : CM.python;
    if (language !== this.language) this.view.dispatch({ effects: this.mode.reconfigure(CM.StreamLanguage.define(language)) });
    this.language = language;
  }
}
