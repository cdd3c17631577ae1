import { hashText } from '../../../core/merge/hash.js';
import type { KeyId } from '../../../core/keys/key.js';
import type { Document, Format } from '../../../formats/format.js';
import type { SetModel } from '../../../plan/pull.js';
import { uncomparedAlong, wentAlong, withUncompared, type TextsByKey } from '../../../plan/alterations.js';
import type { PushActions } from '../../../plan/push.js';
import { currentBase, type CurrentBase } from '../../files/current-base.js';
import type { ComparedFile, ReadFile } from '../../files/compared-file.js';
import type { LocaleFile } from '../../files/locale-file.js';
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
  readonly model: (Omit<SetModel, 'document'> & { readonly text: string }) | undefined;
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
  bases: locales.map((language) => currentBase(language, isLockUnusable)),
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
    (planned): PushActions =>
      new Map([...planned].filter(([action]) => action === 'upload' || action === 'accept-deletion')),
  );
  const touched = plan.actions.map(
    (planned) => new Set([...planned.values()].flatMap((states) => states.map(({ key }) => key))),
  );
  const along = plan.actions.map((planned, i) => {
    const comparison = compared.locales[i]?.comparison;
    return new Map([...wentAlong(planned), ...(comparison ? uncomparedAlong(comparison) : [])]);
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
  readonly model: SetModel | undefined;
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
