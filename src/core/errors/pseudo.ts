import { EXIT } from './exit.js';
import { entry } from './entry.js';
import { printable } from '../text/printable.js';

/** What `pseudo` may meet. */
export const pseudoErrors = {
  PSEUDO_CODE: entry<{ code: string }>({
    exit: EXIT.usage,
    text: ({ code }) =>
      `${printable(code)} is not the code of a pseudo-locale: its files could be those of a language`,
    hint: () => 'choose a language with the region XA, XB or XC, such as `en-XA`, or `qps`',
  }),
  PSEUDO_TAKEN: entry<{ code: string; set: string }>({
    exit: EXIT.usage,
    text: ({ code, set }) =>
      `${printable(code)} is a language of ${printable(set)} here: the pseudo-locale would replace its texts; nothing was written`,
    hint: () => 'choose another code with `--as`, such as `en-XB` or `qps`',
  }),
  PSEUDO_FOREIGN: entry<{ key: string }>({
    exit: EXIT.local,
    text: ({ key }) =>
      `${printable(key)} has a text that \`locsync pseudo\` did not make; this file was left as it is`,
    hint: () => 'move the file away, or choose another code with `--as`',
  }),
  PSEUDO_NOT_WRITTEN: entry<{ reason: string }>({
    exit: EXIT.local,
    text: ({ reason }) => `the pseudo-locale could not be made from this file: ${printable(reason)}`,
    hint: () => 'the other files are written; leave this one out with `ignore`, or write it in another way',
  }),
} as const;
