import { LOCK_VERSION, lockKey, parseLockKey, type BaseOwner } from './base.js';
import { HASH_LENGTH, UNKNOWN_HASH, type Hash } from './hash.js';
import type { KeyId } from './key.js';
import type { BaseTexts } from './merge.js';

/** The lock as read. Sections stay text until they are asked for: a project of a million keys costs what its file weighs. */
export interface Lock {
  /** Sections by name, each the lines between its braces. */
  readonly sections: ReadonlyMap<string, string>;
  /** Sections that git damaged, each with those of its keys, as written in the lock, that stand between conflict markers. */
  readonly damaged: ReadonlyMap<string, ReadonlySet<string>>;
  /** What is wrong with it, in words. */
  readonly problems: readonly string[];
  /** Nothing of it could be used although it exists: a missing base is then no permission to overwrite. */
  readonly doubt: boolean;
}

/** The lock of a first run. */
export const NO_LOCK: Lock = { sections: new Map(), damaged: new Map(), problems: [], doubt: false };

/** Why nothing of a lock can be used. */
class Unreadable extends Error {}

/**
 * Reads a lock line by line, as it is written, so that conflict markers of git spoil only the keys between them. Never throws:
 * what cannot be read is named in `problems` and left out.
 */
export function parseLock(text: string, owner: BaseOwner): Lock {
  try {
    const lock = readLines(text.replaceAll('\r\n', '\n'), owner);
    return { ...lock, doubt: false };
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    return { ...NO_LOCK, problems: [error.message], doubt: true };
  }
}

const STRING = String.raw`"[^"\\\n]*(?:\\.[^"\\\n]*)*"`;
const ENTRY = new RegExp(String.raw`^\s*(${STRING}): (${STRING}|\d+|\{\}?),?$`);
const MARKER = /^(?:<{7}|\|{7}|={7}|>{7})(?: |$)/;
const HEADER = new Set(['version', 'origin', 'project']);

/** How deep in the lock a line stands: before its first brace, beside `version`, in `files`, in a section, behind its last brace. */
type Depth = 'start' | 'top' | 'files' | 'section' | 'end';
const OUTER: Partial<Record<Depth, Depth>> = { section: 'files', files: 'top', top: 'end' };

function readLines(text: string, owner: BaseOwner): Omit<Lock, 'doubt'> {
  const header = new Map<string, string>();
  const sections = new Map<string, string>();
  const damaged = new Map<string, Set<string>>();
  let depth: Depth = 'start';
  let section = { name: '', start: 0 };
  let conflict = false;
  let marked = false;
  let offset = 0;
  const damage = (name: string, ...keys: string[]): void =>
    void damaged.set(name, new Set([...(damaged.get(name) ?? []), ...keys]));

  while (offset <= text.length) {
    // Nearly all of a large lock, so that it costs neither a string nor a JSON.parse a line.
    if (depth === 'section' && !conflict) offset = behindEntries(text, offset);
    const start = offset;
    const end = text.indexOf('\n', start);
    const line = text.slice(start, end < 0 ? text.length : end);
    offset += line.length + 1;
    const bare = line.trim();
    if (bare === '') continue;
    if (MARKER.test(line)) {
      conflict = !line.startsWith('>');
      marked = true;
      if (depth !== 'section') throw aroundSections();
      damage(section.name);
      continue;
    }
    if (conflict && bare.startsWith('}')) throw aroundSections();
    if (depth === 'start' && bare === '{') {
      depth = 'top';
      continue;
    }
    if (bare === '}' || bare === '},') {
      if (depth === 'section') {
        // A union merge of two branches that both added a file holds its section twice.
        if (sections.has(section.name)) damage(section.name);
        sections.set(section.name, (sections.get(section.name) ?? '') + text.slice(section.start, start));
      }
      depth = OUTER[depth] ?? notOurs();
      continue;
    }
    const [name, value] = entryOf(line);
    if (depth === 'section') {
      if (!value.startsWith('"')) notOurs();
      if (conflict) damage(section.name, name);
    } else if (depth === 'files') {
      if (value === '{') {
        section = { name, start: offset };
        depth = 'section';
      } else if (value !== '{}') notOurs();
    } else if (depth !== 'top') notOurs();
    else if (name === 'files' && value === '{') depth = 'files';
    else if (HEADER.has(name)) header.set(name, value);
    else if (name !== 'files' || value !== '{}') notOurs();
  }
  if (depth !== 'end') throw new Unreadable(text.trim() === '' ? 'it is empty' : 'it ends in the middle');
  refuseStranger(header, owner);
  return { sections, damaged, problems: marked ? ['it holds conflict markers of git'] : [] };
}

// Keys that JSON.parse would take, line by line as they are written.
const KEY = String.raw`"[^"\\\u0000-\u001f]*(?:\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})[^"\\\u0000-\u001f]*)*"`;
const ENTRIES = new RegExp(String.raw`(?: {6}${KEY}: "[^"\\\n]*",?\n){1,1000}`, 'y');

/** Where the lines of keys that begin here end; the same place where none does. */
function behindEntries(text: string, start: number): number {
  let end = start;
  for (;;) {
    ENTRIES.lastIndex = end;
    if (!ENTRIES.test(text)) return end;
    end = ENTRIES.lastIndex;
  }
}

const aroundSections = (): Unreadable =>
  new Unreadable('it holds conflict markers of git around whole files');

function notOurs(): never {
  throw new Unreadable('it is not the JSON that locsync writes');
}

/** The name and the value of a line, the value as it is written. */
function entryOf(line: string): readonly [name: string, value: string] {
  const match = ENTRY.exec(line.trimEnd());
  const name = match?.[1] === undefined ? undefined : jsonString(match[1]);
  const value = match?.[2];
  return name === undefined || value === undefined ? notOurs() : [name, value];
}

function refuseStranger(header: ReadonlyMap<string, string>, owner: BaseOwner): void {
  const version = header.get('version');
  if (version !== String(LOCK_VERSION))
    throw new Unreadable(
      `its version is ${version ?? 'missing'}, this locsync reads version ${LOCK_VERSION}`,
    );
  const origin = jsonString(header.get('origin') ?? '""');
  const project = jsonString(header.get('project') ?? '""');
  if (origin !== owner.origin || project !== owner.project)
    throw new Unreadable(
      `it belongs to project ${project ?? ''} at ${origin ?? ''}, this run is for ${owner.project} at ${owner.origin}`,
    );
}

function jsonString(literal: string): string | undefined {
  if (literal.startsWith('"') && !literal.includes('\\')) return literal.slice(1, -1);
  try {
    const value: unknown = JSON.parse(literal);
    return typeof value === 'string' ? value : undefined;
  } catch {
    return undefined;
  }
}

/**
 * The base of one section. Of a key that stands there twice (a union merge of two branches) or between conflict markers nobody knows
 * what both sides last held: it gets a hash that no text has, so that a difference becomes a conflict.
 */
export function baseOf(lock: Lock, section: string): BaseTexts {
  const base = new Map<KeyId, Hash>();
  const damaged = lock.damaged.get(section);
  for (const { key, hash } of entriesOf(lock.sections.get(section) ?? '')) {
    const id = parseLockKey(key);
    const doubtful = (base.get(id) ?? hash) !== hash || damaged?.has(key) === true;
    base.set(id, doubtful ? UNKNOWN_HASH : hash);
  }
  return base;
}

interface Entry {
  readonly key: string;
  readonly hash: Hash;
}

/** The keys of a section's lines. */
function* entriesOf(lines: string): Iterable<Entry> {
  for (let at = 0; at < lines.length;) {
    const lineEnd = lines.indexOf('\n', at);
    const end = lineEnd < 0 ? lines.length : lineEnd;
    const entry = plainEntry(lines, at, end) ?? anyEntry(lines.slice(at, end));
    if (entry) yield entry;
    at = end + 1;
  }
}

/** The entry of a line as nearly all are: no escapes, one hash. It costs no more than finding the quotes. */
function plainEntry(lines: string, start: number, end: number): Entry | undefined {
  const keyStart = start + INDENT.length;
  const hashEnd = end - (lines[end - 1] === ',' ? 2 : 1);
  const hashStart = hashEnd - HASH_LENGTH;
  const keyEnd = hashStart - BETWEEN.length;
  if (keyEnd < keyStart || lines[hashEnd] !== '"') return undefined;
  if (!lines.startsWith(INDENT, start) || !lines.startsWith(BETWEEN, keyEnd)) return undefined;
  const key = lines.slice(keyStart, keyEnd);
  const hash = lines.slice(hashStart, hashEnd);
  return isPlain(key) && isPlain(hash) ? { key, hash: hash as Hash } : undefined;
}

function anyEntry(line: string): Entry | undefined {
  const match = ENTRY.exec(line.trimEnd());
  const key = match?.[1] === undefined ? undefined : jsonString(match[1]);
  return key === undefined || match?.[2] === undefined
    ? undefined
    : { key, hash: (jsonString(match[2]) ?? UNKNOWN_HASH) as Hash };
}

const INDENT = '      "';
const BETWEEN = '": "';
const isPlain = (text: string): boolean => !text.includes('"') && !text.includes('\\');

/** The lines of one section, sorted, one key a line. */
export function renderSection(base: BaseTexts): string {
  const lines: string[] = [];
  for (const [key, hash] of base)
    lines.push(`      ${JSON.stringify(lockKey(key))}: ${JSON.stringify(hash)}`);
  return lines.length === 0 ? '' : `${lines.sort().join(',\n')}\n`;
}

/** A lock with these sections (rendered) replaced and all others as they were; sections that git damaged are written anew. */
export function replaceSections(lock: Lock, owner: BaseOwner, replaced: ReadonlyMap<string, string>): string {
  const sections = new Map(lock.sections);
  for (const name of lock.damaged.keys()) sections.set(name, renderSection(baseOf(lock, name)));
  for (const [name, lines] of replaced) sections.set(name, lines);
  return renderLock(owner, sections);
}

/** The whole lock as it is written: sections sorted, empty ones left out. */
export function renderLock(owner: BaseOwner, sections: ReadonlyMap<string, string>): string {
  const files = [...sections].filter(([, lines]) => lines !== '').sort(([a], [b]) => (a < b ? -1 : 1));
  const body = files.map(([name, lines]) => `    ${JSON.stringify(name)}: {\n${lines}    }`).join(',\n');
  const head = `{\n  "version": ${LOCK_VERSION},\n  "origin": ${JSON.stringify(owner.origin)},\n  "project": ${JSON.stringify(owner.project)},\n`;
  return `${head}  "files": ${body === '' ? '{}' : `{\n${body}\n  }`}\n}\n`;
}
