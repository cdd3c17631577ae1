import { Writable, type Readable } from 'node:stream';
import { confirm, isCancel, password, select, text } from '@clack/prompts';
import { LocsyncError } from '../../core/errors/index.js';
import type { AskOptions } from '../../ports/host.js';

/** Where a person answers, and what ends the wait. */
export interface PromptContext {
  readonly input: Readable;
  readonly output: Writable & { readonly columns?: number; readonly rows?: number };
  readonly color: boolean;
  readonly signal: AbortSignal | undefined;
}

/** A line that a person types, once it is valid. Rejects as {@link Terminal.ask} says. */
export function askLine(asking: PromptContext, question: string, options: AskOptions): Promise<string> {
  const { secret = false, initial = '', exact = false, validate: check } = options;
  const read = (input: string | undefined): string => (exact ? (input ?? '') : (input ?? '').trim());
  const validate = (input: string | undefined): string | undefined => check?.(read(input));
  return runPrompt(asking, question, async (common) => {
    const prompt = { ...common, message: question, validate, initialValue: initial };
    // Stars would reveal the length of a token.
    const input = await (secret ? password({ ...prompt, mask: '' }) : text(prompt));
    return isCancel(input) ? undefined : read(input);
  });
}

/** Yes or no; Enter alone means `otherwise`. Rejects as {@link askLine} does. */
export function askYesNo(asking: PromptContext, question: string, otherwise: boolean): Promise<boolean> {
  return runPrompt(asking, question, async (common) => {
    const input = await confirm({ ...common, message: question, initialValue: otherwise });
    return isCancel(input) ? undefined : input;
  });
}

/** One of several; Enter alone means the first. Rejects as {@link askLine} does. */
export function askChoice<T extends string>(
  asking: PromptContext,
  question: string,
  choices: readonly { readonly value: T; readonly label: string }[],
): Promise<T> {
  return runPrompt(asking, question, async (common) => {
    const options = choices.map(({ value, label }) => ({ value, label }));
    const input = await select<string>({ ...common, message: question, options });
    return isCancel(input) ? undefined : choices.find(({ value }) => value === input)?.value;
  });
}

interface PromptStreams {
  readonly input: Readable;
  readonly output: Writable;
  readonly signal: AbortSignal;
}

/** Runs one prompt, which returns undefined if it was cancelled. */
async function runPrompt<T>(
  { input, output, color, signal }: PromptContext,
  question: string,
  ask: (common: PromptStreams) => Promise<T | undefined>,
): Promise<T> {
  signal?.throwIfAborted();
  const ending = new AbortController();
  const stop = (): void => ending.abort(signal?.reason);
  // The library waits for ever if no more input can come: the terminal is closed, or Ctrl+D.
  const noAnswer = (): void => ending.abort(LocsyncError.of('NO_ANSWER', { question }));
  const onKey = (_: unknown, key: { readonly ctrl?: boolean; readonly name?: string } | undefined): void => {
    if (key?.ctrl === true && key.name === 'd') noAnswer();
  };
  signal?.addEventListener('abort', stop, { once: true });
  input.once('end', noAnswer).on('keypress', onKey);
  try {
    const typed = await ask({ input, output: color ? output : withoutColor(output), signal: ending.signal });
    ending.signal.throwIfAborted();
    // In raw mode Ctrl+C is a key, not a signal.
    if (typed === undefined) throw LocsyncError.of('INTERRUPTED', { prompt: true });
    return typed;
  } finally {
    signal?.removeEventListener('abort', stop);
    input.off('end', noAnswer).off('keypress', onKey);
  }
}

/** The library ignores NO_COLOR; only cursor movements stay. */
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
