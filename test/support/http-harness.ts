import { expect } from 'vitest';
import { LocsyncError } from '../../src/core/errors/index.js';
import { connected, TOKEN } from './connected.js';
import { LOCALES, scriptedServer } from './scripted-server.js';
import type { ServiceLocale } from '../../src/core/locales/locale.js';
import type { Connection, PlannedUpload, RemoteTexts, SyncEvent, Uploaded } from '../../src/ports/service.js';
import type { Connected } from './connected.js';
import type { ScriptedServer } from './scripted-server.js';

export const ALL: readonly ServiceLocale[] = LOCALES.map(({ api_id, ...rest }) => ({ id: api_id, ...rest }));
export const FILE = { id: 'fil_1', name: 'en.yml', keys: 2 };
export const EVENT: SyncEvent = { id: 'evt_77', kind: 'api_upload' };

/**
 * A scripted server and a client of it. Keeps everything that was reported, and at the end looks
 * for the token in it.
 */
export class HttpHarness {
  readonly #told: string[] = [];
  readonly #opened: Connected[] = [];

  private constructor(
    readonly server: ScriptedServer,
    public client: Connected,
  ) {
    this.#opened.push(client);
  }

  static async start(settings: Partial<Connection> = {}): Promise<HttpHarness> {
    const server = await scriptedServer();
    return new HttpHarness(server, await connected(server.url, settings));
  }

  /** Another client in the first one's place. */
  async connect(settings: Partial<Connection>, env: Readonly<Record<string, string>> = {}): Promise<void> {
    this.client = await connected(settings.baseUrl ?? this.server.url, settings, env);
    this.#opened.push(this.client);
  }

  /** The texts of the source file in one language, German if nothing else is given. */
  texts(locale = ALL[1], all = ALL): Promise<RemoteTexts> {
    if (locale === undefined) throw new Error('no such locale');
    return this.client.service.texts(FILE, locale, all);
  }

  /**
   * Uploads a file; `arrived` says in turn what it answers, the last for ever. `asked` counts the
   * questions.
   */
  async upload(
    filename = 'de.yml',
    arrived: readonly (boolean | Error)[] = [false],
    event = EVENT,
  ): Promise<{ readonly uploaded: Uploaded; readonly asked: number }> {
    let asked = 0;
    const uploaded = await this.client.service.upload({
      ...this.planned(filename, 'de:\n  hello: Hallo\n', event),
      arrived: () => {
        const says = arrived[Math.min(asked, arrived.length - 1)];
        asked += 1;
        return says instanceof Error ? Promise.reject(says) : Promise.resolve(says === true);
      },
    });
    if (!uploaded) throw new Error('something was to be sent');
    return { uploaded, asked };
  }

  /** An upload that is planned with the same content each time. */
  planned(filename: string, content: string, event = EVENT): PlannedUpload {
    const plan = () => Promise.resolve({ content, readAt: this.client.clock.now() });
    return { filename, event, reads: 1, plan };
  }

  /** The error that a call ends with. */
  async error(call: Promise<unknown>): Promise<LocsyncError> {
    let value: unknown;
    try {
      value = await call;
    } catch (error) {
      if (!(error instanceof LocsyncError)) throw error;
      this.#told.push(error.message, error.hint ?? '');
      return error;
    }
    throw new Error(`succeeded with ${JSON.stringify(value)}`);
  }

  async end(): Promise<void> {
    for (const { service, notices, traces } of this.#opened) {
      this.#told.push(...notices, ...traces);
      await service.close();
    }
    await this.server.close();
    const told = this.#told.join('\n');
    expect(told).not.toContain(TOKEN);
    expect(told).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e]/);
  }
}
