import { isLoopback } from '../core/config/base-url.js';
import { LocsyncError, errorText, errorsOf } from '../core/errors/index.js';
import { TOKEN_KEY } from '../server/server-options.js';
import type { RunningService } from '../server/start.js';
import type { FoundConfig } from '../ports/settings.js';
import type { Host } from '../ports/host.js';
import { languagesHere } from './serve/languages.js';
import { isLoopbackAddress, serveToken, type GivenToken } from './serve/token.js';
import type { OptionsOf } from '../options/types.js';

/** What `locsync serve` reads of its options. */
type ServeCommandOptions = Omit<OptionsOf<'serve'>, 'config' | 'cwd' | 'baseUrl'>;

/** Runs the embedded service until the host's signal. Throws the catalogue's errors of it. */
export async function serve(host: Host, options: ServeCommandOptions): Promise<void> {
  const { out, err } = host.terminal;
  const warn = (error: LocsyncError): void => err.write(`warning: ${errorText(error)}`);
  const service = {
    ...options,
    port: options.port ?? 0,
    host: options.host ?? '127.0.0.1',
    db: host.resolve(options.db ?? '.locsync/service.db'),
    latencyMs: options.latency,
  };
  const given = await serveToken(host, service, options.tokenStdin);
  const { host: address } = service;
  const logsRequests = options.verbose || options.debug;
  const isPublic = !isLoopbackAddress(address);
  const place = await projectHere(host);
  const firstLocales = service.locales.length > 0 ? [] : await languagesHere(host, place.root, place.found);
  const { startService } = await import('../server/start.js');
  const start = (port: number): Promise<RunningService> =>
    startService({
      ...service,
      port,
      firstLocales,
      token: given?.token,
      key: host.userKey?.(TOKEN_KEY),
      processes: host.processes,
      log: (line) => {
        if (logsRequests) err.write(`${line}\n`);
      },
      logFailure: (line) => err.write(`${line}\n`),
    });
  const usual = options.port === undefined && !isPublic ? portOf(place.origin) : undefined;
  const running = await (usual === undefined ? start(service.port) : startAt(usual, start));
  let takeBack: (() => Promise<void>) | undefined;
  try {
    if (isPublic) warn(LocsyncError.of('SERVE_PLAIN_HTTP', { host: address }));
    takeBack = isLoopback(new URL(running.url))
      ? await announce(host, place.root, running, given, warn)
      : undefined;
    const isNamed = place.origin === undefined || place.origin === running.url;
    const isFound = takeBack !== undefined && isNamed && given?.from !== 'environment';
    const { url, project, token, page } = running;
    if (options.json) out.write(`${JSON.stringify({ url, project: project.id, token, page })}\n`, true);
    else out.write(greetingText(running, given !== undefined, isFound));
    await new Promise<void>((resolve) => {
      if (host.signal.aborted) resolve();
      else host.signal.addEventListener('abort', () => resolve(), { once: true });
    });
  } finally {
    await takeBack?.();
    await running.close();
  }
}

/** The port of a configuration that names this machine: commands find a service that comes back. */
function portOf(origin: string | undefined): number | undefined {
  if (origin === undefined) return undefined;
  const url = new URL(origin);
  return isLoopback(url) && url.protocol === 'http:' && url.port !== '' ? Number(url.port) : undefined;
}

/** At this port, or at a free one if something else listens there. */
async function startAt(
  port: number,
  start: (port: number) => Promise<RunningService>,
): Promise<RunningService> {
  try {
    return await start(port);
  } catch (error) {
    if (!(error instanceof LocsyncError) || error.code !== 'SERVE_PORT_IN_USE') throw error;
    return start(0);
  }
}

/** The folder whose commands find the service, its configuration, and the origin in it. */
async function projectHere(host: Host): Promise<{
  readonly root: string;
  readonly origin: string | undefined;
  readonly found?: FoundConfig;
}> {
  try {
    const found = await host.settings.load(host.cwd, undefined);
    const { root, config } = found;
    const origin = config.baseUrl === undefined ? undefined : new URL(config.baseUrl).origin;
    return { root, origin, found };
  } catch (error) {
    // The service needs no configuration: the commands that do will report what is wrong with one.
    if (errorsOf(error).length > 0) return { root: host.cwd, origin: undefined };
    throw error;
  }
}

async function announce(
  host: Host,
  root: string,
  { url, project, token }: RunningService,
  given: GivenToken | undefined,
  warn: (error: LocsyncError) => void,
): Promise<(() => Promise<void>) | undefined> {
  // A token of the environment may be that of another service as well: it is written nowhere.
  const written = given?.from === 'environment' ? undefined : token;
  try {
    return await host.localServices.announce(root, { url, project: project.id, token: written }, token);
  } catch (error) {
    if (!(error instanceof LocsyncError)) throw error;
    warn(error);
    return undefined;
  }
}

/** What to do next. A given token is not repeated: it would be masked if a variable has it. */
function greetingText(
  { url, project, token, locales, page }: RunningService,
  given: boolean,
  isFound: boolean,
): string {
  const codes = locales.map((locale) => locale.code).join(', ');
  const where = isFound ? 'Commands in this folder find it by themselves. Elsewhere' : 'In another terminal';
  return `The embedded service listens on ${url}

  project  ${project.id}  ${project.name}
  locales  ${codes}
  page     ${page}

${where}${given ? ', with LOCSYNC_TOKEN set to the token that you gave' : ''}:

  export LOCSYNC_BASE_URL=${url}
  export LOCSYNC_PROJECT=${project.id}${given ? '' : `\n  export LOCSYNC_TOKEN=${token}`}

Ctrl+C stops it; acknowledged texts stay in its database.
`;
}
