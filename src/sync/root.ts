import { LocsyncError } from '../core/errors/index.js';
import type { KeyId, KeyPath } from '../core/key.js';
import type { LeafValue } from '../core/leaf.js';
import { foldCode, type Locale } from '../core/locale.js';
import type { LocaleTable } from '../core/locales.js';
import type { Document, OutlineNode } from '../formats/format.js';

/**
 * The top-level key under which a file of one language keeps its texts, as it is spelt there (Rails: `de:` in `de.yml`, also `pt_BR:` for
 * pt-BR); undefined where the texts stand at the top. Throws LOCALE_ROOT where the only such key is another language of the project:
 * an upload would overwrite that language.
 */
export function localeRoot(
  document: Document,
  locale: Locale,
  table: LocaleTable,
  path: string,
): string | undefined {
  const nodes = document.top;
  const roots = nodes
    .filter((node) => node.kind === 'map' || node.kind === 'null')
    .map((node) => node.path[0] ?? '');
  if (roots.length === 0 || roots.length < nodes.length) return undefined;
  const own = roots.find((root) => means(root, locale, table));
  if (own !== undefined)
    return roots.length === 1 || roots.every((root) => table.find(root) !== undefined) ? own : undefined;
  const [only] = roots;
  if (roots.length > 1 || only === undefined) return undefined;
  const stranger = table.find(only);
  if (!stranger) return undefined;
  throw LocsyncError.of('LOCALE_ROOT', { root: only, locale: locale.tag }, { place: { path, line: 1 } });
}

/** The top-level key of one language in a file that holds several; its tag where the file has no such key yet. */
export function languageRoot(document: Document | undefined, locale: Locale, table: LocaleTable): string {
  const node = document?.top.find((one) => means(one.path[0] ?? '', locale, table));
  return node?.path[0] ?? locale.tag;
}

const means = (root: string, locale: Locale, table: LocaleTable): boolean =>
  table.find(root)?.id === locale.id || foldCode(root) === foldCode(locale.code);

/** A leaf with its path inside its language. */
export type LocalLeaf = LeafValue & { readonly path: KeyPath };

// All locales of a set look at the source locale's file.
const known = new WeakMap<Document, { readonly root: string; readonly leaves: Leaves }>();
type Leaves = ReadonlyMap<KeyId, LocalLeaf>;

/** The leaves of one language of a document, their paths without the root. */
export function leavesUnder(document: Document, root: string | undefined): Leaves {
  if (root === undefined) return document.leaves;
  const last = known.get(document);
  if (last?.root === root) return last.leaves;
  const leaves = document.below(root);
  known.set(document, { root, leaves });
  return leaves;
}

/** A path of a language as a path of its document. */
export function underRoot(path: KeyPath, root: string | undefined): KeyPath {
  return root === undefined ? path : [root, ...path];
}

/** The outline of one document in terms of another: its root `from` exchanged for `to`. */
export function rerooted(
  outline: readonly OutlineNode[],
  from: string | undefined,
  to: string | undefined,
): readonly OutlineNode[] {
  if (from === to) return outline;
  const nodes: OutlineNode[] = to === undefined ? [] : [{ path: [to], kind: 'map' }];
  for (const node of outline) {
    const inner = from === undefined ? node.path : node.path[0] === from ? node.path.slice(1) : [];
    if (inner.length > 0) nodes.push({ path: underRoot(inner, to), kind: node.kind });
  }
  return nodes;
}
