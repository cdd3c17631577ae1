import { joinedFindings, type Findings } from '../../../core/errors/findings.js';
import type { ServiceText, SourcesByKey } from '../../../core/records/upload-entry.js';
import type { KeyId, TextsByKey } from '../../../core/keys/key.js';
import type { Receipt } from '../../../plan/receipt.js';
import type { LocsyncError } from '../../../core/errors/index.js';
import type { FileState, FileReport } from '../../../core/report/file-report.js';
import type { UploadAttempt } from './upload-attempt.js';

/** The outcome of one planned upload. */
export interface UploadOutcome extends Findings {
  readonly attempt: UploadAttempt;
  readonly state: Extract<FileState, 'pushed' | 'failed' | 'skipped'>;
  readonly sourceFile?: { readonly id: string; readonly name: string } | undefined;
  readonly version?: number | undefined;
  /** For each part of the plan what the service now holds of it; empty if that is not known. */
  readonly receipts: readonly Receipt[];
  /** The file's rows under the last plan, as are `errors`; undefined without another plan. */
  readonly rows?: readonly FileReport[];
  /** For each language newer texts that reading after an unclear answer showed. */
  readonly newer?: readonly NewerTexts[];
  /** What reading back showed; undefined if it was not attempted, or failed. */
  readonly readBack?: ReadBack;
  /** By section, keys of other languages that the upload has altered on the service. */
  readonly unknownBases?: UnknownBases;
  /**
   * The error for an upload that was to create its source file, by the number of its version. It
   * counts if the service is seen to have texts that this run has not sent: a service may number
   * versions otherwise.
   */
  readonly sourceFileWasThere?: LocsyncError;
}

/** Texts of one language that were written on the service after an upload was planned. */
export type NewerTexts = ReadonlyMap<KeyId, ServiceText>;

/** For each language the newer texts that reading back showed last. */
export const newestTexts = ({
  readBack,
  newer = [],
}: Pick<UploadOutcome, 'readBack' | 'newer'>): readonly NewerTexts[] => readBack?.newer ?? newer;

/** The newer texts without the keys whose text the service has altered: that form is not newer. */
export const withoutAltered = (
  newer: readonly NewerTexts[],
  altered: readonly TextsByKey[],
): readonly NewerTexts[] =>
  newer.map((texts, i) => new Map([...texts].filter(([key]) => !altered[i]?.has(key))));

/** By section of the lock, keys of which it is unknown who changed them. */
export type UnknownBases = ReadonlyMap<string, readonly KeyId[]>;

/** What an upload has lost of a language that it does not hold, as errors. */
export interface LossErrors extends Findings {
  readonly unknownBases?: UnknownBases;
}

/** The outcome with what its upload has lost of languages that it does not hold. */
export function withLosses(outcome: UploadOutcome, losses: readonly LossErrors[]): UploadOutcome {
  if (losses.length === 0) return outcome;
  const unknownBases = joinedUnknownBases([outcome, ...losses]);
  return {
    ...outcome,
    ...joinedFindings(outcome, ...losses),
    ...(unknownBases.size > 0 ? { unknownBases } : {}),
  };
}

/** What reading back an upload showed. */
export interface ReadBack {
  /** The result if the run makes no further attempt. */
  readonly last: readonly Receipt[];
  /** None of the uploaded texts is there. */
  readonly isNothingStored: boolean;
  /** Uploaded keys hold texts that another upload or a translator wrote. */
  readonly hasForeignTexts: boolean;
  /** For each language what the service held, the upload lacked, and it has lost. */
  readonly dropped: readonly TextsByKey[];
  /** For each language texts that the service held when it was read, and that it has lost since. */
  readonly altered: readonly TextsByKey[];
  /** For each language texts that were written on the service after the upload was planned. */
  readonly newer: readonly NewerTexts[];
  /** The source texts of these. */
  readonly newerSources: readonly SourcesByKey[];
  /** Keys that were not uploaded have changed since the upload was planned. */
  readonly hasOtherChanges: boolean;
}

/** Keys of which the service holds another text than was sent. */
export const keysNotStored = (receipts: readonly Receipt[]): Receipt['notStored'] =>
  receipts.flatMap((receipt) => receipt.notStored);

/** The keys of all of these whose base becomes unknown, by section. */
function joinedUnknownBases(losses: readonly Pick<LossErrors, 'unknownBases'>[]): UnknownBases {
  const joined = new Map<string, readonly KeyId[]>();
  for (const { unknownBases } of losses)
    for (const [section, keys] of unknownBases ?? [])
      joined.set(section, [...(joined.get(section) ?? []), ...keys]);
  return joined;
}
