// All solutions in a grid, those of a class together; drawn when they are looked at.

function solutions({ n, boards, classes }) {
  const gallery = document.getElementById("boards");
  const filter = document.getElementById("filter");
  const details = gallery.closest("details");

  function save(svg, rows) {
    const link = document.createElement("a");
    const copy = svg.cloneNode(true);
    copy.setAttribute("width", "400");
    copy.setAttribute("height", "400");
    link.href = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(copy.outerHTML)}`;
    link.download = `queens-${n}-${rows.join("-")}.svg`;
    link.click();
  }

  function figureOf(rows) {
    const figure = document.createElement("figure");
    const svg = element("svg", { class: "board", role: "img" });
    drawBoard(svg, n, rows, { plain: true });
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = "save";
    button.setAttribute("aria-label", `save ${rows.join(", ")} as SVG`);
    button.addEventListener("click", () => save(svg, rows));
    const caption = document.createElement("figcaption");
    caption.append(`${rows.join(" ")} `, button);
    figure.append(svg, caption);
    return figure;
  }

  function show() {
    if (!details.open) return;
    const text = filter.value.trim();
    const prefix = text ? text.split(/[\s,]+/).filter(Boolean).map(Number) : [];
    const fitting = boards.filter(({ rows }) => prefix.every((row, column) => rows[column] === row));
    gallery.replaceChildren();
    const groups = new Map();
    for (const board of fitting) groups.set(board.class, [...(groups.get(board.class) ?? []), board]);
    for (const [number, members] of [...groups].sort(([a], [b]) => a - b)) {
      const head = document.createElement("h3");
      head.textContent = `class ${number + 1} (${counted(classes[number], "board")})`;
      const group = document.createElement("div");
      group.append(head, ...members.map(({ rows }) => figureOf(rows)));
      gallery.append(group);
    }
    document.getElementById("shown").textContent = `${fitting.length} of ${boards.length} shown`;
  }

  filter.addEventListener("input", show);
  details.addEventListener("toggle", show);
  show();
}
