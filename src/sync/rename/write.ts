import { dropUndo, saveUndo } from '../local-state/save-undo.js';
import { LocsyncError } from '../../core/errors/index.js';
import { baseOf, renderSection } from '../../core/lock/lock-file.js';
import { madeFromIn, renderChanged, renderMadeFrom, type MadeFromByKey } from '../../core/lock/made-from.js';
import { hasUnnamed, joinedUndo, keptOfOpen, openRecord } from '../../core/records/unfinished-undo.js';
import type { BaseHashes } from '../../core/merge/key-state.js';
import type { Lock } from '../../core/lock/lock.js';
import { NO_UNDO_FOLDER, renderUndo, undoBase, type RecordedFile } from '../../core/records/undo-record.js';
import type { ContentHash, Files } from '../../ports/files.js';
import type { Host } from '../../ports/host.js';
import type { UndoStorage } from '../../ports/memory-file.js';
import type { OwnLock } from '../offline/own-lock.js';
import { moveUploads, type MovedSection } from '../local-state/move-uploads.js';

/** A file that a rename replaces, makes or removes. */
export interface FileChange {
  readonly path: string;
  /** Its text as it is; undefined if the run makes it. */
  readonly before: string | undefined;
  readonly contentHash: ContentHash | undefined;
  /** Undefined if the run removes it. */
  readonly text: string | undefined;
  /** The permissions of a file that the run makes or removes. */
  readonly mode?: number | undefined;
  /** Each language with its keys that the run renames or removes. */
  readonly locales: RecordedFile['locales'];
}

/** A section of the lock as it will be. */
export interface SectionChange {
  readonly name: string;
  readonly base: BaseHashes;
  readonly madeFrom: MadeFromByKey;
  /** The file whose change it goes with, for undo. */
  readonly path: string;
}

/** What a rename writes. */
export interface RenameChanges {
  readonly changes: readonly FileChange[];
  readonly sections: readonly SectionChange[];
  readonly moved?: readonly MovedSection[];
}

/** What a rename reads and writes besides the locale files. */
export interface RenameWorld {
  readonly host: Host;
  readonly files: Files;
  readonly lockPath: string;
  readonly stored: OwnLock;
  readonly memory: UndoStorage | undefined;
}

/** By path, the files that a run has written which was killed, as undo knows them. */
export function unfinishedChanges({ memory }: RenameWorld): ReadonlyMap<string, RecordedFile> {
  const record = memory && openRecord(memory);
  return new Map(record?.files.map((file) => [file.path, file]));
}

/**
 * Writes first what undo needs, then the files, what is remembered of their uploads, and the lock:
 * killed in between, a file is as it was or done, and the same command finishes the rest. Until the
 * lock is written, any other run follows the files, too. Returns warnings of what was not kept.
 */
export async function writeChanges(
  world: RenameWorld,
  { changes, sections: planned, moved = [] }: RenameChanges,
): Promise<LocsyncError[]> {
  const { host, files, lockPath, stored } = world;
  const { owner, lock: storedLock } = stored;
  // The same command again: a lock that stays as it is must not cost an older record.
  const sections = planned.filter((section) => changes.length > 0 || isChanged(storedLock, section));
  const lock = lockChange(world, sections);
  const unsaved = changes.length === 0 ? undefined : await keep(world, changes, sections);
  // An older record would take back another run, with entries of the lock that this one changes. Of
  // a run that was killed, this one finishes the work.
  if (changes.length === 0 && lock && world.memory?.isOpen() === false) await dropUndo(world.memory);
  for (const { path, text, contentHash, mode } of changes) {
    host.signal.throwIfAborted();
    if (text !== undefined) await files.write(path, text, contentHash, mode);
    else if (contentHash !== undefined) await files.remove(path, contentHash);
  }
  const warnings = owner ? await moveUploads(host, files.root, owner, moved) : [];
  if (lock) await files.writeParts(lockPath, lock, stored.contentHash);
  if (changes.length + planned.length > 0) await endRecord(world);
  return [...(unsaved ? [unsaved] : []), ...warnings];
}

/** What a killed run has not named stays open: a rename names no texts. */
async function endRecord({ memory }: RenameWorld): Promise<void> {
  if (memory?.isOpen() !== true) return;
  const record = openRecord(memory);
  if (!record || !hasUnnamed(record)) await memory.close();
}

function isChanged(lock: Lock, { name, base, madeFrom }: SectionChange): boolean {
  return (
    renderSection(base) !== renderSection(baseOf(lock, name)) ||
    renderMadeFrom(madeFrom) !== renderMadeFrom(madeFromIn(lock, name))
  );
}

function lockChange(
  { stored: { lock, owner } }: RenameWorld,
  changes: readonly SectionChange[],
): (() => Iterable<string>) | undefined {
  if (owner === undefined || changes.length === 0) return undefined;
  const madeFrom = new Map(lock.madeFrom);
  for (const change of changes) madeFrom.set(change.name, renderMadeFrom(change.madeFrom));
  const replaced = new Map(changes.map(({ name, base }) => [name, renderSection(base)]));
  return renderChanged(owner, lock, replaced, madeFrom);
}

async function keep(
  { files, memory, lockPath, stored: { lock, owner } }: RenameWorld,
  changes: readonly FileChange[],
  sections: readonly SectionChange[],
): Promise<LocsyncError | undefined> {
  if (!memory) return LocsyncError.of('UNDO_NOT_KEPT', { reason: NO_UNDO_FOLDER });
  const basesOf = (path: string): RecordedFile['bases'] =>
    sections
      .filter((change) => change.path === path)
      .map(({ name, base, madeFrom }) => {
        const known = madeFromIn(lock, name);
        const added = [...madeFrom.keys()].filter((key) => !known.has(key));
        return undoBase(name, baseOf(lock, name), base, known, added);
      });
  const undone = changes.map(({ path, before, mode, text, locales }): RecordedFile => ({
    path,
    before,
    mode: text === undefined ? mode : undefined,
    after: text === undefined ? undefined : files.contentHash(text),
    locales,
    bases: basesOf(path),
  }));
  const of = { owner: owner ?? { origin: '', project: '' }, lock: lockPath };
  // What a run that was killed has not named stays in the record until a later one names it.
  const open = keptOfOpen(memory, of);
  // Files that were gone before: undo puts back what the lock said of them. A run that was killed
  // has noted those that it has written itself.
  const written = open.files.filter(({ after }) => after !== undefined);
  const noted = new Set([...changes, ...written].map(({ path }) => path));
  const gone = [...new Set(sections.map(({ path }) => path))]
    .filter((path) => !noted.has(path))
    .map((path): RecordedFile => ({
      path,
      before: undefined,
      after: undefined,
      locales: [],
      bases: basesOf(path),
    }));
  const joined = joinedUndo(open.files, [...undone, ...gone], (text) => files.contentHash(text));
  // What it removes may be nowhere else.
  return saveUndo(memory, renderUndo({ ...of, files: joined, unnamed: open.unnamed }), true);
}
