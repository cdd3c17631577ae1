import { EXIT } from './exit.js';
import { entry } from './entry.js';
import { inLocale, quantity } from '../text/wording.js';

/** What `resolve` may meet. */
export const resolveErrors = {
  RESOLVE_NOBODY_TO_ASK: entry({
    exit: EXIT.usage,
    text: () => 'conflicts are decided one by one on a terminal, and this is not a terminal, or CI is set',
    hint: (_, run) => [
      `let the texts here win: ${run('resolve', ['--local'])}`,
      `take the service's: ${run('resolve', ['--service'])}`,
      `only look: ${run('resolve', ['--dry-run'])}`,
    ],
  }),
  RESOLVE_STOPPED: entry<{ decided: number }>({
    exit: EXIT.ok,
    text: ({ decided }) =>
      decided === 0
        ? 'nothing was decided, and nothing was written'
        : `${decided === 1 ? 'one conflict was' : `${decided} conflicts were`} decided, but nothing was written`,
    hint: (_, run) => `run ${run('resolve')} again; "stop here" writes what was decided until then`,
  }),
  RESOLVE_MOVED: entry<{ keys: string }>({
    exit: EXIT.differences,
    text: ({ keys }) => `a text has changed since you were asked, and stays as it is: ${keys}`,
    hint: (_, run) => `look again: ${run('resolve')}`,
  }),
  RESOLVE_BASE: entry<{ reason: string | undefined }>({
    exit: EXIT.local,
    text: ({ reason = 'it cannot be read' }) =>
      `conflicts cannot be settled, since the base could not be written: ${reason}`,
    hint: () => 'correct the lock first, such as with `git checkout`, or update locsync',
  }),
  /** `texts` are those of the service, each whole. */
  TEXTS_GIVEN_UP: entry<{
    count: number;
    texts: string;
    done: boolean;
    locale?: string;
    /** The keys are not on disk, and stay so. */
    deleted?: boolean;
  }>({
    exit: EXIT.ok,
    isNeverCut: true,
    text: ({ count, texts, done, locale, deleted }) =>
      deleted === true
        ? `${quantity(count, 'key')}${inLocale(locale)} ${done ? (count === 1 ? 'stays' : 'stay') : 'would stay'} deleted here, although the text on the service has changed: ${texts}`
        : `the next push ${done ? 'replaces' : 'would replace'} ${quantity(count, 'text')} of the service${inLocale(locale)} by the disk's: ${texts}`,
    hint: ({ count }) =>
      `if ${count === 1 ? 'this is the right text' : 'one of these is the right text'}, write it into the file before the next push`,
  }),
  NO_EDITOR: entry<{ reason: string }>({
    exit: EXIT.local,
    text: ({ reason }) => `no editor could be used: ${reason}`,
    hint: () => 'set EDITOR to the command that opens a file and waits, such as `nano` or `code --wait`',
  }),
} as const;
