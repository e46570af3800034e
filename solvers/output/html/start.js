// All together.

// The first solution, and one click that plays the search for it.
function overview(search) {
  const svg = document.getElementById("first-solution");
  const play = () => {
    search.section.scrollIntoView();
    search.show(0);
    search.play();
    search.playButton.focus({ preventScroll: true }); // so that Space pauses
  };
  for (const part of [svg, document.getElementById("watch")]) if (search) part?.addEventListener("click", play);
  if (!svg) return;
  const { film, name } = search?.left ?? {};
  const isFilmed = film?.solution.length === data.solutions.n; // a program of one's own may play another n
  const rows = isFilmed ? film.solution : data.solutions.boards[0].rows;
  drawBoard(svg, rows.length, rows, { colours: data.solutions?.colours });
  document.querySelector("#found figcaption").textContent = isFilmed ? `The first solution that ${name} found` : "A solution";
  svg.classList.toggle("plays", Boolean(search));
}

const films = Object.fromEntries(Object.entries(data.traces).map(([name, packed]) => [name, new Film(name, packed)]));
let search = null;
if (Object.keys(films).length) {
  search = new Search(films);
  search.watchers.push(trees(search), search.question);
  keys(search);
  const isLinked = await search.follow(location.hash);
  if (!isLinked) await search.load();
  requestAnimationFrame(() => { if (isLinked) search.section.scrollIntoView({ behavior: "instant" }); }); // all above it has its height now
  addEventListener("hashchange", () => search.follow(location.hash));
}
// Every chart can be taken along; of the two drawings of one, the one that is seen.
function charts() {
  for (const figure of document.querySelectorAll(".difference, .plot")) {
    const seen = () => [...figure.querySelectorAll("svg")].find((svg) => svg.clientWidth);
    figure.append(saves(seen, (svg) => `queens-${svg.getAttribute("aria-label").toLowerCase().split(/\W+/).slice(0, 6).join("-")}`));
  }
}

overview(search);
charts();
if (data.solutions) solutions(data.solutions);
paper(search);
notebook();
document.documentElement.dataset.ready = "true";
