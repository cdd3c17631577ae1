import { LocsyncError } from '../../core/errors/index.js';
import type { RecordedFile, UndoRecord } from '../../core/records/undo-record.js';
import type { Files } from '../../ports/files.js';
import { parsedText } from '../files/read-file.js';
import { quotedTexts } from '../file-errors/diagnostics.js';
import { ifReadable } from '../files/unless-failed.js';

/**
 * The warnings that a run would have given that ended before it could, each text whole. `ownLock`:
 * the lock of the run that gives them.
 */
export async function lossesOfKilledRun(
  files: Files,
  { files: undone, unnamed = [], lock }: UndoRecord,
  ownLock: string,
): Promise<LocsyncError[]> {
  const isOther = lock !== ownLock;
  const found = await Promise.all([
    ...unnamed.map((file) => lossOf(files, file, true)),
    ...undone.map((file) => lossOf(files, file, isOther)),
  ]);
  return found.flatMap((loss) => loss ?? []);
}

async function lossOf(
  files: Files,
  { path, before, after, taken = [] }: RecordedFile,
  isOfOther: boolean,
): Promise<LocsyncError | undefined> {
  if (before === undefined || taken.length === 0) return undefined;
  const found = await ifReadable(() => files.read(path));
  const held = found?.text;
  // The run was killed before it wrote this file, or undo has put it back.
  if (held === before) return undefined;
  const [was, is] = [before, held].map((text) => (text === undefined ? undefined : parsedText(path, text)));
  // A text that `mv` has renamed is there under another key.
  const fresh = [...(is?.leaves ?? [])].flatMap(([key, leaf]) => (was?.leaves.has(key) ? [] : leaf.text));
  const renamed = new Set(fresh);
  const texts = taken.flatMap((key) => {
    const text = was?.leaves.get(key)?.text ?? '';
    const isHere =
      text === '' || is?.leaves.get(key)?.text === text || (!is?.leaves.has(key) && renamed.has(text));
    return isHere ? [] : [[key, text] as const];
  });
  if (texts.length === 0) return undefined;
  const isUnclear = found?.contentHash !== after;
  const args = { count: texts.length, texts: quotedTexts(texts), isUnclear, isOfOther };
  return LocsyncError.of('RUN_UNFINISHED', args, { place: { path } });
}
