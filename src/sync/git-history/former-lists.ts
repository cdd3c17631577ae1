import { isIndex } from '../../core/align/key-format.js';
import { isMultilingual } from '../../core/files/file-set.js';
import { groupOf, keyId, lastSegment, mayHaveItem, type KeyId } from '../../core/keys/key.js';
import type { Locale } from '../../core/locales/locale.js';
import type { Document, OutlineNode } from '../../formats/format.js';
import { languageRoot, localeRoot, withOtherRoot } from '../../plan/locale-root.js';
import type { Files } from '../../ports/files.js';
import type { ComparedFile, ComparedLocale } from '../files/compared-file.js';
import { readDocument } from '../files/read-file.js';
import { ifValid } from '../files/unless-failed.js';
import type { FileHistory } from './file-history.js';

/** Groups of keys that a file has lost; undefined for those of which nothing is known yet. */
type Groups = Map<KeyId, Former | undefined>;

/** What a group was: a map, or a list with so many items. */
interface Former {
  readonly kind: 'map' | 'list';
  readonly size: number;
}

/**
 * What groups of keys were that a file has lost and may get back: the service's keys do not always
 * show whether a group is a list.
 */
export class FormerLists {
  constructor(
    private readonly files: Files,
    private readonly history: FileHistory,
  ) {}

  /**
   * The comparison with the lists that other languages have, or else the newest version of the file
   * in git that has the group. What neither has stays as the service's answer shows it.
   */
  async complete(compared: ComparedFile): Promise<ComparedFile> {
    const wanted = compared.locales.map((language) => lostGroups(compared, language));
    if (wanted.every((groups) => groups.size === 0)) return compared;
    await this.#lookHere(compared, wanted);
    const groupsOf = (i: number): Groups => wanted[i] ?? new Map<KeyId, Former | undefined>();
    for (const [i, { locale }] of compared.locales.entries())
      await this.#lookInGit(compared, locale, groupsOf(i));
    return { ...compared, locales: compared.locales.map((one, i) => withLists(one, groupsOf(i))) };
  }

  async #lookHere({ file, document }: ComparedFile, wanted: readonly Groups[]): Promise<void> {
    const { set } = file.bound;
    for (const locale of set.entry.table.locales) {
      const path = set.files.get(locale.id);
      if (path === undefined || wanted.every(isFound)) continue;
      const other = path === file.path ? document : await readDocument(this.files, path);
      if (other) for (const groups of wanted) look(other, rootIn(file, locale, path)(other), groups);
    }
  }

  async #lookInGit({ file }: ComparedFile, locale: Locale, groups: Groups): Promise<void> {
    const find = rootIn(file, locale, file.path);
    if (isFound(groups)) return;
    for await (const document of this.history.documents(file.path)) {
      look(document, find(document), groups);
      if (isFound(groups)) return;
    }
  }
}

const isFound = (groups: Groups): boolean => [...groups.values()].every((former) => former !== undefined);

/** Groups of which the file has nothing left, and which may be lists as far as their keys tell. */
function lostGroups({ document }: ComparedFile, { comparison, root }: ComparedLocale): Groups {
  const lost: Groups = new Map();
  for (const { key, here, there, base } of comparison.states) {
    // A file that is not there has no base either.
    const isLost = here === undefined && there !== undefined && (base !== undefined || !document);
    if (!isLost || !mayHaveItem(key)) continue;
    let child: KeyId = key;
    for (let group = groupOf(key); group !== undefined; child = group, group = groupOf(group))
      if (isIndex(lastSegment(child))) lost.set(group, undefined);
  }
  if (lost.size > 0 && document)
    for (const { path, kind } of withOtherRoot(document.outline, root, undefined))
      if (kind === 'map' || kind === 'list') lost.delete(keyId(path));
  return lost;
}

/** Finds the top-level key of a language in a document; undefined if its texts are at the top. */
function rootIn({ bound: { set } }: ComparedFile['file'], locale: Locale, path: string) {
  const { table } = set.entry;
  return (document: Document): string | undefined =>
    isMultilingual(set)
      ? languageRoot(document, locale, table)
      : ifValid(() => localeRoot(document, locale, table, path));
}

function look(document: Document, root: string | undefined, groups: Groups): void {
  const found = new Map<KeyId, OutlineNode['kind']>();
  const sizes = new Map<KeyId, number>();
  for (const { path, kind } of withOtherRoot(document.outline, root, undefined)) {
    const id = keyId(path);
    const group = groupOf(id);
    if (group !== undefined) sizes.set(group, (sizes.get(group) ?? 0) + 1);
    if (groups.has(id)) found.set(id, kind);
  }
  for (const [id, kind] of found)
    if (groups.get(id) === undefined && (kind === 'map' || kind === 'list'))
      groups.set(id, { kind, size: sizes.get(id) ?? 0 });
}

function withLists(language: ComparedLocale, groups: Groups): ComparedLocale {
  const { comparison } = language;
  const lists = new Map(comparison.lists);
  for (const [id, former] of groups) {
    if (former?.kind === 'map') lists.delete(id);
    if (former?.kind === 'list') lists.set(id, Math.max(former.size, lists.get(id) ?? 0));
  }
  return { ...language, comparison: { ...comparison, lists } };
}
