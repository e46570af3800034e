// The row below the boards: the time line with its marks, the words of a step, and the menus.

const MARK_SHAPES = { // by rank: a bin shows the first of these that it has, and below it how many dead ends
  question: "M-3 -2a3 3 0 1 1 4 3q-1 .6 -1 2M0 5v1.5", apart: "M0 -6V15", removed: "M-4 0a4 4 0 1 0 8 0a4 4 0 1 0 -8 0z",
  solution: "M0 -5L4.5 0L0 5L-4.5 0z",
};
const BIN = 9; // pixels

class Transport {
  constructor(search) {
    this.search = search;
    this.svg = document.getElementById("marks");
    for (const menu of search.section.querySelectorAll(".menu")) {
      const close = () => { menu.open = false; };
      if (menu.id === "jump") menu.addEventListener("toggle", () => { if (menu.open) search.stop(); }); // so that it jumps from the step that is seen
      menu.addEventListener("click", ({ target }) => { if (target.closest("button")) close(); });
      menu.addEventListener("keydown", (event) => {
        if (event.key !== "Escape" || !menu.open) return;
        close();
        menu.firstElementChild.focus();
      });
      document.addEventListener("pointerdown", ({ target }) => { if (!menu.contains(target)) close(); });
      menu.addEventListener("focusout", ({ relatedTarget }) => { if (relatedTarget && !menu.contains(relatedTarget)) close(); });
    }
    // A narrow row has no room for speed and questions: they go into the menu.
    const narrow = matchMedia("(max-width: 45rem)"), row = search.section.querySelector(".transport");
    const moved = [search.speed, row.querySelector("[data-do=predict]")], jump = document.getElementById("jump");
    const place = () => moved.forEach((part) => (narrow.matches ? document.querySelector("#more > div").prepend(part) : row.insertBefore(part, jump)));
    narrow.addEventListener("change", place);
    place();
  }

  // The steps of the left search that are marked, each with its kind, in order.
  find() {
    const { search } = this, { left, ahead, seen, question } = search;
    const steps = new Map();
    const mark = (step, kind) => { if (step) steps.set(step, (steps.get(step) ?? new Set()).add(kind)); };
    left.film?.list.forEach((_, index, list) => {
      const kind = isSolution(list, index) ? "solution" : isDeadEnd(list, index) ? "dead-end" : null;
      if (kind) mark(search.stepOf(index), kind);
    });
    if (ahead) mark(search.stepOf(ahead.film.firstRemoval - 1, ahead), "removed");
    if (seen) mark(search.stepOf(seen.event, ahead), "removed");
    mark(search.stepApart, "apart");
    if (question.on) { // the marks that lie ahead are answers
      for (const step of steps.keys()) if (step > question.reached) steps.delete(step);
      for (const step of question.places) mark(step, "question");
    }
    this.steps = [...steps].sort(([one], [other]) => one - other);
  }

  draw() {
    this.find();
    const { length } = this.search, bins = new Map();
    const places = Math.max(20, Math.min(length, Math.round((this.svg.clientWidth || 600) / BIN)));
    for (const [step, kinds] of this.steps) {
      const at = Math.round(step / length * places);
      const bin = bins.get(at) ?? bins.set(at, { kinds: new Set(), step, dead: 0 }).get(at);
      for (const kind of kinds) bin.kinds.add(kind);
      bin.dead += kinds.has("dead-end");
    }
    const most = Math.max(...[...bins.values()].map(({ dead }) => dead));
    const unbinned = bins.size === this.steps.length;
    this.svg.replaceChildren(...[...bins].flatMap(([at, { kinds, step, dead }]) => {
      const x = `${100 * (unbinned ? step / length : at / places)}%`;
      const height = 2 + 6 * dead / most;
      return [Object.keys(MARK_SHAPES).find((one) => kinds.has(one)), kinds.has("dead-end") && "dead-end"].filter(Boolean).map((kind) => {
        const group = element("svg", { x, y: 6, overflow: "visible", class: kind });
        group.append(element("path", { d: MARK_SHAPES[kind] ?? `M-2.5 ${15 - height}h5V15h-5z` }));
        return group;
      });
    }));
  }

  // The marked step before or after this one.
  mark(step, direction) {
    const steps = this.steps.map(([one]) => one);
    return direction > 0 ? steps.find((one) => one > step) ?? this.search.length : steps.findLast((one) => one < step) ?? 0;
  }

  // The words of a step, for those who do not see the board.
  spoken() {
    const { step, length, left, question } = this.search;
    const event = left.film?.list[left.position.step - 1];
    const square = [event?.row !== undefined && `row ${event.row}`, event?.column !== undefined && `column ${event.column}`].filter(Boolean).join(" of ");
    return [`step ${step} of ${length}`, square, event?.means || event?.sentence,
      event && !question.on && isDeadEnd(left.film.list, left.position.step - 1) && "a dead end"].filter(Boolean).join(", ");
  }

  show() {
    const { search } = this, { step, length } = search;
    search.slider.setAttribute("aria-valuetext", this.spoken());
    search.slider.style.setProperty("--done", `${length ? 100 * step / length : 0}%`);
    const where = document.getElementById("where"), end = length.toLocaleString("en");
    where.textContent = `${step.toLocaleString("en")} of ${end}`;
    where.style.minWidth = `${2 * end.length + 4}ch`;
  }
}
