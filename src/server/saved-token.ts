import { createHmac, randomBytes } from 'node:crypto';
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
import { readData } from '../core/json/data.js';
import { signedText, verifiedText, type MacOf } from '../core/system/signed-text.js';
import { errorCode } from '../core/system/system-error.js';

/** A few projects with a token each. */
const LIMIT = 64 * 1024;

/** Generated tokens by project, kept beside the database for later starts. */
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
    const tokens = new Map(read(db, key)).set(project, token);
    const text = signedText(JSON.stringify(Object.fromEntries(tokens)), macWith(key));
    writeFileSync(temporary, text, { flag: 'wx', mode: 0o600 });
    renameSync(temporary, pathOf(db));
  } catch (error) {
    rmSync(temporary, { force: true });
    if (errorCode(error) === undefined) throw error;
  }
}

const macWith =
  (key: Uint8Array): MacOf =>
  (text) =>
    createHmac('sha256', key).update(text).digest('hex');

function read(db: string, key: Uint8Array): SavedTokens {
  let file: number | undefined;
  try {
    // Never waits for a pipe and never follows a link.
    if (!lstatSync(pathOf(db)).isFile()) return new Map();
    file = openSync(pathOf(db), constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW);
    const info = fstatSync(file);
    if (!info.isFile() || info.size > LIMIT || !isPrivate(info)) return new Map();
    return parse(verifiedText(readFileSync(file, 'utf8'), macWith(key)) ?? '') ?? new Map();
  } catch (error) {
    if (errorCode(error) === undefined) throw error;
    return new Map();
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

/** Whether the file is this user's, and only this user may read it. Windows has neither. */
const isPrivate = ({ mode, uid }: { readonly mode: number; readonly uid: number }): boolean =>
  platform() === 'win32' || ((mode & 0o077) === 0 && uid === asked.geteuid?.());

const parse = (text: string): SavedTokens | undefined =>
  readData(text, (tokens) => tokens.members((token) => token.text()));
