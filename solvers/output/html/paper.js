// On paper nothing can be opened or played: what is folded is printed, but for whole programs, and of a search that stands
// before its first step the first dead end. Afterwards all is as before.

function paper(search) {
  let folded = [], isBefore = false;
  addEventListener("beforeprint", () => {
    folded = [...document.querySelectorAll("details:not([open], .source *)")];
    for (const details of folded) details.open = true;
    document.getElementById("filter")?.dispatchEvent(new Event("input")); // draws the solutions at once
    isBefore = search?.step === 0;
    if (isBefore) search.next(isDeadEnd);
  });
  addEventListener("afterprint", () => {
    for (const details of folded) details.open = false;
    if (isBefore) search.show(0);
  });
}
