import { LocsyncError } from '../../core/errors/index.js';
import type { KeyId } from '../../core/keys/key.js';
import { textOf } from '../../core/keys/leaf.js';
import type { UndoneFile } from '../../core/merge/undo-record.js';
import type { Files } from '../../ports/files.js';
import { leavesUnder, soleRoot } from '../../plan/locale-root.js';
import { quotedTexts } from '../report/diagnostics.js';
import { nameKeys } from '../report/rows.js';
import { unlessFailed } from '../unless-failed.js';
import type { UndoStep } from './restore.js';
import { parsedText } from '../read-file.js';

/** So many texts of a file are shown whole; of more, the keys are named. */
const MOST_WHOLE = 100;

/**
 * A warning that names the texts that undo takes from the disk. It asks no service, so it cannot
 * know whether there is another copy. Called before the file is put back.
 */
export async function takenBack(
  files: Files,
  { file }: Extract<UndoStep, { does: 'restore' }>,
  done: boolean,
): Promise<LocsyncError | undefined> {
  const { path, before } = file;
  const found = await unlessFailed(() => files.read(path));
  if (!found || found instanceof LocsyncError) return undefined;
  const now = textsOf(file, found.text);
  const left = before === undefined ? undefined : textsOf(file, before);
  const taken = [...now].filter(([key, text]) => text !== '' && left?.get(key) !== text);
  if (taken.length === 0) return undefined;
  const keys = taken.map(([key]) => key);
  const texts = taken.length > MOST_WHOLE ? nameKeys(keys, Infinity) : quotedTexts(taken);
  return LocsyncError.of('TEXTS_TAKEN_BACK', { count: taken.length, texts, done }, { place: { path } });
}

/** The texts of a file by their keys, without the root of a file of one language. */
function textsOf({ path, bases }: UndoneFile, text: string): ReadonlyMap<KeyId, string> {
  const document = parsedText(path, text);
  if (!document) return new Map();
  const inner = leavesUnder(document, soleRoot(document));
  const hasRoot = bases.some(({ keys }) => [...keys.keys()].some((key) => inner.has(key)));
  const leaves = hasRoot ? inner : document.leaves;
  return new Map([...leaves].map(([key, leaf]) => [key, textOf(leaf) ?? '']));
}
