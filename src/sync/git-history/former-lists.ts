import { isIndex } from '../../core/align/key-format.js';
import { groupsAbove } from '../../core/align/numbered-groups.js';
import { isMultilingual, pathOf, type FileSet } from '../../core/files/file-set.js';
import { groupOf, keyId, mayHaveItem, type KeyId } from '../../core/keys/key.js';
import type { Locale } from '../../core/locales/locale.js';
import { getOrMake } from '../../core/util/collections.js';
import type { Document, OutlineNode } from '../../formats/format.js';
import { withOtherRoot, rootIn } from '../../plan/locale-root.js';
import { groupsNotShown, type SetModel } from '../../plan/set-model.js';
import type { Files } from '../../ports/files.js';
import type { ComparedFile, ComparedLocale } from '../files/compared-file.js';
import { readDocument } from '../files/read-file.js';
import { modelWithin } from '../files/source-leaves.js';
import { sourceLocaleOf } from '../files/locale-file.js';
import { ifValid } from '../files/unless-failed.js';
import type { FileHistory } from './file-history.js';

/** Groups of keys; undefined for those of which nothing is known yet. */
type Groups = Map<KeyId, Former | undefined>;

/** What a group was: a map, or a list with this many items. */
interface Former {
  readonly kind: 'map' | 'list';
  readonly size: number;
}

/** Files of a set, and versions of each, in which new groups are sought. */
const MOST_FILES = 10;
const MOST_VERSIONS = 20;

/**
 * What groups of keys are that a file has lost and may get back, or that are new and may be lists:
 * the service's keys do not always show whether a group is a list.
 */
export class FormerLists {
  /** What was found out for the groups of a set: it is the same in all its languages. */
  readonly #known = new Map<FileSet, Groups>();

  constructor(
    private readonly files: Files,
    private readonly history: FileHistory,
    /** Groups that are lost come back: otherwise only the new ones count. */
    private readonly restores: boolean,
  ) {}

  /**
   * The comparison with the lists that other languages have, or else the newest version in git that
   * has the group. What neither has stays as the service's answer shows it.
   */
  async complete(compared: ComparedFile, model: SetModel | undefined): Promise<ComparedFile> {
    const lost = compared.locales.map((language): Groups =>
      this.restores || !compared.document
        ? lostGroups(compared, language)
        : new Map<KeyId, Former | undefined>(),
    );
    const fresh = newGroups(compared, model);
    if (fresh.size === 0 && lost.every((groups) => groups.size === 0)) return compared;
    await this.#lookHere(compared, lost);
    for (const [i, { locale }] of compared.locales.entries())
      await this.#lookInGit(compared, locale, lost[i] ?? NONE);
    const found = await this.#inSet(compared, fresh);
    const locales = compared.locales.map((one, i) => withLists(withLists(one, found), lost[i] ?? NONE));
    return { ...compared, locales };
  }

  /** What the files of a set show of new groups, on disk or else in git. */
  async #inSet(compared: ComparedFile, groups: Groups): Promise<Groups> {
    if (groups.size === 0) return groups;
    const { set } = compared.file.bound;
    const known = getOrMake(this.#known, set, (): Groups => new Map());
    const open: Groups = new Map(
      [...groups.keys()].filter((id) => !known.has(id)).map((id) => [id, undefined]),
    );
    await this.#lookHere(compared, [open]);
    // Git is asked once for each file: a first pull of many sets would ask thousands of times.
    const wasSynced = compared.locales.some(({ base }) => base.size > 0);
    const source = sourceLocaleOf(compared.file.bound);
    const locales = set.entry.table.locales.toSorted(
      (one, other) => Number(other.id === source?.id) - Number(one.id === source?.id),
    );
    const asked = isMultilingual(set) ? locales : locales.slice(0, MOST_FILES);
    for (const locale of wasSynced ? asked : [])
      await this.#lookInGit(compared, locale, open, pathOf(set, locale), MOST_VERSIONS);
    for (const [id, former] of open) known.set(id, former);
    return new Map([...groups.keys()].map((id) => [id, known.get(id)]));
  }

  async #lookHere({ file, document }: ComparedFile, wanted: readonly Groups[]): Promise<void> {
    const { set } = file.bound;
    for (const locale of set.entry.table.locales) {
      const path = set.files.get(locale.id);
      if (path === undefined || wanted.every(isFound)) continue;
      const other = path === file.path ? document : await readDocument(this.files, path);
      if (other) for (const groups of wanted) look(other, set, locale, path, groups);
    }
  }

  async #lookInGit(
    { file }: ComparedFile,
    locale: Locale,
    groups: Groups,
    path = file.path,
    most = Infinity,
  ): Promise<void> {
    if (isFound(groups)) return;
    let seen = 0;
    for await (const document of this.history.documents(path)) {
      look(document, file.bound.set, locale, path, groups);
      if (isFound(groups) || ++seen === most) return;
    }
  }
}

const NONE: Groups = new Map();

const isFound = (groups: Groups): boolean => [...groups.values()].every((former) => former !== undefined);

/** Groups of which the file has nothing left, and which may be lists as far as their keys tell. */
function lostGroups({ document }: ComparedFile, { comparison, root }: ComparedLocale): Groups {
  const lost: Groups = new Map();
  // The answer has the source locale's keys, of which none is in a list.
  const { inOrder, shown, guessed } = comparison;
  if (inOrder !== undefined && !guessed && shown?.items === undefined) return lost;
  for (const { key, here, there, base } of comparison.states) {
    // A file that is not there has no base either.
    const isLost = here === undefined && there !== undefined && (base !== undefined || !document);
    if (!isLost || !mayHaveItem(key)) continue;
    for (const { group, name } of groupsAbove(key)) if (isIndex(name)) lost.set(group, undefined);
  }
  if (lost.size > 0 && document)
    for (const { path, kind } of withOtherRoot(document.outline, root, undefined))
      if (kind === 'map' || kind === 'list') lost.delete(keyId(path));
  return lost;
}

/** Groups that a pull may bring, of which neither the file nor its model shows what they are. */
function newGroups({ file, document, locales }: ComparedFile, model: SetModel | undefined): Groups {
  const fresh: Groups = new Map();
  for (const language of locales) {
    const shown = groupsNotShown(document, language, model ?? modelWithin(document, file));
    if (shown.length === 0) continue;
    const come = new Set<KeyId>();
    for (const { key, here, verdict } of language.comparison.states)
      if (here === undefined && (verdict === 'pull' || verdict === 'conflict'))
        for (const { group } of groupsAbove(key)) come.add(group);
    for (const id of shown) if (come.has(id)) fresh.set(id, undefined);
  }
  return fresh;
}

/** Notes what the groups are that a version of a locale's file holds. */
function look(document: Document, set: FileSet, locale: Locale, path: string, groups: Groups): void {
  const root = ifValid(() => rootIn(document, set, locale, path));
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
  const maps = new Set(comparison.maps);
  for (const [id, former] of groups) {
    if (former?.kind === 'map') {
      lists.delete(id);
      maps.add(id);
    }
    if (former?.kind === 'list') lists.set(id, Math.max(former.size, lists.get(id) ?? 0));
  }
  return { ...language, comparison: { ...comparison, lists, maps } };
}
