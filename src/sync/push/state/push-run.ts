import type { LocaleFile } from '../../files/locale-file.js';
import type { LocsyncError } from '../../../core/errors/index.js';
import type { Host } from '../../../ports/host.js';
import type { SyncEvent } from '../../../ports/service.js';
import type { Project } from '../../context/project.js';
import type { BeforeBySet } from '../service-before/compared.js';
import type { ChangedSources, UncomparedFileSet } from '../service-before/uncompared.js';
import type { ReadAhead } from '../fresh-reads/read-ahead.js';
import type { OnAnswers } from '../../compare/read/file-set-texts.js';
import type { SourceList } from '../fresh-reads/source-list.js';
import type { PushedFiles } from './pushed-files.js';
import type { Switches } from '../../../options/types.js';
import type { ProjectOptions } from '../../context/project-options.js';
import type { PlanRecorder } from '../../restrictions/plan-recorder.js';
import type { RunReport } from '../../report/run-report.js';
import type { StrictRules } from '../../restrictions/strict.js';

/** What all uploads of one run share. */
export interface PushRun {
  readonly host: Host;
  readonly project: Project;
  readonly options: PushCommandOptions;
  readonly event: SyncEvent;
  readonly sources: SourceList;
  readonly ahead: ReadAhead;
  /** What the service held before the run for the files that were compared. */
  readonly before: BeforeBySet;
  /** What the run has found out about the files that it uploads. */
  readonly files: PushedFiles;
  /** Whether a language that is not uploaded was read after an upload: no batch needs it again. */
  sampled: boolean;
  readonly changes: ChangedSources;
  /** The languages that the run does not compare, of the file sets that are being sent. */
  uncomparedSets: readonly UncomparedFileSet[];
  /** What the service did to translations whose source text had changed, if that is known. */
  staleTranslations: 'kept' | 'lost' | undefined;
  /** Gets the answers that reading back has shown. */
  readonly onAnswers: OnAnswers | undefined;
  /** Ends the run after what is in flight: a rejected token. */
  fatal: LocsyncError | undefined;
}

/** What a push has planned, and what its uploads complete. */
export interface PlannedUploads extends Pick<PushRun, 'before' | 'files' | 'changes'> {
  /** The files of each set in the order in which they are sent. */
  readonly chains: readonly LocaleFile[][];
  readonly report: RunReport;
  /** The errors of files that are to be uploaded, by path: each is planned again before. */
  readonly uploadErrors: Map<string, readonly LocsyncError[]>;
  /** Forgets what is settled of earlier uploads; `saved`: the base is written. */
  readonly forget: (saved: boolean) => void;
}

/** What `locsync push` was asked for. */
export type PushCommandOptions = ProjectOptions &
  Switches<'push'> &
  StrictRules & { readonly verbose?: boolean; readonly planRecorder?: PlanRecorder };
