import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { platform } from 'node:os';
import * as asked from 'node:process';
import { errorCode } from '../core/system/system-error.js';

/** A few projects with a token each. */
const LIMIT = 64 * 1024;
/** The end of the file: the HMAC-SHA-256 of all before it. */
const TRAILER = /\n([0-9a-f]{64})\n$/;

/**
 * Generated tokens by project, kept beside the database so that a later start has the same ones.
 */
type SavedTokens = ReadonlyMap<string, string>;

const pathOf = (db: string): string => `${db}.token`;

/**
 * The generated token of a project of this database; undefined if none is kept, or if others may
 * know or have written it. Only a file that `key` has signed counts: one that came with a clone or
 * an archive holds a token that its author knows.
 */
export function savedToken(db: string, project: string, key: Uint8Array): string | undefined {
  return read(db, key).get(project);
}

/** Keeps a token for the next start. If that fails, the next start generates a new one. */
export function saveToken(db: string, project: string, token: string, key: Uint8Array): void {
  const temporary = `${pathOf(db)}.${randomBytes(6).toString('hex')}`;
  try {
    const all = new Map(read(db, key)).set(project, token);
    const text = JSON.stringify(Object.fromEntries(all));
    const signed = `${text}\n${macOf(text, key).toString('hex')}\n`;
    writeFileSync(temporary, signed, { flag: 'wx', mode: 0o600 });
    renameSync(temporary, pathOf(db));
  } catch (error) {
    rmSync(temporary, { force: true });
    if (errorCode(error) === undefined) throw error;
  }
}

const macOf = (text: string, key: Uint8Array): Buffer => createHmac('sha256', key).update(text).digest();

function read(db: string, key: Uint8Array): SavedTokens {
  let file: number | undefined;
  try {
    // Never waits for a pipe and never follows a link.
    if (!lstatSync(pathOf(db)).isFile()) return new Map();
    file = openSync(pathOf(db), constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW);
    const info = fstatSync(file);
    if (!info.isFile() || info.size > LIMIT || !isPrivate(info)) return new Map();
    return parse(signedText(readFileSync(file, 'utf8'), key));
  } catch (error) {
    if (errorCode(error) === undefined) throw error;
    return new Map();
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

/** What is in front of the signature; nothing if this key has not made it. */
function signedText(text: string, key: Uint8Array): string {
  const [trailer = '', mac = ''] = TRAILER.exec(text) ?? [];
  const body = text.slice(0, text.length - trailer.length);
  const isSigned = mac !== '' && timingSafeEqual(macOf(body, key), Buffer.from(mac, 'hex'));
  return isSigned ? body : '';
}

/** Whether it is this user's, and nobody else may read it. Windows has neither. */
const isPrivate = ({ mode, uid }: { readonly mode: number; readonly uid: number }): boolean =>
  platform() === 'win32' || ((mode & 0o077) === 0 && uid === asked.geteuid?.());

function parse(text: string): SavedTokens {
  try {
    const data: unknown = JSON.parse(text);
    if (typeof data !== 'object' || data === null) return new Map();
    const entries = Object.entries(data).filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string',
    );
    return new Map(entries);
  } catch {
    return new Map();
  }
}
