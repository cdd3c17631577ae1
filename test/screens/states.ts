import { LocsyncError, type ErrorArgs, type ErrorCode, type Place } from '../../src/core/errors/index.js';
import { findingError } from '../../src/core/check/finding-error.js';
import { NO_KEYS, type FileReport } from '../../src/core/report/file-report.js';
import { type Report } from '../../src/core/report/report.js';
import { problemOf, type Problem } from '../../src/core/report/problem.js';
import { summarize } from '../../src/core/report/summary.js';

const problem = <C extends ErrorCode>(code: C, args: ErrorArgs<C>, place?: Place): Problem =>
  problemOf(LocsyncError.of(code, args, { place }));

const file = (path: string, locale: string, state: FileReport['state'], keys: Partial<FileReport['keys']> = {}): FileReport => ({
  path,
  locale,
  sourceFile: null,
  state,
  keys: { ...NO_KEYS, total: 12, translated: 12, ...keys },
});

const report = (command: Report['command'], files: readonly FileReport[], more: Partial<Report> = {}): Report => ({
  command,
  project: {},
  summary: summarize(files),
  files,
  errors: [],
  warnings: [],
  exitCode: 0,
  ...more,
});

/** A run that ended before it had anything to tell. */
const ended = (command: Report['command'], error: Problem, exitCode: Report['exitCode']): Report => ({
  ...report(command, [], { errors: [error], exitCode }),
  summary: {},
});

const DE = 'config/locales/de.yml';
const RU = 'config/locales/ru.yml';
const found = (path: string, line: number, column: number, key: string, finding: Parameters<typeof findingError>[0]): Problem => ({
  ...problemOf(findingError(finding, key, path.slice(-6, -4), { path, line, column })),
  key,
});

const FINDINGS = [
  found(DE, 12, 14, 'cart.greeting', { kind: 'placeholders', missing: ['%{name}'], extra: ['%{Name}'] }),
  found(DE, 140, 5, 'cart.terms', { kind: 'tags', missing: ['</a>'], extra: [] }),
  found(DE, 141, 5, 'cart.label', { kind: 'blanks', end: 'end', what: 'space', missing: true }),
  found(RU, 9, 3, 'cart.items', { kind: 'plural', forms: ['few', 'many'] }),
  found(RU, 22, 9, 'cart.sum', { kind: 'syntax', reason: '"andere" is not a plural form' }),
];

/**
 * States beside those of reports.ts: what check finds, what is left out or kept, and how a run ends
 * that could not go on.
 */
export const STATES: Readonly<Record<string, Report>> = {
  'doctor-faults': report('doctor', [], {
    examined: [
      { subject: 'program', state: 'ok', found: ['locsync 0.1.0 on Node 20.20.2'] },
      { subject: 'configuration', state: 'ok', found: ['baseUrl: https://l10n.example.com (.locsyncrc)', 'files: config/locales/{locale}.yml, src/i18n/{locale}/*.json (.locsyncrc)'] },
      { subject: 'token', state: 'fault', found: ['the service refused the token'], code: 'TOKEN_MISSING', hint: 'store another one: `locsync login`' },
      { subject: 'service', state: 'skipped', found: ['not looked at: no token was found'] },
      { subject: 'lock', state: 'note', found: ['there is no locsync.lock: nothing was synced here yet'], hint: 'the first push or pull writes it' },
    ],
    summary: { faults: 1 },
    exitCode: 3,
  }),
  'undo-edited': report('undo', [file(DE, 'de', 'to-pull', { toPull: 3 }), file('config/locales/pt-BR.yml', 'pt-BR', 'only-there', { toPull: 12 }), file(RU, 'ru', 'skipped', { toPull: 1 })], {
    summary: { restored: 1, removed: 1, skipped: 1, failed: 0 },
    errors: [problem('UNDO_EDITED', {}, { path: RU })],
    exitCode: 1,
  }),
  'mv-done': report('mv', [{ ...file(DE, 'de', 'to-push', { toPush: 1 }), moved: [{ from: 'cart.title', to: 'cart.heading' }] }], {
    summary: { moved: 1 },
    left: [{ name: DE, keys: ['cart.title'] }],
    notes: ['config/locales/de.yml (de): cart.title -> cart.heading', 'Renamed cart.title to cart.heading: 1 text in 1 file.', 'Left to delete on the service:', '  cart.title in config/locales/en.yml'],
    exitCode: 1,
  }),
  'pseudo-done': report('pseudo', [file('config/locales/en-XA.yml', 'en-XA', 'pulled')], {
    summary: { written: 1 },
    notes: ['config/locales/en-XA.yml: 12 texts', 'Wrote 1 file. They are never pushed.'],
  }),
  'pseudo-refused': report('pseudo', [], { summary: {}, errors: [problem('PSEUDO_CODE', { code: 'de' })], exitCode: 2 }),
  'mv-refused': report('mv', [], {
    summary: {},
    errors: [problem('KEY_TAKEN', { key: 'cart.heading', by: 'cart.heading' }, { path: DE, line: 4, column: 12 })],
    exitCode: 2,
  }),
  'rm-key-in-several-sets': report('rm', [], {
    summary: {},
    errors: [problem('KEY_IN_SEVERAL', { key: 'title', sets: ['app/{locale}.json', 'web/{locale}.json'] })],
    exitCode: 2,
  }),
  'config-values': report('config', [], {
    settings: [
      { key: 'baseUrl', value: 'https://l10n.example.com', origin: 'LOCSYNC_BASE_URL' },
      { key: 'files', value: ['config/locales/{locale}.yml', { path: 'engines/storefront/app/javascript/components/{locale}.json', ignore: ['x'] }], origin: '.locsyncrc' },
      { key: 'locales', value: null, origin: 'default' },
      { key: 'timeout', value: 30, origin: 'default' },
    ],
    summary: {},
  }),
  'status-plural': report('status', [file('config/locales/en.yml', 'en', 'in-sync'), file('config/locales/ar.yml', 'ar', 'in-sync')], {
    progress: [
      { locale: 'en', translated: 123_456, total: 123_456 },
      { locale: 'ar', translated: 1_234_500, total: 1_234_567 },
    ],
    pluralExtras: true,
  }),
  'diff-wide': report('diff', [
    {
      ...file('config/locales/zh-CN.yml', 'zh-CN', 'conflict'),
      changes: [{ key: 'footer', kind: 'conflict', here: '所有价格均含税，运费另计，最终解释权归本公司所有。'.repeat(3), there: '所有价格均含税。', base: 'other' }],
    },
  ], { exitCode: 1 }),
  'check-findings': report('check', [file('config/locales/en.yml', 'en', 'in-sync'), file(DE, 'de', 'failed'), file(RU, 'ru', 'failed')], {
    summary: { problems: 5, placeholders: 1, tags: 1, blanks: 1, syntax: 1, plural: 1, texts: 24 },
    errors: FINDINGS,
    exitCode: 1,
  }),
  'check-sound': report('check', [file('config/locales/en.yml', 'en', 'in-sync'), file(DE, 'de', 'in-sync')], {
    summary: { problems: 0, texts: 12 },
  }),
  'push-strict': report('push', [file(DE, 'de', 'pushed', { toPush: 3 })], {
    errors: [
      problem(
        'STRICT_KEPT_BACK',
        { reason: 'the translation of cart.greeting lacks %{name} and has %{Name} instead', command: 'push' },
        { path: DE, line: 12, column: 14 },
      ),
    ],
    exitCode: 1,
  }),
  'push-conflict': report('push', [file(DE, 'de', 'conflict', { conflicts: 2 })], {
    errors: [problem('CONFLICT', { count: 2, keys: 'cart.title, cart.empty', command: 'push', based: true, scope: { paths: ['config/locales/de.yml'], locales: ['de'] } }, { path: DE })],
    exitCode: 1,
  }),
  'pull-only-there': report('pull', [file('config/locales/pt-BR.yml', 'pt-BR', 'pulled', { toPull: 12 })]),
  'pull-long-paths': report(
    'pull',
    ['de', 'fr', 'pt-BR'].map((locale) =>
      file(`packages/storefront/src/i18n/locales/${locale}/components/checkout/payment-methods.json`, locale, 'pulled', { toPull: 3 }),
    ),
  ),
  'pull-dry-run': report('pull', [file('config/locales/pt-BR.yml', 'pt-BR', 'only-there', { toPull: 12 })], { dryRun: true }),
  'pull-shrink': report('pull', [file('src/i18n/ar/cart.json', 'ar', 'skipped', { toPull: 60 })], {
    errors: [problem('SHRINK', { removed: 40, emptied: 12, replaced: 0, of: 60, command: 'pull', scope: { paths: ['src/i18n/ar/cart.json'], locales: ['ar'] } }, { path: 'src/i18n/ar/cart.json' })],
    exitCode: 1,
  }),
  'error-usage': ended('', problem('COMMAND_UNKNOWN', { name: 'pul', nearest: 'pull' }), 2),
  'error-auth': ended('status', problem('TOKEN_REJECTED', { host: 'l10n.example.com', text: 'token expired' }), 3),
  'error-service': ended(
    'pull',
    problem('SERVICE_UNREACHABLE', { host: 'l10n.example.com', reason: 'connection refused', attempts: 5 }),
    4,
  ),
  'error-local': report('push', [{ ...file(DE, 'de', 'failed'), keys: NO_KEYS }], {
    errors: [problem('FILE_SYNTAX', { reason: 'bad indentation of a mapping entry' }, { path: DE, line: 7, column: 3 })],
    exitCode: 5,
  }),
  'error-defect': ended('diff', problem('DEFECT', { reason: "Cannot read properties of undefined (reading 'id')" }), 70),
  'error-interrupted': report('push', [file('config/locales/en.yml', 'en', 'pushed', { toPush: 3 }), file(DE, 'de', 'skipped')], {
    errors: [problem('INTERRUPTED', {})],
    exitCode: 130,
  }),
};
