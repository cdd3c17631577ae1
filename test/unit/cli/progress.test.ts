import { describe, expect, it } from 'vitest';
import { withProgress, progressText } from '../../../src/cli/progress.js';
import { progressCounter, type ProgressStep } from '../../../src/core/report/progress.js';
import type { Clock, Host, Stream } from '../../../src/ports/host.js';

/** A clock that is moved by hand. */
class HandClock implements Clock {
  #now = 0;
  #sleepers: { readonly at: number; readonly wake: () => void }[] = [];
  readonly now = (): number => this.#now;
  readonly random = (): number => 0;
  get sleeping(): number {
    return this.#sleepers.length;
  }
  date(): number {
    return this.now();
  }

  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const stop = (): void => {
        this.#sleepers = this.#sleepers.filter((one) => one !== sleeper);
        reject(signal?.reason as Error);
      };
      const wake = (): void => {
        signal?.removeEventListener('abort', stop);
        resolve();
      };
      const sleeper = { at: this.#now + ms, wake };
      this.#sleepers.push(sleeper);
      signal?.addEventListener('abort', stop);
    });
  }
  async pass(ms: number): Promise<void> {
    for (const end = this.#now + ms; this.#now < end;) {
      this.#now = Math.min(end, ...this.#sleepers.map(({ at }) => at));
      const due = this.#sleepers.filter(({ at }) => at <= this.#now);
      this.#sleepers = this.#sleepers.filter(({ at }) => at > this.#now);
      for (const { wake } of due) wake();
      for (let i = 0; i < 10; i++) await Promise.resolve();
    }
  }
}

function scene(given: {
  terminal: boolean;
  values?: Record<string, boolean>;
  env?: Record<string, string>;
  columns?: number;
}) {
  const clock = new HandClock();
  const drawn: (string | undefined)[] = [];
  const written: string[] = [];
  const stream: Stream = {
    arrived: () => Promise.resolve(true),
    isTerminal: given.terminal,
    columns: given.columns ?? 80,
    color: false,
    write: (text) => void written.push(text),
  };
  const status = given.terminal ? (line: string | undefined) => void drawn.push(line) : undefined;
  const host = {
    clock,
    env: given.env ?? {},
    terminal: { out: stream, err: stream, status },
  } as unknown as Host;
  const { host: reporting, done } = withProgress(host, given.values ?? {});
  return { clock, drawn, written, done, tell: (step: ProgressStep) => reporting.onProgress?.(step) };
}

const comparing = (done: number): ProgressStep => ({ phase: 'comparing', count: { done, total: 300 } });

describe('progress on a terminal', () => {
  it('is drawn after half a second, at most ten times a second, and taken away at the end', async () => {
    const { clock, drawn, written, done, tell } = scene({ terminal: true });
    for (let i = 0; i < 40; i++) {
      tell(comparing(i));
      await clock.pass(10);
    }
    expect(drawn).toEqual([]);
    for (let i = 40; i < 140; i++) {
      tell(comparing(i));
      await clock.pass(10);
    }
    expect(drawn.length).toBeGreaterThan(5);
    expect(drawn.length).toBeLessThan(12);
    expect(drawn[0]).toBe('comparing 49/300');
    done();
    expect(drawn.at(-1)).toBeUndefined();
    expect(written).toEqual([]);
    expect(clock.sleeping).toBe(0);
  });

  it('never wraps, however narrow the terminal is', async () => {
    const { clock, drawn, tell } = scene({ terminal: true, columns: 12 });
    tell(comparing(123));
    await clock.pass(600);
    expect(drawn[0]).toBe('comparing 1');
    expect(progressText(comparing(1), 0)).toBe('');
  });

  it.each([
    ['--quiet', { values: { quiet: true } }],
    ['CI', { env: { CI: 'true' } }],
    ['TERM=dumb', { env: { TERM: 'dumb' } }],
    ['--debug, which has a line for each request', { values: { debug: true } }],
  ])('is not drawn with %s', async (_, more) => {
    const { clock, drawn, tell } = scene({ terminal: true, ...more });
    tell(comparing(1));
    await clock.pass(4_000);
    expect(drawn).toEqual([]);
  });
});

describe('progress elsewhere', () => {
  it('is not there: a script finds only diagnostics on stderr', async () => {
    const { clock, written, tell } = scene({ terminal: false });
    tell(comparing(1));
    await clock.pass(60_000);
    expect(written).toEqual([]);
    expect(clock.sleeping).toBe(0);
  });

  it('is with --verbose a line every five seconds, if something has moved', async () => {
    const { clock, written, done, tell } = scene({ terminal: false, values: { verbose: true } });
    tell({ phase: 'reading' });
    await clock.pass(4_900);
    expect(written).toEqual([]);
    await clock.pass(200);
    tell(comparing(7));
    tell(comparing(120));
    await clock.pass(5_000);
    await clock.pass(60_000);
    expect(written).toEqual(['reading\n', 'comparing 120/300\n']);
    done();
    expect(clock.sleeping).toBe(0);
  });

  it('is not there with --quiet', async () => {
    const { clock, written, tell } = scene({ terminal: false, values: { quiet: true, verbose: true } });
    tell(comparing(1));
    await clock.pass(20_000);
    expect(written).toEqual([]);
  });

  it('shows nothing before the first step', () => {
    expect(scene({ terminal: false, values: { verbose: true } }).clock.sleeping).toBe(0);
  });
});

describe('counting', () => {
  it('reports the phase at once and each file, and nothing of no files', () => {
    const steps: ProgressStep[] = [];
    const next = progressCounter((step) => void steps.push(step), 'writing', 2);
    next();
    next();
    progressCounter((step) => void steps.push(step), 'writing', 0);
    expect(steps.map((step) => progressText(step))).toEqual(['writing 0/2', 'writing 1/2', 'writing 2/2']);
  });
});
