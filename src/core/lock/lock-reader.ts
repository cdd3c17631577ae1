import { getOrMake } from '../util/collections.js';
import { LOCK_VERSION, type BaseOwner } from './base.js';
import { entryOf, jsonString, NO_LOCK, type Lock, type LockRemedy } from './lock.js';
import { splitMadeFrom } from './made-from.js';

/** Why nothing of a lock can be used. */
class UnreadableLock extends Error {
  constructor(
    message: string,
    readonly remedy: LockRemedy = 'restore',
  ) {
    super(message);
  }
}

const MARKER = /^(?:<{7}|\|{7}|={7}|>{7})(?: |$)/;
const HEADER = new Set(['version', 'origin', 'project']);

/**
 * How deep in the lock a line is: before its first brace, beside `version`, in `files`, in a
 * section, after its last brace.
 */
type Depth = 'start' | 'top' | 'files' | 'section' | 'end';
const OUTER: Partial<Record<Depth, Depth>> = { section: 'files', files: 'top', top: 'end' };

/**
 * Reads a lock line by line, as it is written, so that conflict markers of git spoil only the keys
 * between them. Its text comes in parts, cut anywhere, so that the whole text need not be in memory
 * beside its sections. Never throws: what cannot be read is named in `problems` and left out.
 */
export class LockReader {
  readonly #owner: BaseOwner;
  readonly #header = new Map<string, string>();
  readonly #sections = new Map<string, string>();
  readonly #damaged = new Map<string, Set<string>>();
  #depth: Depth = 'start';
  /** The section that is open, and of its lines those of earlier parts. */
  #open = { name: '', lines: '' };
  #conflict = false;
  #marked = false;
  #blank = true;
  /** The line that the last part did not end. */
  #rest = '';
  #fault: UnreadableLock | undefined;
  /** Its beginning, which shows its version even if the rest has a later, unknown format. */
  #head = '';

  constructor(owner: BaseOwner) {
    this.#owner = owner;
  }

  feed(part: string): void {
    if (this.#head.length < HEAD_LENGTH) this.#head += part.slice(0, HEAD_LENGTH);
    const end = part.lastIndexOf('\n') + 1;
    const lines = end === 0 ? '' : this.#rest + part.slice(0, end);
    this.#rest = end === 0 ? this.#rest + part : part.slice(end);
    this.#attempt(() => this.#read(lines.replaceAll('\r\n', '\n')));
  }

  /**
   * Whether the text, once all of it has been given, is that of another program: it holds
   * something, and begins neither as a lock does nor with a conflict marker of git.
   */
  get isForeign(): boolean {
    const begins = OUR_HEAD.test(this.#head) || MARKER.test(this.#head.split(/\r?\n/, 1)[0] ?? '');
    return !begins && this.#head.trim() !== '';
  }

  /** The lock, once all of it has been given. */
  end(): Lock {
    this.#attempt(() => this.#read(this.#rest));
    this.#attempt(() => {
      if (this.#depth !== 'end')
        throw new UnreadableLock(this.#blank ? 'it is empty' : 'it ends in the middle');
      refuseStranger(this.#header, this.#owner);
    });
    if (this.#fault !== undefined) {
      const newer = laterVersion(this.#head);
      const { message, remedy } = this.#fault;
      const problem =
        newer === undefined
          ? message
          : `a newer version of locsync has written it (version ${newer}, this locsync reads version ${LOCK_VERSION}), and it is left alone until this locsync is updated`;
      const helps = newer === undefined ? remedy : 'update';
      return { ...NO_LOCK, problems: [problem], isUnusable: true, remedy: helps };
    }
    const split = splitMadeFrom(this.#sections, this.#damaged);
    const lock = { ...NO_LOCK, ...split, damaged: this.#damaged };
    return this.#marked
      ? { ...lock, problems: ['it holds conflict markers of git'], remedy: 'rewrite' }
      : lock;
  }

  /** After the first fault nothing more is read. */
  #attempt(step: () => void): void {
    if (this.#fault !== undefined) return;
    try {
      step();
    } catch (error) {
      if (!(error instanceof UnreadableLock)) throw error;
      this.#fault = error;
    }
  }

  #read(text: string): void {
    // Where the lines of the open section begin.
    let section = 0;
    let offset = 0;
    while (offset < text.length) {
      // Nearly all of a large lock, so that it costs neither a string nor a JSON.parse a line.
      if (this.#depth === 'section' && !this.#conflict) offset = behindEntries(text, offset);
      const start = offset;
      const end = text.indexOf('\n', start);
      const line = text.slice(start, end < 0 ? text.length : end);
      offset += line.length + 1;
      const bare = line.trim();
      if (bare === '') continue;
      this.#blank = false;
      if (MARKER.test(line)) this.#mark(line);
      else if (this.#conflict && bare.startsWith('}')) throw aroundSections();
      else if (this.#depth === 'start' && bare === '{') this.#depth = 'top';
      else if (bare === '}' || bare === '},') {
        if (this.#depth === 'section') this.#close(text.slice(section, start));
        this.#depth = OUTER[this.#depth] ?? notOurs();
      } else if (this.#enter(line)) section = offset;
    }
    if (this.#depth === 'section') this.#open.lines += text.slice(section);
  }

  #mark(line: string): void {
    this.#conflict = !line.startsWith('>');
    this.#marked = true;
    if (this.#depth !== 'section') throw aroundSections();
    this.#damage();
  }

  #damage(...keys: readonly string[]): void {
    const { name } = this.#open;
    const damaged = getOrMake(this.#damaged, name, () => new Set<string>());
    for (const key of keys) damaged.add(key);
  }

  #close(lines: string): void {
    const { name } = this.#open;
    // A union merge of two branches that both added a file holds its section twice.
    const before = this.#sections.get(name);
    if (before !== undefined) this.#damage();
    this.#sections.set(name, (before ?? '') + this.#open.lines + lines);
  }

  /** Takes a line that is neither brace nor marker; true if a section begins after it. */
  #enter(line: string): boolean {
    const [name, value] = entryOf(line) ?? notOurs();
    if (this.#depth === 'section') {
      if (!value.startsWith('"')) notOurs();
      if (this.#conflict) this.#damage(name);
    } else if (this.#depth === 'files') {
      if (value === '{') {
        this.#open = { name, lines: '' };
        this.#depth = 'section';
        return true;
      }
      if (value !== '{}') notOurs();
    } else if (this.#depth !== 'top') notOurs();
    else if (name === 'files' && value === '{') this.#depth = 'files';
    else if (HEADER.has(name)) this.#header.set(name, value);
    else if (name !== 'files' || value !== '{}') notOurs();
    return false;
  }
}

// Keys that JSON.parse would take, line by line as they are written.
const KEY = String.raw`"[^"\\\u0000-\u001f]*(?:\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})[^"\\\u0000-\u001f]*)*"`;
const ENTRIES = new RegExp(String.raw`(?: {6}${KEY}: "[^"\\\n]*",?\n){1,1000}`, 'y');

/** Where the lines of keys that begin here end; the same place if there are none. */
function behindEntries(text: string, start: number): number {
  let end = start;
  for (;;) {
    ENTRIES.lastIndex = end;
    if (!ENTRIES.test(text)) return end;
    end = ENTRIES.lastIndex;
  }
}

const HEAD_LENGTH = 512;
// A line that is marked by git may be between the first ones.
const OUR_HEAD = /^\uFEFF?\s*\{\s*(?:[<=>|]{7}[^\n]*\n\s*)?"version"\s*:\s*\d+\s*,/;

/**
 * The version of a lock that a later program has written; undefined for any other text. A merge by
 * git may have left two of them.
 */
function laterVersion(head: string): string | undefined {
  const versions = [...head.matchAll(/"version"\s*:\s*(\d{1,9})\s*[,}\r\n]/g)].map(
    ([, version = '']) => version,
  );
  return versions.find((version) => Number(version) > LOCK_VERSION);
}

const aroundSections = (): UnreadableLock =>
  new UnreadableLock('it holds conflict markers of git around whole files', 'choose');

function notOurs(): never {
  throw new UnreadableLock('it is not the JSON that locsync writes');
}

function refuseStranger(header: ReadonlyMap<string, string>, owner: BaseOwner): void {
  const version = header.get('version');
  if (version !== String(LOCK_VERSION))
    throw new UnreadableLock(
      `its version is ${version ?? 'missing'}, this locsync reads version ${LOCK_VERSION}`,
    );
  const origin = jsonString(header.get('origin') ?? '""');
  const project = jsonString(header.get('project') ?? '""');
  if (origin !== owner.origin || project !== owner.project)
    throw new UnreadableLock(
      `it belongs to project ${project ?? ''} at ${origin ?? ''}, this run is for ${owner.project} at ${owner.origin}`,
      'move',
    );
}
