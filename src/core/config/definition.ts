import { RULE_NAMES, RULES, SEVERITIES, type CheckRule } from '../check/rules.js';
import { IGNORE_RULE, ignoreGlob, LOCK_RULE, NAME_RULE, PATTERN_RULE, withoutDot } from './path-rules.js';
import { KEY_GLOB_RULE, LOCALE_RULE, PROJECT_RULE, SYNCED_LOCALE_RULE, type NumberRule } from './rules.js';
import { listOf, record, textOr } from './collections.js';
import { choice, number, text, type Setting } from './schema.js';
import { fewEnoughPatterns } from './pattern-limit.js';
import { baseUrl, differentPaths, fittingNames, localeMap } from './validators.js';

/**
 * Bounds of the numbers, for the file, the environment and the flags alike. A timer of Node fails
 * over 2^31 ms, far above these.
 */
export const NUMBER_RULES = {
  concurrency: { min: 1, max: 64, integer: true },
  timeout: { min: 1, max: 3_600, integer: false, unit: 'seconds' },
  retries: { min: 0, max: 20, integer: true },
} as const satisfies Record<string, NumberRule>;

/** Bounds of a share of translated keys. */
const PERCENT_RULE = { min: 0, max: 100, integer: false, unit: 'percent' } as const satisfies NumberRule;

/** Patterns or globs in one list: more than a large monorepo has folders with texts. */
const MOST_PATTERNS = 2_000;

/** The defaults (docs/configuration.md). */
export const DEFAULTS = {
  sourceLocale: 'en',
  minTranslated: 0,
  name: 'path',
  concurrency: 8,
  timeout: 30,
  retries: 4,
  lock: 'locsync.lock',
} as const;

const sourceLocale = text(SYNCED_LOCALE_RULE);
const name = text(NAME_RULE);
const ignore = listOf(text(IGNORE_RULE, ignoreGlob), { atLeastOne: false, of: 'globs', most: MOST_PATTERNS });
const locales = listOf(text(SYNCED_LOCALE_RULE), { atLeastOne: true, of: 'locale codes' });
const someLocales = listOf(text(SYNCED_LOCALE_RULE), { atLeastOne: false, of: 'locale codes' });
// It may also name a pseudo-locale, which is left out anyway.
const excludedLocales = listOf(text(LOCALE_RULE), { atLeastOne: false, of: 'locale codes' });
const ignoreKeys = listOf(text(KEY_GLOB_RULE), { atLeastOne: false, of: 'globs over keys' });
const pattern = text(PATTERN_RULE, withoutDot);

const OVERRIDES = 'Overrides the setting of the same name for these files.';

/** The keys of one entry of `files`. */
export const FILE_SETTINGS = {
  path: {
    shape: pattern,
    description: "The pattern of the locale files, with {locale} in place of the locale's code.",
  },
  name: { shape: name, description: OVERRIDES },
  ignore: {
    shape: ignore,
    description: 'Globs left out of this pattern, besides those that are left out everywhere.',
  },
  sourceLocale: {
    shape: sourceLocale,
    description: OVERRIDES,
  },
  localeMap: { shape: localeMap, description: OVERRIDES },
  locales: { shape: locales, description: OVERRIDES },
  excludeLocales: {
    shape: excludedLocales,
    description: OVERRIDES,
  },
  pullOnly: { shape: someLocales, description: OVERRIDES },
  pushOnly: { shape: someLocales, description: OVERRIDES },
  ignoreKeys: { shape: ignoreKeys, description: OVERRIDES },
  minTranslated: { shape: number(PERCENT_RULE), description: OVERRIDES },
} as const satisfies Record<string, Setting<unknown>>;

const severity = (rule: CheckRule, about: string) => ({
  shape: choice(SEVERITIES),
  description: about,
  fallback: RULES[rule],
});

const rules = record(
  {
    placeholders: severity('placeholders', 'A placeholder was lost or made up.'),
    tags: severity('tags', 'A tag was lost or made up.'),
    syntax: severity('syntax', 'A message that no application can read.'),
    plural: severity('plural', 'A plural form that the language needs is missing.'),
    blanks: severity('blanks', 'A space or line break at an end, unlike the source text.'),
    orphans: severity('orphans', 'A key that the source locale lacks.'),
    stale: severity('stale', 'A translation whose source text has changed since.'),
  },
  { expected: `a mapping of ${RULE_NAMES.join(', ')}` },
);

const entry = record(FILE_SETTINGS, {
  expected: `a mapping of ${Object.keys(FILE_SETTINGS).join(', ')}`,
  required: ['path'],
});

/**
 * Every key of the configuration: it checks the file, and it prints the JSON Schema and the table
 * of the documentation.
 */
export const SETTINGS = {
  baseUrl: {
    shape: baseUrl,
    description:
      'Where the service is. https; plain http only for a loopback host, or with LOCSYNC_ALLOW_INSECURE=1 in the environment.',
  },
  project: { shape: text(PROJECT_RULE), description: 'The API ID of the project.' },
  sourceLocale: {
    shape: sourceLocale,
    description: 'The locale that developers write. The repository owns it; the service owns the others.',
    fallback: DEFAULTS.sourceLocale,
  },
  files: {
    shape: differentPaths(
      listOf(textOr(pattern, entry), { atLeastOne: true, of: 'patterns', most: MOST_PATTERNS }),
    ),
    description:
      "Patterns of the locale files, relative to the folder of this file, with {locale} in place of the locale's code; or mappings with a path and its own settings.",
  },
  localeMap: {
    shape: localeMap,
    description:
      "Codes of the service's locales to the codes used in file names; applied both ways, to file names and to the language's root key inside a file.",
  },
  locales: {
    shape: locales,
    description: 'The only locales that are synced. Others are neither read, written nor warned about.',
  },
  excludeLocales: {
    shape: excludedLocales,
    description: 'Locales that are not synced: neither read, written nor warned about.',
  },
  pullOnly: { shape: someLocales, description: 'Locales that are pulled and never pushed.' },
  pushOnly: { shape: someLocales, description: 'Locales that are pushed and never pulled.' },
  ignoreKeys: {
    shape: ignoreKeys,
    description: 'Globs over keys that are neither pushed nor pulled, such as legal.**.',
  },
  minTranslated: {
    shape: number(PERCENT_RULE),
    description: 'Percent of the keys that must be translated on the service before pull writes a locale.',
    fallback: DEFAULTS.minTranslated,
  },
  ignore: { shape: ignore, description: 'Globs of files that are left out.' },
  name: {
    shape: name,
    description:
      'The name under which a file is uploaded: path (relative, with /), basename, or a template of {path}, {dir}, {basename} and {locale}.',
    fallback: DEFAULTS.name,
  },
  concurrency: {
    shape: number(NUMBER_RULES.concurrency),
    description: 'Requests in flight at most.',
    fallback: DEFAULTS.concurrency,
  },
  timeout: {
    shape: number(NUMBER_RULES.timeout),
    description: 'Seconds for one request, connection and body included.',
    fallback: DEFAULTS.timeout,
  },
  retries: {
    shape: number(NUMBER_RULES.retries),
    description: 'Attempts after the first.',
    fallback: DEFAULTS.retries,
  },
  check: {
    shape: record(
      { rules: { shape: rules, description: 'How much each rule matters: error, warning or off.' } },
      { expected: 'a mapping with rules' },
    ),
    description: 'What `locsync check` looks for.',
  },
  lock: {
    shape: text(LOCK_RULE, withoutDot),
    description: 'The file that keeps what disk and service last agreed on. Commit it.',
    fallback: DEFAULTS.lock,
  },
} as const satisfies Record<string, Setting<unknown>>;

/** The whole file. Editors put `$schema` into it. */
export const CONFIG_SHAPE = fewEnoughPatterns(
  fittingNames(
    record(SETTINGS, {
      expected: 'a mapping of keys to values',
      alsoAllowed: ['$schema'],
    }),
  ),
);
