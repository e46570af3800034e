// On paper nothing can be opened: what is folded is printed, but for whole programs, and folded again afterwards.

function paper() {
  let folded = [];
  addEventListener("beforeprint", () => {
    folded = [...document.querySelectorAll("details:not([open], .source *)")];
    for (const details of folded) details.open = true;
    document.getElementById("filter")?.dispatchEvent(new Event("input")); // draws the solutions at once
  });
  addEventListener("afterprint", () => { for (const details of folded) details.open = false; });
}
