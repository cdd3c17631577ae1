import { promisify } from 'node:util';
import { brotliDecompress, gunzip } from 'node:zlib';
import { errorCode } from '../core/system/system-error.js';
import { failed, type Failure } from './messages.js';

/** The most bytes of one response, before and after decompression. */
export const BODY_LIMIT = 64 * 1024 * 1024;
/** The most bytes that are read of an error's body. */
export const ERROR_BODY_LIMIT = 64 * 1024;

// Fifty nested gzips of a few kilobytes keep a processor busy for minutes (CVE-2026-22036).
const ENCODINGS_LIMIT = 2;

/** The decoders by content encoding. */
const DECODERS = {
  gzip: promisify(gunzip),
  'x-gzip': promisify(gunzip),
  br: promisify(brotliDecompress),
} as const;

/** Decodes a body (RFC 9110, section 8.4), never beyond `limit`, by encodings we ask for. */
export async function decodeBody(
  bytes: Uint8Array,
  encoding: string | undefined,
  limit: number,
): Promise<Uint8Array | Failure> {
  const names = (encoding ?? '')
    .split(',')
    .map((name) => name.trim().toLowerCase())
    .filter((name) => name !== '' && name !== 'identity');
  if (names.length > ENCODINGS_LIMIT)
    return failed('encoding', `too many content encodings (${names.length})`);
  if (names.length === 0) return bytes;
  let body = bytes;
  for (const name of names.reverse()) {
    if (!isDecoder(name)) return failed('encoding', `a content encoding that was not asked for: ${name}`);
    try {
      body = await DECODERS[name](body, { maxOutputLength: limit });
    } catch (error) {
      if (errorCode(error) === 'ERR_BUFFER_TOO_LARGE') return tooLarge(limit);
      return failed('lost', `the ${name} encoding of the response is damaged or cut short`, error);
    }
  }
  return body;
}

function isDecoder(name: string): name is keyof typeof DECODERS {
  return Object.hasOwn(DECODERS, name);
}

/** The failure of a response that is over the limit. */
export function tooLarge(limit: number): Failure {
  return failed('too-large', `larger than ${limit / 1024 / 1024} MiB`);
}
