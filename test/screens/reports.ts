import { NO_KEYS, type FileReport, type FileState, type KeyCounts } from '../../src/core/report/file-report.js';
import { type Report } from '../../src/core/report/report.js';
import { LocsyncError, type ErrorArgs, type ErrorCode, type Place } from '../../src/core/errors/index.js';
import { problemOf } from '../../src/core/report/problem.js';
import { summarize } from '../../src/core/report/summary.js';

const PROJECT = { id: 'pro_7', name: 'Corner shop', technology: 'ruby', framework: 'rails', format: 'yaml' };
const EMPTY = { project: PROJECT, errors: [], warnings: [], exitCode: 0 } as const;

const problem = <C extends ErrorCode>(code: C, args: ErrorArgs<C>, place?: Place) =>
  problemOf(LocsyncError.of(code, args, { place }));

function file(path: string, state: FileState, keys: Partial<KeyCounts> = {}, more: Partial<FileReport> = {}): FileReport {
  const locale = /\b([a-z]{2}(?:-[A-Z]{2})?)(?:\.[a-z]+|\/[a-z]+\.json)$/.exec(path)?.[1] ?? 'en';
  const counts = { ...NO_KEYS, total: 12, translated: 12, ...keys };
  return { path, locale, sourceFile: { id: 'fil_1', name: 'config/locales/en.yml' }, state, keys: counts, ...more };
}

const withFiles = (command: Report['command'], files: readonly FileReport[], more: Partial<Report> = {}): Report => ({
  ...EMPTY,
  command,
  files,
  summary: summarize(files),
  ...more,
});

const LONG = 'engines/storefront/app/javascript/components/checkout/translations/de.json';

const MIXED = [
  file('config/locales/en.yml', 'to-push', { toPush: 3 }),
  file('config/locales/de.yml', 'both', { toPush: 1, toPull: 12, translated: 9 }),
  file('config/locales/pt-BR.yml', 'conflict', { conflicts: 1, translated: 11 }),
  file('src/i18n/en/cart.json', 'in-sync', { total: 1, translated: 1 }),
  file('src/i18n/ar/cart.json', 'only-there', { toPull: 8, translated: 8 }),
  file(LONG, 'only-here', { toPush: 10_234, total: 10_234, translated: 10_234 }),
];

const PROGRESS = [
  { locale: 'en', translated: 25, total: 25 },
  { locale: 'de', translated: 10_243, total: 10_259 },
  { locale: 'pt-BR', translated: 11, total: 25 },
  { locale: 'ar', translated: 0, total: 25 },
];

const conflict = problem(
  'CONFLICT',
  { count: 1, keys: 'cart.checkout.title', command: 'push', based: true, scope: { paths: ['config/locales/pt-BR.yml'], locales: ['pt-BR'] } },
  { path: 'config/locales/pt-BR.yml' },
);

/** What commands have to say, by the name of the screen. */
export const REPORTS: Readonly<Record<string, Report>> = {
  'status-mixed': withFiles('status', MIXED, {
    progress: PROGRESS,
    unmatched: [
      { id: 'fil_8', name: 'legacy/en.yml', keys: 1 },
      { id: 'fil_9', name: 'legacy/\u001b[31mred\n::error::.yml', keys: 20 },
    ],
    warnings: [problem('LOCALE_STRANGER', { code: 'fr', source: false }, { path: 'config/locales/fr.yml' })],
  }),
  'status-in-sync': withFiles('status', [file('config/locales/en.yml', 'in-sync'), file('config/locales/de.yml', 'in-sync')], {
    progress: [
      { locale: 'en', translated: 12, total: 12 },
      { locale: 'de', translated: 12, total: 12 },
    ],
  }),
  'status-missing': withFiles('status', [file('config/locales/de.yml', 'in-sync', { translated: 10 }, { missing: ['cart.empty', 'bye'] })], {
    progress: [{ locale: 'de', translated: 10, total: 12 }],
  }),
  'status-strangers': withFiles('status', [file('config/locales/en.yml', 'in-sync')], {
    warnings: [
      ...['ar', 'az', 'bg', 'ca', 'cs'].map((code) =>
        problem('LOCALE_STRANGER', { code, source: false }, { path: `config/locales/${code}.yml` }),
      ),
      problem('BASE_DOUBTFUL', { reason: 'line 3 is no entry' }, { path: 'locsync.lock' }),
    ],
  }),
  'status-empty': withFiles('status', []),
  'push-done': withFiles('push', [
    file('config/locales/en.yml', 'pushed', { toPush: 3 }, { version: 4 }),
    file('config/locales/de.yml', 'pushed', { toPush: 1 }, { version: 5 }),
    file(LONG, 'pushed', { toPush: 10_234 }, { version: 1 }),
    file('src/i18n/en/cart.json', 'in-sync'),
  ]),
  'push-nothing': withFiles('push', [file('config/locales/en.yml', 'in-sync')]),
  'push-dry-run': withFiles('push', MIXED, { dryRun: true, errors: [conflict], exitCode: 1 }),
  'push-in-part': withFiles(
    'push',
    [
      file('config/locales/en.yml', 'pushed', { toPush: 3 }, { version: 4 }),
      file('config/locales/de.yml', 'failed', { toPush: 1 }),
      file('config/locales/pt-BR.yml', 'conflict', { conflicts: 1 }),
      file('src/i18n/en/cart.json', 'skipped', { toPush: 1 }),
    ],
    {
      errors: [
        problem('SERVICE_UNREACHABLE', { host: 'l10n.example.com', reason: 'connection refused', attempts: 5 }),
        conflict,
      ],
      exitCode: 4,
    },
  ),
  'pull-done': withFiles(
    'pull',
    [
      file('config/locales/de.yml', 'pulled', { toPull: 8, changed: 2, added: 1, removed: 5 }),
      file('config/locales/pt-BR.yml', 'conflict', { conflicts: 1 }),
      file('src/i18n/ar/cart.json', 'skipped', { toPull: 40 }),
    ],
    {
      errors: [
        problem('CONFLICT', { count: 7, keys: 'cart.a, cart.b, cart.c, cart.d, cart.e and 2 more', command: 'pull', based: true, scope: { paths: ['config/locales/pt-BR.yml'], locales: ['pt-BR'] } }, { path: 'config/locales/pt-BR.yml' }),
        problem('SHRINK', { removed: 40, emptied: 0, replaced: 0, of: 60, command: 'pull', scope: { paths: ['src/i18n/ar/cart.json'], locales: ['ar'] } }, { path: 'src/i18n/ar/cart.json' }),
      ],
      warnings: [problem('FILE_WARNING', { reason: 'the key "bye" stands twice; the last one counts' }, { path: 'config/locales/de.yml', line: 12, column: 3 })],
      exitCode: 1,
    },
  ),
  'pull-plan': withFiles(
    'pull',
    [
      file('config/locales/de.yml', 'to-pull', { toPull: 3, changed: 1, added: 1, removed: 1 }, {
        planned: [
          { key: 'cart.empty', kind: 'changed', from: 'Leer', to: `Noch nichts drin: ${'schau dich um, '.repeat(8)}bitte` },
          { key: 'cart.title', kind: 'added', from: null, to: 'Wagen\n::error::x' },
          { key: 'old', kind: 'removed', from: 'Alt', to: null },
        ],
      }),
    ],
    { dryRun: true },
  ),
  diff: withFiles(
    'diff',
    [
      file('config/locales/de.yml', 'both', { toPush: 1, toPull: 1 }, {
        changes: [
          { key: 'bye', kind: 'to-push', here: 'Ade', there: 'Tschüss', base: 'there' },
          { key: 'cart.voucher', kind: 'to-push', here: 'Gutschein', there: null, base: null },
          { key: 'cart.empty', kind: 'to-pull', here: 'Leer', there: `Noch nichts drin: ${'schau dich um, '.repeat(8)}bitte`, base: 'here' },
          { key: 'cart.title', kind: 'conflict', here: 'Korb', there: 'Wagen\n::error::x', base: 'other' },
          { key: 'old', kind: 'deleted-there', here: 'Alt', there: null, base: 'here' },
        ],
      }),
      file('src/i18n/ar/cart.json', 'only-there', { toPull: 1 }, {
        changes: [{ key: 'title', kind: 'to-pull', here: null, there: 'سلة', base: null }],
      }),
    ],
    { exitCode: 1 },
  ),
  'diff-nothing': withFiles('diff', []),
  locales: withFiles('locales', [], {
    locales: [
      { id: 'loc_1', code: 'en', country: '', name: 'English', tag: 'en', files: 3 },
      { id: 'loc_2', code: 'pt', country: 'BR', name: 'Português (Brasil)', tag: 'pt-BR', files: 1 },
      { id: 'loc_3', code: 'zh-Hant', country: 'TW', name: '繁體中文', tag: 'zh-TW', files: 0 },
    ],
  }),
  error: {
    ...withFiles('push', []),
    project: {},
    summary: {},
    errors: [
      problem('OPTION_UNKNOWN', { option: '--localle', command: 'push', nearest: '--locale' }),
      problem('LOCALE_ROOT', { root: 'en', locale: 'de', isKnown: true }, { path: LONG, line: 1 }),
    ],
    exitCode: 2,
  },
};
