// The order in which each run found its solutions, as a strip of bars.

function order({ n, solutions, runs }, search) {
  const board = document.getElementById("order-board");
  const caption = document.getElementById("order-caption");

  function show(name, place, number) {
    drawBoard(board, n, solutions[number], { bare: true });
    caption.textContent = `${name}, solution ${place + 1}: rows ${solutions[number].join(", ")}`;
  }

  async function choose(name, place, number) {
    show(name, place, number);
    const film = search?.left.films[name];
    if (!film) return;
    search.left.select.value = name;
    if (search.right.name === name) search.right.select.value = "";
    await search.load(0);
    const event = film.list.findIndex((one) => one.kind === "solution" && one.number === place + 1);
    if (event >= 0) search.goTo(event);
  }

  for (const [name, numbers] of Object.entries(runs)) {
    const strip = document.createElement("div");
    strip.className = "strip";
    strip.dataset.backend = name;
    const label = document.createElement("span");
    label.textContent = name;
    const svg = element("svg", { viewBox: `0 0 ${numbers.length} 20`, preserveAspectRatio: "none", role: "img",
      "aria-label": `the order in which ${name} finds the solutions: ${numbers.slice(0, 12).map((number) => number + 1).join(", ")}`
        + `${numbers.length > 12 ? ", …" : ""}` });
    numbers.forEach((number, place) => {
      const height = 2 + 18 * (number + 1) / solutions.length;
      const bar = element("rect", { x: place + 0.06, y: 20 - height, width: 0.88, height, "data-number": number,
        style: `fill: ${hue(solutions[number][0] ?? 0)}` });
      bar.append(element("title", {}, `solution ${place + 1}: rows ${solutions[number].join(", ")}`));
      bar.addEventListener("click", () => choose(name, place, number));
      svg.append(bar);
    });
    strip.append(label, svg);
    document.getElementById("strips").append(strip);
  }
  const [[name, [number]]] = Object.entries(runs);
  show(name, 0, number);
}
