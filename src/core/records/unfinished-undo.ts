import type { BaseOwner } from '../lock/base.js';
import {
  isBaseOnly,
  parseUndo,
  renderUndo,
  UNDO_MOST,
  type UndoBase,
  type RecordedFile,
  type UndoRecord,
} from './undo-record.js';

/** Whom a record is for: the service's project, and the lock of the configuration. */
type RecordOwner = Pick<UndoRecord, 'owner' | 'lock'>;

/** Where a record is kept, as far as it is read. */
interface KeptRecord {
  isOpen(): boolean;
  read(): string | undefined;
}

/**
 * What a run in this folder has changed that was killed before it ended. Undefined if there is
 * none. It may have been a run of another configuration.
 */
export function openRecord(undo: KeptRecord): UndoRecord | undefined {
  const text = undo.isOpen() ? undo.read() : undefined;
  return text === undefined ? undefined : parseUndo(text);
}

/**
 * What a record has to keep of an open one that it replaces: the files of a run of the same
 * configuration, which one undo takes back together; and files of other configurations whose texts
 * are not named yet.
 */
export function keptOfOpen(
  undo: KeptRecord,
  { owner, lock }: RecordOwner,
): { readonly files: readonly RecordedFile[]; readonly unnamed: readonly RecordedFile[] } {
  const open = openRecord(undo);
  if (!open) return { files: [], unnamed: [] };
  const { files, unnamed = [] } = open;
  if (open.lock === lock && isSameOwner(open.owner, owner)) return { files, unnamed };
  return { files: [], unnamed: [...unnamed, ...files.filter(({ taken = [] }) => taken.length > 0)] };
}

/** Whether a record has texts that a killed run took from the disk, and that no run has named. */
export const hasUnnamed = ({ files, unnamed = [] }: UndoRecord): boolean =>
  [...files, ...unnamed].some(({ taken = [] }) => taken.length > 0);

/** An open record once a run has named its texts: the next run that writes files still joins it. */
export const namedRecord = (record: UndoRecord): UndoRecord => ({
  ...record,
  files: record.files.map((file) => ({ ...file, taken: [] })),
  unnamed: [],
});

/**
 * The text of an open record that also has what an undo takes from the disk; without that if it
 * would be too long. `losses`: the files as undo has found them.
 */
export function renderWithLosses(record: UndoRecord, losses: readonly RecordedFile[]): string {
  const text = renderUndo({ ...record, unnamed: [...(record.unnamed ?? []), ...losses] });
  return text.length > UNDO_MOST ? renderUndo(record) : text;
}

const isSameOwner = (left: BaseOwner, right: BaseOwner): boolean =>
  left.origin === right.origin && left.project === right.project;

/**
 * What two runs in turn have changed, as what one run would have: `after` has written over what
 * `before` has. A file that was edited in between is as `after` has found it.
 */
export function joinedUndo(
  before: readonly RecordedFile[],
  after: readonly RecordedFile[],
  hashOf: (text: string) => string,
): readonly RecordedFile[] {
  const later = new Map(after.map((file) => [file.path, file]));
  const joined = before.map((first): RecordedFile => {
    const second = later.get(first.path);
    if (!second) return first;
    // The file is as the first of them has left it, or was as the second has found it.
    if (isBaseOnly(second)) return { ...joinedFile(first, second), after: first.after };
    if (isBaseOnly(first)) return { ...joinedFile(first, second), before: second.before };
    const between = second.before === undefined ? undefined : hashOf(second.before);
    return between === first.after ? joinedFile(first, second) : second;
  });
  const paths = new Set(before.map(({ path }) => path));
  return [...joined, ...after.filter(({ path }) => !paths.has(path))];
}

function joinedFile(first: RecordedFile, second: RecordedFile): RecordedFile {
  const earlier = new Map(first.bases.map((base) => [base.section, base]));
  const bases = second.bases.map((base): UndoBase => {
    const { section, keys } = base;
    const earlierBase = earlier.get(section);
    earlier.delete(section);
    if (!earlierBase) return { section, keys, translations: base.translations };
    const earlierEntries = earlierBase.keys;
    const joined = new Map(earlierEntries);
    for (const [key, entry] of keys) {
      const { before, made } = earlierEntries.get(key) ?? entry;
      joined.set(key, { before, after: entry.after, ...(made ? { made } : {}) });
    }
    return { section, keys: joined, translations: joinedTranslations(earlierBase, base) };
  });
  const rest = [...earlier.values()].map(({ section, keys, translations }): UndoBase => ({
    section,
    keys,
    translations,
  }));
  const taken = [...new Set([...(first.taken ?? []), ...(second.taken ?? [])])];
  const locales = joinedLocales(first.locales, second.locales);
  const mode = second.mode ?? first.mode;
  return { ...second, before: first.before, mode, locales, bases: [...bases, ...rest], taken };
}

/** What the lock said of each translation before the first of the runs that changed its key. */
function joinedTranslations(first: UndoBase, second: UndoBase): UndoBase['translations'] {
  const joined = new Map(first.translations);
  for (const [name, madeFrom] of second.translations ?? []) {
    const later = [...madeFrom].filter(([key]) => !first.keys.has(key));
    joined.set(name, new Map([...(joined.get(name) ?? []), ...later]));
  }
  return joined.size === 0 ? undefined : joined;
}

/** Each language that one of the runs has written, at least with the keys of that run. */
function joinedLocales(
  first: RecordedFile['locales'],
  second: RecordedFile['locales'],
): readonly RecordedFile['locales'][number][] {
  const joined = new Map(first.map(({ locale, keys }) => [locale, keys]));
  for (const { locale, keys } of second) joined.set(locale, Math.max(keys, joined.get(locale) ?? 0));
  return [...joined].map(([locale, keys]) => ({ locale, keys }));
}
