import { EXIT } from './exit.js';
import { printable } from '../text/printable.js';
import { entry } from './entry.js';

/** `: what the service says`, or nothing if it says nothing. */
export const afterColon = (text: string): string => (text === '' ? '' : `: ${printable(text)}`);
export const AGAIN = 'run the same command again: it finishes what is left';
export const ADDRESS = 'check the base URL; if it is right, ask the people who run the service';

/** What can be wrong with a response: it is not what was asked for. */
export const answerErrors = {
  ANSWER_REFUSED: entry<{ what: string; reason: string }>({
    exit: EXIT.remote,
    text: ({ what, reason }) => `the response for ${what} was not read: ${printable(reason)}`,
    hint: () => ADDRESS,
  }),
  ANSWER_EMPTY: entry<{ what: string; status: number }>({
    exit: EXIT.remote,
    text: ({ what, status }) => `empty response (${status}) for ${what}`,
    hint: () => ADDRESS,
  }),
  ANSWER_HTML: entry<{ what: string; title: string }>({
    exit: EXIT.remote,
    text: ({ what, title }) => `got HTML instead of JSON for ${what}${afterColon(title)}`,
    hint: () => 'a proxy or a login page may have answered; check the base URL and the network',
  }),
  ANSWER_NOT_JSON: entry<{ what: string; reason: string }>({
    exit: EXIT.remote,
    text: ({ what, reason }) => `the response for ${what} is not JSON: ${printable(reason)}`,
    hint: () => ADDRESS,
  }),
  ANSWER_NOT_UTF8: entry<{ what: string }>({
    exit: EXIT.remote,
    text: ({ what }) => `the response for ${what} is not valid UTF-8`,
    hint: () => ADDRESS,
  }),
  ANSWER_IS_ERROR: entry<{ what: string; text: string }>({
    exit: EXIT.remote,
    text: ({ what, text }) => `the service reports an error for ${what}${afterColon(text)}`,
    hint: () => AGAIN,
  }),
  ANSWER_SHAPE: entry<{ what: string; field: string; expected: string; got: string }>({
    exit: EXIT.remote,
    text: ({ what, field, expected, got }) =>
      `unexpected response for ${what}: ${field === '' ? '' : `${printable(field)}: `}expected ${expected}, got ${printable(got)}`,
    hint: () => ADDRESS,
  }),
  ANSWER_DUPLICATE: entry<{ what: string; id: string }>({
    exit: EXIT.remote,
    text: ({ what, id }) => `the API ID ${id} occurs twice in ${what}`,
    hint: () => ADDRESS,
  }),
  ANSWER_FOR_ANOTHER: entry<{ what: string; expected: string; got: string }>({
    exit: EXIT.remote,
    text: ({ what, expected, got }) =>
      `the response for ${what} is about ${printable(got)} instead of ${printable(expected)}`,
    hint: () => ADDRESS,
  }),
  LIST_INCOMPLETE: entry<{ what: string; total: number; got: number }>({
    exit: EXIT.remote,
    text: ({ what, total, got }) => `received only ${got} of ${total} items of ${what}`,
    hint: () => AGAIN,
  }),
  PAGE_ELSEWHERE: entry<{ what: string; to: string }>({
    exit: EXIT.auth,
    text: ({ what, to }) =>
      `${what} continues at ${printable(to)}, which is another origin; the token is not sent there`,
    hint: () => ADDRESS,
  }),
  PAGES_ENDLESS: entry<{ what: string; reason: string }>({
    exit: EXIT.remote,
    text: ({ what, reason }) => `stopped reading ${what}: ${reason}`,
    hint: () => ADDRESS,
  }),
  PROJECT_WITHOUT_LOCALES: entry<{ project: string }>({
    exit: EXIT.remote,
    text: ({ project }) => `project ${project} has no locales`,
    hint: () => 'add a locale to the project on the service',
  }),
  ANOTHER_LANGUAGE: entry<{ name: string; asked: string; got: string }>({
    exit: EXIT.remote,
    text: ({ name, asked, got }) =>
      `asked for "${printable(name)}" in ${printable(asked)}, the service sent ${printable(got)}`,
    hint: () => 'check the languages of the project on the service; nothing was written from this answer',
  }),
};
