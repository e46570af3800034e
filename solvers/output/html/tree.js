// The search as a tree of decisions, one for each of the two searches; see docs/trace.md, "Nodes".

const FIRST_SHOWN = 44; // nodes that are unfolded at first

class Decision {
  constructor(parent, fields) {
    Object.assign(this, { parent, children: [], solutions: 0, folded: true, rows: null }, fields);
    parent?.children.push(this);
  }

  get kind() {
    if (!this.children.length) return this.solutions ? "solution" : "failure";
    return this.folded ? "folded" : "choice";
  }
}

// The root, and `at`: which decision stands last after each event.
function treeOf(film) {
  const root = new Decision(null, { queens: film.prefix, level: 0, step: 0 });
  const path = [root];
  const boards = new Map([[String(film.prefix), root]]);
  const at = [];
  const position = new Position(film);
  film.list.forEach((event, index) => {
    position.goTo(index + 1, index);
    const level = position.level;
    if (DECISIONS.has(meaning(event))) {
      path.length = level;
      path.push(new Decision(path.at(-1), { queens: event.queens, level, column: event.column, row: event.row,
        queen: event.queen !== false, step: index + 1 }));
    } else if (meaning(event) === "backtrack") path.length = level + 1;
    else if (event.kind === "column" || event.kind === "row") path.at(-1).rows ??= line(position, event);
    else if (event.kind === "conflict") path.at(-1).rows?.set(event.row, { tried: true });
    else if (event.kind === "leave") addBoards(boards, event, index + 1);
    else if (event.kind === "solution") (boards.get(String(event.queens)) ?? path.at(-1)).solutions += 1;
    else if (event.kind === "wipeout") path.at(-1).wipeout = WORDS.wipeout(event);
    at.push(path.at(-1));
  });
  const sum = (node) => {
    node.below = 1;
    for (const child of node.children) { sum(child); node.solutions += child.solutions; node.below += child.below; }
  };
  sum(root);
  unfoldFirst(root);
  return { root, at };
}

// The rows of the column that is entered (or columns of a row), as far as they are closed already.
function line({ film, removed }, event) {
  const found = new Map();
  for (let index = 0; index < film.n; index++) {
    const why = removed.get(event.kind === "column" ? key(event.column, index) : key(index, event.row));
    if (why) found.set(index, why);
  }
  return found;
}

// SICP has no single decisions but whole levels: each board hangs below the one without its last queen.
function addBoards(boards, event, step) {
  for (const queens of event.own.placements) {
    if (boards.has(String(queens))) continue;
    const parent = boards.get(String(queens.slice(0, -1)));
    boards.set(String(queens), new Decision(parent, { queens, level: parent.level + 1, column: queens.length - 1,
      row: queens.at(-1), queen: true, step }));
  }
}

// What leads to solutions is unfolded first, level by level, as long as it can be seen.
function unfoldFirst(root) {
  let shown = 1;
  const waiting = [root];
  for (const node of waiting) {
    if (shown + node.children.length > FIRST_SHOWN) return;
    node.folded = false;
    shown += node.children.length;
    waiting.push(...node.children.filter(({ solutions, children }) => solutions && children.length));
  }
}

// All boards that ever stand in a search.
function standing(film) {
  film.boards ??= new Set(film.list.flatMap(({ queens, own }) => (own?.placements ?? [queens]).map(String)));
  return film.boards;
}

// Whether some board beyond the first ones stands in both: else "only here" would say nothing.
const inCommon = (film, other) => film.list.some(({ queens }) => queens.length > film.prefix.length + 1
  && standing(other).has(String(queens)));
