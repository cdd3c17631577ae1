import { LocsyncError } from '../../core/errors/index.js';
import type { TextParts } from '../../ports/files.js';

/** Characters that are encoded at a time. */
const BLOCK = 1024 * 1024;

/**
 * The UTF-8 bytes of a text, small parts joined. Throws FILE_UNWRITABLE for a text that could not
 * be read back.
 */
export function* encoded(text: TextParts, path: string, limit: number): Generator<Buffer> {
  const unwritable = (reason: string): LocsyncError =>
    LocsyncError.of('FILE_UNWRITABLE', { reason }, { place: { path } });
  let size = 0;
  for (const block of blocks(text())) {
    // UTF-8 has no lone surrogates: Node would write U+FFFD instead.
    if (/\p{Cs}/u.test(block)) throw unwritable('half a character (a lone surrogate)');
    const bytes = Buffer.from(block);
    size += bytes.length;
    if (size > limit) throw unwritable(`it would be larger than the limit of ${limit} bytes`);
    yield bytes;
  }
}

function* blocks(parts: Iterable<string>): Generator<string> {
  let held: string[] = [];
  let length = 0;
  for (const part of parts) {
    held.push(part);
    length += part.length;
    if (length < BLOCK) continue;
    yield held.join('');
    held = [];
    length = 0;
  }
  if (length > 0) yield held.join('');
}
