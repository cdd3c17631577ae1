import { isUtf8 } from 'node:buffer';
import { LocsyncError } from '../../core/errors/index.js';

/**
 * The text of UTF-8 bytes, those of a file from `offset` on, with its byte-order mark. Throws
 * FILE_ENCODING, or FILE_NOT_UTF8 with the offset of the first invalid byte in the file.
 *
 * A strict TextDecoder finds the same, but always makes strings of two bytes a character.
 */
export function decode(bytes: Buffer, path: string, offset = 0): string {
  const encoding = offset === 0 ? wideEncoding(bytes) : undefined;
  if (encoding !== undefined) throw LocsyncError.of('FILE_ENCODING', { encoding }, { place: { path } });
  if (!isUtf8(bytes))
    throw LocsyncError.of('FILE_NOT_UTF8', { byte: offset + firstBadByte(bytes) }, { place: { path } });
  return bytes.toString();
}

/**
 * How many of these bytes can be decoded: up to the last line end or, without one, to the last
 * whole character.
 */
export function decodableLength(bytes: Uint8Array): number {
  const lines = bytes.lastIndexOf(LINE_END) + 1;
  if (lines > 0) return lines;
  for (let at = bytes.length - 1; at > bytes.length - 4; at--) {
    const byte = bytes[at] ?? 0;
    const needs = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc0 ? 2 : 1;
    if (needs > bytes.length - at) return at;
    // Any byte but a continuation byte ends the search.
    if (byte < 0x80 || byte >= 0xc0) break;
  }
  return bytes.length;
}

const LINE_END = 0x0a;

function wideEncoding(bytes: Uint8Array): string | undefined {
  const [first, second, third, fourth] = bytes;
  if (first === 0xff && second === 0xfe) return third === 0 && fourth === 0 ? 'UTF-32LE' : 'UTF-16LE';
  return first === 0xfe && second === 0xff ? 'UTF-16BE' : undefined;
}

/** The offset at which a lenient decoder first inserts a replacement character of its own. */
function firstBadByte(bytes: Uint8Array): number {
  let at = 0;
  for (const c of new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)) {
    const point = c.codePointAt(0) ?? 0;
    if (point === 0xfffd && !(bytes[at] === 0xef && bytes[at + 1] === 0xbf && bytes[at + 2] === 0xbd))
      return at;
    at += point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4;
  }
  return at;
}
