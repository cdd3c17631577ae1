import { uploadedStates, type PushActions } from '../../../plan/push.js';
import { hashText } from '../../../core/merge/hash.js';
import type { KeyId, TextsByKey } from '../../../core/keys/key.js';
import type { KeyState } from '../../../core/merge/key-state.js';
import type { Document, Format } from '../../../formats/format.js';
import type { SetModel } from '../../../plan/set-model.js';
import { unmergedAlong, wentAlong, withUnmerged } from '../../../plan/alterations.js';
import type { ContentHash } from '../../../ports/files.js';
import type { Project } from '../../context/project.js';
import { currentBase, type CurrentBase } from '../../files/current-base.js';
import type { ComparedFile, ReadFile } from '../../files/compared-file.js';
import type { LocaleFile } from '../../files/locale-file.js';
import { recentFiles } from '../../files/recent-files.js';
import type { Sendable } from './upload-plan.js';

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
export interface SentFile {
  readonly format: Format;
  /** The file as it stood on disk. */
  readonly text: string;
  readonly contentHash: ContentHash | undefined;
  readonly model: (Omit<SetModel, 'document'> & { readonly text: string }) | undefined;
  readonly actions: readonly PushActions[];
  /** For each language the keys that did not go up simply as both sides held them. */
  readonly touched: readonly (() => ReadonlySet<KeyId>)[];
  /** For each language the texts of the service that went along instead of the disk's. */
  readonly along: readonly TextsByKey[];
  /** For each language what the service held at the time of the plan, and the upload lacked. */
  readonly onlyThere: readonly TextsByKey[];
  /** For each language {@link othersOf} what the service held when the upload was planned. */
  readonly others: readonly string[];
}

export const notAttempted = (file: LocaleFile): UploadAttempt => ({ file, bases: [] });

/** A file that was compared, with nothing to send. */
export const inspected = ({ file, locales }: ComparedFile): UploadAttempt => ({
  file,
  bases: locales.map(currentBase),
});

/**
 * A hash of the texts on the service whose keys are not uploaded: another hash means that they were
 * changed there.
 */
export function othersOf(
  actions: PushActions | undefined,
  states: readonly Pick<KeyState, 'key' | 'there'>[],
): string {
  const uploads = uploadedStates(actions);
  const held = states.filter(({ there }) => there !== undefined);
  // Before a new file is uploaded the service has nothing, and then what was sent, in its order.
  if (held.length <= uploads.length && held.every(({ key }, i) => uploads[i]?.key === key)) return NO_OTHERS;
  const own = new Set(uploads.map(({ key }) => key));
  const others = held.filter(({ key }) => !own.has(key));
  return hashText(others.map(({ key, there = '' }) => `${key}\u0000${there}`).join('\u0000'));
}

const NO_OTHERS = hashText('');

/** Only few files are asked for it. A plan that only sends has its keys with it anyway. */
function touchedBy(planned: PushActions): () => ReadonlySet<KeyId> {
  const keysOf = (groups: Iterable<readonly KeyState[]>): ReadonlySet<KeyId> => {
    const keys = new Set<KeyId>();
    for (const states of groups) for (const { key } of states) keys.add(key);
    return keys;
  };
  const uploads = planned.get('upload');
  if (uploads && planned.size === 1) return () => keysOf([uploads]);
  const touched = keysOf(planned.values());
  return () => touched;
}

/** A file of which something is sent. */
export function attempted({ compared, model, plan }: Sendable): UploadAttempt {
  const { format, document } = compared;
  if (!document) throw new Error('a file that is not there was sent');
  const shape = model && { text: model.document.text, root: model.root, isSubstitute: model.isSubstitute };
  const actions = plan.actions.map(
    (planned): PushActions =>
      new Map([...planned].filter(([action]) => action === 'upload' || action === 'accept-deletion')),
  );
  const touched = plan.actions.map(touchedBy);
  const along = plan.actions.map((planned, i) => {
    const comparison = compared.locales[i]?.comparison;
    return new Map([...wentAlong(planned), ...(comparison ? unmergedAlong(comparison) : [])]);
  });
  const onlyThere = compared.locales.map(({ comparison }) => {
    const texts = new Map<KeyId, string>();
    for (const { key, here, there = '' } of withUnmerged(comparison))
      if (here === undefined && there !== '') texts.set(key, there);
    return texts;
  });
  const others = compared.locales.map(({ comparison }, i) => othersOf(plan.actions[i], comparison.states));
  return {
    ...inspected(compared),
    sent: {
      format,
      text: document.text,
      contentHash: compared.contentHash,
      model: shape,
      actions,
      touched,
      along,
      onlyThere,
      others,
    },
  };
}

/** The texts that an upload has sent in all its languages. */
export function sentTexts(sent: Pick<SentFile, 'actions'> | undefined): TextsByKey {
  const uploads = (sent?.actions ?? []).flatMap((actions) => uploadedStates(actions));
  return new Map(uploads.map(({ key, here = '' }) => [key, here]));
}

/** Parses the texts of a sent file again. */
export type SentFileReader = (
  path: string,
  sent: SentFile,
) => { readonly read: ReadFile; readonly model: SetModel | undefined };

/** A reader that uses documents that are still kept, and parses the model of a set once. */
export function sentFileReader({ files }: Pick<Project, 'files'>): SentFileReader {
  let last: Document | undefined;
  const kept = recentFiles(files);
  return (path, { format, text, contentHash, model }) => {
    if (model && last?.text !== model.text) last = format.parse(model.text);
    const recent = contentHash === undefined ? undefined : kept.get(path, contentHash)?.document;
    const same = [last, recent].find((document) => document?.text === text);
    const document = same ?? format.parse(text);
    return {
      read: { format, document, contentHash: undefined },
      model: model && last && { document: last, root: model.root, isSubstitute: model.isSubstitute },
    };
  };
}
