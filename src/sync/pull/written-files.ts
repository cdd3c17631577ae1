import { KeyFormatNotes } from '../../core/align/learn-format.js';
import { LocsyncError } from '../../core/errors/index.js';
import type { BoundSet } from '../../core/files/bound-set.js';
import { isMultilingual, pathOf } from '../../core/files/file-set.js';
import { limitConcurrency } from '../../core/system/limit-concurrency.js';
import { remembered } from '../../core/text/remembered.js';
import type { SourceFile } from '../../ports/service.js';
import { compareFile } from '../compare-file.js';
import type { ComparedFile } from '../compared-file.js';
import { readLock } from '../load-project.js';
import type { LocaleFile } from '../locale-file.js';
import { OtherLanguages } from '../other-languages.js';
import type { Project } from '../project.js';
import { SetSource } from '../set-source.js';
import type { FileAnswers } from '../set-texts.js';
import { formIn, noteUnchanged } from '../unchanged.js';
import type { PlannedPull } from './plan.js';
import type { Written } from './write.js';

/** Of more texts than this the next run finds out itself that they are in sync. */
const MOST_TEXTS = 100_000;
/** Files that are read again at the same time. */
const READS_AT_ONCE = 8;

interface ToNote {
  readonly file: LocaleFile;
  readonly answers: FileAnswers;
}

/**
 * The files that a pull writes, for the index. What is noted of one follows from nothing that the
 * pull meant to do: after the lock is saved, the file on disk, the lock on disk and the answer are
 * compared as the next run would compare them.
 */
export class WrittenFiles {
  readonly #heard = new Map<LocaleFile, FileAnswers>();
  readonly #toNote = new Map<string, ToNote>();
  #texts = 0;

  constructor(private readonly project: Project) {}

  /** Remembers the answers that a file is compared with until {@link planned} is called for it. */
  heard(file: LocaleFile, answers: FileAnswers): void {
    this.#heard.set(file, answers);
  }

  /** Keeps the answers if the file is to be written, and nothing else is to be said of it. */
  planned({ file, locales }: ComparedFile, planned: PlannedPull): void {
    const answers = this.#heard.get(file);
    this.#heard.delete(file);
    this.#toNote.delete(file.path);
    const { index, unlisted, stored } = this.project;
    const { text, errors, warnings, losses, earlier, rows } = planned;
    if (!index || !answers || text === undefined || earlier) return;
    if (unlisted.has(file.bound) || stored.lock.moved === true) return;
    if (errors.length + warnings.length + losses.length > 0) return;
    if (rows.some(({ state, keys }) => keys.conflicts + keys.toPush > 0 || state === 'skipped')) return;
    if (locales.some(({ answer, leftOut, heldBack }) => !answer || leftOut || heldBack)) return;
    const size = locales.reduce((sum, { comparison }) => sum + comparison.states.length, 0);
    if (this.#texts + size > MOST_TEXTS) return;
    this.#texts += size;
    this.#toNote.set(file.path, { file, answers });
  }

  /** Notes those that are in sync now. Called after the lock has been saved. */
  async note(written: readonly Written[]): Promise<void> {
    const { project } = this;
    const done = written
      .filter(({ error, rows }) => !error && rows.every(({ state }) => state !== 'skipped'))
      .map(({ path }) => path);
    const toNote = done.flatMap((path) => this.#toNote.get(path) ?? []);
    if (toNote.length === 0) return;
    const stored = await readLock(project.files, project.found.config.lock, project.owner);
    const after: Project = { ...project, stored, keyFormats: new KeyFormatNotes() };
    const bounds = new Map<BoundSet<SourceFile>, BoundSet<SourceFile>>();
    const sources = new Map<BoundSet<SourceFile>, SetSource>();
    const run = limitConcurrency(READS_AT_ONCE);
    const noteOne = async ({ file: before, answers }: ToNote): Promise<void> => {
      const bound = remembered(bounds, before.bound, () => withFiles(before.bound, done));
      const file: LocaleFile = { ...before, bound, exists: true };
      const source = remembered(sources, bound, () => new SetSource(after, file));
      const form = formIn(after.keyFormats);
      try {
        const compared = await compareFile(after, file, source.model(), {
          forgetGone: false,
          others: new OtherLanguages(after, bound),
          answers,
        });
        noteUnchanged(after, compared, await source.hash(), form);
      } catch (error) {
        // The next run reports it, if it is still so.
        if (!(error instanceof LocsyncError)) throw error;
      }
    };
    await Promise.all(toNote.map((one) => run(() => noteOne(one))));
  }
}

/** The set with the files that it has after the pull, as the next run finds them. */
function withFiles(bound: BoundSet<SourceFile>, written: readonly string[]): BoundSet<SourceFile> {
  const { set } = bound;
  if (isMultilingual(set)) {
    const [path] = written.filter((one) => one === set.template);
    const { locales } = set.entry.table;
    const files = path === undefined ? set.files : new Map(locales.map(({ id }) => [id, path] as const));
    return { ...bound, set: { ...set, files } };
  }
  const isWritten = new Set(written);
  const files = new Map(set.files);
  for (const locale of set.entry.table.locales) {
    const path = pathOf(set, locale);
    if (isWritten.has(path)) files.set(locale.id, path);
  }
  return { ...bound, set: { ...set, files } };
}
