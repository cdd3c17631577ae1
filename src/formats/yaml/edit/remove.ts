import { append } from '../../../core/util/collections.js';
import { COLLECTION_STYLE } from 'js-yaml';
import type { KeyPath } from '../../../core/keys/key.js';
import type { Replacement } from '../../text.js';
import { isBreak, withoutBreak } from '../parse/lines.js';
import { commentStart } from '../parse/comments.js';
import { entryAt, isBraced } from '../parse/layout.js';
import type { Collection } from '../parse/nodes.js';
import type { Child } from '../parse/walk.js';
import type { EditContext } from './context.js';
import { RENUMBERS } from '../../new-lists.js';
import { entryLines, entryStart } from './entry-lines.js';

/** A leaf or an empty collection to remove, with the children on the way to it from the root. */
export interface Removal {
  readonly path: KeyPath;
  readonly steps: readonly Child[];
  /** The collection this many levels above stays, if need be empty; 0 for none. */
  readonly keepsParent: number;
}

/** A removal that cannot be made. */
export interface CannotRemove {
  readonly path: KeyPath;
  readonly reason: string;
  readonly renumbers?: boolean;
}

/** What one collection loses: its entries by index, each with the path of its edit. */
interface RemovedEntries {
  readonly node: Collection;
  readonly gone: Map<number, KeyPath>;
  /** The entry of the parent collection that holds this one. */
  readonly parent: { readonly removed: RemovedEntries; readonly index: number } | undefined;
  readonly depth: number;
  /** It stays, empty. */
  isKept: boolean;
}

/**
 * The replacements that remove these leaves with their lines and comments. A collection that loses
 * everything goes as well, except for the last key of the file and what a removal keeps. Lists
 * lose items only at their end.
 */
export function removeLeaves(
  context: EditContext,
  root: Collection,
  removals: readonly Removal[],
): { replacements: Replacement[]; refused: CannotRemove[] } {
  const collections = collect(root, removals);
  const replacements: Replacement[] = [];
  const refused: CannotRemove[] = [];
  // Deepest first, so that an empty collection is known before its parent's turn.
  for (const removed of [...collections.values()].sort((a, b) => b.depth - a.depth)) {
    if (losesAll(removed)) {
      const isTop = removed.parent?.removed.node === root && root.values.length === 1;
      if (removed.parent === undefined) append(replacements, emptyRoot(context, removed.node));
      else if (isTop || removed.isKept) append(replacements, emptyValue(context, removed));
      else {
        const [path] = removed.gone.values();
        removed.parent.removed.gone.set(removed.parent.index, path ?? []);
      }
      continue;
    }
    const problem = problemOf(context, removed);
    const renumbering = renumberingBy(removed, removals);
    if (renumbering.length > 0) append(refused, renumbering);
    else if (problem) refused.push(problem);
    else
      append(
        replacements,
        isBraced(context.source.text, removed.node)
          ? fromFlow(context, removed)
          : fromBlock(context, removed, root),
      );
  }
  return { replacements, refused };
}

function collect(root: Collection, removals: readonly Removal[]): Map<Collection, RemovedEntries> {
  const collections = new Map<Collection, RemovedEntries>();
  for (const { path, steps, keepsParent } of removals) {
    let node = root;
    let removed: RemovedEntries | undefined;
    steps.forEach((child, depth) => {
      const parent: RemovedEntries['parent'] =
        removed === undefined ? undefined : { removed, index: steps[depth - 1]?.index ?? 0 };
      removed = collections.get(node) ?? { node, gone: new Map(), parent, depth, isKept: false };
      if (keepsParent > 0 && depth === path.length - keepsParent) removed.isKept = true;
      collections.set(node, removed);
      if (child.node.is === 'scalar' || depth === steps.length - 1) removed.gone.set(child.index, path);
      else node = child.node;
    });
  }
  return collections;
}

// A merge key, an alias or an empty map that stays keeps its collection.
const losesAll = ({ node, gone }: RemovedEntries): boolean => gone.size === node.values.length;

/** The removals from a list that would give other items other numbers. */
function renumberingBy({ node, gone }: RemovedEntries, removals: readonly Removal[]): CannotRemove[] {
  if (node.is !== 'list') return [];
  const last = node.values.findLastIndex((_, index) => !gone.has(index));
  // Most lists lose items at their end only: looking through all removals for each is quadratic.
  if (![...gone.keys()].some((index) => index < last)) return [];
  return removals
    .filter(({ steps }) =>
      steps.some((step) => step.owner === node && step.index < last && gone.has(step.index)),
    )
    .map(({ path }) => ({ path, reason: RENUMBERS, renumbers: true }));
}

function problemOf(context: EditContext, { node, gone }: RemovedEntries): CannotRemove | undefined {
  const entries = context.layout.entries(node);
  for (const [index, path] of gone) {
    if (entries[index]?.explicit) return { path, reason: 'it is an explicit key (?)' };
    if (node.event.style === COLLECTION_STYLE.FLOW && !isBraced(context.source.text, node))
      return { path, reason: 'it is a pair in a list without braces' };
  }
  return undefined;
}

function fromBlock(context: EditContext, { node, gone }: RemovedEntries, root: Collection): Replacement[] {
  const { lines, layout } = context;
  const entries = layout.entries(node);
  const replacements: Replacement[] = [];
  let done = -1;
  for (const index of [...gone.keys()].sort((a, b) => a - b)) {
    if (index <= done) continue;
    const entry = entryAt(entries, index);
    if (lines.beginsLine(entry.start)) {
      const start = entryStart(context, { entries, gone, index, opensFile: node === root && index === 0 });
      const end = lines.next(entry.end);
      // Blank lines that stay can become text of a block scalar above. The second attempt removes
      // them.
      const blank = context.cautious
        ? (/^(?:[ \t]*[\r\n]+)*/.exec(context.source.text.slice(end))?.[0].length ?? 0)
        : 0;
      replacements.push({ start, end: end + blank, text: '' });
    } else {
      // The first key after a dash: whatever comes next takes its place, even a comment.
      for (done = index; gone.has(done + 1); done++);
      const next = lines.next(entryAt(entries, done).end);
      replacements.push({
        start: entry.start,
        end: next + (/^[ \r\n]*/.exec(context.source.text.slice(next))?.[0].length ?? 0),
        text: '',
      });
    }
  }
  return replacements;
}

/**
 * If removals reach the end of a file without a final line break, they take the break before them
 * instead, and the blank lines there, so that the file ends as it did. The replacements have to be
 * sorted.
 */
export function keepFinalBreak(text: string, replacements: readonly Replacement[]): readonly Replacement[] {
  let first = replacements.length - 1;
  if (replacements[first]?.end !== text.length || /[\r\n]$/.test(text) || replacements[first]?.text !== '')
    return replacements;
  while (replacements[first - 1]?.end === replacements[first]?.start && replacements[first - 1]?.text === '')
    first--;
  return replacements.map((each, index) =>
    index === first ? { ...each, start: endOfLast(text, each.start) } : each,
  );
}

/** Where the last line before this line's start ends that is not blank. */
function endOfLast(text: string, start: number): number {
  let end = start;
  for (let at = start; at > 0 && isBreak(text.charCodeAt(at - 1));) {
    at = withoutBreak(text, 0, at);
    end = at;
    while (text[at - 1] === ' ' || text[at - 1] === '\t') at--;
  }
  return end;
}

function fromFlow(context: EditContext, { node, gone }: RemovedEntries): Replacement[] {
  const entries = context.layout.entries(node);
  const replacements: Replacement[] = [];
  for (const index of [...gone.keys()].sort((a, b) => a - b)) {
    if (gone.has(index - 1)) continue;
    let last = index;
    while (gone.has(last + 1)) last++;
    const [before, first, following] = [entries[index - 1], entryAt(entries, index), entries[last + 1]];
    const { end } = entryAt(entries, last);
    const own = entryLines(context, { entries, gone, index, opensFile: false }, end);
    if (own) {
      replacements.push(own);
      if (following === undefined && before) append(replacements, commaBehind(context, before.end, end));
    } else if (following) replacements.push({ start: first.start, end: following.start, text: '' });
    else if (before) {
      // libyaml does not accept a bracket right after the colon of an empty value.
      const text = context.source.text[before.end - 1] === ':' ? ' ' : '';
      replacements.push({ start: before.end, end, text });
    }
  }
  return replacements;
}

/**
 * The comma after an entry that is now the last one. It stays if the old last entry, which ended
 * here, had one too.
 */
function commaBehind({ layout, source }: EditContext, end: number, oldEnd: number): Replacement[] {
  const [comma, trailing] = [layout.skip(end), layout.skip(oldEnd)];
  if (source.text[comma] !== ',' || source.text[trailing] === ',') return [];
  return [{ start: comma, end: comma + 1, text: source.text[comma - 1] === ':' ? ' ' : '' }];
}

/** The only key of the file loses everything: `de:` becomes `de: {}`. */
function emptyValue(context: EditContext, removed: RemovedEntries): Replacement[] {
  const { parent } = removed;
  if (parent === undefined) return [];
  const { text } = context.source;
  if (isBraced(text, removed.node)) return [within(context, removed.node)];
  const entry = entryAt(context.layout.entries(parent.removed.node), parent.index);
  const { anchorEnd, tagEnd } = removed.node.event;
  const slot = Math.max(entry.slot, anchorEnd, tagEnd);
  const inner = context.layout.entries(removed.node);
  const first = entryAt(inner, 0);
  const start = commentStart(context.lines, context.lines.startOf(first.start), false);
  const end = Math.max(entry.end, inner.at(-1)?.end ?? 0);
  const empty = removed.node.is === 'list' ? ' []' : ' {}';
  const stop = context.lines.endOf(end);
  if (start <= slot) return [{ start: slot, end: stop, text: empty }];
  const above = context.lines.previous(start);
  return [
    { start: slot, end: slot, text: empty },
    { start: above === undefined ? start : context.lines.endOf(above), end: stop, text: '' },
  ];
}

function emptyRoot(context: EditContext, node: Collection): Replacement[] {
  if (isBraced(context.source.text, node)) return [within(context, node)];
  const entries = context.layout.entries(node);
  const start = context.lines.startOf(entryAt(entries, 0).start);
  return [{ start, end: context.lines.endOf(entries.at(-1)?.end ?? start), text: '{}' }];
}

/** Everything between the brackets. */
function within(context: EditContext, node: Collection): Replacement {
  return { start: node.event.start + 1, end: context.layout.closing(node), text: '' };
}
