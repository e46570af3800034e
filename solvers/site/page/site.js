// All together: tabs, links, and the engines that are wanted first.

const hashOf = (fields) => `#${new URLSearchParams(Object.entries(fields).filter(([, value]) => value !== "" && value !== undefined))}`;

const tabs = [...document.querySelectorAll("[role=tab]")];

function choose(name) {
  for (const tab of tabs) {
    const chosen = tab.dataset.tab === name;
    tab.setAttribute("aria-selected", chosen);
    tab.tabIndex = chosen ? 0 : -1;
    document.getElementById(tab.dataset.tab).hidden = !chosen;
  }
}

for (const [index, tab] of tabs.entries()) {
  tab.addEventListener("click", () => {
    history.replaceState(null, "", hashOf({ tab: tab.dataset.tab }));
    choose(tab.dataset.tab);
    scrollTo({ top: 0, behavior: "instant" });
    pages[tab.dataset.tab].opened?.();
  });
  tab.addEventListener("keydown", ({ key: pressed }) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[pressed];
    if (!step) return;
    const next = tabs[(index + step + tabs.length) % tabs.length];
    next.focus();
    next.click();
  });
}

const pages = { compare: new Compare(), check: new Check(), watch: new Watch() };

function follow() {
  const fields = new URLSearchParams(location.hash.slice(1));
  const name = fields.get("tab") in pages ? fields.get("tab") : "compare";
  choose(name);
  pages[name].follow?.(fields);
}

addEventListener("hashchange", follow);
follow();
// Their lines say why one cannot run. When they are ready, the check is loaded, too.
Promise.allSettled(["prolog", "python"].map(engine)).then(() => { if (!isSmall) pages.check.opened(); });
if (location.protocol !== "file:") navigator.serviceWorker?.register("offline.js").catch(() => null); // a page alone has none
document.documentElement.dataset.ready = "true";
