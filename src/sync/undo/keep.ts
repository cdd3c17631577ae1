import { saveUndo } from '../local-state/save-undo.js';
import { LocsyncError } from '../../core/errors/index.js';
import { baseOf, baseOfLines } from '../../core/lock/lock-file.js';
import type { KeyId } from '../../core/keys/key.js';
import { isRemoval } from '../../core/merge/base-entry.js';
import { joinedUndo, keptOfOpen } from '../../core/records/unfinished-undo.js';
import type { Lock } from '../../core/lock/lock.js';
import { unpacked } from '../../core/lock/compact-sections.js';
import { madeFromIn, type MadeFromByKey } from '../../core/lock/made-from.js';
import {
  newBase,
  NO_UNDO_FOLDER,
  renderUndo,
  undoBase,
  UNDO_MOST,
  type RecordedFile,
  type UndoBase,
} from '../../core/records/undo-record.js';
import type { FileReport } from '../../core/report/file-report.js';
import type { ContentHash } from '../../ports/files.js';
import type { Host } from '../../ports/host.js';
import type { UndoStorage } from '../../ports/memory-file.js';
import { sectionOf } from '../../core/files/file-set.js';
import { sourceSection } from '../files/locale-file.js';
import type { Section } from '../base-update/lock-update.js';
import type { Project } from '../context/project.js';

/** A locale file as a run is going to write it. */
export interface FileWrite {
  readonly path: string;
  /** Undefined if the file stays as it is. */
  readonly text: string | undefined;
  /** The content hash of what is there; undefined if there is no file. */
  readonly contentHash: ContentHash | undefined;
  readonly rows: readonly Pick<FileReport, 'locale' | 'keys'>[];
  /** Its base once it is written. */
  readonly after: readonly Section[];
  /** Keys, from the root of the file, of texts that may be nowhere else afterwards. */
  readonly taken?: readonly KeyId[] | undefined;
  /** Each language with conflicts that are decided, and how many: undo opens them again. */
  readonly decided?: RecordedFile['locales'];
}

/**
 * Keeps what a run is going to replace, for `undo`. Called before the first file is written, so
 * that a killed run can be undone. Returns a warning if that is not possible. A user without a
 * place for the secret of undo is warned only if `isForced`.
 */
export async function keepForUndo(
  host: Host,
  project: Project,
  writes: readonly FileWrite[],
  isForced: boolean,
): Promise<LocsyncError | undefined> {
  if (writes.every(({ text, decided = [] }) => text === undefined && decided.length === 0)) return undefined;
  const undo = host.undo?.({ root: project.files.root, writable: true });
  // What a plain pull replaces, both sides held before.
  const replaces =
    isForced && writes.some(({ text, contentHash }) => text !== undefined && contentHash !== undefined);
  if (!undo) return replaces ? LocsyncError.of('UNDO_NOT_KEPT', { reason: NO_UNDO_FOLDER }) : undefined;
  return saveUndo(undo, await recordOf(project, undo, writes));
}

/** The record of what these writes replace; undefined if it is sure to be too long. */
async function recordOf(
  project: Project,
  undo: UndoStorage,
  writes: readonly FileWrite[],
): Promise<string | undefined> {
  const files: RecordedFile[] = [];
  const translations = translationSections(project, writes);
  let size = 0;
  for (const write of writes) {
    const file = await recordedFile(project, write, translations);
    if (!file) continue;
    size += leastLength(file);
    // A pull of 10,000 files would hold a record that it cannot keep.
    if (size > UNDO_MOST) return undefined;
    files.push(file);
  }
  const { owner, found } = project;
  const { lock } = found.config;
  const open = keptOfOpen(undo, { owner, lock });
  const joined = joinedUndo(open.files, files, (text) => project.files.contentHash(text));
  const whole = renderUndo({ owner, lock, files: joined, unnamed: open.unnamed });
  return whole.length > UNDO_MOST ? renderUndo({ owner, lock, files }) : whole;
}

/** At least how many characters of the record are about this file. */
const leastLength = ({ before = '', bases, taken = [] }: RecordedFile): number =>
  [...bases.map(({ lines = '' }) => lines), ...taken].reduce(
    (sum, { length }) => sum + length,
    before.length,
  );

/** By the section of each source locale that is written, those of the translations. */
function translationSections(
  { sets }: Project,
  writes: readonly FileWrite[],
): ReadonlyMap<string, readonly string[]> {
  const written = new Set(
    writes.flatMap(({ text, after }) => (text === undefined ? [] : after.map(({ name }) => name))),
  );
  const sections = new Map<string, readonly string[]>();
  for (const bound of sets) {
    const source = sourceSection(bound);
    if (source === undefined || !written.has(source)) continue;
    const all = bound.set.entry.table.locales.map((locale) => sectionOf(bound.set, locale));
    sections.set(
      source,
      all.filter((name) => name !== source),
    );
  }
  return sections;
}

async function recordedFile(
  { files, stored }: Project,
  { path, text, contentHash, rows, after, taken, decided = [] }: FileWrite,
  translations: ReadonlyMap<string, readonly string[]>,
): Promise<RecordedFile | undefined> {
  const isWritten = text !== undefined;
  if (!isWritten && decided.length === 0) return undefined;
  const found =
    isWritten && contentHash !== undefined ? await files.read(path).catch(() => undefined) : undefined;
  // It has changed since it was compared: the run does not write it.
  if (isWritten && found?.contentHash !== contentHash) return undefined;
  const bases = after.flatMap((section): UndoBase[] => {
    if (section.lines === undefined) return [];
    const { name } = section;
    const lines = unpacked(section.lines);
    const [before, madeFrom] = [baseOf(stored.lock, name), madeFromIn(stored.lock, name)];
    if (before.size + madeFrom.size === 0) return [newBase(name, lines)];
    const base = undoBase(name, before, baseOfLines(lines), madeFrom);
    const others = translations.get(name);
    return [others ? { ...base, translations: madeBefore(stored.lock, others, base.keys) } : base];
  });
  for (const base of [...bases])
    for (const other of translations.get(base.section) ?? []) addRemovals(bases, stored.lock, other, base);
  // Only the lock changes: undo opens the conflicts again.
  if (!isWritten) return { path, before: undefined, after: undefined, locales: decided, bases };
  return {
    path,
    before: found?.text,
    after: files.contentHash(text),
    locales: rows.map(({ locale, keys }) => ({ locale, keys: keys.toPull })),
    bases,
    taken,
  };
}

/**
 * Adds what the run changes in the base of another language: a key that was removed on purpose, and
 * that comes back in the source locale, is not removed there any more (`withoutUndoneRemovals`).
 */
function addRemovals(bases: UndoBase[], lock: Lock, section: string, source: UndoBase): void {
  const back = [...source.keys].filter(
    ([, { before, after }]) => isRemoval(before) && after !== undefined && !isRemoval(after),
  );
  if (back.length === 0) return;
  const before = baseOf(lock, section);
  const own = bases.find((base) => base.section === section);
  const keys = new Map(own?.keys);
  for (const [key] of back) {
    const entry = before.get(key);
    if (isRemoval(entry) && !keys.has(key)) keys.set(key, { before: entry, after: undefined });
  }
  if (keys.size === 0) return;
  if (own) bases[bases.indexOf(own)] = { ...own, keys };
  else bases.push({ section, keys });
}

/** What the lock says of the source texts of these keys, in the sections of translations. */
const madeBefore = (
  lock: Lock,
  sections: readonly string[],
  keys: { has(key: KeyId): boolean },
): ReadonlyMap<string, MadeFromByKey> =>
  new Map(
    sections.flatMap((name) => {
      if (!lock.sections.has(name)) return [];
      return [[name, new Map([...madeFromIn(lock, name)].filter(([key]) => keys.has(key)))] as const];
    }),
  );
