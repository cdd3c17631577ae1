import { EXIT } from './exit.js';
import { printable } from '../text/printable.js';
import { entry } from './entry.js';

export interface PathArgs {
  readonly path: string;
}

export const serveErrors = {
  SERVE_OPTION: entry<{ readonly option: string; readonly found: string; readonly expected: string }>({
    exit: EXIT.usage,
    text: ({ option, found, expected }) =>
      `${option} cannot be ${printable(found, 80)}: expected ${expected}`,
  }),
  SERVE_BEHAVIOUR: entry<{
    readonly name: string;
    readonly nearest: string | undefined;
    readonly known: readonly string[];
  }>({
    exit: EXIT.usage,
    text: ({ name }) => `--behave does not know ${name === '' ? 'an empty name' : printable(name, 80)}`,
    hint: ({ nearest, known }) =>
      nearest === undefined ? `there are ${known.join(', ')}` : `did you mean ${nearest}?`,
  }),
  SERVE_PORT_IN_USE: entry<{ readonly host: string; readonly port: number }>({
    exit: EXIT.local,
    text: ({ host, port }) => `port ${port} of ${host} is in use by another program`,
    hint: () => 'choose another one with --port, or --port 0 for any that is free',
  }),
  SERVE_LISTEN: entry<{ readonly host: string; readonly port: number; readonly reason: string }>({
    exit: EXIT.usage,
    text: ({ host, port, reason }) => `cannot listen on ${host}, port ${port}: ${printable(reason)}`,
    hint: () => 'choose an address of this machine with --host and a port above 1023 with --port',
  }),
  SERVE_TOKEN_SHORT: entry<{ readonly host: string; readonly least: number }>({
    exit: EXIT.usage,
    text: ({ host, least }) =>
      `on ${printable(host, 80)} others can reach the service, so its token needs at least ${least} characters`,
    hint: () => 'leave the token out to have one made up, or listen on 127.0.0.1',
  }),
  SERVE_TOKEN_UNUSABLE: entry<{ readonly from: string }>({
    exit: EXIT.usage,
    text: ({ from }) => `${from} cannot be the token of the service`,
    hint: () => 'give up to 512 letters, digits and -._~+/ (RFC 6750), or leave it out to have one made up',
  }),
  SERVE_PLAIN_HTTP: entry<{ readonly host: string }>({
    exit: EXIT.ok,
    text: ({ host }) =>
      `the service listens on ${printable(host, 80)} and speaks plain http: everyone on the network can read the token and the texts`,
    hint: () =>
      'use it in a network that you trust; clients elsewhere need LOCSYNC_ALLOW_INSECURE=1, or a proxy with TLS in front',
  }),
  SERVE_NOT_ANNOUNCED: entry<PathArgs & { readonly reason: string }>({
    exit: EXIT.ok,
    text: ({ path, reason }) =>
      `${path} cannot be written (${printable(reason)}): commands of this project do not find the service by themselves`,
    hint: () => 'set the variables that are printed, in the terminal where you use it',
  }),
  SERVE_DB_OPEN: entry<PathArgs & { readonly reason: string }>({
    exit: EXIT.local,
    text: ({ path, reason }) => `the database ${path} cannot be opened: ${printable(reason)}`,
    hint: () => 'name another file with --db, in a folder that you may write to',
  }),
  SERVE_DB_NOT_SQLITE: entry<PathArgs>({
    exit: EXIT.local,
    text: ({ path }) => `${path} is not an SQLite database; it was left as it is`,
    hint: () => 'name another file with --db',
  }),
  SERVE_DB_FOREIGN: entry<PathArgs>({
    exit: EXIT.local,
    text: ({ path }) => `${path} is a database of another program; it was left as it is`,
    hint: () => 'name another file with --db',
  }),
  SERVE_DB_NEWER: entry<PathArgs & { readonly found: number; readonly known: number }>({
    exit: EXIT.local,
    text: ({ path, found, known }) =>
      `the database ${path} has schema ${found}, and this version of locsync knows schemas up to ${known}`,
    hint: () => 'use the newer locsync that made it, or name another file with --db',
  }),
  SERVE_DB_READ_ONLY: entry<PathArgs>({
    exit: EXIT.local,
    text: ({ path }) => `the database ${path} cannot be written to`,
    hint: () => 'make the file and its folder writable, or name another file with --db',
  }),
  SERVE_DB_DAMAGED: entry<PathArgs & { readonly reason: string }>({
    exit: EXIT.local,
    text: ({ path, reason }) => `the database ${path} is damaged: ${printable(reason)}`,
    hint: () => 'restore it from a copy, or name another file with --db',
  }),
  SERVE_DB_IN_USE: entry<PathArgs & { readonly pid: number; readonly host: string }>({
    exit: EXIT.local,
    text: ({ path, pid, host }) =>
      `the database ${path} is in use by process ${pid} on ${printable(host, 80)}`,
    hint: ({ path }) =>
      `stop that process or name another file with --db; if it does not run any more, remove ${path}.owner and ${path}.lock`,
  }),
  SERVE_DB_LOCKED: entry<PathArgs>({
    exit: EXIT.local,
    text: ({ path }) => `the database ${path} is locked by another program`,
    hint: ({ path }) =>
      `close that program; if none uses the database, remove ${path}.lock and ${path}.owner`,
  }),
} as const;
