import { readData, type Data } from '../json/data.js';
import { lockKey, parseLockKey, type BaseOwner } from '../lock/base.js';
import { UNKNOWN_HASH, type Hash } from '../merge/hash.js';
import { baseOfLines } from '../lock/lock-file.js';
import type { BaseHashes } from '../merge/key-state.js';
import { madeFromOfLines, renderMadeFrom, type MadeFrom, type MadeFromByKey } from '../lock/made-from.js';
import type { KeyId } from '../keys/key.js';

/*
 * What the last run that wrote locale files has replaced: the texts of the files, and what the base
 * said of them. `locsync undo` puts both back.
 */

const VERSION = 3;
const NONE_MADE: MadeFromByKey = new Map();

/** Why undo is off for a user without a cache folder. */
export const NO_UNDO_FOLDER = 'this user has no private folder for caches (HOME or XDG_CACHE_HOME)';

/** The characters of a record at most. */
export const UNDO_MOST = 32 * 1024 * 1024;

/** How a run has changed the entry of one key; undefined if there is none. */
export interface UndoEntry {
  readonly before: Hash | undefined;
  readonly after: Hash | undefined;
  /** What the lock said of the source text of the translation before. */
  readonly made?: MadeFrom | undefined;
}

/** What a run has changed in the base of one language of a file. */
export interface UndoBase {
  readonly section: string;
  readonly keys: ReadonlyMap<KeyId, UndoEntry>;
  /** The section's lines, if the lock had none of it before: `keys` reads them. */
  readonly lines?: string;
  /**
   * Only for a source locale: by the section of each translation, what the lock said before of the
   * source texts of these keys.
   */
  readonly translations?: ReadonlyMap<string, MadeFromByKey> | undefined;
}

/**
 * A locale file that a run has replaced or created. Without `before` and `after`, the run has
 * changed only its base: that of a file that was gone, or of conflicts that it decided (`locales`).
 */
export interface RecordedFile {
  readonly path: string;
  /** Its text before; undefined if there was no file. */
  readonly before: string | undefined;
  /** The permissions of a file that the run removed. */
  readonly mode?: number | undefined;
  /** The content hash of the text that the run wrote; undefined if it removed the file. */
  readonly after: string | undefined;
  /** Each language with the keys that the run wrote or removed. */
  readonly locales: readonly { readonly locale: string; readonly keys: number }[];
  readonly bases: readonly UndoBase[];
  /** Keys, from the root, of texts that the run takes from the disk and may be nowhere else. */
  readonly taken?: readonly KeyId[] | undefined;
}

export interface UndoRecord {
  /** Whom the base belonged to. */
  readonly owner: BaseOwner;
  /** The path of the lock that the run wrote: another configuration may have another one. */
  readonly lock: string;
  readonly files: readonly RecordedFile[];
  /**
   * Files of killed runs of other configurations, whose texts no run has named yet. They are not
   * undone with this record.
   */
  readonly unnamed?: readonly RecordedFile[] | undefined;
}

/**
 * What a run that turns the one base into the other changes. `madeFrom`: what the lock said of the
 * source texts of translations; `newMadeFrom`: keys of which it says something only afterwards.
 */
export function undoBase(
  section: string,
  before: BaseHashes,
  after: BaseHashes,
  madeFrom: MadeFromByKey = NONE_MADE,
  newMadeFrom: readonly KeyId[] = [],
): UndoBase {
  const keys = new Map<KeyId, UndoEntry>();
  for (const key of new Set([...before.keys(), ...after.keys()])) {
    const made = madeFrom.get(key);
    const change = { before: before.get(key), after: after.get(key), ...(made ? { made } : {}) };
    if (change.before !== change.after) keys.set(key, change);
  }
  for (const key of newMadeFrom)
    if (!keys.has(key)) keys.set(key, { before: before.get(key), after: after.get(key) });
  return { section, keys };
}

/** What a run adds that writes the lines of a section of which the lock has nothing. */
export const newBase = (section: string, lines: string): UndoBase => ({
  section,
  lines,
  // They are read only if somebody undoes the run.
  get keys() {
    return undoBase(section, NO_ENTRIES, baseOfLines(lines)).keys;
  },
});

const NO_ENTRIES: BaseHashes = new Map();

/**
 * The base once the run's changes are taken back. What another run has changed since may not fit
 * the older texts: a difference of such a key is a conflict.
 */
export function undoneBase(current: BaseHashes, { keys }: UndoBase): BaseHashes {
  const base = new Map(current);
  for (const [key, { before, after }] of keys) {
    if (before === after) continue;
    const currentHash = current.get(key);
    const entry = currentHash === after || currentHash === before ? before : UNKNOWN_HASH;
    if (entry === undefined) base.delete(key);
    else base.set(key, entry);
  }
  return base;
}

/** Whether a run has changed only the base of a file. */
export const isBaseOnly = ({ before, after }: RecordedFile): boolean =>
  before === undefined && after === undefined;

/** What the lock says of the source texts of translations, once the run is taken back. */
export const undoneMadeFrom = (current: MadeFromByKey, { keys }: UndoBase): MadeFromByKey =>
  undoneTranslation(current, { get: (key) => keys.get(key)?.made }, keys.keys());

/** What the lock says of a translation, once the undo has put back its source texts. */
export function undoneTranslation(
  current: MadeFromByKey,
  before: { get(key: KeyId): MadeFrom | undefined },
  keys: Iterable<KeyId>,
): MadeFromByKey {
  const madeFrom = new Map(current);
  for (const key of keys) {
    const entry = before.get(key);
    if (entry === undefined) madeFrom.delete(key);
    else madeFrom.set(key, entry);
  }
  return madeFrom;
}

export function renderUndo({ owner, lock, files, unnamed = [] }: UndoRecord): string {
  return JSON.stringify({
    version: VERSION,
    origin: owner.origin,
    project: owner.project,
    lock,
    files: files.map(renderedFile),
    ...(unnamed.length > 0 ? { unnamed: unnamed.map(renderedFile) } : {}),
  });
}

const renderedFile = ({ path, before, mode, after, locales, bases, taken = [] }: RecordedFile) => ({
  path,
  before: before ?? null,
  ...(mode === undefined ? {} : { mode }),
  after: after ?? null,
  locales,
  bases: bases.map(renderedBase),
  ...(taken.length > 0 ? { taken: taken.map(lockKey) } : {}),
});

const renderedBase = (base: UndoBase) =>
  base.lines === undefined
    ? {
        section: base.section,
        keys: [...base.keys].map(([key, { before, after, made }]) => [
          lockKey(key),
          before ?? null,
          after ?? null,
          ...(made ? [made.source, made.text] : []),
        ]),
        ...(base.translations
          ? { translations: Array.from(base.translations, ([name, made]) => [name, renderMadeFrom(made)]) }
          : {}),
      }
    : { section: base.section, lines: base.lines };

/** The record of a text; undefined if it cannot be read, or is of a later version. */
export const parseUndo = (text: string): UndoRecord | undefined =>
  readData(text, (data) => {
    // Version 2 had the keys of every section.
    data.get('version').oneOf(2, VERSION);
    return {
      owner: { origin: data.get('origin').text(), project: data.get('project').text() },
      lock: data.get('lock').text(),
      files: data.get('files').list(fileOf),
      unnamed: data.get('unnamed').orAbsent((files) => files.list(fileOf)),
    };
  });

const fileOf = (file: Data): RecordedFile => ({
  path: file.get('path').text(),
  before: file.get('before').orNull((value) => value.text()),
  mode: file.get('mode').orAbsent((value) => value.number()),
  after: file.get('after').orNull((value) => value.text()),
  locales: file
    .get('locales')
    .list((item) => ({ locale: item.get('locale').text(), keys: item.get('keys').number() })),
  bases: file.get('bases').list(baseFrom),
  taken: file.get('taken').orAbsent((keys) => keys.list((key) => parseLockKey(key.text()))),
});

function baseFrom(base: Data): UndoBase {
  const section = base.get('section').text();
  const lines = base.get('lines').orAbsent((value) => value.text());
  if (lines !== undefined) return newBase(section, lines);
  const translations = base.get('translations').orAbsent((list) => new Map(list.list(translationOf)));
  return {
    section,
    keys: new Map(base.get('keys').list(changeOf)),
    ...(translations ? { translations } : {}),
  };
}

function translationOf(translation: Data): [string, MadeFromByKey] {
  const [name, lines] = translation.list((part) => part.text());
  if (name === undefined || lines === undefined) throw translation.misfit('a section and its lines');
  return [name, madeFromOfLines(lines)];
}

function changeOf(change: Data): [KeyId, UndoEntry] {
  const parts = change.list((part) => part.orNull((value) => value.text()));
  const [key, before, after, source, text] = parts;
  if (key === undefined) throw change.misfit('a key with two entries');
  const made =
    source !== undefined && text !== undefined
      ? { made: { source: asHash(source), text: asHash(text) } }
      : {};
  return [
    parseLockKey(key),
    {
      before: before === undefined ? before : asHash(before),
      after: after === undefined ? after : asHash(after),
      ...made,
    },
  ];
}

const asHash = (entry: string): Hash => entry as Hash;
