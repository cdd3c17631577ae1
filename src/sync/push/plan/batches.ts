import { sumOf } from '../../../core/util/collections.js';

/**
 * Files and texts uploaded before the first is read back: what was sent is kept until then. The
 * files of one set go in turn, so a batch has as many sets as requests may be in flight.
 */
const BATCH_FILES = 500;
const BATCH_TEXTS = 20_000;

/**
 * Whole chains, as many as fit into a batch, at least one. `width`: how many may be in flight.
 * `textsIn`: how many texts a file holds.
 */
export function batchesOf<File extends { readonly path: string }>(
  chains: readonly File[][],
  width: number,
  textsIn: (path: string) => number,
): readonly (readonly File[][])[] {
  const batches: File[][][] = [];
  let [files, texts] = [0, 0];
  for (const chain of chains) {
    const batch = batches.at(-1);
    const size = sumOf(chain.map(({ path }) => textsIn(path)));
    const isRoom = texts + size <= BATCH_TEXTS || (batch?.length ?? 0) < width;
    if (batch && files + chain.length <= BATCH_FILES && isRoom) batch.push(chain);
    else {
      batches.push([chain]);
      [files, texts] = [0, 0];
    }
    files += chain.length;
    texts += size;
  }
  return batches;
}
