import { resolveConnection, type ConnectionSettings } from '../../core/config/connection.js';
import type { Config } from '../../core/config/types.js';
import { LocsyncError, type ErrorCode, errorText } from '../../core/errors/index.js';
import type { Host } from '../../ports/host.js';
import type { LocalService } from '../../ports/local-service.js';
import { sameProject } from '../../sync/load/connect.js';
import type { ServiceOptions } from '../../sync/context/project-options.js';
import { askToken, withGivenToken, withService } from '../login.js';
import { askFor, BASE_URL_QUESTION, baseUrlFault, projectFault } from '../prompts.js';
import { readServiceProject, type ServiceProjectInfo } from './detect.js';

/** What init knows before it asks. */
export interface InitContext {
  readonly options: ServiceOptions;
  readonly config: Config;
  /** The embedded service of this folder. */
  readonly findLocal: () => Promise<LocalService | undefined>;
  /** Whether a person is there to be asked. */
  readonly asks: boolean;
}

/** What a person has typed so far; a token only for the origin that it was typed for. */
interface InitAnswers {
  baseUrl?: string | undefined;
  project?: string | undefined;
  token?: { readonly origin: string; readonly text: string } | undefined;
}

/** A person waits: one more attempt is enough to say that nothing answers. */
const RETRIES = '1';

/**
 * Reads the project from the service that flags, environment, configuration or a person name. An
 * answer that the service rejects is asked for again, and the others stay. Throws the errors of
 * settings, tokens and service for what nobody typed.
 */
export async function readFromService(host: Host, given: InitContext) {
  const { options, config, asks } = given;
  const typed: InitAnswers = {};
  let offered = false;
  let local = await given.findLocal();
  const mayAsk = (flag: string | undefined, variable: string, set: string | undefined): boolean =>
    asks && flag === undefined && (host.env[variable] ?? '') === '' && set === undefined;
  for (;;) {
    const asksUrl = mayAsk(options.baseUrl, 'LOCSYNC_BASE_URL', config.baseUrl ?? local?.url);
    if (asksUrl && typed.baseUrl === undefined) {
      if (!offered) host.terminal.err.write(OFFER);
      offered = true;
      typed.baseUrl = await askBaseUrl(host);
      if (typed.baseUrl === undefined) {
        local = await given.findLocal();
        if (local === undefined)
          host.terminal.err.write('`locsync serve` does not run for this folder yet.\n');
        continue;
      }
    }
    const asksProject = mayAsk(options.project, 'LOCSYNC_PROJECT', config.project ?? local?.project);
    if (asksProject) typed.project ??= await askFor(host, 'API ID of the project', projectFault);
    const flags = {
      ...options,
      baseUrl: options.baseUrl ?? typed.baseUrl,
      project: options.project ?? typed.project,
      ...(asks && (host.env['LOCSYNC_RETRIES'] ?? '') === '' ? { retries: options.retries ?? RETRIES } : {}),
    };
    const connection = resolveConnection({ config, env: host.env, flags, local });
    const { baseUrl, named } = connection;
    try {
      const token = await tokenFor(host, { ...connection, local }, typed, asks);
      const headers = await host.tokens.headers(baseUrl, named, host.env);
      const isTyped = typed.token?.text === token;
      const open = isTyped ? withGivenToken<ServiceProjectInfo> : withService<ServiceProjectInfo>;
      const remote = await open(host, { ...connection, token, headers }, options.debug, readServiceProject);
      if (isTyped) await storeToken(host, baseUrl, token);
      return { connection, remote };
    } catch (error) {
      const wrong = error instanceof LocsyncError ? ANSWERED[error.code] : undefined;
      if (!(error instanceof LocsyncError) || wrong === undefined || typed[wrong] === undefined) throw error;
      typed[wrong] = undefined;
      host.terminal.err.write(errorText(error));
    }
  }
}

/** Somebody who only looks has no service yet. */
const OFFER =
  'No service yet? Run `locsync serve` in another terminal:\nthe whole service on this machine. Then press Enter here.\n\n';

/** Which answer is wrong if the service ends a run with one of these. */
const ANSWERED: Readonly<Partial<Record<ErrorCode, keyof InitAnswers>>> = {
  LOGIN_TOKEN_REFUSED: 'token',
  PROJECT_NOT_FOUND: 'project',
  ACCESS_DENIED: 'project',
  HOST_UNKNOWN: 'baseUrl',
  SERVICE_UNREACHABLE: 'baseUrl',
  SERVICE_TIMEOUT: 'baseUrl',
  TLS_FAILED: 'baseUrl',
  ANSWER_LOST: 'baseUrl',
  REDIRECTED: 'baseUrl',
  REDIRECT_ELSEWHERE: 'baseUrl',
};

/** The address that a person types; undefined for Enter alone, which means the embedded service. */
async function askBaseUrl(host: Host): Promise<string | undefined> {
  const fault = baseUrlFault(host);
  const answer = await askFor(host, BASE_URL_QUESTION, (text) => (text === '' ? undefined : fault(text)));
  return answer === '' ? undefined : answer;
}

async function storeToken(host: Host, baseUrl: URL, token: string): Promise<void> {
  const path = await host.tokens.store(baseUrl, token);
  host.terminal.err.write(`The token is stored in ${path}, for ${baseUrl.origin} only.\n`);
}

/** The token that may go there, or one that a person types. */
async function tokenFor(
  host: Host,
  target: Pick<ConnectionSettings, 'baseUrl' | 'named' | 'project'> & {
    readonly local: LocalService | undefined;
  },
  typed: InitAnswers,
  asks: boolean,
): Promise<string> {
  const { baseUrl: url, named, local } = target;
  if (typed.token?.origin === url.origin) return typed.token.text;
  try {
    return await host.tokens.for(url, named, host.env, sameProject(local, target));
  } catch (error) {
    if (!asks || named === 'config' || !(error instanceof LocsyncError) || error.code !== 'TOKEN_MISSING')
      throw error;
    const text = await askToken(host, url);
    typed.token = { origin: url.origin, text };
    return text;
  }
}
