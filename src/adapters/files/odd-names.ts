import { Buffer } from 'node:buffer';
import * as fs from 'node:fs';
import { join, relative, resolve } from 'node:path';
import type { Entry, FileSystemAdapter } from 'fast-glob';

/** The folder that fast-glob searches: it treats a backslash in a real path as a slash. */
export const SEARCH_ROOT = resolve('/');

// Line ends and the replacement for invalid bytes.
const ODD = /[\n\r\u2028\u2029\ufffd]/;
const LINE_END = /[\n\r\u2028\u2029]/g;
/** Lone surrogates stand for a byte that is not UTF-8 or a line end; no name on disk holds them. */
const STAND_IN = /(?<![\ud800-\udbff])[\udc00-\udeff]/g;
const IS_BYTE = /(?<![\ud800-\udbff])[\udc80-\udcff]/;

/**
 * A name that fast-glob can match: its patterns stop at line ends, and invalid bytes have no
 * character. Each becomes a lone surrogate. {@link originalOf} reverses it.
 */
export function matchable(name: string | Buffer): string {
  const text = typeof name === 'string' ? name : decodeName(name);
  return text.replace(LINE_END, (c) => String.fromCharCode((c < ' ' ? 0xdc00 : 0xbe00) + c.charCodeAt(0)));
}

/** The path of a matchable one; undefined if it holds bytes that are not UTF-8. */
export function originalOf(path: string): string | undefined {
  if (IS_BYTE.test(path)) return undefined;
  return path.replace(STAND_IN, (c) => String.fromCharCode(lineEndOf(c)));
}

/** A matchable path for people: `a\xff/de.json`. */
export const printablePath = (path: string): string =>
  path.replace(STAND_IN, (c) =>
    IS_BYTE.test(c) ? `\\x${byteOf(c).toString(16)}` : String.fromCharCode(lineEndOf(c)),
  );

const byteOf = (c: string): number => c.charCodeAt(0) - 0xdc00;
const lineEndOf = (c: string): number => c.charCodeAt(0) - (c < '\ude00' ? 0xdc00 : 0xbe00);

function decodeName(name: Buffer): string {
  let text = '';
  for (let at = 0; at < name.length;) {
    const length = characterLength(name, at);
    text +=
      length === 0 ? String.fromCharCode(0xdc00 + (name[at] ?? 0)) : name.toString('utf8', at, at + length);
    at += Math.max(length, 1);
  }
  return text;
}

/** How many bytes the character at this offset has; 0 if it is not UTF-8. */
function characterLength(bytes: Buffer, at: number): number {
  for (let length = 1; length <= 4 && at + length <= bytes.length; length += 1) {
    const part = bytes.subarray(at, at + length);
    if (Buffer.from(part.toString('utf8')).equals(part)) return length;
  }
  return 0;
}

/** The path on disk of a path that fast-glob returns. Bytes that are not UTF-8 need a buffer. */
export function diskPathOf(root: string, path: string): string | Buffer {
  const plain = originalOf(path);
  if (plain !== undefined) return join(root, plain);
  const parts = Array.from(path.matchAll(/[\udc80-\udcff]|[^\udc80-\udcff]+/g), ([part]) =>
    IS_BYTE.test(part) ? Buffer.of(byteOf(part)) : Buffer.from(originalOf(part) ?? part),
  );
  return Buffer.concat([Buffer.from(join(root, '/')), ...parts]);
}

export type ListedEntry = Entry['dirent'];
type EntriesCallback = (error: NodeJS.ErrnoException | null, entries: ListedEntry[]) => void;
type NamesCallback = (error: NodeJS.ErrnoException | null, names: string[]) => void;

/** The file system that fast-glob searches. */
export type SearchedDisk = Pick<FileSystemAdapter, 'lstat' | 'stat' | 'readdir'>;

/** A `readdir` of a folder's names (`names`), or of its entries. */
export function readdirOf(
  names: (path: string, done: NamesCallback) => void,
  entries: (path: string, options: { withFileTypes: true }, done: EntriesCallback) => void,
): SearchedDisk['readdir'] {
  function readdir(path: string, options: { withFileTypes: true }, done: EntriesCallback): void;
  function readdir(path: string, done: NamesCallback): void;
  function readdir(
    path: string,
    ...rest: [{ withFileTypes: true }, EntriesCallback] | [NamesCallback]
  ): void {
    if (rest.length === 1) names(path, ...rest);
    else entries(path, ...rest);
  }
  return readdir;
}

/** The disk for fast-glob: `root` appears at {@link SEARCH_ROOT}, with names that it can match. */
export function diskBelow(root: string): SearchedDisk {
  const place = (path: string): string | Buffer => diskPathOf(root, relative(SEARCH_ROOT, path));

  const entriesOf = (path: string, options: { withFileTypes: true }, done: EntriesCallback): void =>
    fs.readdir(place(path), options, (error, entries) => {
      if (error !== null || !entries.some(({ name }) => ODD.test(name))) done(error, entries);
      // Again as bytes: the strings above have lost what is not UTF-8.
      else
        fs.readdir(place(path), { ...options, encoding: 'buffer' }, (problem, found) => {
          const named = problem
            ? []
            : found.map((entry) => Object.assign(entry, { name: matchable(entry.name) }));
          done(problem, named);
        });
    });

  return {
    lstat: (path, done) => {
      fs.lstat(place(path), done);
    },
    stat: (path, done) => {
      fs.stat(place(path), done);
    },
    readdir: readdirOf((path, done) => fs.readdir(place(path), done), entriesOf),
  };
}
