// The search as a tree of decisions, one for each of the two searches.

class Decision {
  constructor({ removed, failed, ...fields }) {
    const why = removed?.map(([row, by, rule]) => [row, { by, rule }]);
    const rows = why ? new Map([...why, ...failed.map((row) => [row, { tried: true }])]) : null;
    Object.assign(this, { parent: null, folded: true, rows }, fields);
  }

  get kind() {
    if (!this.children.length) return this.solutions ? "solution" : "failure";
    return this.folded ? "folded" : "choice";
  }
}

// The root, and `at`: which decision stands last after each event.
function treeOf(film) {
  const all = film.decisions.map((fields) => new Decision(fields));
  for (const node of all) {
    node.children = node.children.map((number) => all[number]);
    for (const child of node.children) child.parent = node;
  }
  const sum = (node) => {
    node.below = 1;
    for (const child of node.children) {
      sum(child);
      node.solutions += child.solutions;
      node.below += child.below;
    }
  };
  const [root] = all;
  sum(root);
  let last = 0;
  return { root, at: film.list.map(({ decision = last }) => all[last = decision]) };
}

// What leads to solutions is unfolded first, level by level, as far as it fits into this width; then the rest, if all of it fits.
function unfoldFirst(root, width) {
  let left = width;
  const unfold = (isWanted) => {
    const waiting = [root];
    for (const node of waiting) {
      const wanted = node.folded ? node.children.reduce((sum, child) => sum + widthOf(child), -widthOf(node)) : 0;
      if (node !== root && wanted > left) return;
      node.folded = false;
      left -= wanted;
      waiting.push(...node.children.filter((child) => child.children.length && isWanted(child)));
    }
  };
  unfold(({ solutions }) => solutions);
  if (leavesOf(root) * CELLS <= width) unfold(() => true);
}

const leavesOf = ({ children }) => Math.max(1, children.reduce((sum, child) => sum + leavesOf(child), 0));

// All boards that ever stand in a search.
function standing(film) {
  film.boards ??= new Set([...film.list, ...film.decisions].map(({ queens }) => String(queens)));
  return film.boards;
}

// Whether some board beyond the first ones stands in both: else "only here" would say nothing.
const inCommon = (film, other) => film.list.some(({ queens }) => queens.length > film.prefix.length + 1
  && standing(other).has(String(queens)));
