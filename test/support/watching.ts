import type { ChildProcess } from 'node:child_process';
import { expect } from 'vitest';
import type { Ran, RunOptions, Session } from './session.js';

/** Longer than a watch needs for anything on a machine that is busy with other things. */
const PATIENCE_MS = 30_000;

/** A `--watch` that is under way. */
export class Watching {
  #said = '';
  #seen = 0;
  readonly #ended: Promise<Ran>;
  #child: ChildProcess | undefined;

  constructor(session: Session, line: string, options: RunOptions = {}) {
    this.#ended = session.launch(line, {
      ...options,
      during: (child) => {
        this.#child = child;
        for (const stream of [child.stdout, child.stderr])
          stream?.on('data', (chunk: Buffer) => (this.#said += chunk.toString()));
      },
    });
  }

  /** Everything that was said so far, on both streams. */
  get said(): string {
    return this.#said;
  }

  /** Waits until this is said, after what was waited for before. */
  async until(wanted: RegExp): Promise<this> {
    const begun = Date.now();
    for (;;) {
      const found = wanted.exec(this.#said.slice(this.#seen));
      if (found) {
        this.#seen += found.index + found[0].length;
        return this;
      }
      const over = this.#child?.exitCode !== null || Date.now() - begun > PATIENCE_MS;
      if (over) expect(this.#said.slice(this.#seen), `all that was said:\n${this.#said}`).toMatch(wanted);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }

  /** Sends the signal and waits for the end. */
  async stop(signal: NodeJS.Signals = 'SIGINT'): Promise<Ran> {
    this.#child?.kill(signal);
    return this.#ended;
  }

  /** Waits for an end that comes by itself. */
  get end(): Promise<Ran> {
    return this.#ended;
  }
}

/** Time for a watch to look at the files a few times. */
export const someLooks = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 3_500));
