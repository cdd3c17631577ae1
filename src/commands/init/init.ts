import { defaultConfig } from '../../core/config/read.js';
import { LocsyncError, errorsOf } from '../../core/errors/index.js';
import { printable } from '../../core/text/printable.js';
import { reportOf, type Report } from '../../core/report/report.js';
import type { Host } from '../../ports/host.js';
import type { LocalService } from '../../ports/local-service.js';
import type { FoundConfig } from '../../ports/settings.js';
import { targetIn } from './config-target.js';
import { render } from './render.js';
import { sourceLocaleChoice, detectFiles } from './detect.js';
import { askCodes, askPatterns, askSource } from './ask.js';
import { proposal, nextSteps } from './messages.js';
import type { LocaleTable } from '../../core/files/locale-table.js';
import type { ProposedPattern } from '../../core/propose/propose.js';
import { probableMap, type UnknownCodes } from '../../core/propose/unknown-codes.js';
import { readFromService } from './service.js';
import { titleOf } from '../login.js';
import type { Switches } from '../../options/types.js';
import type { ServiceOptions } from '../../sync/context/project-options.js';
import { confirm } from '../prompts.js';

/** Where the package is, if it is a dependency of this folder. */
const SCHEMA = 'node_modules/@locsync/cli/schema/locsyncrc.schema.json';

export type InitOptions = ServiceOptions & Switches<'init'>;

/**
 * Writes the configuration of the working folder from what the service and the folder's file names
 * show. Throws INIT_EXISTS, and the errors of settings, tokens, service and files; nothing is
 * written then.
 */
export async function init(host: Host, options: InitOptions): Promise<Report> {
  if (options.config !== undefined) throw LocsyncError.of('INIT_CONFIG_GIVEN', {});
  const files = host.files(host.cwd);
  const target = options.print ? undefined : await targetIn(files, options.force);
  const before = await existingConfig(host);
  const config = before?.config ?? defaultConfig();
  const asks = host.terminal.canAsk && !options.yes;
  const findLocal = () => localService(host, before);
  const { connection, remote } = await readFromService(host, { options, config, findLocal, asks });

  const sources = sourceLocaleChoice(remote, before?.config.sourceLocale);
  const asksSource = asks && sources.tags.length > 1;
  const sourceLocale = asksSource ? await askSource(host, sources) : sources.proposed;
  const detected = await detectFiles(files, remote, {
    sourceLocale,
    mayGuess: options.print,
    mapFor: (unknown, table) => codesFor(host, unknown, table, { asks, print: options.print }),
  });
  const { warnings, framework, localeMap } = detected;
  const baseUrl = connection.baseUrl.href.replace(/\/$/, '');
  const schema = (await files.statFingerprints([SCHEMA])).has(SCHEMA) ? SCHEMA : undefined;
  const shown = proposal({
    title: titleOf(remote.project),
    locales: remote.locales,
    sourceLocale: asksSource ? undefined : sourceLocale,
    patterns: detected.patterns,
    framework,
  });
  if (asks && target) host.terminal.err.write(`${shown}\n`);
  const patterns = asks && target ? await askPatterns(host, detected.patterns) : detected.patterns;
  const lacking = lackingLocales(patterns);
  const codes = remote.locales.map(({ code }) => code);
  const leavesOut =
    asks &&
    target !== undefined &&
    lacking.length > 0 &&
    (await confirm(host, leaveOutQuestion(lacking), false));
  const text = render({
    baseUrl,
    project: connection.project,
    sourceLocale,
    localeMap,
    locales: leavesOut ? codes : undefined,
    patterns,
    schema,
  });
  let written = false;
  if (target) {
    written = !asks || (await confirm(host, `Write ${target.path}?`, true));
    if (written) await files.write(target.path, text, target.contentHash);
  }
  const above = before?.path !== undefined && before.root !== host.cwd ? [before.path] : [];
  return reportOf({
    command: 'init',
    project: { id: remote.project.id, name: remote.project.name, baseUrl: connection.baseUrl.origin },
    summary: { patterns: patterns.length, files: patterns.flatMap((proposed) => proposed.files).length },
    warnings: [
      ...warnings,
      ...(lacking.length > 0 && !leavesOut
        ? [LocsyncError.of('INIT_LOCALES_LACKING', { codes: lacking, known: codes })]
        : []),
      ...(written ? above.map((path) => LocsyncError.of('INIT_CONFIG_ABOVE', { path })) : []),
    ],
    notes: target
      ? [
          ...(asks ? [] : [shown]),
          ...(written
            ? await nextSteps(host, options, target.path, connection.baseUrl, remote)
            : ['Nothing was written.']),
        ]
      : [text.trimEnd()],
    configuration: {
      path: target?.path ?? '.locsyncrc',
      written,
      text,
      patterns: patterns.map(({ path, files: matched }) => ({ path, files: matched })),
    },
  });
}

/** What codes like `chs` mean: as a person says, or to be printed, what is probable. */
async function codesFor(
  host: Host,
  unknown: UnknownCodes,
  table: LocaleTable,
  { asks, print }: { readonly asks: boolean; readonly print: boolean },
): Promise<ReadonlyMap<string, string> | undefined> {
  if (asks && !print) return askCodes(host, unknown, table);
  return print ? probableMap(unknown.codes, table) : undefined;
}

/** The locales of files here that the project lacks, each with its number of files. */
function lackingLocales(
  patterns: readonly ProposedPattern[],
): readonly (readonly [code: string, files: number])[] {
  const counts = new Map<string, number>();
  for (const { code } of patterns.flatMap(({ lacking }) => lacking))
    counts.set(code, (counts.get(code) ?? 0) + 1);
  return [...counts].sort(([a], [b]) => (a < b ? -1 : 1));
}

const leaveOutQuestion = (lacking: readonly (readonly [code: string, files: number])[]): string =>
  `The project has no locale ${printable(lacking.map(([code]) => code).join(', '), 100)}. Leave such files out for good (\`locales:\`)?`;

/** The configuration whose base URL and project are taken over; undefined if none is usable. */
async function existingConfig(host: Host): Promise<FoundConfig | undefined> {
  try {
    return await host.settings.load(host.cwd, undefined);
  } catch (error) {
    // Whether it may be replaced is decided elsewhere; what cannot be read gives no defaults.
    if (error instanceof LocsyncError && error.code === 'CONFIG_FOREIGN') throw error;
    if (errorsOf(error).length > 0) return undefined;
    throw error;
  }
}

/** The embedded service of this folder, or of the project that it belongs to. */
async function localService(
  { localServices, cwd }: Host,
  before: FoundConfig | undefined,
): Promise<LocalService | undefined> {
  const here = await localServices.find(cwd);
  return here ?? (before === undefined ? undefined : localServices.find(before.root));
}
