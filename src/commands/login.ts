import { noticesOf } from '../sync/load/connect.js';
import { resolveConnection, type ConnectionFlags } from '../core/config/connection.js';
import { defaultConfig } from '../core/config/read.js';
import type { Config } from '../core/config/types.js';
import { LocsyncError } from '../core/errors/index.js';
import { validateToken } from '../core/config/token.js';
import { printable } from '../core/text/printable.js';
import { reportOf, type Report } from '../core/report/report.js';
import type { Host, ResponseCacheFolder } from '../ports/host.js';
import type { Connection, ServiceProject, Service } from '../ports/service.js';
import type { Switches } from '../options/types.js';
import type { ServiceOptions } from '../sync/context/project-options.js';
import { askFor, BASE_URL_QUESTION, baseUrlFault, confirm, projectFault, type Validate } from './prompts.js';

/**
 * Stores a token for one origin after the service has accepted it for the project. The origin must
 * be one that a person named: on the command line, in the environment, or here when asked
 * (docs/configuration.md, "The token"). Throws the errors of settings, tokens and service.
 */
export async function login(host: Host, options: ServiceOptions & Switches<'login'>): Promise<Report> {
  const config = await configOrDefault(host, options.config);
  const flags = host.terminal.canAsk && !options.tokenStdin ? await complete(host, config, options) : options;
  const { named, ...target } = resolveConnection({ config, env: host.env, flags });
  if (named === 'config') await approve(host, target.baseUrl, options.tokenStdin);
  const token = options.tokenStdin ? await pipedToken(host) : await askToken(host, target.baseUrl);
  const headers = await host.tokens.headers(target.baseUrl, named === 'config' ? 'flag' : named, host.env);
  const project = await withGivenToken(host, { ...target, token, headers }, options.debug, (service) =>
    service.project(),
  );
  const path = await host.tokens.store(target.baseUrl, token);
  return reportOf({
    command: 'login',
    project: { id: project.id, name: project.name, baseUrl: target.baseUrl.origin },
    warnings: variableWarning(host),
    notes: [
      `Logged in to ${target.baseUrl.origin}: it accepted the token for ${titleOf(project)}.`,
      `The token is stored for this origin only, in ${path}.`,
    ],
  });
}

/** "Shop (pro_1)", printable. */
export const titleOf = ({ name, id }: ServiceProject): string =>
  printable(name === '' ? `project ${id}` : `${name} (${id})`);

/** The configuration of this folder, or the default one. Throws if it cannot be read. */
export async function configOrDefault(host: Host, explicit: string | undefined): Promise<Config> {
  try {
    return (await host.settings.load(host.cwd, explicit)).config;
  } catch (error) {
    if (
      error instanceof LocsyncError &&
      (error.code === 'CONFIG_NOT_FOUND' || error.code === 'CONFIG_EXECUTABLE')
    )
      return defaultConfig();
    throw error;
  }
}

/** The flags, with base URL and project asked for if they are missing. */
async function complete<T extends ConnectionFlags>(host: Host, config: Config, flags: T): Promise<T> {
  const { LOCSYNC_BASE_URL: urlInEnv = '', LOCSYNC_PROJECT: projectInEnv = '' } = host.env;
  const hasBaseUrl = (flags.baseUrl ?? config.baseUrl) !== undefined || urlInEnv !== '';
  const hasProject = (flags.project ?? config.project) !== undefined || projectInEnv !== '';
  const baseUrl = hasBaseUrl ? flags.baseUrl : await askFor(host, BASE_URL_QUESTION, baseUrlFault(host));
  const project = hasProject ? flags.project : await askFor(host, 'API ID of the project', projectFault);
  return { ...flags, baseUrl, project };
}

/** The token on standard input. Throws LOGIN_TOKEN_EMPTY and what makes a text no token. */
async function pipedToken({ terminal, tokens }: Host): Promise<string> {
  const piped = await terminal.readAll();
  if (piped.trim() === '') throw LocsyncError.of('LOGIN_TOKEN_EMPTY', { command: 'login' });
  return tokens.accept(piped, 'the token on standard input');
}

/** A token that a person types, unseen. Throws LOGIN_NOBODY_TO_ASK, NO_ANSWER and TOKEN errors. */
export async function askToken(host: Host, url: URL): Promise<string> {
  const { terminal, signal, tokens } = host;
  if (!terminal.canAsk) throw LocsyncError.of('LOGIN_NOBODY_TO_ASK', { origin: url.origin });
  const fault: Validate = (answer) => {
    if (answer === '') return 'a token has at least one character';
    try {
      validateToken(answer, 'this');
      return undefined;
    } catch (error) {
      if (error instanceof LocsyncError) return error.message;
      throw error;
    }
  };
  const typed = await terminal.ask(`Token for ${url.origin} (not shown)`, {
    secret: true,
    signal,
    validate: fault,
  });
  return tokens.accept(typed, 'the token');
}

/** Runs something with the service and closes it, whatever happens. */
export async function withService<T>(
  host: Host,
  connection: Connection,
  debug: boolean,
  use: (service: Service) => Promise<T>,
  cache?: ResponseCacheFolder,
): Promise<T> {
  const service = await host.service(connection, noticesOf(host, debug), cache);
  try {
    return await use(service);
  } finally {
    await service.close();
  }
}

/** {@link withService} for a token just given. Throws LOGIN_TOKEN_REFUSED if it is rejected. */
export async function withGivenToken<T>(...args: Parameters<typeof withService<T>>): Promise<T> {
  try {
    return await withService(...args);
  } catch (error) {
    if (!(error instanceof LocsyncError) || error.code !== 'TOKEN_REJECTED') throw error;
    throw LocsyncError.of('LOGIN_TOKEN_REFUSED', { reason: error.message }, { cause: error });
  }
}

/** Has the owner say that a token may go to an origin which only the repository names. */
async function approve(host: Host, url: URL, unattended: boolean): Promise<void> {
  const { origin, href } = url;
  if (unattended || !host.terminal.canAsk) throw LocsyncError.of('LOGIN_NOT_BOUND', { origin, url: href });
  const question = `Only the configuration file of this repository names ${origin}. May your token go there?`;
  if (!(await confirm(host, question, false))) throw LocsyncError.of('LOGIN_DECLINED', { origin });
}

const variableWarning = (host: Host): readonly LocsyncError[] =>
  host.env['LOCSYNC_TOKEN'] === undefined ? [] : [LocsyncError.of('TOKEN_VARIABLE_WINS', {})];
