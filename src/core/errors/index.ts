import type { ExitCode } from './exit.js';
import { printable } from '../text/printable.js';
import { checkErrors } from './check.js';
import { cliErrors } from './cli.js';
import { configErrors } from './config.js';
import { doctorErrors } from './doctor.js';
import { fileErrors } from './files.js';
import { gitErrors } from './git.js';
import { initErrors } from './init.js';
import { libraryErrors } from './library.js';
import { planErrors } from './plans.js';
import { pseudoErrors } from './pseudo.js';
import { renameErrors } from './rename.js';
import { resolveErrors } from './resolve.js';
import { serveErrors } from './serve.js';
import { serviceErrors } from './service.js';
import { syncErrors } from './sync.js';
import { undoErrors } from './undo.js';
import type { ErrorEntry } from './entry.js';
import { PLAIN_HINTS, suggestIn, type HintContext } from './suggest.js';

/** Every error that locsync reports, by its code. A code once published stays. */
export const catalogue = {
  ...checkErrors,
  ...cliErrors,
  ...configErrors,
  ...doctorErrors,
  ...fileErrors,
  ...gitErrors,
  ...initErrors,
  ...libraryErrors,
  ...planErrors,
  ...pseudoErrors,
  ...renameErrors,
  ...resolveErrors,
  ...serveErrors,
  ...serviceErrors,
  ...syncErrors,
  ...undoErrors,
} as const;

export type ErrorCode = keyof typeof catalogue;
export type ErrorArgs<C extends ErrorCode> = Parameters<(typeof catalogue)[C]['text']>[0];

/** Where an error is: a path as the user knows it, line and column from 1. */
export interface Place {
  readonly path: string;
  readonly line?: number;
  readonly column?: number;
}

export interface ErrorOptions {
  readonly cause?: unknown;
  readonly place?: Place | undefined;
}

/**
 * A mistake or a fault that the catalogue knows. Anything else that is thrown is a bug (exit 70).
 * `code` is stable, `message` says what happened and `hint` what to do next, both for people;
 * `exit` is the exit code that the program ends with; `place` says where the fault is.
 */
export class LocsyncError extends Error {
  override readonly name = 'LocsyncError';

  private constructor(
    readonly code: ErrorCode,
    message: string,
    hintIn: (hints: HintContext) => string | undefined,
    readonly exit: ExitCode,
    options: ErrorOptions,
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.place = options.place;
    this.#hintIn = hintIn;
    this.hint = hintIn(PLAIN_HINTS);
    // Until it is read once, the stack keeps alive all that its functions saw: documents, answers.
    Reflect.get(this, 'stack');
  }

  readonly #hintIn: (hints: HintContext) => string | undefined;
  readonly hint: string | undefined;

  readonly place: Place | undefined;

  /** The hint with commands that act on what this run acted on. */
  hintIn(hints: HintContext): string | undefined {
    return this.#hintIn(hints);
  }

  /** An error of the catalogue; its texts are made printable here, whatever the arguments hold. */
  static of<C extends ErrorCode>(code: C, args: ErrorArgs<C>, options: ErrorOptions = {}): LocsyncError {
    const line: ErrorEntry<ErrorArgs<C>> = catalogue[code] as never;
    const hintIn = (hints: HintContext): string | undefined => {
      const hint = line.hint?.(args, suggestIn(hints));
      const lines = typeof hint === 'string' ? [hint] : hint;
      // Never cut: half a command would be about more than the whole one.
      return lines?.map((part) => printable(part, Infinity)).join('\n');
    };
    return new LocsyncError(
      code,
      printable(line.text(args), line.isNeverCut === true ? Infinity : MESSAGE_LIMIT),
      hintIn,
      line.exit,
      options,
    );
  }
}

/** Several faults found together, in the order in which they are read. */
export class LocsyncErrors extends Error {
  override readonly name = 'LocsyncErrors';

  constructor(readonly errors: readonly [LocsyncError, ...LocsyncError[]]) {
    super(errors.map((error) => error.message).join('; '));
  }
}

/** The errors of the catalogue that were thrown; none if it is a bug. */
export function errorsOf(thrown: unknown): readonly LocsyncError[] {
  if (thrown instanceof LocsyncErrors) return thrown.errors;
  return thrown instanceof LocsyncError ? [thrown] : [];
}

/** The message of an error with its hint, a line each. */
export const errorText = ({ message, hint }: LocsyncError): string =>
  hint === undefined ? `${message}\n` : `${message}\n  ${hint}\n`;

// Our own sentences may be longer than an untrusted excerpt, which entries cut with printable()
// themselves.
const MESSAGE_LIMIT = 2_000;

/** The `place` in the form that editors and terminals link: `path:line:column`. */
export function placeText(place: Place): string {
  return [printable(place.path), place.line, place.line === undefined ? undefined : place.column]
    .filter((part) => part !== undefined)
    .join(':');
}
