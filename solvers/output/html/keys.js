// The keyboard moves the search from anywhere on the page; ? says how.

const KEYS = {
  ArrowRight: "forward", ArrowLeft: "back", " ": "play", Home: "first", End: "last", s: "solution", d: "dead-end",
  p: "part", w: "predict",
};

function keys(search) {
  const help = document.getElementById("help");
  document.getElementById("keys").addEventListener("click", () => help.showModal());
  document.addEventListener("keydown", (event) => {
    const { target, key: pressed } = event;
    if (event.ctrlKey || event.metaKey || event.altKey || help.open || target.closest("input, select, textarea, pre")) return;
    if (pressed === "?") help.showModal();
    else if (!(pressed in KEYS) || (pressed === " " && target.closest("button, a, summary, [tabindex]"))) return;
    else search.act(KEYS[pressed]);
    event.preventDefault();
  });
}
