import { findSets, pathsOf } from '../../sync/offline/local-sets.js';
import { usableLock } from '../../sync/offline/own-lock.js';
import type { BaseOwner } from '../../core/lock/base.js';
import { LocsyncError } from '../../core/errors/index.js';
import { resolveConnection } from '../../core/config/connection.js';
import type { Config } from '../../core/config/types.js';
import { digits, quantity, someOf } from '../../core/text/wording.js';
import { type SettingReport, valueLines } from '../../core/report/examined.js';
import { reportOf, type Report } from '../../core/report/report.js';
import type { Files } from '../../ports/files.js';
import type { Host } from '../../ports/host.js';
import type { FoundConfig } from '../../ports/settings.js';
import { openFolder, sameProject, type OpenedFolder } from '../../sync/load/connect.js';
import { findPaths, findsOnlyIgnored } from '../../sync/load/find-paths.js';
import { lockWarnings, readLock } from '../../sync/load/read-lock.js';
import { readLocaleFile } from '../../sync/files/read-file.js';
import { readOnly } from '../../sync/load/read-only.js';
import { hintContext } from '../../sync/context/hint-context.js';
import type { ServiceOptions } from '../../sync/context/project-options.js';
import { settingsOf } from '../config.js';
import { Examination } from './examination.js';
import { examineGit } from './git.js';
import { examineService } from './service.js';
import { given } from '../../core/util/collections.js';
import { EXTENSIONS } from '../../core/formats.js';
import { foldCode } from '../../core/locales/locale.js';
import { compilePattern } from '../../core/patterns/compile.js';
import { IGNORED_FOLDERS } from '../init/ignored-folders.js';
import { proposeByCodes } from '../../core/propose/propose.js';

/** Names a cure for each fault that a run would meet. Changes nothing, shows no token. */
export async function doctor(host: Host, options: ServiceOptions): Promise<Report> {
  const runHost = readOnly(host);
  const seen = new Examination(hintContext('doctor', options));
  seen.ok('program', `locsync ${host.version} on Node ${host.node}`);
  const opened = await seen.attempt('configuration', () => openFolder(runHost, options));
  let settings: readonly SettingReport[] | undefined;
  if (opened === undefined) {
    for (const subject of ['token', 'service', 'files', 'lock', 'git'])
      seen.skipped(subject, 'no configuration was found');
  } else {
    settings = await settingsOf(runHost, opened.found, options);
    seen.ok('configuration', ...settings.filter(({ origin }) => origin !== 'default').map(settingText));
    const owner = await examineConnection(runHost, opened.found, options, seen);
    await examineFiles(opened, seen);
    if (owner === undefined) seen.skipped('lock', 'it is not known which project it belongs to');
    else await examineLock(opened, owner, seen);
    await examineGit(host, opened.found, seen);
  }
  const { errors, examined, hints } = seen;
  const differs = errors.length > 0;
  return reportOf({
    command: 'doctor',
    summary: { faults: errors.length },
    ...given({ settings }),
    examined,
    errors,
    hints,
    differs,
  });
}

function settingText({ key, value, origin }: SettingReport): string {
  const text = valueLines(value).join(', ');
  return `${key}: ${text} (${origin})`;
}

async function examineConnection(
  host: Host,
  found: FoundConfig,
  options: ServiceOptions,
  seen: Examination,
): Promise<BaseOwner | undefined> {
  const local = await host.localServices.find(found.root);
  const { config } = found;
  const target = await seen.attempt('service', () =>
    Promise.resolve().then(() => resolveConnection({ config, env: host.env, flags: options, local })),
  );
  if (target === undefined) {
    seen.skipped('token', 'it is not known where the service is');
    return undefined;
  }
  const { named, ...place } = target;
  const owner = { origin: place.baseUrl.origin, project: place.project };
  const given = await seen.attempt('token', () =>
    host.tokens.find(place.baseUrl, named, host.env, sameProject(local, place)),
  );
  if (given === undefined) {
    seen.skipped('service', 'no token was found');
    return owner;
  }
  seen.ok('token', `${given.source}, for ${place.baseUrl.origin}`);
  const headers = await seen.attempt('token', () => host.tokens.headers(place.baseUrl, named, host.env));
  if (headers !== undefined)
    await examineService(host, found, { ...place, token: given.token, headers }, options, seen);
  return owner;
}

async function examineFiles({ found: { config }, files }: OpenedFolder, seen: Examination): Promise<void> {
  const { files: patterns, ignore } = config;
  if (patterns.length === 0) {
    seen.fault('files', LocsyncError.of('FILES_MISSING', {}));
    return;
  }
  const found = await seen.attempt('files', () => findPaths(files, patterns));
  if (found === undefined) return;
  const paths = patterns.map(({ path }, i) => {
    const pattern = compilePattern(path);
    return (found[i] ?? []).filter((file) => pattern.match(file) !== undefined);
  });
  const matched = patterns.map((pattern, i) => ({ pattern, count: paths[i]?.length ?? 0 }));
  const lock = await usableLock(files, config.lock);
  const sets = await seen.attempt('files', () => findSets(files, patterns, lock, () => true));
  const lines = matched.map(({ pattern, count }) => {
    const own = sets?.filter((set) => set.pattern === pattern).flatMap(pathsOf);
    return `${pattern.path}: ${quantity(own?.length ?? count, 'file')}`;
  });
  if (matched.some(({ count }) => count > 0)) seen.ok('files', ...lines);
  for (const { pattern, count } of matched) {
    if (count > 0) continue;
    if (await findsOnlyIgnored(files, pattern))
      seen.note(
        'files',
        [`\`ignore\` leaves out every file of ${pattern.path}`],
        'remove the pattern from `files`, or correct `ignore`',
      );
    else seen.fault('files', LocsyncError.of('PATTERN_WITHOUT_FILES', { pattern: pattern.path }));
  }
  await examineTexts(files, paths.flat(), seen);
  await examineUncovered(files, config, paths, seen);
  const own = patterns.flatMap((pattern) => pattern.ignore);
  const rules = [...new Set(['**/node_modules/**', '**/.git/**', ...ignore, ...own])];
  seen.ok('ignore', rules.join(', '));
}

/** Locale files that would go unnoticed: no pattern covers them. */
async function examineUncovered(
  files: Files,
  config: Config,
  covered: readonly (readonly string[])[],
  seen: Examination,
): Promise<void> {
  const paths = await seen.attempt('files', () => uncoveredFiles(files, config, covered));
  if (paths === undefined || paths.length === 0) return;
  seen.note(
    'files',
    [`no pattern covers what looks like locale files: ${someOf(paths, 3)}`],
    'add a pattern for them to `files` in the configuration, or name them in `ignore`',
  );
}

/** More files than this that cannot be read tell nothing new. */
const MOST_UNREADABLE = 20;

/** Reads each file: what push and pull would leave alone is a fault here. */
async function examineTexts(files: Files, paths: readonly string[], seen: Examination): Promise<void> {
  const before = seen.errors.length;
  for (const path of new Set(paths)) {
    await seen.attempt('files', () => readLocaleFile(files, path));
    if (seen.errors.length - before >= MOST_UNREADABLE) return;
  }
}

async function examineLock(
  { found, files }: OpenedFolder,
  owner: BaseOwner,
  seen: Examination,
): Promise<void> {
  const path = found.config.lock;
  const stored = await seen.attempt('lock', () => readLock(files, path, owner));
  if (stored === undefined) return;
  if (stored.contentHash === undefined) {
    seen.note(
      'lock',
      [`${path} does not exist yet: nothing was synced here`],
      'the first push or pull writes it',
    );
    return;
  }
  const problems = lockWarnings(stored, path);
  for (const problem of problems) seen.fault('lock', problem);
  if (problems.length > 0) return;
  seen.ok('lock', `${path}: ${digits(stored.lock.sections.size)} sections`);
}

/**
 * Files that `init` would take for locale files of the same languages, and that no pattern covers:
 * those of a package that is newer than the configuration. `covered` are the paths that the
 * patterns find, pattern by pattern.
 */
async function uncoveredFiles(
  files: Files,
  { files: patterns, ignore, sourceLocale }: Config,
  covered: readonly (readonly string[])[],
): Promise<readonly string[]> {
  const codes = new Map<string, string>();
  for (const [i, { path }] of patterns.entries()) {
    const pattern = compilePattern(path);
    for (const file of covered[i] ?? []) {
      const code = pattern.match(file)?.locale;
      if (code !== undefined && !codes.has(foldCode(code))) codes.set(foldCode(code), code);
    }
  }
  const own = patterns.flatMap((pattern) => pattern.ignore);
  const paths = await files.glob(
    EXTENSIONS.map((extension) => `**/*${extension}`),
    { ignore: [...IGNORED_FOLDERS, ...ignore, ...own] },
  );
  const { patterns: proposed } = proposeByCodes(paths, [...codes.values()], sourceLocale);
  const coveredPaths = new Set(covered.flat());
  return proposed.flatMap((pattern) => pattern.files.filter((path) => !coveredPaths.has(path)));
}
