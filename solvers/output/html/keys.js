// The keyboard moves the search while it is on the screen, and letters bring it there; the list of keys has the action of each.

function keys(search) {
  const help = document.getElementById("help");
  const actions = Object.fromEntries([...help.querySelectorAll("[data-key]")].map(({ dataset: { key: pressed, action } }) => [pressed, action]));
  const parts = [...search.section.querySelectorAll("#left .board, #left .state, .transport")]; // a narrow window lays out these, and no card around them
  document.getElementById("keys").addEventListener("click", () => help.showModal());
  document.addEventListener("keydown", (event) => {
    const { target, key: pressed } = event;
    if (event.ctrlKey || event.metaKey || event.altKey || help.open || hasKeysOfItsOwn(target, pressed)) return;
    if (!search.section.getClientRects().length) return; // another part of the page hides it
    const projected = document.documentElement.classList.contains("projection");
    if (pressed === "Escape" && projected) search.toggleProjection();
    else if (!(pressed in actions)) return;
    else if (pressed === "?" || parts.some(isOnScreen)) search.act(actions[pressed]);
    else if (/^[a-z]$/i.test(pressed)) { search.section.scrollIntoView(); search.act(actions[pressed]); }
    else return;
    event.preventDefault();
  });
  for (const { select } of search.players) select.addEventListener("focus", () => delete select.dataset.chosen);
}

// Whether what has the focus needs this key: a list of engines does until one of them is chosen.
function hasKeysOfItsOwn(target, pressed) {
  if (target.isContentEditable || target.closest("textarea, input:not([type=range])")) return true;
  if (target.closest("input")) return !/^[a-zP?<>[\] ]$/.test(pressed);
  if (target.closest("select")) return !target.dataset.chosen && !/^Arrow(Left|Right)$/.test(pressed);
  return pressed === " " && Boolean(target.closest("button, a, summary, [tabindex]"));
}

function isOnScreen(part) {
  const { top, bottom } = part.getBoundingClientRect();
  return top < innerHeight && bottom > 0;
}
