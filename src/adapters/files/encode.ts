import { LocsyncError } from '../../core/errors/index.js';
import type { TextParts } from '../../ports/files.js';

/** Characters that are encoded at a time. */
const BLOCK = 1024 * 1024;
/** Bytes that two such blocks may take. */
const ROOM = 2 * BLOCK * 3;

/**
 * The UTF-8 bytes of a text, small parts joined. The bytes of a block are valid until the next one
 * is asked for. Throws FILE_UNWRITABLE for a text that could not be read back.
 */
export function* encoded(text: TextParts, path: string, limit: number): Generator<Buffer> {
  const unwritable = (reason: string): LocsyncError =>
    LocsyncError.of('FILE_UNWRITABLE', { reason }, { place: { path } });
  let size = 0;
  let room: Buffer | undefined;
  for (const block of blocks(text())) {
    // UTF-8 has no lone surrogates: Node would write U+FFFD instead.
    if (!block.isWellFormed()) throw unwritable('half a character (a lone surrogate)');
    // Without it, a lock of 40 MB leaves as much to the garbage collector. One block needs none.
    if (size > 0 && block.length >= BLOCK && block.length < 2 * BLOCK) room ??= Buffer.allocUnsafeSlow(ROOM);
    else room = undefined;
    const bytes = room ? room.subarray(0, room.write(block)) : Buffer.from(block);
    size += bytes.length;
    if (size > limit) throw unwritable(`it would be larger than the limit of ${limit} bytes`);
    yield bytes;
  }
}

/** {@link encoded} as often as it is asked for; the bytes of a short text are made once. */
export function encodedText(text: string, path: string, limit: number): () => Iterable<Buffer> {
  const make = (): Iterable<Buffer> => encoded(() => [text], path, limit);
  if (text.length >= BLOCK) return make;
  const made = [...make()];
  return () => made;
}

function* blocks(parts: Iterable<string>): Generator<string> {
  let held: string[] = [];
  let length = 0;
  for (const part of parts) {
    held.push(part);
    length += part.length;
    if (length < BLOCK) continue;
    yield joined(held);
    held = [];
    length = 0;
  }
  if (length > 0) yield joined(held);
}

/** The parts as one text. `join` copies even a single one. */
const joined = (parts: readonly string[]): string => (parts.length === 1 ? (parts[0] ?? '') : parts.join(''));
