import { awaitedLater } from '../../core/util/awaited-later.js';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { forgetPart, keepPart, keptParts, partsOf, rowsByName, type PendingPart } from './pending-parts.js';
import type { Statements } from './statements.js';
import { StorageFull } from './storage-room.js';
import type { Import, ImportResult } from './stored-types.js';
import type { VersionWriter } from './version-writer.js';

/** How many texts are imported in one turn, whatever they are; more are imported in parts. */
const MOST_AT_ONCE = 2_000;
/** How long one slice may keep others waiting. A request takes some turns. */
const SLICE_MS = 8;
/**
 * The rows of an import take about this many times the room of its texts: they are kept, put into
 * two tables and their indexes, and written to the log first.
 */
const ROOM = 8;
const ROW_BYTES = 400;

/** What an import in parts needs of the store. */
export interface PartStore {
  readonly statements: Statements;
  transaction<T>(work: () => T): T;
  readonly versions: VersionWriter;
  /** How many bytes the database can surely take. */
  room(): number;
  /** Called when all texts of a version are on disk. */
  finished(stored: ImportResult): void;
}

/** An import whose version is on disk, and whose texts follow. */
export interface StartedImport {
  readonly stored: ImportResult;
  /** With the number of changes, once every text is on disk. Rejected with {@link StorageFull}. */
  readonly done: Promise<ImportResult>;
}

/** The parts of one version that are still to be imported. */
interface Running {
  stored: ImportResult;
  readonly parts: Map<number, PendingPart>;
  /** The parts that hold a key, from the first question on. */
  byName: Map<string, readonly number[]> | undefined;
  done: Promise<ImportResult>;
  isStalled: boolean;
}

/**
 * Imports many texts in slices between which others are served. One transaction makes the version
 * and keeps all texts of the upload in table `pending`; then each slice imports some of them and
 * removes them there. So a service that is killed in between finishes the import at its next start.
 * {@link isBusy} blocks readers of the whole file until then, and {@link settle} imports at once
 * what concerns one key.
 */
export class PartImports {
  readonly #files = new Map<number, Running>();
  #isClosed = false;

  constructor(private readonly store: PartStore) {}

  /** Whether this import is better done in parts: if it is large, and surely has room. */
  suits({ texts, isReplacing, removed, confirmed }: Import): boolean {
    if (isReplacing === true || removed !== undefined || confirmed !== undefined) return false;
    let count = 0;
    for (const list of texts.values()) count += list.length;
    if (count <= MOST_AT_ONCE) return false;
    let bytes = count * ROW_BYTES;
    for (const list of texts.values())
      for (const [name, value] of list) bytes += (name.length + value.length) * ROOM;
    return bytes < this.store.room();
  }

  /** Puts the import on disk in this turn, and its texts in place in later ones. */
  start(upload: Import): StartedImport {
    const { store } = this;
    if (upload.file !== undefined) this.finish(upload.file);
    const parts = new Map<number, PendingPart>();
    const stored = store.transaction(() => {
      const made = store.versions.create(upload);
      for (const [locale, list] of upload.texts) {
        for (const texts of partsOf(list)) {
          const part = keepPart(store.statements, made.version, locale, texts);
          parts.set(part.row, part);
        }
      }
      store.versions.writes.touch(made.file);
      return made;
    });
    const running = this.#run(stored, parts);
    return { stored, done: running.done };
  }

  /** Waits until the import of this file has ended. Throws {@link StorageFull} if it cannot end. */
  async ended(file: number): Promise<void> {
    const running = this.#files.get(file);
    if (running?.isStalled === true) this.#drive(running);
    await running?.done;
  }

  /** Whether an import of this file is under way. */
  isBusy(file: number): boolean {
    return this.#files.has(file);
  }

  /** Imports at once what it says about a key (a JSON string literal) of this file. */
  settle(file: number, name: string): void {
    const running = this.#files.get(file);
    if (running === undefined) return;
    running.byName ??= rowsByName(running.parts.values());
    const rows = running.byName.get(name) ?? [];
    const parts = rows.flatMap((row) => running.parts.get(row) ?? []);
    if (parts.length > 0) this.#apply(running, parts, Infinity);
  }

  /** Ends the import of this file in this turn. */
  finish(file: number): void {
    const running = this.#files.get(file);
    if (running === undefined) return;
    this.#apply(running, [...running.parts.values()], Infinity);
    this.#files.delete(file);
  }

  /** Ends what an earlier process was killed in. Without room for it, it ends later. */
  recover(): void {
    for (const { stored, parts } of keptParts(this.store.statements)) {
      const done = Promise.resolve(stored);
      this.#files.set(stored.file, { stored, parts, byName: undefined, done, isStalled: true });
      this.#finishIfRoom(stored.file);
    }
  }

  /** Ends all imports before the database is closed; without room, the next start does it. */
  close(): void {
    for (const file of [...this.#files.keys()]) this.#finishIfRoom(file);
    this.#isClosed = true;
  }

  #finishIfRoom(file: number): void {
    try {
      this.finish(file);
    } catch (error) {
      if (!(error instanceof StorageFull)) throw error;
    }
  }

  #run(stored: ImportResult, parts: Map<number, PendingPart>): Running {
    const running: Running = {
      stored,
      parts,
      byName: undefined,
      done: Promise.resolve(stored),
      isStalled: false,
    };
    this.#files.set(stored.file, running);
    this.#drive(running);
    return running;
  }

  #drive(running: Running): void {
    running.isStalled = false;
    running.done = awaitedLater(this.#slices(running));
  }

  async #slices(running: Running): Promise<ImportResult> {
    try {
      for (;;) {
        await nextTurn();
        if (running.parts.size === 0) break;
        if (this.#isClosed) throw new StorageFull('the database was closed');
        this.#apply(running, running.parts.values(), SLICE_MS);
      }
    } catch (error) {
      running.isStalled = true;
      throw error;
    }
    const { file } = running.stored;
    if (this.#files.get(file) === running) this.#files.delete(file);
    if (!this.#isClosed) this.store.finished(running.stored);
    return running.stored;
  }

  /** Imports some parts in one transaction, as many as this time allows. */
  #apply(running: Running, parts: Iterable<PendingPart>, ms: number): void {
    const { store } = this;
    const until = performance.now() + ms;
    const done: PendingPart[] = [];
    const after = store.transaction(() => {
      let { stored } = running;
      for (const part of parts) {
        done.push(part);
        const isLast = done.length === running.parts.size;
        const texts = new Map([[part.locale, part.texts]]);
        stored = store.versions.write(stored, { texts }, isLast);
        forgetPart(store.statements, part);
        if (performance.now() > until) break;
      }
      return stored;
    });
    running.stored = after;
    for (const { row } of done) running.parts.delete(row);
  }
}
