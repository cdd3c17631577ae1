import type { Writable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Store } from '../store/store.js';

/** How long one piece of a long answer may keep others waiting. */
const PIECE_MS = 20;
const MOST_TRIES = 5;

/** Lets others go on if this piece took long enough. Called after each step of a long work. */
export type Pause = () => Promise<void>;

/** Pauses of one work, the first after {@link PIECE_MS}. */
export function pauses(): Pause {
  let started = performance.now();
  return async () => {
    if (performance.now() - started < PIECE_MS) return;
    await nextTurn();
    started = performance.now();
  };
}

/** A work in steps, between which others can be served. */
export type Stepwise<T> = Generator<undefined, T>;

/** Does a work step by step, with pauses. */
export async function inPieces<T>(steps: Stepwise<T>): Promise<T> {
  const pause = pauses();
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
    await pause();
  }
}

interface StoreActivity {
  readonly writes: Store['writes'];
  readonly parts: Pick<Store['parts'], 'isBusy' | 'ended'>;
}

/**
 * Reads a source file in pieces between which others are served, and calls `use` before anything
 * can change: `read` starts again if the file was changed in between.
 */
export async function runUndisturbed<T, U>(
  store: StoreActivity,
  file: number,
  read: (pause: Pause) => Promise<T>,
  use: (found: T) => U | Promise<U>,
): Promise<U> {
  for (let tries = 1; ; tries++) {
    // An import that is under way changes it with each of its slices.
    while (store.parts.isBusy(file)) await store.parts.ended(file);
    const before = store.writes.countOf(file);
    // If the file keeps changing, read it at once, so that there is an answer at all.
    const found = await read(tries < MOST_TRIES ? pauses() : () => Promise.resolve());
    if (store.writes.countOf(file) === before) return use(found);
  }
}

const WRITTEN = 64 * 1024;

/** Writes a long content in pieces between which others are served, and ends the stream. */
export async function writePieces(stream: Writable, pieces: Iterable<string>): Promise<void> {
  const pause = pauses();
  let waiting = '';
  for (const piece of pieces) {
    waiting += piece;
    if (waiting.length < WRITTEN) continue;
    if (stream.destroyed) return;
    if (!stream.write(waiting)) await waitForDrain(stream);
    waiting = '';
    await pause();
  }
  stream.end(waiting);
}

/** Until the stream takes more, or has gone. */
const waitForDrain = async (stream: Writable): Promise<void> =>
  new Promise((resolve) => {
    const done = (): void => {
      stream.off('drain', done).off('close', done);
      resolve();
    };
    stream.on('drain', done).on('close', done);
  });
