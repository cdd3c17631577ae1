import type { LocaleFile } from '../../files/locale-file.js';
import type { TextsByKey } from '../../../core/keys/key.js';
import type { LocsyncError } from '../../../core/errors/index.js';
import type { Host } from '../../../ports/host.js';
import type { SyncEvent } from '../../../ports/service.js';
import type { Project } from '../../context/project.js';
import type { BeforeBySet, ServiceBefore } from '../service-before/compared.js';
import type { ChangedSources, UncomparedFileSet } from '../service-before/uncompared.js';
import type { ReadAhead } from '../fresh-reads/read-ahead.js';
import type { OnAnswers } from '../../compare/file-set-texts.js';
import type { SourceList } from '../fresh-reads/source-list.js';
import type { LossErrors } from './upload-outcome.js';
import type { Switches } from '../../../options/types.js';
import type { ProjectOptions } from '../../context/project-options.js';
import type { PlanRecorder } from '../../restrictions/plan-recorder.js';
import type { StrictRules } from '../../restrictions/strict.js';

/** What all uploads of one run share. */
export interface PushRun {
  readonly host: Host;
  readonly project: Project;
  readonly options: PushFlags;
  readonly event: SyncEvent;
  readonly sources: SourceList;
  readonly ahead: ReadAhead;
  /** What the service held before the run for the files that were compared. */
  readonly before: BeforeBySet;
  /**
   * By path, for each language of a file that is to be uploaded, texts of the service that neither
   * the disk nor the base has; the disk may hold another text of the key.
   */
  readonly onlyThere: Map<string, readonly TextsByKey[]>;
  /** Whether a language that is not uploaded was read after an upload: no batch needs it again. */
  sampled: boolean;
  readonly changes: ChangedSources;
  /** The languages that the run does not compare, of the file sets that are being sent. */
  uncomparedLanguages: readonly UncomparedFileSet[];
  /** What the service did to translations whose source text had changed, if that is known. */
  staleTranslations: 'kept' | 'lost' | undefined;
  /** By path, what only the service holds of files that were planned anew: newer than `before`. */
  readonly atRisk: Map<string, Pick<ServiceBefore, 'onlyThere' | 'here'>>;
  /** The paths of the files that were planned anew. */
  readonly replanned: Set<string>;
  /** The paths of the files that were sent, whatever the service answered. */
  readonly sent: Set<string>;
  /** By the path of an upload, what languages that were uploaded later have lost by it. */
  readonly lostLater: Map<string, readonly LossErrors[]>;
  /** Gets the answers that reading back has shown. */
  readonly onAnswers: OnAnswers | undefined;
  /** Ends the run after what is in flight: a rejected token. */
  fatal: LocsyncError | undefined;
}

/** What a run sends, and what the service held before. */
export interface ToSend extends Pick<PushRun, 'before' | 'onlyThere' | 'changes'> {
  /** The files of each set in the order in which they are sent. */
  readonly chains: readonly LocaleFile[][];
}

/** What `locsync push` was asked for. */
export type PushFlags = ProjectOptions &
  Switches<'push'> &
  StrictRules & { readonly verbose?: boolean; readonly planRecorder?: PlanRecorder };
