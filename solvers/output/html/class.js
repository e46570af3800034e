// The table of a class sorts by each column.

const table = document.getElementById("table");
const heads = [...table.querySelectorAll("thead th")];
for (const [column, head] of heads.entries()) {
  head.querySelector("button").addEventListener("click", () => {
    const down = head.getAttribute("aria-sort") === "ascending" ? -1 : 1;
    const value = ({ cells }) => cells[column].dataset.value ?? cells[column].textContent;
    const rows = [...table.tBodies[0].rows].sort((one, other) => down * value(one).localeCompare(value(other), "en", { numeric: true }));
    for (const each of heads) each.removeAttribute("aria-sort");
    head.setAttribute("aria-sort", down > 0 ? "ascending" : "descending");
    table.tBodies[0].append(...rows);
  });
}
document.documentElement.dataset.ready = "true";
