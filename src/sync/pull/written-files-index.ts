import type { BoundSet } from '../../core/files/bound-set.js';
import { isMultilingual, pathOf, type FileSet } from '../../core/files/file-set.js';
import { getOrMake } from '../../core/util/collections.js';
import type { SourceFile } from '../../ports/service.js';
import type { ComparedFile } from '../files/compared-file.js';
import type { LocaleFile } from '../files/locale-file.js';
import type { CreatedFile } from '../compare/in-sync/begun-set.js';
import { MOST_NOTED, noteInSync, type InSyncCandidate } from '../compare/note-in-sync.js';
import type { Project } from '../context/project.js';
import type { FileAnswers } from '../compare/read/file-set-texts.js';
import type { PlannedPull } from './plan.js';
import type { WrittenFile } from './write.js';

/** A file that is to be noted once it is written. */
interface ToNote {
  readonly file: LocaleFile;
  readonly answers: FileAnswers | undefined;
  readonly created: CreatedFile | undefined;
}

/** The files that a pull writes, for the index. */
export class WrittenFilesIndex {
  readonly #answers = new Map<LocaleFile, FileAnswers>();
  readonly #toNote = new Map<string, ToNote>();
  readonly #keys = new Map<FileSet, CreatedFile['keys']>();
  #texts = 0;

  constructor(private readonly project: Project) {}

  /** Remembers the answers that a file is compared with until {@link planned} is called for it. */
  noteAnswers(file: LocaleFile, answers: FileAnswers): void {
    this.#answers.set(file, answers);
  }

  /** Keeps the answers if the file is to be written, and nothing else is to be said of it. */
  planned({ file, locales }: ComparedFile, planned: PlannedPull): void {
    const answers = this.#answers.get(file);
    this.#answers.delete(file);
    this.#toNote.delete(file.path);
    const { index, unlisted, stored } = this.project;
    const { text, errors, warnings, losses, earlier, rows } = planned;
    if (!index || !answers || text === undefined || earlier) return;
    if (unlisted.has(file.bound) || stored.lock.moved === true) return;
    if (errors.length + warnings.length + losses.length > 0) return;
    if (rows.some(({ state, keys }) => keys.conflicts + keys.toPush > 0 || state === 'skipped')) return;
    if (locales.some(({ answer, access }) => !answer || access !== 'write')) return;
    const created = planned.created && { ...planned.created, keys: this.#keysOf(file, locales) };
    const size = locales.reduce((sum, { comparison }) => sum + comparison.states.length, 0);
    const isKept = this.#texts + size <= MOST_NOTED;
    if (!isKept && !created) return;
    if (isKept) this.#texts += size;
    this.#toNote.set(file.path, { file, answers: isKept ? answers : undefined, created });
  }

  /** Most languages of a set have the same keys: of 10,000 files they would take much memory. */
  #keysOf({ bound: { set } }: LocaleFile, locales: ComparedFile['locales']): CreatedFile['keys'] {
    const states = locales[0]?.comparison.states ?? [];
    const keys = getOrMake(this.#keys, set, () => states.map(({ key }) => key));
    const isSame = keys.length === states.length && states.every(({ key }, i) => key === keys[i]);
    return isSame ? keys : states.map(({ key }) => key);
  }

  /** Notes those that are in sync now. Called after the lock has been saved. */
  async note(written: readonly WrittenFile[]): Promise<void> {
    const ended = written.filter(
      ({ error, rows }) => !error && rows.every(({ state }) => state !== 'skipped'),
    );
    const done = ended.map(({ path }) => path);
    const bounds = new Map<BoundSet<SourceFile>, BoundSet<SourceFile>>();
    const files = ended.flatMap(({ path, contentHash }): InSyncCandidate[] => {
      const toNote = this.#toNote.get(path);
      if (!toNote) return [];
      const { file, answers } = toNote;
      const bound = getOrMake(bounds, file.bound, () => withFiles(file.bound, done));
      const created = contentHash && toNote.created && { ...toNote.created, contentHash };
      return [{ file: { ...file, bound, exists: true }, answers, created }];
    });
    await noteInSync(this.project, files);
  }
}

/** The set with the files that it has after the pull, as the next run finds them. */
function withFiles(bound: BoundSet<SourceFile>, written: readonly string[]): BoundSet<SourceFile> {
  const { set } = bound;
  if (isMultilingual(set)) {
    const [path] = written.filter((writtenPath) => writtenPath === set.template);
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
