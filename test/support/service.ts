import { processInfo } from '../../src/adapters/process-info.js';
import { copyFileSync, existsSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import sqlite from 'node-sqlite3-wasm';
import { request } from 'undici';
import { startService } from '../../src/server/start.js';
import type { RunningService, ServeOptions } from '../../src/server/start.js';
import { removeFolder } from './remove-folder.js';

/** The processes of this machine, as main.ts gives them. */
export const { processes } = processInfo;

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
  /** The body as JSON; undefined for none. */
  readonly json: unknown;
}

export interface Asking {
  readonly method?: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface TestService extends RunningService {
  /** The database file, in a temporary folder of its own. */
  readonly db: string;
  /** Every line that was logged. */
  readonly lines: readonly string[];
  /** Every failure of the service itself. */
  readonly failures: readonly string[];
  /**
   * A request with the token; `path` is relative to the project: `''`, `/locales`. A body that is
   * not a string is sent as JSON.
   */
  ask(path: string, asking?: Asking): Promise<Answer>;
  /** A new event's api_id. */
  event(): Promise<string>;
  upload(filename: string, content: unknown, event?: unknown): Promise<Answer>;
  /**
   * Changes translations as another client would: an upload of these keys in one language, merged
   * into the source file.
   */
  put(locale: string, sourceFileName: string, texts: Readonly<Record<string, string>>): Promise<void>;
  /** All events so far, oldest first. */
  events(): readonly { readonly id: string; readonly kind: string }[];
  /** What the service holds of a source file in one language. */
  texts(sourceFileName: string, locale: string): Promise<Record<string, string>>;
}

/** Signs the token that is kept for the next start. */
export const KEY = Buffer.alloc(32, 1);

export type TestOptions = Partial<Omit<ServeOptions, 'processes' | 'log' | 'logFailure'>>;

/**
 * A service of its own on a free port, with the languages en, de and pt-BR if none are given.
 * `close()` also removes a folder made here.
 */
export async function withService(options: TestOptions = {}): Promise<TestService> {
  const folder = options.db === undefined ? mkdtempSync(join(tmpdir(), 'locsync-service-')) : undefined;
  const db = options.db ?? join(folder ?? '', 'service.db');
  const lines: string[] = [];
  const failures: string[] = [];
  const service = await startService({
    port: 0,
    host: '127.0.0.1',
    locales: ['en', 'de', 'pt-BR'],
    key: KEY,
    ...options,
    db,
    processes,
    log: (line) => lines.push(line),
    logFailure: (line) => failures.push(line),
  });

  const ask = async (path: string, { method, body, headers = {} }: Asking = {}): Promise<Answer> =>
    exchange(`${service.url}/api/v1/projects/${service.project.id}${path}`, {
      method: method ?? (body === undefined ? 'GET' : 'POST'),
      body,
      headers: { authorization: `Bearer ${service.token}`, 'content-type': 'application/json', ...headers },
    });
  const event = async (): Promise<string> =>
    textOf((await ask('/events', { body: { kind: 'api_upload' } })).json, 'api_id');
  const upload = async (filename: string, content: unknown, eventId?: unknown): Promise<Answer> =>
    ask('/source_files', {
      body: {
        filename,
        event_id: eventId ?? (await event()),
        content: typeof content === 'string' ? content : JSON.stringify(content),
      },
    });

  return {
    ...service,
    db,
    lines,
    failures,
    ask,
    event,
    upload,
    put: async (locale, sourceFileName, texts) => {
      if (!service.locales.some(({ code }) => code === locale))
        throw new Error(`the project has no locale ${locale}`);
      const answer = await upload(sourceFileName, { [locale]: texts });
      if (answer.status !== 200 && answer.status !== 201)
        throw new Error(`put was answered ${answer.status}: ${answer.text}`);
    },
    events: () =>
      readDatabase(db, 'SELECT id, kind FROM event ORDER BY id').map(({ id, kind }) => ({
        id: `evt_${String(id)}`,
        kind: String(kind),
      })),
    texts: async (sourceFileName, locale) => {
      const files = (await ask('/source_files')).json;
      const list: readonly unknown[] = Array.isArray(files) ? files : [];
      const file = list.find((item) => textOf(item, 'name') === sourceFileName);
      const found = service.locales.find(({ code }) => code === locale);
      const answer = await ask(`/source_files/${textOf(file, 'api_id')}?locale_id=loc_${found?.id ?? 0}`);
      return (answer.json as { content: Record<string, Record<string, string>> }).content[locale] ?? {};
    },
    close: async () => {
      await service.close();
      if (folder !== undefined) removeFolder(folder);
    },
  };
}

/** One request over a real socket. */
export async function exchange(url: string, { method = 'GET', body, headers = {} }: Asking): Promise<Answer> {
  const answer = await request(url, {
    method: method as 'GET',
    headers,
    body: body === undefined ? null : typeof body === 'string' ? body : JSON.stringify(body),
  });
  const text = await answer.body.text();
  return {
    status: answer.statusCode,
    headers: answer.headers,
    text,
    json: text === '' ? undefined : (JSON.parse(text) as unknown),
  };
}

/**
 * Rows of a copy of a database (with its log), since a running service keeps the database for
 * itself.
 */
export function readDatabase(db: string, sql: string): readonly Record<string, unknown>[] {
  const folder = mkdtempSync(join(tmpdir(), 'locsync-copy-'));
  const copy = join(folder, basename(db));
  try {
    copyFileSync(db, copy);
    if (existsSync(`${db}-wal`)) copyFileSync(`${db}-wal`, `${copy}-wal`);
    const database = new sqlite.Database(copy);
    try {
      database.exec('PRAGMA locking_mode = EXCLUSIVE');
      return database.all(sql);
    } finally {
      database.close();
    }
  } finally {
    removeFolder(folder);
  }
}

/** A string field of a JSON object. Throws if it is none. */
export function textOf(value: unknown, field: string): string {
  const found: unknown =
    typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[field] : undefined;
  if (typeof found !== 'string') throw new Error(`no text ${field} in ${JSON.stringify(value)}`);
  return found;
}
