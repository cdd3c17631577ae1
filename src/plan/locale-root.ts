import { isMultilingual, type FileSet } from '../core/files/file-set.js';
import { LocsyncError, type Place } from '../core/errors/index.js';
import { topGroupOf, type KeyId, type KeyPath } from '../core/keys/key.js';
import type { LeafValue } from '../core/keys/leaf.js';
import { type Locale, foldCode, isSameCode } from '../core/locales/locale.js';
import { fullCode, type LocaleTable } from '../core/files/locale-table.js';
import type { Document, OutlineNode } from '../formats/format.js';

/**
 * The top-level key under which a file of one language keeps its texts, as it is spelt there
 * (Rails: `de:` in `de.yml`, also `pt_BR:` for pt-BR); undefined if the texts are at the top.
 * Throws if an upload of the file could change texts that were not compared: LOCALE_ROOT for
 * another language of the project alone, LOCALE_ROOTS for several, LOCALE_ROOT_TWICE for one in two
 * spellings.
 */
export function localeRoot(
  document: Document,
  locale: Locale,
  table: LocaleTable,
  path: string,
): string | undefined {
  const groups = document.top.filter(isGroup).map(({ path: [name = ''] }) => name);
  const isOwn = (root: string): boolean => means(root, locale, table);
  const own = groups.filter(isOwn);
  const others = groups.filter((root) => !isOwn(root) && localeOf(root, table) !== undefined);
  const [root] = own;
  const onlyCodes =
    groups.length === document.top.length &&
    groups.every((group) => CODE.test(group) || isOwn(group) || others.includes(group));
  if (root !== undefined) {
    refuseTwice(document, own, locale.tag, path);
    // A service that sees nothing but codes treats each part as a language, and what it does not
    // know is dropped.
    if (others.length > 0 || (onlyCodes && groups.length > 1))
      throw severalLanguages(
        document,
        root,
        [...others, ...groups.filter((group) => group !== root)],
        locale,
        path,
      );
    return groups.length === document.top.length && groups.length === 1 ? root : undefined;
  }
  const [otherRoot] = others;
  if (otherRoot === undefined || !onlyCodes) return undefined;
  if (groups.length > 1)
    throw severalLanguages(
      document,
      otherRoot,
      groups.filter((group) => group !== otherRoot),
      locale,
      path,
    );
  throw LocsyncError.of(
    'LOCALE_ROOT',
    { root: otherRoot, locale: locale.tag, isKnown: true },
    { place: placeOf(document, otherRoot, path) },
  );
}

/**
 * Throws LOCALE_ROOT if the only top-level key of a file is the language of its locale without the
 * region (`de` in `de-DE.yml`). Called if other files of the set begin with their locale: the
 * service would treat the key as a language that the project lacks.
 */
export function refuseRootWithoutRegion(document: Document, locale: Locale, path: string): void {
  const root = soleRoot(document);
  if (root === undefined || !foldCode(locale.tag).startsWith(`${foldCode(root)}-`)) return;
  throw LocsyncError.of(
    'LOCALE_ROOT',
    { root, locale: locale.tag, isKnown: false },
    { place: placeOf(document, root, path) },
  );
}

/** A language's top-level key in a file that holds several; its tag if there is none yet. */
export function languageRoot(document: Document | undefined, locale: Locale, table: LocaleTable): string {
  const node = document?.top.find((group) => localeOf(group.path[0] ?? '', table)?.id === locale.id);
  return node?.path[0] ?? locale.tag;
}

/** A group at the top of these keys that may be read as a language of the project, if any. */
export function languageGroupIn(keys: readonly KeyId[], table: LocaleTable): string | undefined {
  let last: string | undefined;
  for (const key of keys) {
    const group = topGroupOf(key);
    if (group === last || group === undefined) continue;
    if (table.calledBy(group).length > 0) return group;
    last = group;
  }
  return undefined;
}

/** The root of a language in a file of this set. Throws what {@link localeRoot} throws. */
export const rootIn = (document: Document, set: FileSet, locale: Locale, path: string): string | undefined =>
  isMultilingual(set)
    ? languageRoot(document, locale, set.entry.table)
    : localeRoot(document, locale, set.entry.table, path);

/**
 * The top-level keys of languages that the project lacks, in a file that holds several languages:
 * not compared, and not uploaded. Throws LANGUAGES_MISSING if the file has no language of the
 * project at its top, LANGUAGE_ROOT for a key that is not a language, LOCALE_ROOT_TWICE for one
 * language in two spellings: the service would read such a file in another way than this program.
 */
export function unknownRoots(
  document: Document,
  table: LocaleTable,
  path: string,
  pattern: { readonly pattern: string; readonly meant: string },
): readonly string[] {
  const { top } = document;
  if (top.length === 0) return [];
  const languageNodes = top.filter(
    (node) => isGroup(node) && localeOf(node.path[0] ?? '', table) !== undefined,
  );
  if (languageNodes.length === 0) throw LocsyncError.of('LANGUAGES_MISSING', { path, ...pattern });
  const unknown = top.filter((node) => !languageNodes.includes(node));
  for (const node of unknown) {
    const [root = ''] = node.path;
    if (isGroup(node) && CODE.test(root)) continue;
    throw LocsyncError.of('LANGUAGE_ROOT', { root }, { place: placeOf(document, root, path) });
  }
  for (const locale of table.locales) {
    const own = languageNodes
      .map(({ path: [root = ''] }) => root)
      .filter((root) => localeOf(root, table)?.id === locale.id);
    refuseTwice(document, own, locale.tag, path);
  }
  return unknown.map(({ path: [root = ''] }) => root);
}

/** The languages of the project at the top of a file that holds several. */
export const rootsOf = (document: Document, table: LocaleTable): readonly Locale[] =>
  table.locales.filter((locale) =>
    document.top.some(({ path: [root = ''] }) => localeOf(root, table)?.id === locale.id),
  );

/**
 * The root as an upload spells it: the service's code, however the file spells it, if `localeMap`
 * gives the files another one.
 */
export function sentRoot(root: string | undefined, locale: Locale, code: string): string | undefined {
  if (root === undefined || code === locale.tag) return root;
  const isServices = isSameCode(root, code) && [locale.code, fullCode(locale)].includes(root);
  return isServices ? root : code;
}

/** The only top-level key of a document, if it looks like the code of a language. */
export function soleRoot({ top }: Document): string | undefined {
  const [node, another] = top;
  const [name = ''] = node?.path ?? [];
  return node && another === undefined && isGroup(node) && CODE.test(name) ? name : undefined;
}

// What a service may take for a language's code, of the project or not.
const CODE = /^[a-z]{2,3}(?:[-_@][a-z0-9]{1,8}){0,4}$/i;

// An item of a list is a text, whatever its id is.
const isGroup = ({ kind, item }: OutlineNode): boolean =>
  item === undefined && (kind === 'map' || kind === 'null');

/** The language of the project that a top-level key stands for; undefined if it may be several. */
function localeOf(root: string, table: LocaleTable): Locale | undefined {
  const [only, another] = table.calledBy(root);
  return another === undefined ? only : undefined;
}

const means = (root: string, locale: Locale, table: LocaleTable): boolean =>
  table.calledBy(root).some(({ id }) => id === locale.id);

/** Throws LOCALE_ROOT_TWICE if several keys of the top are among these, however spelt. */
function refuseTwice(document: Document, roots: readonly string[], locale: string, path: string): void {
  const keys = document.topKeys.filter(({ name }) => roots.includes(name));
  const [first, second] = keys;
  if (!first || !second) return;
  const args = { one: first.name, line: first.position.line, other: second.name, locale };
  throw LocsyncError.of('LOCALE_ROOT_TWICE', args, { place: { path, ...second.position } });
}

function severalLanguages(
  document: Document,
  firstRoot: string,
  others: readonly string[],
  locale: Locale,
  path: string,
): LocsyncError {
  const [otherRoot = ''] = others;
  const lines = [firstRoot, otherRoot].map((root) => placeOf(document, root, path).line ?? 1);
  const args = {
    locale: locale.tag,
    one: firstRoot,
    line: lines[0] ?? 1,
    other: otherRoot,
    otherLine: lines[1] ?? 1,
  };
  return LocsyncError.of('LOCALE_ROOTS', args, { place: placeOf(document, otherRoot, path) });
}

function placeOf(document: Document, root: string, path: string): Place {
  return { path, ...(document.topKeys.find(({ name }) => name === root)?.position ?? { line: 1 }) };
}

/** A leaf with its path inside its language. */
export type LocalLeaf = LeafValue & { readonly path: KeyPath };

// All locales of a set look at the source locale's file.
const cache = new WeakMap<Document, { readonly root: string; readonly leaves: LocaleLeaves }>();

/** The leaves of one language of a file. */
export type LocaleLeaves = ReadonlyMap<KeyId, LocalLeaf>;

/** The leaves of one language of a document, their paths without the root. */
export function leavesUnder(document: Document, root: string | undefined): LocaleLeaves {
  if (root === undefined) return document.leaves;
  const last = cache.get(document);
  if (last?.root === root) return last.leaves;
  const leaves = document.below(root);
  cache.set(document, { root, leaves });
  return leaves;
}

/** A path of a language as a path of its document. */
export function underRoot(path: KeyPath, root: string | undefined): KeyPath {
  return root === undefined ? path : [root].concat(path);
}

/** The outline of one document in terms of another: its root `from` exchanged for `to`. */
export function withOtherRoot(
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

/** Whether a document has this key at its top. */
export const hasRoot = (document: Document | undefined, root: string | undefined): boolean =>
  document?.top.some(({ path }) => path[0] === root) === true;
