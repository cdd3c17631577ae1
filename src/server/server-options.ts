import { LocsyncError } from '../core/errors/index.js';
import { foldCode } from '../core/locales/locale.js';
import type { FaultOptions } from './http/faults.js';
import { isProjectId } from './http/ids.js';
import type { Processes } from '../core/system/process-record.js';

/** Bounds for one client. Times in milliseconds. */
export interface Limits {
  readonly bodyBytes: number;
  readonly databaseBytes: number;
  /** From a connection's first byte of a request to the end of its headers. */
  readonly headersMs: number;
  /** From a request's first byte to its last. */
  readonly requestMs: number;
  /** The most connections. One more replaces the one that has been idle for longest. */
  readonly connections: number;
  /** How long requests in flight may take after close() was called. */
  readonly closeMs: number;
}

export const DEFAULT_LIMITS: Limits = {
  bodyBytes: 32 * 1024 * 1024,
  databaseBytes: 1024 * 1024 * 1024,
  headersMs: 15_000,
  requestMs: 60_000,
  connections: 500,
  closeMs: 10_000,
};

/** Options of `locsync serve`. Absent texts keep what the database has. */
export interface ServeOptions extends FaultOptions {
  /** 0 for any free one. */
  readonly port: number;
  readonly host: string;
  /** The database file, made if missing. Undefined: in memory, and gone after the end. */
  readonly db: string | undefined;
  /** `pro_` and digits. Absent: the database's first project, or a new one. */
  readonly project?: string | undefined;
  readonly name?: string | undefined;
  readonly technology?: string | undefined;
  readonly framework?: string | undefined;
  readonly format?: string | undefined;
  /** Codes, the source locale first. A new project without any gets {@link FIRST_LOCALE}. */
  readonly locales: readonly string[];
  /** What a new project gets if `locales` is empty, instead of {@link FIRST_LOCALE}. */
  readonly firstLocales?: readonly string[] | undefined;
  /** How it acts where the interface leaves it open (docs/serve.md): `name` or `name=value`. */
  readonly behave?: readonly string[] | undefined;
  /** Absent: the earlier generated one, or a new one, which replaces the project's earlier one. */
  readonly token?: string | undefined;
  /** Signs the generated token that is kept for the next start. Absent: none is kept. */
  readonly key?: Uint8Array | undefined;
  readonly limits?: Partial<Limits> | undefined;
  readonly processes: Processes;
  /** Gets one printable line for each request, without headers. */
  readonly log: (line: string) => void;
  /** Gets one printable line for each failure of the service itself, which it answers with 500. */
  readonly logFailure: (line: string) => void;
}

// RFC 6750 section 2.1.
const TOKEN = /^[A-Za-z0-9._~+/-]+=*$/;
const LOCALE = /^[A-Za-z0-9]+(?:[-_@][A-Za-z0-9]+)*$/;
const LONGEST_LOCALE = 35;
const LONGEST_TOKEN = 512;

/** The default language of a new project: the default source locale of a configuration. */
export const FIRST_LOCALE = 'en';

/** The purpose of the key that signs the token which is kept for the next start. */
export const TOKEN_KEY = ['token of serve', 1];

/** Whether a client can send it as a token. */
export const isBearerToken = (token: string): boolean => TOKEN.test(token) && token.length <= LONGEST_TOKEN;

/** Whether a text can be a language's code. */
export const isLocaleCode = (code: string): boolean => LOCALE.test(code) && code.length <= LONGEST_LOCALE;

/** Throws SERVE_OPTION. The option table has the bounds of numbers. */
export function validateOptions(options: ServeOptions): void {
  const refuse = (option: string, found: string, expected: string): never => {
    throw LocsyncError.of('SERVE_OPTION', { option, found, expected });
  };
  const { project, token } = options;
  if (project !== undefined && !isProjectId(project)) refuse('--project', project, 'pro_ and digits');
  if (token !== undefined && !isBearerToken(token)) {
    refuse('--token', 'what was given', `up to ${LONGEST_TOKEN} letters, digits and -._~+/ (RFC 6750)`);
  }
  const folded = new Set<string>();
  for (const code of options.locales) {
    if (!isLocaleCode(code))
      refuse('--locales', code === '' ? 'an empty code' : code, 'codes such as en,de,pt-BR');
    if (folded.has(foldCode(code))) refuse('--locales', code, 'each language once');
    folded.add(foldCode(code));
  }
}
