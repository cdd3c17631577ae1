import { childId, keyPath, type KeyId, type KeyPath } from '../../core/keys/key.js';
import type { Position } from '../../core/text/lines.js';
import type { FormatWarning, Leaf, LeafKind, OutlineNode } from '../format.js';
import { LIST, type Tape } from '../../core/json/tape.js';

type Locate = (offset: number) => Position;

/** A leaf that reads everything from its row on the tape, so that a million of them stay small. */
class TapeLeaf implements Leaf {
  constructor(
    private readonly id: KeyId,
    private readonly tape: Tape,
    private readonly node: number,
    private readonly locate: Locate,
  ) {}

  get path(): KeyPath {
    return keyPath(this.id);
  }

  get kind(): LeafKind {
    const kind = this.tape.kindName(this.node);
    return kind === 'map' || kind === 'list' ? 'null' : kind;
  }

  get text(): string {
    return this.tape.leafText(this.node);
  }

  get position(): Position {
    return this.locate(this.tape.start(this.node));
  }
}

/**
 * The children by name, in file order; those of a list by index. If a key occurs several times, the
 * last one counts, at its place, as for all readers. `repeated` is called for it.
 */
export function namedChildren(tape: Tape, node: number, repeated?: Repeated): Map<string, number> {
  const named = new Map<string, number>();
  const isList = tape.kind(node) === LIST;
  const end = tape.next(node);
  let index = 0;
  for (let child = node + 1; child < end; child = tape.next(child)) {
    named.set(isList ? String(index) : tape.key(child), child);
    index++;
  }
  if (repeated === undefined || named.size === index) return named;
  named.clear();
  for (let child = node + 1; child < end; child = tape.next(child)) {
    const name = tape.key(child);
    const before = named.get(name);
    if (before !== undefined) {
      repeated(name, before, child);
      named.delete(name);
    }
    named.set(name, child);
  }
  return named;
}

type Repeated = (name: string, first: number, last: number) => void;

/** All leaves by path, and the warnings: keys that occur twice. */
export function collectLeaves(
  tape: Tape,
  locate: Locate,
): { leaves: Map<KeyId, Leaf>; warnings: FormatWarning[] } {
  const warnings: FormatWarning[] = [];
  const leaves = leavesBelow(tape, 0, locate, (name, first, last) => {
    const { line, column } = locate(tape.keyStart(first));
    const position = locate(tape.keyStart(last));
    const reason = `the key ${JSON.stringify(name)} occurs twice, at ${line}:${column} and at ${position.line}:${position.column}; the last one counts`;
    warnings.push({ reason, position });
  });
  return { leaves, warnings };
}

/** The leaves below a map or list, by path from there. */
export function leavesBelow(
  tape: Tape,
  top: number,
  locate: Locate,
  repeated: Repeated = () => undefined,
): Map<KeyId, Leaf> {
  return leavesOnce(tape, top, locate) ?? leavesByName(tape, top, locate, repeated);
}

/** The leaves of a file without a list in which no key occurs twice; undefined of any other. */
function leavesOnce(tape: Tape, top: number, locate: Locate): Map<KeyId, Leaf> | undefined {
  const leaves = new Map<KeyId, Leaf>();
  const groups = new Set<KeyId>();
  let found = 0;
  const visit = (node: number, parent: KeyId | undefined): boolean => {
    if (tape.kind(node) === LIST) return false;
    const end = tape.next(node);
    for (let child = node + 1; child < end; child = tape.next(child)) {
      const id = childId(parent, tape.key(child));
      found++;
      if (tape.isLeaf(child)) leaves.set(id, new TapeLeaf(id, tape, child, locate));
      else {
        groups.add(id);
        if (!visit(child, id)) return false;
      }
    }
    return true;
  };
  if (!visit(top, undefined) || leaves.size + groups.size < found) return undefined;
  for (const id of groups) if (leaves.has(id)) return undefined;
  return leaves;
}

function leavesByName(tape: Tape, top: number, locate: Locate, repeated: Repeated): Map<KeyId, Leaf> {
  const leaves = new Map<KeyId, Leaf>();
  const visit = (node: number, parent: KeyId | undefined): void => {
    for (const [name, child] of namedChildren(tape, node, repeated)) {
      const id = childId(parent, name);
      if (tape.isLeaf(child)) leaves.set(id, new TapeLeaf(id, tape, child, locate));
      else visit(child, id);
    }
  };
  visit(top, undefined);
  return leaves;
}

/** The top-level nodes of the outline; of a key that occurs twice the last. */
export function topOf(tape: Tape): OutlineNode[] {
  return [...namedChildren(tape, 0, () => undefined)].map(([name, child]) => ({
    path: [name],
    kind: tape.kindName(child),
  }));
}

/** The members of the root in file order, with the range of their keys, quotes included. */
export function topMembers(tape: Tape): { name: string; start: number; end: number }[] {
  const members: { name: string; start: number; end: number }[] = [];
  for (let child = 1; child < tape.next(0); child = tape.next(child))
    members.push({ name: tape.key(child), start: tape.keyStart(child), end: tape.keyEnd(child) });
  return members;
}

/** Every node but the root, parents before children, in file order; the last of equal keys. */
export function outline(tape: Tape): OutlineNode[] {
  const nodes: OutlineNode[] = [];
  const visit = (node: number, parent: KeyPath): void => {
    for (const [name, child] of namedChildren(tape, node, () => undefined)) {
      const path = [...parent, name];
      nodes.push({ path, kind: tape.kindName(child) });
      if (!tape.isLeaf(child)) visit(child, path);
    }
  };
  visit(0, []);
  return nodes;
}
