import { hashText } from '../../core/merge/hash.js';
import type { OnlyThere } from '../../core/merge/upload-entry.js';
import type { KeyId } from '../../core/keys/key.js';
import type { Document, Format } from '../../formats/format.js';
import type { ShapeModel } from '../../plan/pull.js';
import { uncomparedAlong, wentAlong, withUncompared, type TextsByKey } from '../../plan/altered.js';
import type { PushActions } from '../../plan/push.js';
import type { Receipt } from '../../plan/receipt.js';
import type { PushFlags } from '../project-options.js';
import { currentBase, type CurrentBase } from '../current-base.js';
import type { ComparedFile, ReadFile } from '../compared-file.js';
import type { LocaleFile } from '../locale-file.js';
import type { Sendable } from './planned.js';
import type { LocsyncError } from '../../core/errors/index.js';
import type { FileState, FileReport } from '../../core/report/file-report.js';
import type { Host } from '../../ports/host.js';
import type { SyncEvent } from '../../ports/service.js';
import type { Project } from '../project.js';
import type { HeldBySet } from './held-before.js';
import type { ChangedSources, UncomparedLanguages } from './uncompared.js';
import type { ReadAhead } from './read-ahead.js';
import type { OnAnswers } from '../file-set-texts.js';
import type { SourceList } from './source-list.js';

/**
 * What must survive of an upload attempt until the read-back. Documents and comparisons are
 * dropped: the files of a batch wait for each other, and five hundred of them would dominate
 * memory.
 */
export interface UploadAttempt {
  readonly file: LocaleFile;
  /** The bases of its languages before the upload; none if it was not compared. */
  readonly bases: readonly CurrentBase[];
  /** What was sent, so that it can be read back. */
  readonly sent?: SentFile;
}

/** What was sent of a file, with the texts that show how its keys are meant. */
interface SentFile {
  readonly format: Format;
  /** The file as it stood on disk. */
  readonly text: string;
  readonly model: (Omit<ShapeModel, 'document'> & { readonly text: string }) | undefined;
  readonly actions: readonly PushActions[];
  /** For each language the keys that did not go up simply as both sides held them. */
  readonly touched: readonly ReadonlySet<KeyId>[];
  /** For each language the texts of the service that went along instead of the disk's. */
  readonly along: readonly TextsByKey[];
  /**
   * For each language the texts that the service held when the upload was planned, and that the
   * upload lacked.
   */
  readonly onlyThere: readonly TextsByKey[];
  /** For each language {@link othersOf} what the service held when the upload was planned. */
  readonly others: readonly string[];
}

export const notAttempted = (file: LocaleFile): UploadAttempt => ({ file, bases: [] });

/** A file that was compared, with nothing to send. */
export const inspected = ({ file, locales }: ComparedFile, isLockUnusable: boolean): UploadAttempt => ({
  file,
  bases: locales.map((one) => currentBase(one, isLockUnusable)),
});

/**
 * A hash of the texts on the service whose keys are not uploaded: another hash means that they were
 * changed there.
 */
export function othersOf(
  actions: PushActions | undefined,
  there: Iterable<readonly [KeyId, string | undefined]>,
): string {
  const own = new Set((actions?.get('upload') ?? []).map(({ key }) => key));
  const held = [...there].filter(([key, text]) => text !== undefined && !own.has(key));
  return hashText(held.map(([key, text = '']) => `${key}\u0000${text}`).join('\u0000'));
}

export function attempted({ compared, model, plan }: Sendable, isLockUnusable: boolean): UploadAttempt {
  const { format, document } = compared;
  if (!document) throw new Error('a file that is not there was sent');
  const shape = model && { text: model.document.text, root: model.root, isSubstitute: model.isSubstitute };
  const actions = plan.actions.map(
    (one): PushActions =>
      new Map([...one].filter(([action]) => action === 'upload' || action === 'accept-deletion')),
  );
  const touched = plan.actions.map(
    (one) => new Set([...one.values()].flatMap((states) => states.map(({ key }) => key))),
  );
  const along = plan.actions.map((one, i) => {
    const comparison = compared.locales[i]?.comparison;
    return new Map([...wentAlong(one), ...(comparison ? uncomparedAlong(comparison) : [])]);
  });
  const onlyThere = compared.locales.map(
    ({ comparison }) =>
      new Map(
        withUncompared(comparison).flatMap(({ key, here, there = '' }) =>
          here === undefined && there !== '' ? [[key, there] as const] : [],
        ),
      ),
  );
  const others = compared.locales.map(({ comparison }, i) =>
    othersOf(
      plan.actions[i],
      comparison.states.map(({ key, there }) => [key, there] as const),
    ),
  );
  return {
    ...inspected(compared, isLockUnusable),
    sent: { format, text: document.text, model: shape, actions, touched, along, onlyThere, others },
  };
}

/**
 * A function that reads the texts of sent files again; files of one set mostly have one model,
 * which is read once.
 */
export function sentFileReader(): (sent: SentFile) => {
  readonly read: ReadFile;
  readonly model: ShapeModel | undefined;
} {
  let last: Document | undefined;
  return ({ format, text, model }) => {
    if (model && last?.text !== model.text) last = format.parse(model.text);
    const document = last?.text === text ? last : format.parse(text);
    return {
      read: { format, document, contentHash: undefined },
      model: model && last && { document: last, root: model.root, isSubstitute: model.isSubstitute },
    };
  };
}

/** What became of one planned upload. */
export interface UploadOutcome {
  readonly attempt: UploadAttempt;
  readonly state: Extract<FileState, 'pushed' | 'failed' | 'skipped'>;
  readonly sourceFile?: { readonly id: string; readonly name: string } | undefined;
  readonly version?: number | undefined;
  /** For each part of the plan what the service now holds of it; empty if that is not known. */
  readonly receipts: readonly Receipt[];
  /**
   * The file's rows under the last plan, which `errors` belong to as well; undefined if it was not
   * planned again.
   */
  readonly rows?: readonly FileReport[];
  /** What reading back showed; undefined if it was not attempted, or failed. */
  readonly look?: ReadBack;
  /** By section, keys of other languages that the upload has altered on the service. */
  readonly doubted?: Doubted;
  readonly errors: readonly LocsyncError[];
  readonly warnings: readonly LocsyncError[];
}

/** By section of the lock, keys of which it is unknown who changed them. */
export type Doubted = ReadonlyMap<string, readonly KeyId[]>;

/** What an upload has taken from a language that is uploaded after it. */
export interface Taken {
  readonly error: LocsyncError;
  readonly doubted?: Doubted;
}

/** What all uploads of one run share. */
export interface PushRun {
  readonly host: Host;
  readonly project: Project;
  readonly options: PushFlags;
  readonly event: SyncEvent;
  readonly sources: SourceList;
  readonly ahead: ReadAhead;
  /** What the service held before the run for the files that were compared. */
  readonly held: HeldBySet;
  /** By path, for each language of a file that is to be uploaded, what only the service held. */
  readonly onlyThere: ReadonlyMap<string, readonly TextsByKey[]>;
  /** A language that was not uploaded has been read once more. */
  sampled: boolean;
  readonly changes: ChangedSources;
  /** The languages that the run does not compare, of the file sets that are being sent. */
  uncomparedLanguages: readonly UncomparedLanguages[];
  /**
   * What the service did to translations of a source text that had changed; undefined if nothing
   * has shown it yet.
   */
  otherLanguages: 'kept' | 'taken' | undefined;
  /** The paths of the files that were planned anew. */
  readonly planned: Set<string>;
  /** The paths of the files that were sent, whatever the service answered. */
  readonly sent: Set<string>;
  /** By the path of an upload, what languages that were uploaded later have lost by it. */
  readonly taken: Map<string, readonly Taken[]>;
  /** Gets the answers that reading back has shown. */
  readonly onAnswers: OnAnswers | undefined;
  /** Ends the run after what is in flight: a refused token. */
  fatal: LocsyncError | undefined;
}

/** What reading back an upload showed. */
export interface ReadBack {
  /** What is settled if there is no further attempt. */
  readonly last: readonly Receipt[];
  /** None of the uploaded texts is there. */
  readonly isNothingStored: boolean;
  /** Uploaded keys hold texts that another upload or a translator wrote. */
  readonly hasForeignTexts: boolean;
  /**
   * For each language texts that the service held before, that the upload lacked, and that it has
   * lost.
   */
  readonly dropped: readonly TextsByKey[];
  /** For each language texts that the service held when it was read, and that it has lost since. */
  readonly altered: readonly TextsByKey[];
  /** For each language texts that were written on the service after the upload was planned. */
  readonly newer: readonly ReadonlyMap<KeyId, OnlyThere>[];
  /** Keys that were not uploaded have changed since the upload was planned. */
  readonly hasOtherChanges: boolean;
}
