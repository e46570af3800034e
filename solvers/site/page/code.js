// An editor for a program: CodeMirror, with the colours of the page, whose import map has its modules.

import { defaultKeymap, history as undone, historyKeymap, indentWithTab } from "@codemirror/commands";
import { bracketMatching, indentOnInput, indentUnit, StreamLanguage, syntaxHighlighting } from "@codemirror/language";
import { python } from "@codemirror/legacy-modes";
import { Compartment, Transaction } from "@codemirror/state";
import { EditorView, keymap, lineNumbers } from "@codemirror/view";
import { classHighlighter } from "@lezer/highlight";

// CodeMirror has no mode for Prolog and ASP: this one knows what a reader has to see.
const PROLOG_TOKENS = [
  ["comment", /^%.*/], ["string", /^(["'`])(\\.|(?!\1).)*\1?/], ["number", /^(0'.|\d+(\.\d+)?)/], ["variableName", /^[A-Z_]\w*/],
  ["keyword", /^(:-|:~|-->|->|\\\+|!|#[a-z]+|(is|mod|rem|div|in|ins|not)\b)/], ["variableName.function", /^[a-z]\w*(?=\()/], [null, /^(\w+|\s+|.)/],
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
    this.mode = new Compartment();
    host.classList.add("code-editor");
    this.view = new EditorView({ parent: host, extensions: [
      lineNumbers(), EditorView.lineWrapping, undone(), indentOnInput(), bracketMatching(), syntaxHighlighting(classHighlighter), indentUnit.of("    "),
      keymap.of([...defaultKeymap, ...historyKeymap, indentWithTab]), this.mode.of([]),
      EditorView.contentAttributes.of({ "aria-label": label, "aria-description": LEAVING, tabindex: "0" }),
      EditorView.updateListener.of(({ transactions }) => { if (transactions.some((one) => one.docChanged && one.annotation(Transaction.userEvent))) changed(); }),
    ] });
    host.append(el("small", {}, LEAVING));
  }

  get text() { return this.view.state.doc.toString(); }
  set text(text) { this.view.dispatch({ changes: { from: 0, to: this.view.state.doc.length, insert: text } }); }

  // The language is that of a file with this name.
  set file(name) {
    const language = /\.(pl|pro|prolog|lp)$/.test(name) ? PROLOG : python;
    if (language !== this.language) this.view.dispatch({ effects: this.mode.reconfigure(StreamLanguage.define(language)) });
    this.language = language;
  }
}
