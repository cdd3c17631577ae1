import { LocsyncError } from '../core/errors/index.js';
import { foldCode } from '../core/locales/locale.js';
import { describeLocale } from './describe-locale.js';
import { ProjectContext } from './project-context.js';
import { combineBehaviours } from './behave/combined.js';
import { Faults } from './http/faults.js';
import { newProjectId, newToken, sameHash, tokenHash } from './http/ids.js';
import { TranslationPage } from './page/page.js';
import { saveToken, savedToken } from './saved-token.js';
import {
  validateOptions,
  DEFAULT_LIMITS,
  FIRST_LOCALE,
  isLocaleCode,
  type ServeOptions,
} from './server-options.js';
import { ServiceServer } from './server.js';
import { DatabaseDamaged } from './store/statements.js';
import { Store } from './store/store.js';
import { type StoredLocale, type StoredProject } from './store/stored-types.js';
import { errorCode, messageOf } from '../core/system/system-error.js';

export type { ServeOptions } from './server-options.js';

export interface RunningService {
  /** `http://127.0.0.1:<port>`: an address that clients on this machine can use. */
  readonly url: string;
  readonly project: Omit<StoredProject, 'tokenHash'>;
  readonly locales: readonly StoredLocale[];
  /** The token in plain text. The database has its hash; a generated one is kept beside it. */
  readonly token: string;
  /** The address that opens the page for translators in one browser, once. */
  readonly page: string;
  /** Ends after the requests in flight. May be called more than once. */
  close(): Promise<void>;
}

/**
 * Starts the embedded service and returns when it listens. Throws LocsyncError: SERVE_OPTION and
 * SERVE_LISTEN (exit 2), SERVE_PORT_IN_USE and the SERVE_DB errors (exit 5). Then nothing is left
 * running and the database is released.
 */
export async function startService(options: ServeOptions): Promise<RunningService> {
  validateOptions(options);
  const behaviour = combineBehaviours(options.behave ?? []);
  const limits = { ...DEFAULT_LIMITS, ...options.limits };
  const contexts: ProjectContext[] = [];
  const faults = new Faults(options, () => performance.now());
  const { host, log, logFailure } = options;
  const server = new ServiceServer({
    host,
    limits,
    faults,
    log,
    logFailure,
    projects: contexts,
    behaviour,
  });
  // The port first: if it is not available, the database stays unchanged. No request comes before
  // this function awaits again.
  const url = await listen(server, options);
  let store: Store | undefined;
  try {
    store = Store.open(options.db, options.processes, limits.databaseBytes);
    const { id, token } = prepareProject(store, options);
    const { db, key } = options;
    if (options.token === undefined && db !== undefined && key) saveToken(db, id, token, key);
    checkDropped(store.locales(id), behaviour.dropped);
    for (const project of store.projects()) contexts.push(new ProjectContext(store, project, behaviour));
    const context = contexts.find((candidate) => candidate.project.id === id);
    if (context === undefined) throw new Error('the project is missing from the database');
    const page = new TranslationPage(context, limits.bodyBytes);
    server.page = page;
    const opened = store;
    let closing: Promise<void> | undefined;
    return {
      url,
      project: context.project,
      locales: context.locales,
      token,
      page: `${url}/?code=${page.access.newCode(Infinity)}`,
      close: () =>
        (closing ??= server.close().finally(() => {
          for (const { imports } of contexts) imports.finish();
          opened.close();
        })),
    };
  } catch (error) {
    store?.close();
    await server.close();
    if (!(error instanceof DatabaseDamaged) || options.db === undefined) throw error;
    const { message: reason } = error;
    throw LocsyncError.of('SERVE_DB_DAMAGED', { path: options.db, reason }, { cause: error });
  }
}

/** Creates or updates the project with its locales, in one transaction. */
function prepareProject(
  store: Store,
  options: ServeOptions,
): { readonly id: string; readonly token: string } {
  return store.transaction(() => {
    const projects = store.projects();
    const found =
      options.project === undefined ? projects[0] : projects.find(({ id }) => id === options.project);
    const token = options.token ?? earlierToken(options, found) ?? newToken();
    const project: StoredProject = {
      id: found?.id ?? options.project ?? newProjectId(),
      name: options.name ?? found?.name ?? 'Local project',
      technology: options.technology ?? found?.technology ?? '',
      framework: options.framework ?? found?.framework ?? '',
      format: options.format ?? found?.format ?? '',
      tokenHash: tokenHash(token),
    };
    store.saveProject(project);
    const present = new Set(store.locales(project.id).map(({ code }) => foldCode(code)));
    const isEmpty = present.size === 0 && options.locales.length === 0;
    for (const code of isEmpty ? firstLocales(options) : options.locales) {
      if (present.has(foldCode(code))) continue;
      store.addLocale(project.id, describeLocale(code));
      if (found !== undefined) store.addEvent(project.id, 'language_addition', code);
      present.add(foldCode(code));
    }
    return { id: project.id, token };
  });
}

const firstLocales = ({ firstLocales: found = [] }: ServeOptions): readonly string[] =>
  found.length === 0 ? [FIRST_LOCALE] : found.filter(isLocaleCode);

/** The generated token of this project, if it is still the one that the database knows. */
function earlierToken({ db, key }: ServeOptions, project: StoredProject | undefined): string | undefined {
  if (db === undefined || key === undefined || project === undefined) return undefined;
  const kept = savedToken(db, project.id, key);
  return kept !== undefined && sameHash(tokenHash(kept), project.tokenHash) ? kept : undefined;
}

/** Throws SERVE_OPTION for an unknown language to drop, or if none would be left. */
function checkDropped(locales: readonly StoredLocale[], dropped: readonly string[]): void {
  const codes = locales.map(({ code }) => code);
  const refuse = (found: string, expected: string): LocsyncError =>
    LocsyncError.of('SERVE_OPTION', { option: '--behave drop-locale', found, expected });
  const gone = new Set(dropped.map(foldCode));
  const unknown = dropped.find(
    (code) => !codes.some((localeCode) => foldCode(localeCode) === foldCode(code)),
  );
  if (unknown !== undefined) throw refuse(unknown, `one of ${codes.join(', ')}`);
  if (codes.every((code) => gone.has(foldCode(code))))
    throw refuse(dropped.join(', '), 'to leave the project a language');
}

async function listen(server: ServiceServer, { host, port }: ServeOptions): Promise<string> {
  const { http } = server;
  await new Promise<void>((resolve, reject) => {
    http.once('error', reject);
    http.listen({ host, port, exclusive: true }, () => {
      http.off('error', reject);
      resolve();
    });
  }).catch((error: unknown) => {
    throw errorCode(error) === 'EADDRINUSE'
      ? LocsyncError.of('SERVE_PORT_IN_USE', { host, port }, { cause: error })
      : LocsyncError.of('SERVE_LISTEN', { host, port, reason: messageOf(error) }, { cause: error });
  });
  const address = http.address();
  if (address === null || typeof address === 'string') throw new Error('the server has no port');
  return `http://${reachableAddress(host)}:${address.port}`;
}

/** The address for a client on this machine: none connects to the unspecified one. */
function reachableAddress(host: string): string {
  if (!host.includes(':')) return isUnspecified(host) ? '127.0.0.1' : host;
  return isUnspecified(`[${host}]`) ? '[::1]' : `[${host}]`;
}

function isUnspecified(host: string): boolean {
  const url = `http://${host}`;
  return URL.canParse(url) && ['0.0.0.0', '[::]', '[::ffff:0:0]'].includes(new URL(url).hostname);
}
