import { KeyFormatNotes } from '../../core/align/learn-format.js';
import { LocsyncError } from '../../core/errors/index.js';
import type { BoundSet } from '../../core/files/bound-set.js';
import { limitConcurrency } from '../../core/util/limit-concurrency.js';
import { getOrMake } from '../../core/util/collections.js';
import type { ContentHash } from '../../ports/files.js';
import type { SourceFile } from '../../ports/service.js';
import { compareFile } from './compare-file.js';
import { readLock } from '../load/read-lock.js';
import type { LocaleFile } from '../files/locale-file.js';
import { OtherLanguages } from './other-languages/other-language-evidence.js';
import type { Project } from '../context/project.js';
import { FileSetSource } from './read/file-set-source.js';
import type { FileAnswers } from './read/file-set-texts.js';
import { formIn, noteFound, noteUnchanged, type FoundLocale } from './in-sync/find-unchanged.js';
import { BegunSet, type CreatedFile } from './in-sync/begun-set.js';
import { readLocaleFile } from '../files/read-file.js';

/** If there are more texts than this, the next run finds out itself that they are in sync. */
export const MOST_NOTED = 50_000;
/** Files that are read again at the same time. */
const READS_AT_ONCE = 8;

/** A file that a run may have brought in sync, as the next run finds it, and the last answers. */
export interface InSyncCandidate {
  readonly file: LocaleFile;
  /** Undefined if they hold too many texts to be kept: then only `created` can tell. */
  readonly answers: FileAnswers | undefined;
  /** What this run has created the file with, and the hash of that. */
  readonly created?: (CreatedFile & { readonly contentHash: ContentHash }) | undefined;
}

/**
 * Notes in the index which of these files are in sync now. A note is based on a fresh comparison,
 * not on what the run intended: the file on disk, the lock on disk and the answers are compared as
 * the next run would compare them, or in one pass if that finds the same ({@link BegunSet}). For a
 * file that this run has created, the hash of what was written counts: if somebody has changed it
 * since, the note is of no use. Called after the lock has been saved.
 */
export async function noteInSync(project: Project, files: readonly InSyncCandidate[]): Promise<void> {
  if (files.length === 0) return;
  const stored = await readLock(project.files, project.found.config.lock, project.owner);
  const after: Project = { ...project, stored, keyFormats: new KeyFormatNotes() };
  const sources = new Map<BoundSet<SourceFile>, FileSetSource>();
  const begunSets = new Map<FileSetSource, BegunSet>();
  const run = limitConcurrency(READS_AT_ONCE);
  const noteOne = async ({ file, answers, created }: InSyncCandidate): Promise<void> => {
    const source = getOrMake(sources, file.bound, () => new FileSetSource(after, file));
    const form = formIn(after.keyFormats);
    const noteAgreeing = async (found: FoundLocale, hash: ContentHash | undefined): Promise<void> => {
      if (found.shown) after.keyFormats.add(found.shown);
      noteFound(after, file, { hash, sourceHash: await source.hash(), form }, [found]);
    };
    try {
      const begun = getOrMake(begunSets, source, () => new BegunSet(project.stored.lock, after, source));
      const made = created && (await begun.created(file, created));
      if (made) {
        await noteAgreeing(made, created.contentHash);
        return;
      }
      if (!answers) return;
      const read = await readLocaleFile(after.files, file.path);
      const agreeing = await begun.agreeing(file, read, answers);
      if (agreeing) {
        await noteAgreeing(agreeing, read.contentHash);
        return;
      }
      const compared = await compareFile(after, file, source.model(), {
        others: new OtherLanguages(after, file.bound),
        answers,
        read,
      });
      noteUnchanged(after, compared, await source.hash(), form);
    } catch (error) {
      // The next run reports it, if it is still so.
      if (!(error instanceof LocsyncError)) throw error;
    }
  };
  await Promise.all(files.map((file) => run(() => noteOne(file))));
}
