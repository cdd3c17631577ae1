import type { Received, ScriptedServer, Step } from './scripted-server.js';

/** The texts of one language of one source file. */
export type Texts = Readonly<Record<string, string>>;

interface Held {
  readonly id: string;
  name: string;
  versions: number;
  readonly texts: Map<string, Texts>;
}

/**
 * A service whose memory a test may rewrite, for what no one can ask the interface for: keys that
 * vanish, source files that are deleted, texts that are changed on the way in. It answers in other
 * forms than the embedded service does where the interface leaves them open
 * (docs/service-interface.md): a wrapper round the locales, one object of the asked-for language.
 * Reads flat JSON files named `…/<code>.json`, and files of several languages under their codes.
 */
export class FakeService {
  readonly #files: Held[] = [];
  #made = 0;
  /** The number of keys in the list; the source locale's if undefined. */
  listed: number | undefined;
  /** What becomes of each text that is uploaded; undefined drops it. */
  filter: (text: string) => string | undefined = (text) => text;

  /** An upload takes the place of a language instead of being merged into it. */
  replaces = false;

  /** A request without a language is answered with all of them, not with none. */
  givesAll = false;

  /** How a key is spelt in the answers for a language. */
  spell: (key: string, code: string) => string = (key) => key;

  constructor(
    server: ScriptedServer,
    /** The languages of the project; a test may take one out. */
    public codes: readonly string[] = ['en', 'de'],
  ) {
    this.serve(server);
  }

  /** Answers for another server too: two doors to one memory. */
  serve(server: ScriptedServer): void {
    server
      .on('locales', () => ({
        body: {
          locales: this.codes.map((code) => ({ api_id: `loc_${code}`, name: code, code, country: '' })),
        },
      }))
      .on('sourceFiles', () => this.list())
      .on('texts', (request) => this.read(request))
      .on('upload', (request) => this.take(request));
  }

  /** What the service holds of one language; {} if it holds nothing. */
  texts(code: string, name = 'l/en.json'): Texts {
    return this.#files.find((file) => file.name === name)?.texts.get(code) ?? {};
  }

  set(code: string, texts: Texts, name = 'l/en.json'): void {
    this.#find(name).texts.set(code, texts);
  }

  /** Deletes a source file, or all. */
  drop(name?: string): void {
    const kept = name === undefined ? [] : this.#files.filter((file) => file.name !== name);
    this.#files.splice(0, Infinity, ...kept);
  }

  idOf(name: string): { readonly id: string } {
    return this.#find(name);
  }

  /** Gives a source file another name, as a person may on the service. */
  rename(name: string, next: string): void {
    this.#find(name).name = next;
  }

  versions(name = 'l/en.json'): number {
    return this.#files.find((file) => file.name === name)?.versions ?? 0;
  }

  /** Carries an upload out and answers it. */
  take({ body }: Pick<Received, 'body'>): Step {
    const { filename, content } = JSON.parse(body) as { filename: string; content: string };
    const code = this.codes.find((one) => filename.endsWith(`/${one}.json`));
    const file = this.#find(filename);
    const parsed = JSON.parse(content) as Record<string, Texts>;
    const isMixed = code === undefined && Object.keys(parsed).every((key) => this.codes.includes(key));
    const languages = isMixed ? parsed : { [code ?? 'en']: parsed as unknown as Texts };
    for (const [language, texts] of Object.entries(languages)) {
      const merged = new Map(this.replaces ? [] : Object.entries(file.texts.get(language) ?? {}));
      for (const [key, text] of Object.entries(texts)) {
        const kept = this.filter(text);
        if (kept !== undefined) merged.set(key, kept);
      }
      file.texts.set(language, Object.fromEntries(merged));
    }
    file.versions += 1;
    const last_version = { id: `fiv_${file.versions}`, number: file.versions, upload: 'api' };
    return { body: { api_id: file.id, name: file.name, project_id: 'pro_1', last_version } };
  }

  #find(name: string): Held {
    const frame = (one: string): string => one.replace(/[^/]+\.json$/, '');
    const known = this.#files.find((file) => frame(file.name) === frame(name));
    if (known) return known;
    const made = { id: `fil_${++this.#made}`, name, versions: 0, texts: new Map<string, Texts>() };
    this.#files.push(made);
    return made;
  }

  /** Answers the list of its source files. */
  list(): Step {
    const body = this.#files.map(({ id, name, texts }) => ({
      api_id: id,
      name,
      keys: this.listed ?? Object.keys(texts.get('en') ?? {}).length,
    }));
    return { body };
  }

  /** Answers what it holds of one language of one source file. */
  read({ url }: Received): Step {
    const { pathname, searchParams } = new URL(url, 'http://h');
    const file = this.#files.find(({ id }) => pathname.endsWith(`/${id}`));
    const code = (searchParams.get('locale_id') ?? '').replace('loc_', '');
    if (!file) return { status: 404, body: { message: 'no such source file' } };
    const spelt = (one: string): Texts =>
      Object.fromEntries(
        Object.entries(file.texts.get(one) ?? {}).map(([key, text]) => [this.spell(key, one), text]),
      );
    const asked = code === '' && this.givesAll ? this.codes : [code];
    const content = Object.fromEntries(asked.map((one) => [one, spelt(one)]));
    return { body: { api_id: file.id, name: file.name, keys: 1, content } };
  }
}
