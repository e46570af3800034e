// All together.

const films = Object.fromEntries(Object.entries(data.traces).map(([name, packed]) => [name, new Film(name, packed)]));
let search = null;
if (Object.keys(films).length) {
  search = new Search(films);
  search.watchers.push(trees(search), search.question);
  keys(search);
  if (!await search.follow(location.hash)) await search.load();
  addEventListener("hashchange", () => search.follow(location.hash));
}
if (data.orders) order(data.orders, search);
if (data.solutions) solutions(data.solutions);
if (data.comparisons) {
  askedBoard(data.comparisons.at(-1));
  editor(data.comparisons.at(-1));
}
paper();
notebook();
document.documentElement.dataset.ready = "true";
