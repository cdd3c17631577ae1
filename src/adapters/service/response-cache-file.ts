import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { closeSync, fstatSync, readSync } from 'node:fs';
import { open, rename, rm, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { openOwnFile } from '../files/own-file.js';
import { isFolder } from '../files/new-folders.js';
import { FOLDER } from '../files/own-folder.js';
import { tempName } from '../files/temp.js';

/** What a cached response is revalidated with, and its content type. */
export interface CacheValidator {
  readonly etag: string;
  readonly type: string;
}

/** A cached response: where its body is in the file. */
export interface CachedResponse extends CacheValidator {
  /** SHA-256 of the body, hexadecimal. */
  readonly hash: string;
  readonly offset: number;
  readonly length: number;
}

const FILE = 'answers';
/** The size of all bodies together, in bytes. */
const KEPT_LIMIT = 64 * 1024 * 1024;
/** With the index; a larger file is not one of ours. */
const FILE_LIMIT = 2 * KEPT_LIMIT;
const FLUSH_BYTES = 1024 * 1024;
// The end of the file: the HMAC-SHA-256 of the index, and its length in bytes.
const TRAILER = /^\n([0-9a-f]{64}) (\d{12})\n$/;
const TRAILER_LENGTH = 79;

/**
 * The file that holds cached responses between runs: bodies, an index, and the index's HMAC. It is
 * only a copy: if anything is wrong with it, or with writing it, the service is asked without it. A
 * file written with another key counts as absent. No method throws.
 */
export class ResponseCacheFile {
  readonly #folder: string;
  #old: { readonly fd: number; readonly entries: ReadonlyMap<string, CachedResponse> } | undefined;
  #isOpen = false;
  readonly #fresh = new Map<string, CachedResponse>();
  #waiting: Uint8Array[] = [];
  #waitingBytes = 0;
  #size = 0;
  #spool: { readonly path: string; readonly handle: FileHandle } | 'failed' | undefined;
  #writing: Promise<void> = Promise.resolve();

  /**
   * The `key` proves whose responses these are ({@link responseCacheKey}); without one nothing is
   * cached. `root` is absolute.
   */
  constructor(
    root: string,
    readonly key: Buffer | undefined,
    readonly pid: number,
  ) {
    this.#folder = join(root, FOLDER);
  }

  /** The response of an earlier run to this request. */
  find(request: string): CachedResponse | undefined {
    return this.#opened()?.entries.get(request);
  }

  /**
   * The body of a response that {@link find} returned; undefined if the file does not hold it
   * intact.
   */
  body(kept: CachedResponse): Uint8Array | undefined {
    const body = this.#read(kept);
    return body !== undefined && hashOf(body) === kept.hash ? body : undefined;
  }

  /** Caches a response for the next run, if there is room. */
  keep(request: string, { etag, type }: CacheValidator, body: Uint8Array): void {
    if (this.#size + body.byteLength > KEPT_LIMIT) return;
    const place = { offset: this.#size, length: body.byteLength };
    this.#fresh.set(request, { etag, type, hash: hashOf(body), ...place });
    this.#append(body);
    if (this.#waitingBytes >= FLUSH_BYTES) this.#flush();
  }

  /**
   * Writes the file anew if this run has cached anything. `used` are the requests whose old
   * responses are still valid: they are dropped last.
   */
  async close(used: ReadonlySet<string>): Promise<void> {
    try {
      if (this.#fresh.size > 0 && this.key !== undefined) await this.#save(this.key, used);
    } catch {
      this.#spool =
        this.#spool === undefined || this.#spool === 'failed' ? 'failed' : await discardSpool(this.#spool);
    } finally {
      if (this.#old) closeSync(this.#old.fd);
      this.#old = undefined;
    }
  }

  async #save(key: Buffer, used: ReadonlySet<string>): Promise<void> {
    const old = [...(this.#opened()?.entries ?? [])].filter(([request]) => !this.#fresh.has(request));
    const isUsed = ([request]: readonly [string, CachedResponse]): boolean => used.has(request);
    for (const [request, kept] of [...old.filter(isUsed), ...old.filter((entry) => !isUsed(entry))]) {
      const body = this.#size + kept.length <= KEPT_LIMIT ? this.#read(kept) : undefined;
      if (body === undefined) continue;
      this.#fresh.set(request, { ...kept, offset: this.#size });
      this.#append(body);
      if (this.#waitingBytes >= FLUSH_BYTES) {
        this.#flush();
        await this.#writing;
      }
    }
    const index = Buffer.from(JSON.stringify([...this.#fresh]));
    this.#append(index);
    this.#append(
      Buffer.from(`\n${macOf(index, key).toString('hex')} ${String(index.byteLength).padStart(12, '0')}\n`),
    );
    this.#flush();
    await this.#writing;
    if (this.#spool === undefined || this.#spool === 'failed') return;
    await this.#spool.handle.close();
    await rename(this.#spool.path, join(this.#folder, FILE));
  }

  #append(bytes: Uint8Array): void {
    this.#waiting.push(bytes);
    this.#waitingBytes += bytes.byteLength;
    this.#size += bytes.byteLength;
  }

  /** Bodies go to the disk as they come, so that a large project is never in memory whole. */
  #flush(): void {
    const bytes = Buffer.concat(this.#waiting);
    this.#waiting = [];
    this.#waitingBytes = 0;
    this.#writing = this.#writing.then(async () => {
      if (this.#spool === 'failed') return;
      try {
        this.#spool ??= await this.#create();
        for (let at = 0; at < bytes.byteLength;)
          at += (await this.#spool.handle.write(bytes, at)).bytesWritten;
      } catch {
        this.#spool = await discardSpool(this.#spool);
      }
    });
  }

  async #create(): Promise<{ readonly path: string; readonly handle: FileHandle }> {
    // Only the run lock makes the folder: a read-only command creates nothing.
    if (!isFolder(this.#folder)) throw new Error(`${FOLDER} is not a folder`);
    const path = join(this.#folder, tempName(this.pid));
    return { path, handle: await open(path, 'wx', 0o600) };
  }

  #opened(): { readonly fd: number; readonly entries: ReadonlyMap<string, CachedResponse> } | undefined {
    if (this.#isOpen) return this.#old;
    this.#isOpen = true;
    const { key } = this;
    if (key === undefined) return undefined;
    let fd: number | undefined;
    try {
      if (!isFolder(this.#folder)) return undefined;
      fd = openOwnFile(join(this.#folder, FILE), FILE_LIMIT)?.file;
      if (fd !== undefined) this.#old = { fd, entries: readIndex(fd, key) };
    } catch {
      if (fd !== undefined) closeSync(fd);
    }
    return this.#old;
  }

  #read({ offset, length }: CachedResponse): Uint8Array | undefined {
    const old = this.#opened();
    if (!old) return undefined;
    try {
      return readAt(old.fd, offset, length);
    } catch {
      return undefined;
    }
  }
}

async function discardSpool(
  spool: { readonly path: string; readonly handle: FileHandle } | undefined | 'failed',
): Promise<'failed'> {
  if (spool !== undefined && spool !== 'failed') {
    await spool.handle.close().catch(() => undefined);
    await rm(spool.path, { force: true }).catch(() => undefined);
  }
  return 'failed';
}

/** The index at the end of the file. Throws unless one of our runs has written it with this key. */
function readIndex(fd: number, key: Buffer): ReadonlyMap<string, CachedResponse> {
  const { size } = fstatSync(fd);
  const [, mac = '', digits] = TRAILER.exec(text(readAt(fd, size - TRAILER_LENGTH, TRAILER_LENGTH))) ?? [];
  const start = size - TRAILER_LENGTH - Number(digits);
  if (mac === '' || !(start >= 0)) throw new Error('no trailer');
  const index = readAt(fd, start, Number(digits));
  // Signed with a key that only this user knows: its content needs no further check.
  if (!timingSafeEqual(macOf(index, key), Buffer.from(mac, 'hex'))) throw new Error('not written here');
  return new Map(JSON.parse(text(index)) as readonly [string, CachedResponse][]);
}

function readAt(fd: number, offset: number, length: number): Buffer {
  const bytes = Buffer.alloc(length);
  for (let at = 0; at < length;) {
    const read = readSync(fd, bytes, at, length - at, offset + at);
    if (read === 0) throw new Error('it ends before its content does');
    at += read;
  }
  return bytes;
}

const text = (bytes: Uint8Array): string => Buffer.from(bytes).toString('utf8');
const hashOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
const macOf = (bytes: Uint8Array, key: Buffer): Buffer => createHmac('sha256', key).update(bytes).digest();
