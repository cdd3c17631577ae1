import { EXIT } from './exit.js';
import { entry } from './entry.js';

/** Errors that only a caller of the library makes. */
export const libraryErrors = {
  CALL_OPTION_UNKNOWN: entry<{ call: string; option: string; nearest: string | undefined }>({
    exit: EXIT.usage,
    text: ({ call, option }) => `${call}() takes no option "${option}"`,
    hint: ({ nearest }) =>
      nearest === undefined ? 'the types of the package describe its options' : `did you mean ${nearest}?`,
  }),
  CALL_OPTION_VALUE: entry<{ call: string; option: string; expected: string }>({
    exit: EXIT.usage,
    text: ({ call, option, expected }) => `the option ${option} of ${call}() must be ${expected}`,
  }),
  CALL_AFTER_CLOSE: entry<{ what: string }>({
    exit: EXIT.usage,
    text: ({ what }) => `the ${what} is closed`,
    hint: ({ what }) => `close the ${what} after the last call`,
  }),
  CALL_NOT_A_PROJECT: entry<{ call: string }>({
    exit: EXIT.usage,
    text: ({ call }) => `${call}() was given no project of this library`,
    hint: () => 'give it what loadProject() returned',
  }),
  CALL_TOKEN_NOT_BOUND: entry<{ origin: string; url: string }>({
    exit: EXIT.auth,
    text: ({ origin }) =>
      `the token is not sent to ${origin}: only the configuration file names it, and a file of the repository alone does not decide where a token goes`,
    hint: ({ url }) => `if the token is meant for it, give baseUrl: ${JSON.stringify(url)} beside it`,
  }),
} as const;
