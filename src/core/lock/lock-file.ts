import { CompactSections } from './compact-sections.js';
import { entryFor, saysSynced, type SettledKey } from '../merge/base-entry.js';
import { LOCK_VERSION, lockKey, parseLockKey, settledBase, type BaseOwner } from './base.js';
import { HASH_LENGTH, UNKNOWN_HASH, type Hash } from '../merge/hash.js';
import { isTooDeep, type KeyId } from '../keys/key.js';
import { entryOf, jsonString, type Lock } from './lock.js';
import type { BaseHashes } from '../merge/key-state.js';

/**
 * The base of one section. If a key occurs twice (a union merge of two branches) or between
 * conflict markers, what both sides last held is unknown: it gets a hash that no text has, so that
 * a difference becomes a conflict.
 */
export function baseOf(lock: Pick<Lock, 'sections' | 'damaged'>, section: string): BaseHashes {
  const base = new Map<KeyId, Hash>();
  const damaged = lock.damaged.get(section);
  for (const { key, value } of entriesOf(lock.sections.get(section) ?? '')) {
    const hash = value as Hash;
    const id = parseLockKey(key);
    if (isTooDeep(id)) continue;
    const doubtful = (base.get(id) ?? hash) !== hash || damaged?.has(key) === true;
    base.set(id, doubtful ? UNKNOWN_HASH : hash);
  }
  return base;
}

/** Whether a section shows that its file and a source file have ever held the same text. */
export const wasSynced = (lock: Pick<Lock, 'sections' | 'damaged'>, section: string): boolean =>
  [...baseOf(lock, section).values()].some(saysSynced);

/** The base that these lines of a section say, as {@link renderSection} writes them. */
export const baseOfLines = (lines: string): BaseHashes =>
  baseOf({ sections: new Map([['', lines]]), damaged: NONE_DAMAGED }, '');

const NONE_DAMAGED: Lock['damaged'] = new Map();

interface LockEntry {
  readonly key: string;
  readonly value: string;
}

/** The keys of a section's lines as they are written, each with its value. */
export function* entriesOf(lines: string): Iterable<LockEntry> {
  for (let at = 0; at < lines.length;) {
    const lineEnd = lines.indexOf('\n', at);
    const end = lineEnd < 0 ? lines.length : lineEnd;
    const entry = plainEntry(lines, at, end) ?? anyEntry(lines.slice(at, end));
    if (entry) yield entry;
    at = end + 1;
  }
}

/** The entry of a line without escapes and with one hash, which only finds the quotes. */
function plainEntry(lines: string, start: number, end: number): LockEntry | undefined {
  const keyStart = start + INDENT.length;
  const hashEnd = end - (lines[end - 1] === ',' ? 2 : 1);
  const hashStart = hashEnd - HASH_LENGTH;
  const keyEnd = hashStart - BETWEEN.length;
  if (keyEnd < keyStart || lines[hashEnd] !== '"') return undefined;
  if (!lines.startsWith(INDENT, start) || !lines.startsWith(BETWEEN, keyEnd)) return undefined;
  const key = lines.slice(keyStart, keyEnd);
  const value = lines.slice(hashStart, hashEnd);
  return needsNoEscape(key) && needsNoEscape(value) ? { key, value } : undefined;
}

function anyEntry(line: string): LockEntry | undefined {
  const [key, value] = entryOf(line) ?? [];
  return key === undefined || value === undefined
    ? undefined
    : { key, value: jsonString(value) ?? UNKNOWN_HASH };
}

const INDENT = '      "';
const BETWEEN = '": "';
const needsNoEscape = (text: string): boolean => !text.includes('"') && !text.includes('\\');

// What JSON.stringify writes in another way: it also escapes halves of characters.
const ESCAPED_IN_JSON = /["\\\u0000-\u001f\ud800-\udfff]/;

/** What JSON has between the quotes of this string. */
const stringBody = (text: string): string =>
  ESCAPED_IN_JSON.test(text) ? JSON.stringify(text).slice(1, -1) : text;

/** The lines of one section, sorted, one key a line. */
export function renderSection(base: BaseHashes): string {
  const lines: string[] = [];
  for (const [key, hash] of base) lines.push(lineOf(lockKey(key), hash));
  return joinLines(lines);
}

/**
 * The lines of {@link settledBase}. The base of a new file is empty, and needs no second table with
 * what has become of its keys.
 */
export function renderSettled(base: BaseHashes, settled: ReadonlyMap<KeyId, SettledKey>): string {
  if (base.size > 0) return renderSection(settledBase(base, settled));
  const lines: string[] = [];
  settled.forEach((outcome, key) => {
    const entry = entryFor(outcome);
    // A hash needs no escapes.
    if (entry !== undefined) lines.push(stringBody(lockKey(key)) + BETWEEN + entry);
  });
  return joinLines(lines);
}

/** The lines of entries as {@link entriesOf} gives them. */
export const renderEntries = (entries: Iterable<readonly [key: string, value: string]>): string =>
  joinLines(Array.from(entries, ([key, value]) => lineOf(key, value)));

/** A line without what all lines begin and end with, which does not decide their order. */
const lineOf = (key: string, value: string): string => stringBody(key) + BETWEEN + stringBody(value);

function joinLines(lines: string[]): string {
  if (lines.length === 0) return '';
  lines.sort();
  // In the first and the last line, not around the whole: V8 would copy it once more later, and
  // hold both.
  lines[0] = INDENT + (lines[0] ?? '');
  lines.push(`${lines.pop() ?? ''}"\n`);
  return lines.join(`",\n${INDENT}`);
}

/** Whether two sections hold the same lines: a merge by hand may have moved some. */
export function sameSection(left: string, right: string): boolean {
  if (left === right) return true;
  if (left.length !== right.length || !right.includes(firstOther(left, right))) return false;
  return sortedLines(left) === sortedLines(right);
}

/** What the first line in which two sections differ says in the first one. */
function firstOther(left: string, right: string): string {
  let at = 0;
  while (left.charCodeAt(at) === right.charCodeAt(at)) at++;
  const end = left.indexOf('\n', at);
  return left.slice(left.lastIndexOf('\n', at - 1) + 1, end < 0 ? left.length : end).replace(/,$/, '');
}

const sortedLines = (lines: string): string =>
  lines
    .split('\n')
    .map((line) => (line.endsWith(',') ? line.slice(0, -1) : line))
    .sort()
    .join('\n');

/**
 * The sections of a lock with these (rendered) replaced and all others as they were; those that git
 * damaged are written anew.
 */
export function replaceSections(
  lock: Lock,
  replaced: ReadonlyMap<string, string>,
): ReadonlyMap<string, string> {
  const sections = new CompactSections(lock.sections);
  for (const name of lock.damaged.keys()) sections.set(name, renderSection(baseOf(lock, name)));
  sections.setAll(replaced);
  return sections;
}

/** The lock as it is written, in parts: sections sorted, empty ones left out. */
export function* renderLock(owner: BaseOwner, sections: ReadonlyMap<string, string>): Generator<string> {
  yield `{\n  "version": ${LOCK_VERSION},\n  "origin": ${JSON.stringify(owner.origin)},\n  "project": ${JSON.stringify(owner.project)},\n  "files": {`;
  let isFirst = true;
  for (const name of [...sections.keys()].sort()) {
    const lines = sections.get(name) ?? '';
    if (lines === '') continue;
    yield `${isFirst ? '' : ','}\n    ${JSON.stringify(name)}: {\n`;
    yield lines;
    yield '    }';
    isFirst = false;
  }
  yield isFirst ? '}\n}\n' : '\n  }\n}\n';
}
