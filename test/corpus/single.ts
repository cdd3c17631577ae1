import { readFileSync } from 'node:fs';
import { expect } from 'vitest';
import { keyId } from '../../src/core/keys/key.js';
import type { KeyId, KeyPath } from '../../src/core/keys/key.js';
import type { Document, Edit, EditResult, Leaf, OutlineNode } from '../../src/formats/format.js';
import { sample } from './yaml-corpus.js';

/** What is asked of each file: this many of its keys, or all if it has fewer. */
const KEYS_A_FILE = 50;

/**
 * A format as these tests use it. `parse` may hand out a document again that it has made of the
 * same text.
 */
export interface Subject<D extends Document> {
  parse(text: string): D;
  edit(document: D, edits: readonly Edit[], order?: readonly OutlineNode[]): EditResult;
  /** The lines, from 1, on which a leaf is with its key. */
  linesOf(document: D, id: KeyId): { readonly first: number; readonly last: number };
  /** Whether a leaf shares its lines with others, so that a line of theirs may change with it. */
  shares(document: D, id: KeyId): boolean;
  /** Whether setting a value back has to give the old bytes: its style could be kept. */
  keepsStyle(before: D, after: D, id: KeyId): boolean;
  readonly awkward: readonly string[];
}

/**
 * What came of single edits, by what was done. Of `made` those are `restored` whose undoing gave
 * the old bytes.
 */
export class Tally {
  readonly counts = new Map<string, { asked: number; made: number; restored: number }>();
  readonly refused = new Map<string, number>();

  of(what: string): { asked: number; made: number; restored: number } {
    const known = this.counts.get(what) ?? { asked: 0, made: 0, restored: 0 };
    this.counts.set(what, known);
    return known;
  }

  refuse(what: string, reason: string): void {
    const kind = `${what}: ${reason.replaceAll(/"[^"]*"|&\S+/g, '…').replaceAll(/\d+/g, 'N')}`;
    this.refused.set(kind, (this.refused.get(kind) ?? 0) + 1);
  }

  toString(): string {
    const done = [...this.counts].map(
      ([what, { asked, made, restored }]) => `${what} ${made} of ${asked}, ${restored} undone to the byte`,
    );
    return `${done.join('; ')}; refused: ${JSON.stringify(Object.fromEntries([...this.refused].sort()), null, 1)}`;
  }
}

const splitLines = (text: string): string[] => text.replace(/^\uFEFF/, '').split(/\r\n|\n|\r/);

/**
 * How the lines of two texts differ: `head` lines at the start and `tail` lines at the end are the
 * same.
 */
function difference(old: readonly string[], now: readonly string[]): { head: number; tail: number } {
  const most = Math.min(old.length, now.length);
  let head = 0;
  while (head < most && old[head] === now[head]) head++;
  let tail = 0;
  while (tail < most - head && old.at(-1 - tail) === now.at(-1 - tail)) tail++;
  return { head, tail };
}

/**
 * Fails unless both are the same. Vitest's own comparison costs more than an edit, and there are
 * hundreds of thousands.
 */
function agree(at: readonly string[], got: unknown, wanted: unknown): void {
  if (!Object.is(got, wanted)) expect([...at, got]).toEqual([...at, wanted]);
}

/**
 * Sets, inserts beside and removes a sample of a file's keys, each alone and each undone again, and
 * checks every result.
 */
export function editSingly<D extends Document>(
  subject: Subject<D>,
  name: string,
  text: string,
  next: () => number,
  tally: Tally,
): void {
  const document = subject.parse(text);
  const old = splitLines(text);
  const leaves = [...document.leaves.values()];
  for (const leaf of sample(leaves, KEYS_A_FILE, next)) {
    const wanted = subject.awkward[Math.floor(next() * subject.awkward.length)] ?? '';
    const at = [name, leaf.path.join(' / '), wanted];
    setOne(leaf, wanted, at);
    insertBeside(leaf, wanted, at);
    removeOne(leaf, at);
  }

  function setOne(leaf: Leaf, wanted: string, at: readonly string[]): void {
    const result = attempt('set', [{ path: leaf.path, text: wanted }]);
    if (result === undefined) return;
    const after = subject.parse(result);
    const is = after.leaves.get(keyId(leaf.path));
    agree(at, is?.text === wanted, true);
    agree(at, after.leaves.size, leaves.length);
    const now = splitLines(result);
    const { head, tail } = difference(old, now);
    const { first, last } = subject.linesOf(document, keyId(leaf.path));
    agree(at, result === text || (head >= first - 1 && old.length - tail <= last), true);
    const undone = subject.edit(after, [{ path: leaf.path, text: leaf.text }]);
    agree(at, undone.ok, true);
    if (!undone.ok || is === undefined) return;
    if (undone.text === text) tally.of('set').restored++;
    else if (subject.keepsStyle(document, after, keyId(leaf.path))) agree(at, undone.text, text);
    else {
      const back = subject.parse(undone.text).leaves;
      agree(at, back.get(keyId(leaf.path))?.text, leaf.text);
    }
  }

  function insertBeside(leaf: Leaf, wanted: string, at: readonly string[]): void {
    const parent = leaf.path.slice(0, -1);
    const children = document.outline.filter(({ path }) => isChild(parent, path));
    const isList = document.outline.some(({ path, kind }) => kind === 'list' && same(path, parent));
    const path = [...parent, isList ? String(children.length) : 'a new "key"'];
    const order = [...document.outline];
    order.splice(order.findIndex((node) => same(node.path, leaf.path)) + 1, 0, { path, kind: 'string' });
    const result = attempt('insert', [{ path, text: wanted }], order);
    if (result === undefined) return;
    const after = subject.parse(result);
    agree(at, after.leaves.get(keyId(path))?.text, wanted);
    agree(at, after.leaves.size, leaves.length + 1);
    const { head, tail } = difference(old, splitLines(result));
    const changed = old.length - head - tail;
    agree(at, changed <= (subject.shares(document, keyId(leaf.path)) ? 1 : 0), true);
    const undone = subject.edit(after, [{ path, text: undefined }]);
    agree(at, undone.ok && undone.text, text);
    tally.of('insert').restored++;
  }

  function removeOne(leaf: Leaf, at: readonly string[]): void {
    const result = attempt('remove', [{ path: leaf.path, text: undefined }]);
    if (result === undefined) return;
    const after = subject.parse(result);
    agree(at, after.leaves.has(keyId(leaf.path)), false);
    agree(at, after.leaves.size, leaves.length - 1);
    const now = splitLines(result);
    const { head, tail } = difference(old, now);
    const changed = now.length - head - tail;
    agree(at, changed <= (subject.shares(document, keyId(leaf.path)) ? 2 : 0), true);
    const undone = subject.edit(after, [{ path: leaf.path, text: leaf.text }], document.outline);
    if (!undone.ok) {
      tally.refuse('put back', undone.refused[0].reason);
      return;
    }
    if (undone.text === text) tally.of('remove').restored++;
    const back = subject.parse(undone.text).leaves.get(keyId(leaf.path));
    agree(at, back?.text, leaf.text);
  }

  function attempt(what: string, edits: readonly Edit[], order?: readonly OutlineNode[]): string | undefined {
    const count = tally.of(what);
    count.asked++;
    const result = subject.edit(document, edits, order);
    if (!result.ok) {
      tally.refuse(what, result.refused[0].reason);
      return undefined;
    }
    count.made++;
    return result.text;
  }
}

/**
 * What was refused, by part of the corpus and reason. The numbers may only fall; a new reason is a
 * fault.
 */
const known = JSON.parse(readFileSync(new URL('single-refusals.json', import.meta.url), 'utf8')) as Record<
  string,
  Record<string, number>
>;

// What the contract refuses: values read in several places, keys that stand there twice, items not
// at the end of their list.
export const BY_CONTRACT = /anchor|more than once|occurs twice|the end of a list|renumber/;

/**
 * Prints what came of a part of the corpus and holds it: at least `least` keys, 99.9 % of what the
 * contract allows, no new refusal.
 */
export function hold(part: string, tally: Tally, least: number): void {
  process.stderr.write(`${part}: ${tally.toString()}\n`);
  const allowed = known[part] ?? {};
  for (const [reason, count] of tally.refused)
    expect([reason, count, count <= (allowed[reason] ?? 0)]).toEqual([reason, count, true]);
  for (const [what, { asked, made }] of tally.counts) {
    const byContract = [...tally.refused]
      .filter(([reason]) => reason.startsWith(`${what}:`) && BY_CONTRACT.test(reason))
      .reduce((sum, [, count]) => sum + count, 0);
    expect([what, asked >= least]).toEqual([what, true]);
    expect([what, made / (asked - byContract)]).toEqual([what, expect.closeTo(1, 3)]);
  }
}

const same = (a: KeyPath, b: KeyPath): boolean =>
  a.length === b.length && a.every((segment, index) => segment === b[index]);

const isChild = (parent: KeyPath, path: KeyPath): boolean =>
  path.length === parent.length + 1 && parent.every((segment, index) => segment === path[index]);
