import { Writable, type Readable } from 'node:stream';
import { confirm, isCancel, password, text } from '@clack/prompts';
import { LocsyncError } from '../../core/errors/index.js';
import { EXIT } from '../../core/errors/exit.js';
import { Interrupted } from '../../ports/host.js';

/** Where a person is, and what ends the waiting. */
export interface PromptContext {
  readonly input: Readable;
  readonly output: Writable & { readonly columns?: number; readonly rows?: number };
  readonly color: boolean;
  readonly signal: AbortSignal | undefined;
}

export interface LinePrompt {
  readonly question: string;
  /** Nothing of what is typed is shown. */
  readonly secret: boolean;
  /** What is wrong with an answer, in a few words. */
  readonly validate: (answer: string) => string | undefined;
}

/** One line that a person types, without blanks around it, once nothing is wrong with it. See {@link Terminal.ask} for how it rejects. */
export function askLine(
  asking: PromptContext,
  { question, secret, validate: fault }: LinePrompt,
): Promise<string> {
  const validate = (answer: string | undefined): string | undefined => fault((answer ?? '').trim());
  return runPrompt(asking, question, async (common) => {
    const options = { ...common, message: question, validate };
    // Stars would tell how long a token is.
    const answer = await (secret ? password({ ...options, mask: '' }) : text(options));
    return isCancel(answer) ? undefined : answer.trim();
  });
}

/** Yes or no; Enter alone means `otherwise`. Rejects as {@link askLine} does. */
export function askYesNo(asking: PromptContext, question: string, otherwise: boolean): Promise<boolean> {
  return runPrompt(asking, question, async (common) => {
    const answer = await confirm({ ...common, message: question, initialValue: otherwise });
    return isCancel(answer) ? undefined : answer;
  });
}

interface Common {
  readonly input: Readable;
  readonly output: Writable;
  readonly signal: AbortSignal;
}

/** Runs one question, which answers undefined where it was given up. */
async function runPrompt<T>(
  { input, output, color, signal }: PromptContext,
  question: string,
  ask: (common: Common) => Promise<T | undefined>,
): Promise<T> {
  signal?.throwIfAborted();
  const ending = new AbortController();
  const stop = (): void => ending.abort(signal?.reason);
  // The library waits for ever where nothing more can come: the terminal is gone, or Ctrl+D says so.
  const noAnswer = (): void => ending.abort(LocsyncError.of('NO_ANSWER', { question }));
  const onKey = (_: unknown, key: { readonly ctrl?: boolean; readonly name?: string } | undefined): void => {
    if (key?.ctrl === true && key.name === 'd') noAnswer();
  };
  signal?.addEventListener('abort', stop, { once: true });
  input.once('end', noAnswer).on('keypress', onKey);
  try {
    const answer = await ask({ input, output: color ? output : withoutColor(output), signal: ending.signal });
    ending.signal.throwIfAborted();
    // In raw mode Ctrl+C is a key, not a signal.
    if (answer === undefined) throw new Interrupted(EXIT.sigint);
    return answer;
  } finally {
    signal?.removeEventListener('abort', stop);
    input.off('end', noAnswer).off('keypress', onKey);
  }
}

/** The library colours whatever NO_COLOR says; what moves the cursor stays. */
function withoutColor(output: PromptContext['output']): Writable {
  const plain = new Writable({
    decodeStrings: false,
    write: (chunk: unknown, _encoding, done) => {
      output.write(String(chunk).replaceAll(/\u001b\[[\d;]*m/g, ''), done);
    },
  });
  return Object.defineProperties(plain, {
    isTTY: { value: true },
    columns: { get: () => output.columns },
    rows: { get: () => output.rows },
  });
}
