import { foldCode } from '../../../src/core/locales/locale.js';
import { readDatabase, withService, type Answer, type TestService } from '../../support/service.js';
import { nested } from '../project.js';
import { KEYS, plainKey, setOf, type Layout } from './layouts.js';
import type { Slot } from './records.js';

/**
 * The service of a team: it can be started again with other behaviours on the same address and
 * database.
 */
export class Remote {
  #service: TestService;

  private constructor(
    service: TestService,
    readonly layout: Layout,
    private readonly options: { readonly db: string; readonly behave: readonly string[] },
  ) {
    this.#service = service;
  }

  static async start(layout: Layout, db: string, behave: readonly string[]): Promise<Remote> {
    return new Remote(await withService({ db, locales: layout.locales, behave }), layout, { db, behave });
  }

  get service(): TestService {
    return this.#service;
  }

  /** Starts it again, with these behaviours besides its own. */
  async restart(more: readonly string[]): Promise<void> {
    const { url, project, token } = this.#service;
    await this.#service.close();
    this.#service = await withService({
      db: this.options.db,
      port: Number(new URL(url).port),
      project: project.id,
      token,
      locales: [],
      behave: [...this.options.behave, ...more],
    });
  }

  /** Every text that is stored, whatever answers say, by slot. */
  texts(): Map<Slot, string> {
    const rows = readDatabase(
      this.options.db,
      `SELECT f.name AS file, k.name AS key, l.code AS code, t.text AS text FROM translation t
       JOIN key k ON k.id = t.key JOIN source_file f ON f.id = k.file JOIN locale l ON l.id = t.locale`,
    );
    return new Map(
      rows.map((row) => [
        `${setOf(this.layout, String(row['file']))}|${String(row['code'])}|${plainKey(String(JSON.parse(String(row['key']))))}`,
        String(JSON.parse(String(row['text']))),
      ]),
    );
  }

  /** The name of a set's source file; undefined if nothing of it was uploaded. */
  fileOf(set: number): string | undefined {
    return readDatabase(this.options.db, 'SELECT name FROM source_file ORDER BY id')
      .map(({ name }) => String(name))
      .find((name) => setOf(this.layout, name) === set);
  }

  /**
   * A translator saves one text. It goes the way of an upload, so that it is stored as the service
   * stores texts.
   */
  async translate(set: number, locale: string, key: string, text: string): Promise<void> {
    const file = this.fileOf(set);
    const code = this.#service.locales.find((own) => foldCode(own.code) === foldCode(locale))?.code;
    if (file === undefined || code === undefined) throw new Error(`the service has no ${set} in ${locale}`);
    const prefix = `${set}|${locale}|`;
    // Where uploads replace, what else the language has must go along.
    const others = this.options.behave.includes('replace')
      ? [...this.texts()].flatMap(([slot, held]): [string, string][] =>
          slot.startsWith(prefix) ? [[slot.slice(prefix.length), held]] : [],
        )
      : [];
    const all = new Map(
      [...others, [key, text] as const].map(([name, held]) => [
        KEYS.find((one) => plainKey(one) === plainKey(name)) ?? name,
        held,
      ]),
    );
    const save = (): Promise<Answer> => this.#service.upload(file, { [code]: nested(all) });
    // A connection of before a restart is closed when it is used again.
    const answer = await save().catch(save);
    if (answer.status > 201) throw new Error(`the translator was answered ${answer.status}: ${answer.text}`);
    await this.settled();
  }

  /** Waits until everything that was acknowledged is imported. */
  async settled(): Promise<void> {
    const late = this.options.behave.find((one) => one.startsWith('late='));
    if (late !== undefined) await new Promise((done) => setTimeout(done, Number(late.slice(5)) + 20));
  }

  close(): Promise<void> {
    return this.#service.close();
  }
}
