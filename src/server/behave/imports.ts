import { StorageFull } from '../store/storage-room.js';
import type { StartedImport } from '../store/part-imports.js';
import type { Import, ImportResult } from '../store/stored-types.js';
import type { Store } from '../store/store.js';
import type { ImportStyle } from './behaviour.js';

interface PendingImport {
  readonly run: () => void;
  readonly timer: NodeJS.Timeout;
}

/** Imports the uploads of one project: at once, or as the behaviours say. */
export class Imports {
  #toLose: number;
  #last: Promise<unknown> = Promise.resolve();
  readonly #waiting = new Set<PendingImport>();

  constructor(
    private readonly store: Store,
    private readonly style: ImportStyle,
  ) {
    this.#toLose = style.lost;
  }

  /** Creates the version of an upload, and imports its texts now, later, or never. */
  take(upload: Import): StartedImport {
    const { lateMs, isReplacing } = this.style;
    const isLost = this.#toLose > 0;
    if (isLost) this.#toLose -= 1;
    if (!isLost && lateMs === 0) return this.store.importLarge({ ...upload, isReplacing });
    const stored = this.store.import({ ...upload, texts: new Map() });
    if (!isLost) this.#later(lateMs, () => this.#put(stored, upload));
    return { stored, done: Promise.resolve(stored) };
  }

  /** Runs `work` after earlier ones; its result waits for the time that an upload takes. */
  inTurn<T>(work: () => T | Promise<T>): T | Promise<T> {
    const { slowMs } = this.style;
    if (slowMs === 0) return work();
    const turn = this.#last.then(async () => {
      const result = await work();
      await new Promise((resolve) => setTimeout(resolve, slowMs));
      return result;
    });
    this.#last = turn.catch(() => undefined);
    return turn;
  }

  /** Imports pending uploads before the database is closed. */
  finish(): void {
    for (const { run, timer } of this.#waiting) {
      clearTimeout(timer);
      run();
    }
    this.#waiting.clear();
  }

  #later(ms: number, run: () => void): void {
    const timer = setTimeout(() => {
      this.#waiting.delete(waiting);
      run();
    }, ms);
    const waiting = { run, timer };
    this.#waiting.add(waiting);
  }

  #put(stored: ImportResult, upload: Import): void {
    try {
      this.store.putLate(stored, { ...upload, isReplacing: this.style.isReplacing });
    } catch (error) {
      // The response was sent already: an import that fails late is lost, as on other services.
      if (!(error instanceof StorageFull)) throw error;
    }
  }
}
