// Numbers with their nouns, and the state of a search as text.

const counted = (number, noun) => `${number.toLocaleString("en")} ${noun}${number === 1 ? "" : "s"}`;

// The sentences of these events, in one line.
const told = (events) => events.map(({ sentence }) => sentence).join("; ");

// The state in the paradigm's own terms; of a search that removes squares, the rows that are free.
function stateText(position) {
  if (position.state.length) return position.state.join("\n");
  return position.film.removes ? freeRows(position) : "";
}

function freeRows({ film, queens, removed }) {
  const rows = [...Array(film.n).keys()];
  return ["column: free rows", ...rows.map((column) => {
    const free = rows.filter((row) => !removed.has(key(column, row)));
    return `${column}: ${(queens[column] ?? null) !== null ? `♛ ${queens[column]}` : free.join(" ") || "nothing left"}`;
  })].join("\n");
}
