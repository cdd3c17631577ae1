import { resolveConnection } from '../../core/config/connection.js';
import { defaultConfig } from '../../core/config/read.js';
import { LocsyncError, LocsyncErrors } from '../../core/errors/index.js';
import { EXIT } from '../../core/errors/exit.js';
import { printable } from '../../core/text/printable.js';
import { problemOf } from '../../core/report/problem.js';
import { type Report } from '../../core/report/report.js';
import { shellWord } from '../../core/text/shell-word.js';
import type { Host } from '../../ports/host.js';
import type { LocalService } from '../../ports/local-service.js';
import type { FoundConfig } from '../../ports/settings.js';
import type { OriginSource } from '../../ports/tokens.js';
import { targetIn } from './existing.js';
import { render } from './render.js';
import {
  readServiceProject,
  sourcesOf,
  detectFiles,
  type ServiceProjectInfo,
  type Sources,
} from './detect.js';
import { belowRoot, NEXT_STEPS, proposal } from './messages.js';
import { askToken, complete, titleOf, withGivenToken, withService } from '../login.js';
import type { Switches } from '../../options/types.js';
import { sameProject } from '../../sync/connect.js';
import type { ServiceOptions } from '../../sync/project-options.js';
import { askFor, confirmed, type Validate } from '../prompts.js';

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
  const before = await present(host);
  const config = before?.config ?? defaultConfig();
  const asks = host.terminal.canAsk && !options.yes;
  const local = await localService(host, before);
  const known = {
    ...config,
    baseUrl: config.baseUrl ?? local?.url,
    project: config.project ?? local?.project,
  };
  if (asks && known.baseUrl === undefined && options.baseUrl === undefined) offerService(host);
  const flags = asks ? await complete(host, known, options) : options;
  const { named, ...connection } = resolveConnection({ config, env: host.env, flags, local });
  const { token, typed } = await tokenFor(host, { ...connection, local }, named, asks);
  const open = typed ? withGivenToken<ServiceProjectInfo> : withService<ServiceProjectInfo>;
  const headers = await host.tokens.headers(connection.baseUrl, named, host.env);
  const remote = await open(host, { ...connection, token, headers }, options.debug, readServiceProject);
  if (typed) await host.tokens.store(connection.baseUrl, token);

  const sources = sourcesOf(remote, before?.config.sourceLocale);
  const asksSource = asks && sources.tags.length > 1;
  const sourceLocale = asksSource ? await askSource(host, sources) : sources.proposed;
  const { patterns, warnings } = await detectFiles(files, remote, sourceLocale);
  const baseUrl = connection.baseUrl.href.replace(/\/$/, '');
  const schema = (await files.statFingerprints([SCHEMA])).has(SCHEMA) ? SCHEMA : undefined;
  const text = render({ baseUrl, project: connection.project, sourceLocale, patterns, schema });
  const shown = proposal({
    title: titleOf(remote.project),
    locales: remote.locales,
    sourceLocale: asksSource ? undefined : sourceLocale,
    patterns,
    text,
  });
  let written = false;
  if (target) {
    if (asks) host.terminal.err.write(`${shown}\n`);
    written = !asks || (await confirmed(host, `Write ${target.path}?`, true));
    if (written) await files.write(target.path, text, target.stamp);
  }
  const above = before?.path !== undefined && before.root !== host.cwd ? [before.path] : [];
  return {
    command: 'init',
    project: { id: remote.project.id, name: remote.project.name, baseUrl: connection.baseUrl.origin },
    summary: { patterns: patterns.length, files: patterns.flatMap((one) => one.files).length },
    files: [],
    errors: [],
    warnings: [
      ...warnings,
      ...(written ? above.map((path) => LocsyncError.of('INIT_CONFIG_ABOVE', { path })) : []),
    ].map((warning) => problemOf(warning)),
    notes: target
      ? [
          ...(asks ? [] : [shown]),
          ...(written
            ? await nextSteps(host, target.path, connection.baseUrl, remote)
            : ['Nothing was written.']),
        ]
      : [text.trimEnd()],
    configuration: {
      path: target?.path ?? '.locsyncrc',
      written,
      text,
      patterns: patterns.map(({ path, files: matched }) => ({ path, files: matched })),
    },
    exitCode: EXIT.ok,
  };
}

/** Somebody who only looks has no service yet. */
function offerService({ env, terminal }: Host): void {
  if ((env['LOCSYNC_BASE_URL'] ?? '') !== '') return;
  terminal.err.write(
    'No service yet? Press Ctrl+C and run `locsync serve` in another terminal:\nthe whole service on this machine, which init then finds by itself.\n\n',
  );
}

/**
 * The configuration that holds here now, whose base URL and project are taken over; undefined if
 * there is none that can be used.
 */
async function present(host: Host): Promise<FoundConfig | undefined> {
  try {
    return await host.settings.load(host.cwd, undefined);
  } catch (error) {
    // Whether it may be replaced is decided elsewhere; what cannot be read gives no defaults.
    if (error instanceof LocsyncError && error.code === 'CONFIG_FOREIGN') throw error;
    if (error instanceof LocsyncError || error instanceof LocsyncErrors) return undefined;
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

/**
 * The token that may go there, or one that a person types, which is stored once the service has
 * accepted it.
 */
async function tokenFor(
  host: Host,
  target: { readonly baseUrl: URL; readonly project: string; readonly local: LocalService | undefined },
  named: OriginSource,
  asks: boolean,
): Promise<{ readonly token: string; readonly typed: boolean }> {
  const { baseUrl: url, local } = target;
  try {
    return { token: await host.tokens.for(url, named, host.env, sameProject(local, target)), typed: false };
  } catch (error) {
    if (!asks || named === 'config' || !(error instanceof LocsyncError) || error.code !== 'TOKEN_MISSING')
      throw error;
    return { token: await askToken(host, url), typed: true };
  }
}

/**
 * The commands to run next; and what the token needs first if only the new file names the origin.
 */
async function nextSteps(
  host: Host,
  path: string,
  url: URL,
  { names }: ServiceProjectInfo,
): Promise<readonly string[]> {
  const steps = [...NEXT_STEPS[names.length === 0 ? 'empty' : 'filled']];
  const local = await host.localServices.find(host.cwd);
  // What the environment names now it will name for the next command too.
  const named = (host.env['LOCSYNC_BASE_URL'] ?? '') === '' ? 'config' : 'environment';
  const bound = await host.tokens.for(url, named, host.env, local).then(
    () => true,
    () => false,
  );
  if (!bound)
    steps.unshift(
      `  export LOCSYNC_BASE_URL=${shellWord(url.href)}`,
      '                   LOCSYNC_TOKEN goes only where you say; or: locsync login',
    );
  const hint = (await isBelowRoot(host)) ? belowRoot(host.cwd) : [];
  return [`Wrote ${path}. Commit it, and locsync.lock once it is there. Next:`, '', ...steps, ...hint];
}

/** Whether the working folder is in a repository and is not its root. */
async function isBelowRoot(host: Host): Promise<boolean> {
  for (let here = host; ;) {
    if ((await here.files(here.cwd).statFingerprints(['.git'])).size > 0) return here !== host;
    const above = here.in('..');
    if (above.cwd === here.cwd) return false;
    here = above;
  }
}

/** The source locale that a person names; Enter takes the proposed one. */
async function askSource(host: Host, { tags, proposed, find }: Sources): Promise<string> {
  const fault: Validate = (answer) =>
    answer === '' || find(answer) !== undefined ? undefined : `one of ${printable(tags.join(', '), 60)}`;
  const question = `Source language (the one your developers write) [${printable(proposed)}]`;
  return find(await askFor(host, question, fault)) ?? proposed;
}
