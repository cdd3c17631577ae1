import { EXIT } from './exit.js';
import { quantity, someOf } from '../text/wording.js';
import { entry } from './entry.js';

const firstFive = (items: readonly string[]): string => someOf(items, 5);

/** "lacks A and has B, which its source text does not have". */
function differs(missing: readonly string[], extra: readonly string[]): string {
  const parts = [
    ...(missing.length > 0 ? [`lacks ${firstFive(missing)}`] : []),
    ...(extra.length > 0
      ? [`has ${firstFive(extra)}${missing.length > 0 ? ' instead' : ', unlike its source text'}`]
      : []),
  ];
  return parts.join(' and ');
}

const EDGES = { beginning: 'leading', end: 'trailing' } as const;

/** What `check` finds, and what `--strict` makes of it. */
export const checkErrors = {
  CHECK_PLACEHOLDERS: entry<{ key: string; missing: readonly string[]; extra: readonly string[] }>({
    exit: EXIT.differences,
    text: ({ key, missing, extra }) => `the translation of ${key} ${differs(missing, extra)}`,
    hint: ({ missing }) =>
      missing.length > 0
        ? 'copy the placeholders from the source text unchanged; their order is free'
        : 'use only placeholders that the source text has: the application gives no value for others',
  }),
  CHECK_TAGS: entry<{ key: string; missing: readonly string[]; extra: readonly string[] }>({
    exit: EXIT.differences,
    text: ({ key, missing, extra }) => `the translation of ${key} ${differs(missing, extra)}`,
    hint: () => 'use the tags of the source text, each the same number of times',
  }),
  CHECK_BLANKS: entry<{
    key: string;
    what: 'space' | 'line break';
    end: 'beginning' | 'end';
    missing: boolean;
  }>({
    exit: EXIT.differences,
    text: ({ key, what, end, missing }) =>
      `the translation of ${key} ${missing ? `lacks the ${EDGES[end]} ${what} of its source text` : `has a ${EDGES[end]} ${what} that the source text does not have`}`,
    hint: () => 'begin and end it as the source text does: it may be put together with other texts',
  }),
  CHECK_SYNTAX: entry<{ key: string; reason: string }>({
    exit: EXIT.differences,
    text: ({ key, reason }) =>
      `the translation of ${key} is not a message that an application can read: ${reason}`,
    hint: () =>
      'translate only the words inside the branches; keep braces, commas and the words in front of them',
  }),
  CHECK_PLURAL: entry<{ key: string; locale: string; forms: readonly string[] }>({
    exit: EXIT.differences,
    text: ({ key, locale, forms }) =>
      `the translation of ${key} lacks the plural ${forms.length === 1 ? 'form' : 'forms'} ${forms.join(', ')}, which ${locale} needs`,
    hint: () => 'add a text for each form that the language has',
  }),
  CHECK_ORPHAN: entry<{ key: string }>({
    exit: EXIT.differences,
    text: ({ key }) => `the source locale has no key ${key}`,
    hint: () => 'remove the key if nothing uses it, or let the source locale have it too',
  }),
  CHECK_STALE: entry<{ key: string }>({
    exit: EXIT.differences,
    text: ({ key }) => `the source text of ${key} has changed since it was translated`,
    hint: () => 'translate it again, or say that it still fits: `locsync accept` with its path',
  }),
  CHECK_BASELINE_UNREADABLE: entry({
    exit: EXIT.local,
    text: () => 'this is not a baseline of `locsync check`',
    hint: (_, run) => `restore the file, or write a new one: ${run('check', ['--update-baseline'])}`,
  }),
  CHECK_TOO_MANY_WARNINGS: entry<{ count: number; most: number }>({
    exit: EXIT.differences,
    text: ({ count, most }) =>
      `there ${count === 1 ? 'is' : 'are'} ${quantity(count, 'warning')}; \`--max-warnings\` allows ${most}`,
    hint: () => 'correct them, or raise the number',
  }),
  CHECK_WITHOUT_SOURCE: entry<{ locale: string; set: string }>({
    exit: EXIT.ok,
    text: ({ locale, set }) => `${set} has nothing in the source locale ${locale}, so nothing was compared`,
    hint: () => 'set `sourceLocale` in the configuration to the locale that developers write',
  }),
  LOCALE_NOT_HERE: entry<{ code: string; known: readonly string[] }>({
    exit: EXIT.usage,
    text: ({ code, known }) => `no locale file here is for ${code}; there are ${known.join(', ')}`,
    hint: () => 'give `--locale` one of these',
  }),
  STRICT_KEPT_BACK: entry<{ reason: string; command: 'push' | 'pull' }>({
    exit: EXIT.differences,
    text: ({ reason, command }) => `${reason}; it was not ${command === 'push' ? 'uploaded' : 'written'}`,
    hint: ({ command }) =>
      command === 'push'
        ? 'correct the text here, or push without `--strict`'
        : 'correct the text on the service, or pull without `--strict`',
  }),
} as const;
