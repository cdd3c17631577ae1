import { awaitedLater } from '../../../core/util/awaited-later.js';
import { ifAvailable } from '../../files/unless-failed.js';
import type { BoundSet } from '../../../core/files/bound-set.js';
import type { FileSet } from '../../../core/files/file-set.js';
import { getOrMake } from '../../../core/util/collections.js';
import type { SourceFile } from '../../../ports/service.js';
import { withSourceFile, type LocaleFile } from '../../files/locale-file.js';
import { MOST_NOTED, noteInSync, type InSyncCandidate } from '../../compare/note-in-sync.js';
import type { Project } from '../../context/project.js';
import type { FileAnswers } from '../../compare/read/file-set-texts.js';
import { type UploadOutcome, keysNotStored } from '../state/upload-outcome.js';
import { boundTo } from '../fresh-reads/bind-to-source-file.js';

/** To compare fewer files than this costs the next run less than a request costs this one. */
const LEAST = 10;

/** The files that a push sends, for the index. */
export class SentFilesIndex {
  readonly #answers = new Map<string, FileAnswers>();
  readonly #arrived = new Map<string, InSyncCandidate>();
  #texts = 0;
  #list: Promise<readonly SourceFile[] | undefined> | undefined;

  constructor(private readonly project: Project) {}

  /** Remembers the answers that reading a file back has shown. */
  noteAnswers(file: LocaleFile, answers: FileAnswers): void {
    this.#answers.set(file.path, answers);
  }

  /** Asks for the source files while others are read back: how many keys they have now. */
  list(count: number): void {
    if (!this.project.index || count < LEAST) return;
    // The list is a convenience: whatever is wrong, the next run meets it.
    this.#list = awaitedLater(ifAvailable(() => this.project.service.sourceFiles()));
  }

  /** Keeps the answers for a file if the service holds exactly what was sent. */
  ended({
    attempt: { file },
    state,
    readBack,
    receipts,
    errors,
    warnings,
    unknownBases,
  }: UploadOutcome): void {
    const answers = this.#answers.get(file.path);
    this.#answers.delete(file.path);
    if (
      !answers ||
      state !== 'pushed' ||
      !readBack ||
      readBack.hasForeignTexts ||
      readBack.hasOtherChanges ||
      unknownBases
    )
      return;
    if (errors.length + warnings.length + keysNotStored(receipts).length > 0) return;
    const size = receipts.reduce((sum, { arrived }) => sum + arrived, 0);
    if (this.#texts + size > MOST_NOTED) return;
    this.#texts += size;
    this.#arrived.set(file.path, { file, answers });
  }

  /** Notes those that are in sync now. Called after the lock has been saved. */
  async note(): Promise<void> {
    const list = await this.#list;
    if (!list) return;
    // Uploads bind each file of a new set by itself; the index needs one binding for each set.
    const bounds = new Map<FileSet, BoundSet<SourceFile>>();
    const files = [...this.#arrived.values()].map(({ file, answers }): InSyncCandidate => {
      const bound = getOrMake(bounds, file.bound.set, () => listed(file, list).bound);
      return { file: { ...file, bound }, answers };
    });
    await noteInSync(this.project, files);
  }
}

/** The file, its set bound to its source file as this list has it. */
function listed(file: LocaleFile, list: readonly SourceFile[]): LocaleFile {
  const { sourceFile } = file.bound;
  const now = sourceFile && list.find(({ id }) => id === sourceFile.id);
  return now ? withSourceFile(file, now) : boundTo(file, list);
}
