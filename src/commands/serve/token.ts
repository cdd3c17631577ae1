import { isLoopback } from '../../core/config/base-url.js';
import { LocsyncError } from '../../core/errors/index.js';
import type { Host } from '../../ports/host.js';
import { isBearerToken, type ServeOptions } from '../../server/server-options.js';

/** A token that a person gave, and how. */
export interface GivenToken {
  readonly token: string;
  readonly from: 'flag' | 'input' | 'environment';
}

/** On an address that others reach, a shorter token could be guessed. */
const LEAST = 16;

/**
 * The token that the service is to have: of `--token`, of standard input, of LOCSYNC_TOKEN;
 * undefined for one that is made up. Throws OPTIONS_EXCLUDE, LOGIN_TOKEN_EMPTY, SERVE_TOKEN_SHORT
 * and what makes a text no token.
 */
export async function serveToken(
  host: Host,
  service: Pick<ServeOptions, 'token' | 'host'>,
  tokenStdin: boolean,
): Promise<GivenToken | undefined> {
  const given = await find(host, service.token, tokenStdin);
  if (given !== undefined && given.token.length < LEAST && !isLoopbackAddress(service.host))
    throw LocsyncError.of('SERVE_TOKEN_SHORT', { host: service.host, least: LEAST });
  return given;
}

/** Whether only this machine reaches a service that listens there. */
export function isLoopbackAddress(address: string): boolean {
  const url = `http://${address.includes(':') ? `[${address}]` : address}`;
  return URL.canParse(url) && isLoopback(new URL(url));
}

async function find(
  { env, terminal, tokens }: Host,
  flag: string | undefined,
  tokenStdin: boolean,
): Promise<GivenToken | undefined> {
  if (flag !== undefined && tokenStdin)
    throw LocsyncError.of('OPTIONS_EXCLUDE', { one: '--token', other: '--token-stdin' });
  if (flag !== undefined) return { token: flag, from: 'flag' };
  if (tokenStdin) {
    const piped = await terminal.readAll();
    if (piped.trim() === '') throw LocsyncError.of('LOGIN_TOKEN_EMPTY', { command: 'serve' });
    const token = checkUsable(
      await tokens.accept(piped, 'the token on standard input'),
      'the token on standard input',
    );
    return { token, from: 'input' };
  }
  const variable = env['LOCSYNC_TOKEN'] ?? '';
  // CI services set a variable that has no value.
  if (variable.trim() === '') return undefined;
  return {
    token: checkUsable(await tokens.accept(variable, 'LOCSYNC_TOKEN'), 'LOCSYNC_TOKEN'),
    from: 'environment',
  };
}

function checkUsable(token: string, from: string): string {
  if (isBearerToken(token)) return token;
  throw LocsyncError.of('SERVE_TOKEN_UNUSABLE', { from });
}
