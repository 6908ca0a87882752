/** What was tried on the analysis board: a tree of steps, of which one is looked at. Pure values. */

import type { View } from "../../board/view";

export interface Shown {
  /** The position string. */
  position: string;
  view: View;
  /** Steps of both sides that capture or reach the temple. */
  threats: readonly string[];
}

export interface Node extends Shown {
  readonly id: number;
  /** The step that leads here; null at the root. */
  readonly step: string | null;
  readonly parent: number | null;
  /** The first one is the main way on. */
  readonly children: readonly number[];
}

export interface Tree {
  readonly nodes: ReadonlyMap<number, Node>;
  readonly at: number;
}

/** A turn of the tree, its steps together. */
export interface TreeTurn {
  /** The node after its last step. */
  node: Node;
  /** The node before its first step. */
  before: Node;
  text: string;
}

const ROOT = 0;

/** A tree of one position, or of a game. */
export function plant(start: Shown, moves: readonly (Shown & { step: string })[] = []): Tree {
  let tree: Tree = {
    nodes: new Map([[ROOT, { ...start, id: ROOT, step: null, parent: null, children: [] }]]),
    at: ROOT,
  };
  for (const { step, ...shown } of moves) tree = grow(tree, step, shown);
  return tree;
}

export function node(tree: Tree, id: number): Node {
  const found = tree.nodes.get(id);
  if (!found) throw new Error(`there is no node ${id}`);
  return found;
}

export function current(tree: Tree): Node {
  return node(tree, tree.at);
}

/** The node to which a step leads from where one is, if it was tried before. */
export function childBy(tree: Tree, step: string): Node | null {
  const found = current(tree).children.map((id) => node(tree, id));
  return found.find((one) => one.step === step) ?? null;
}

/** Goes on by a step; what was tried before stays. */
export function grow(tree: Tree, step: string, shown: Shown): Tree {
  const known = childBy(tree, step);
  if (known) return { ...tree, at: known.id };
  const id = Math.max(...tree.nodes.keys()) + 1;
  const here = current(tree);
  const nodes = new Map(tree.nodes);
  nodes.set(here.id, { ...here, children: [...here.children, id] });
  nodes.set(id, { ...shown, id, step, parent: here.id, children: [] });
  return { nodes, at: id };
}

export function goTo(tree: Tree, id: number): Tree {
  return tree.nodes.has(id) ? { ...tree, at: id } : tree;
}

/** From the root to a node. */
export function pathTo(tree: Tree, id: number): Node[] {
  const path: Node[] = [];
  for (let here: Node | null = node(tree, id); here; here = here.parent === null ? null : node(tree, here.parent))
    path.unshift(here);
  return path;
}

/** From the root through a node and on along the main way. */
export function lineThrough(tree: Tree, id: number): Node[] {
  const path = pathTo(tree, id);
  for (let next = path.at(-1)?.children[0]; next !== undefined; next = path.at(-1)?.children[0])
    path.push(node(tree, next));
  return path;
}

/** Takes out where one is and all that comes after it. */
export function cut(tree: Tree): Tree {
  const here = current(tree);
  if (here.parent === null) return tree;
  const gone = new Set<number>();
  const take = (id: number): void => {
    gone.add(id);
    node(tree, id).children.forEach(take);
  };
  take(here.id);
  const nodes = new Map([...tree.nodes].filter(([id]) => !gone.has(id)));
  const parent = node(tree, here.parent);
  nodes.set(parent.id, { ...parent, children: parent.children.filter((id) => id !== here.id) });
  return { nodes, at: parent.id };
}

/** Makes the way to where one is the main one. */
export function promote(tree: Tree): Tree {
  const nodes = new Map(tree.nodes);
  for (const one of pathTo(tree, tree.at)) {
    if (one.parent === null) continue;
    const parent = nodes.get(one.parent);
    if (parent)
      nodes.set(parent.id, { ...parent, children: [one.id, ...parent.children.filter((id) => id !== one.id)] });
  }
  return { ...tree, nodes };
}

/** The turns along a line of nodes; the last one may be unfinished. */
export function turnsOf(line: readonly Node[]): TreeTurn[] {
  const turns: TreeTurn[] = [];
  line.slice(1).forEach((one, index) => {
    const before = line[index];
    const last = turns.at(-1);
    if (!before) return;
    const goesOn = last && before.view.turn && before.view.turn.phase !== "place";
    if (goesOn) turns[turns.length - 1] = { ...last, node: one, text: `${last.text} ${one.step}` };
    else turns.push({ before, node: one, text: one.step ?? "" });
  });
  return turns;
}

/** The latest turn before a node, as far as it has got. */
export function lastTurn(tree: Tree, id: number): string | null {
  return turnsOf(pathTo(tree, id)).at(-1)?.text ?? null;
}

/** Other ways that begin on a line of nodes: where, and with which node. */
export function branches(tree: Tree, line: readonly Node[]): { from: Node; to: Node }[] {
  return line.flatMap((one, index) =>
    one.children.filter((id) => id !== line[index + 1]?.id).map((id) => ({ from: one, to: node(tree, id) })),
  );
}
