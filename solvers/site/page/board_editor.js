// A board that is edited square by square, and the command that compares on it.

// A board to click: a square gets a queen, is blocked, and is free again. `changed` hears of it.
class BoardEditor {
  constructor(svg, changed) {
    Object.assign(this, { svg, changed, at: key(0, 0) });
  }

  // lines: a letter for each square of a coloured board.
  set({ n, queens = Array(n).fill(null), blocked = new Set(), lines = [] }) {
    const letters = [...new Set(lines.join(""))].sort();
    const colours = lines.length === n ? lines.map((_, column) => lines.map((line) => letters.indexOf(line[column]))) : [];
    Object.assign(this, { n, queens, blocked, colours, lines: colours.length ? lines : [] });
    this.show();
  }

  // Letters that somebody has written or pasted into a field, as many lines as columns.
  colouredBy(box, size) {
    const field = box.querySelector("textarea");
    const paint = () => {
      const lines = field.value.toUpperCase().split("\n").map((line) => line.replace(/[\s,]/g, "")).filter(Boolean), n = lines.length;
      const isBoard = lines.every((line) => line.length === n && /^[A-Z]+$/.test(line)) && new Set(lines.join("")).size === n;
      const why = isBoard && n <= size.max ? "" : `Write n lines of n letters, with n different letters, for n up to ${size.max}.`;
      box.querySelector("output").textContent = why;
      if (why) return;
      size.value = n;
      this.set({ n, lines });
    };
    box.querySelector("[name=colour]").addEventListener("click", paint);
    box.querySelector("[name=plain]").addEventListener("click", () => { this.set({ n: this.n }); });
  }

  // Another size; the queens and blocked squares that fit stay.
  resize(n) {
    const blocked = new Set([...this.blocked].filter((square) => Math.max(...split(square)) < n));
    const queens = Array.from({ length: n }, (_, column) => (this.queens[column] < n ? this.queens[column] ?? null : null));
    this.set({ n, queens, blocked, lines: n === this.n ? this.lines : [] });
  }

  // A field gives the size, at once: a board that waited for the field to lose the focus would change under the first click.
  // While somebody types 12, it is 1 for a moment; the queens are those from before.
  sizedBy(field) {
    let before = null;
    field.addEventListener("focus", () => { before = { queens: this.queens, blocked: this.blocked }; });
    field.addEventListener("input", () => {
      if (!field.checkValidity() || !field.value) return;
      if (before) Object.assign(this, before);
      this.resize(Number(field.value));
    });
  }

  // Both as squares, column:row.
  get given() { return this.queens.flatMap((row, column) => (row === null ? [] : [`${column}:${row}`])); }
  get closed() { return [...this.blocked].sort().map((square) => square.replace(",", ":")); }

  change(column, row) {
    const square = key(column, row);
    if (this.queens[column] === row) {
      this.queens[column] = null;
      this.blocked.add(square);
    } else if (!this.blocked.delete(square)) {
      this.queens[column] = row;
    }
    this.at = square;
    this.show();
    this.focus();
  }

  focus() { this.svg.querySelector(`[data-square="${this.at}"]`).focus({ preventScroll: true }); }

  // One square is reached by Tab; the arrows go to the others.
  move(column, row) {
    if (Math.min(column, row) < 0 || Math.max(column, row) >= this.n) return;
    const squares = this.svg.querySelectorAll("[data-square]");
    this.at = key(column, row);
    for (const square of squares) square.setAttribute("tabindex", square.dataset.square === this.at ? 0 : -1);
    this.focus();
  }

  target(column, row) {
    const square = key(column, row);
    const state = this.queens[column] === row ? "queen" : this.blocked.has(square) ? "blocked" : "free";
    const rect = element("rect", { x: column, y: row, width: 1, height: 1, "data-square": square, tabindex: this.at === square ? 0 : -1,
      role: "button", "aria-label": `column ${column}, row ${row}: ${state}`, style: "fill: transparent" });
    rect.addEventListener("click", () => this.change(column, row));
    rect.addEventListener("keydown", (event) => {
      const [across, down] = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key] ?? [0, 0];
      if (!across && !down && event.key !== " " && event.key !== "Enter") return;
      event.preventDefault();
      event.stopPropagation(); // the arrows step through a film elsewhere
      if (across || down) this.move(column + across, row + down);
      else this.change(column, row);
    });
    return rect;
  }

  show() {
    const { svg, n } = this;
    if (!(Math.max(...split(this.at)) < n)) this.at = key(0, 0);
    drawBoard(svg, n, this.queens, { removed: new Map([...this.blocked].map((square) => [square, { rule: "blocked" }])), attacks: true, colours: this.colours });
    for (let column = 0; column < n; column++) for (let row = 0; row < n; row++) svg.append(this.target(column, row));
    this.changed(this);
  }
}

const compareCommand = ({ n, given, closed, lines }, names, ...more) => ["queens compare", lines.length ? "--board FILE" : `--n ${n}`,
  given.length && `--given ${given}`, closed.length && `--blocked ${closed}`, ...more, `--backends ${names}`].filter(Boolean).join(" ");
