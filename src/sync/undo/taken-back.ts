import { LocsyncError } from '../../core/errors/index.js';
import type { TextsByKey } from '../../core/keys/key.js';
import { textOf } from '../../core/keys/leaf.js';
import { isSameCode } from '../../core/locales/locale.js';
import type { RecordedFile } from '../../core/records/undo-record.js';
import type { Files } from '../../ports/files.js';
import { leavesUnder, soleRoot } from '../../plan/locale-root.js';
import { quotedTexts } from '../file-errors/diagnostics.js';
import { nameKeys } from '../file-errors/name-keys.js';
import { ifReadable } from '../files/unless-failed.js';
import type { Restore } from './restore.js';
import { parsedText } from '../files/read-file.js';

/** How many texts of a file are shown in full; of more, the keys are named. */
const MOST_WHOLE = 100;

/** The texts that undo takes from the disk with one file. */
export interface TakenBack {
  /** Names them. It asks no service, so it cannot know whether there is another copy. */
  readonly warning: LocsyncError;
  /** The file as it is before undo writes it, for the record of an undo that is killed. */
  readonly loss: RecordedFile;
}

/**
 * What undo takes from the disk; undefined if it is nothing. A text that `mv` has renamed is not
 * taken: the file gets it back under its old key. Called before the file is put back.
 */
export async function takenBack(
  files: Files,
  { file }: Restore,
  done: boolean,
): Promise<TakenBack | undefined> {
  const { path, before } = file;
  const found = await ifReadable(() => files.read(path));
  if (!found) return undefined;
  const [now, left] = textsOf(file, [found.text, before]);
  const brought = broughtBack(now, left);
  const isKept = (text: string): boolean => {
    const count = brought.get(text) ?? 0;
    brought.set(text, count - 1);
    return count > 0;
  };
  const taken = [...(now ?? [])].filter(
    ([key, text]) => text !== '' && left?.get(key) !== text && !isKept(text),
  );
  if (taken.length === 0) return undefined;
  const keys = taken.map(([key]) => key);
  const texts = taken.length > MOST_WHOLE ? nameKeys(keys, Infinity) : quotedTexts(taken);
  return {
    warning: LocsyncError.of('TEXTS_TAKEN_BACK', { count: taken.length, texts, done }, { place: { path } }),
    loss: {
      path,
      before: found.text,
      after: before === undefined ? undefined : files.contentHash(before),
      locales: [],
      bases: [],
      taken: [...(parsedText(path, found.text)?.leaves.keys() ?? [])],
    },
  };
}

/** How often the file gets each text back, under keys that it lacks now. */
function broughtBack(now: TextsByKey | undefined, left: TextsByKey | undefined): Map<string, number> {
  const brought = new Map<string, number>();
  for (const [key, text] of left ?? [])
    if (now?.has(key) !== true) brought.set(text, (brought.get(text) ?? 0) + 1);
  return brought;
}

/**
 * Versions of a file as texts by keys; all of them without the root of a file of one language, if
 * it is that language's code, or the base of one has such keys. Undefined for a version that does
 * not exist.
 */
function textsOf(
  { path, bases, locales }: RecordedFile,
  versions: readonly (string | undefined)[],
): readonly (TextsByKey | undefined)[] {
  const documents = versions.map((text) => (text === undefined ? undefined : parsedText(path, text)));
  const inner = documents.map((document) => document && leavesUnder(document, soleRoot(document)));
  const isLanguage = (root: string | undefined): boolean =>
    root !== undefined && locales.every(({ locale }) => isSameCode(locale, root));
  const hasRoot =
    documents.some((document) => document && isLanguage(soleRoot(document))) ||
    inner.some((leaves) => bases.some(({ keys }) => [...keys.keys()].some((key) => leaves?.has(key))));
  return documents.map((document, i) => {
    const leaves = hasRoot ? inner[i] : document?.leaves;
    return leaves && new Map([...leaves].map(([key, leaf]) => [key, textOf(leaf) ?? '']));
  });
}
