import type { KeyFormatNotes } from '../../core/align/learn-format.js';
import type { LocsyncError } from '../../core/errors/index.js';
import type { HintContext } from '../../core/errors/suggest.js';
import type { BoundSet } from '../../core/files/bound-set.js';
import type { BaseOwner } from '../../core/lock/base.js';
import type { Lock } from '../../core/lock/lock.js';
import type { FilesEntry } from '../../core/files/file-set.js';
import type { LocaleAccess } from '../../core/files/reach.js';
import type { ServiceLocale } from '../../core/locales/locale.js';
import type { OnProgress } from '../../core/report/progress.js';
import type { ContentHash, Files } from '../../ports/files.js';
import type { Connection, Service, ServiceProject, SourceFile } from '../../ports/service.js';
import type { FoundConfig } from '../../ports/settings.js';
import type { ReplacedTexts } from '../local-state/replaced-texts.js';
import type { SyncIndex } from '../local-state/sync-index.js';
import type { Uploads } from '../local-state/uploads.js';

/** The lock as it was read, and what it takes to replace it. */
export interface StoredLock {
  readonly lock: Lock;
  readonly contentHash: ContentHash | undefined;
}

/** A project with both its sides: what the commands that talk to the service start from. */
export interface Project {
  readonly found: FoundConfig;
  /** What the commands that messages suggest have to carry. */
  readonly hints: HintContext;
  readonly connection: Connection;
  readonly service: Service;
  readonly files: Files;
  /** What the service says of the project; asked for once. */
  readonly describe: () => Promise<ServiceProject>;
  readonly owner: BaseOwner;
  readonly stored: StoredLock;
  /** What the files of this run have shown of how the service writes keys. */
  readonly keyFormats: KeyFormatNotes;
  readonly replaced: ReplacedTexts;
  readonly uploads: Uploads;
  /** What earlier runs found in sync; undefined without a cache. */
  readonly index: SyncIndex | undefined;
  readonly locales: readonly ServiceLocale[];
  /** Whether the configuration and `--locale` let this locale of these files through. */
  readonly isSelected: (locale: ServiceLocale, entry: FilesEntry) => boolean;
  /** Whether this command may write this locale of these files. */
  readonly isWritable: (locale: ServiceLocale, entry: FilesEntry) => boolean;
  /** The file sets that this run is about. */
  readonly sets: readonly BoundSet<SourceFile>[];
  /** All file sets, also those that the path arguments leave out. */
  readonly allSets: readonly BoundSet<SourceFile>[];
  /** The service lists no source file at all. */
  readonly listEmpty: boolean;
  readonly unmatched: readonly SourceFile[];
  readonly warnings: readonly LocsyncError[];
  /** Files of locales that were synced before, and that the project no longer has. */
  readonly goneLocales: readonly GoneLocale[];
  /** Sections of the lock whose language is neither in the project nor in the file any more. */
  readonly obsoleteSections: readonly string[];
  /** File sets whose source file is not in the list, but still answered for, by its id. */
  readonly unlisted: ReadonlyMap<BoundSet<SourceFile>, string>;
  readonly onProgress: OnProgress | undefined;
}

/** What the command of this run may do with a locale of these files. */
export const accessTo = (
  { isSelected, isWritable }: Pick<Project, 'isSelected' | 'isWritable'>,
  locale: ServiceLocale,
  entry: FilesEntry,
): LocaleAccess =>
  isWritable(locale, entry) ? 'write' : isSelected(locale, entry) ? 'blocked' : 'unselected';

/** How many files are compared at once: one half waits for the service, the other is parsed. */
export const filesAtOnce = ({ connection }: Pick<Project, 'connection'>): number =>
  connection.concurrency * 2;

/** The project for a command of one direction: `isWritable` lets through what may go this way. */
export function oneWay(project: Project, way: 'push' | 'pull'): Project {
  const may = (locale: ServiceLocale, { reach }: FilesEntry): boolean =>
    way === 'push' ? reach.goesUp(locale) : reach.comesDown(locale);
  return {
    ...project,
    isWritable: (locale, entry) => project.isSelected(locale, entry) && may(locale, entry),
  };
}

/** A file here, or one of its languages, whose locale the project has lost since it was synced. */
export interface GoneLocale {
  readonly path: string;
  /** As the file's name or the lock has it. */
  readonly code: string;
  readonly bound: BoundSet<SourceFile>;
  readonly error: LocsyncError;
}
