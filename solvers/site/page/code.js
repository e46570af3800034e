// An editor for a program: a text area with line numbers, in which Tab indents.

class CodeEditor {
  constructor(host, label) {
    this.numbers = el("pre", { className: "line-numbers", ariaHidden: "true" });
    this.area = el("textarea", { spellcheck: false, wrap: "off", autocapitalize: "off", ariaLabel: label,
      title: "Tab indents; Escape, then Tab, leaves the editor" });
    this.area.setAttribute("autocorrect", "off");
    host.classList.add("code-editor");
    host.replaceChildren(this.numbers, this.area);
    this.area.addEventListener("input", () => this.count());
    this.area.addEventListener("scroll", () => { this.numbers.scrollTop = this.area.scrollTop; });
    this.area.addEventListener("keydown", (event) => this.press(event));
    this.area.addEventListener("focus", () => { this.leaves = false; });
  }

  get text() { return this.area.value; }
  set text(text) { this.area.value = text; this.count(); }

  count() {
    const lines = this.text.split("\n").length;
    if (lines === this.lines) return;
    this.lines = lines;
    this.area.rows = Math.max(8, Math.min(lines + 1, 28));
    this.numbers.textContent = Array.from({ length: lines }, (_, index) => index + 1).join("\n");
  }

  press(event) {
    const { key: pressed } = event;
    if (pressed === "Escape") { this.leaves = true; return; }
    if (pressed === "Tab" && !event.shiftKey && !this.leaves) this.insert("    ", event);
    if (pressed === "Enter" && !event.ctrlKey) {
      const line = this.text.slice(0, this.area.selectionStart).split("\n").at(-1);
      this.insert(`\n${/^\s*/.exec(line)[0]}${/:\s*$/.test(line) ? "    " : ""}`, event);
    }
    this.leaves = false;
  }

  insert(text, event) {
    event.preventDefault();
    document.execCommand("insertText", false, text); // which can be undone
  }
}
