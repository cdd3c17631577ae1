import { createInterface } from 'node:readline';
import { Writable, type Readable } from 'node:stream';
import { LocsyncError } from '../../core/errors/index.js';
import { EXIT } from '../../core/exit.js';
import { Interrupted } from '../../ports/host.js';

export interface Question {
  readonly input: Readable;
  readonly output: Writable;
  readonly question: string;
  /** Nothing that is typed is shown or remembered. */
  readonly secret: boolean;
  readonly signal: AbortSignal | undefined;
}

/** One line from a terminal. See {@link Terminal.ask} for how it rejects. */
export function askLine({ input, output, question, secret, signal }: Question): Promise<string> {
  if (signal?.aborted) return Promise.reject(reasonOf(signal));
  // readline echoes what is typed onto its output: a secret gets one that drops it.
  const screen = secret ? new Writable({ write: (_chunk, _encoding, done) => done() }) : output;
  const lines = createInterface({ input, output: screen, terminal: true, historySize: 0 });
  if (secret) output.write(question);
  return new Promise<string>((resolve, reject) => {
    let answer: string | undefined;
    let failure: Error = LocsyncError.of('NO_ANSWER', { question: question.trim() });
    const stop = (error: Error): void => {
      failure = error;
      lines.close();
    };
    const aborted = (): void => stop(reasonOf(signal));
    signal?.addEventListener('abort', aborted, { once: true });
    // In raw mode Ctrl+C is a key, not a signal.
    lines.once('SIGINT', () => stop(new Interrupted(EXIT.sigint)));
    lines.once('close', () => {
      signal?.removeEventListener('abort', aborted);
      if (secret || answer === undefined) output.write('\n');
      if (answer === undefined) reject(failure);
      else resolve(answer);
    });
    lines.question(secret ? '' : question, (line) => {
      answer = line;
      lines.close();
    });
  });
}

const reasonOf = (signal: AbortSignal | undefined): Error =>
  signal?.reason instanceof Error ? signal.reason : new Interrupted(EXIT.sigint);
