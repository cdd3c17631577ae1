import type { Received, ScriptedServer, Step } from './scripted-server.js';

/** What the service answers for a source file if no language is asked for. */
export type WithoutLanguage = (file: AnsweredFile) => Step;

export interface AnsweredFile {
  readonly api_id: string;
  readonly name: string;
  readonly keys: number;
  /** The texts by language, as single answers hold them. */
  readonly texts: ReadonlyMap<string, Readonly<Record<string, string>>>;
}

/** The step that answers a source file with this content. */
export const contentStep = (
  { api_id, name, keys }: AnsweredFile,
  content: Readonly<Record<string, unknown>>,
): Step => ({ body: { api_id, name, keys, content } });

/** All languages in one answer. */
export const allLanguages: WithoutLanguage = (file) => contentStep(file, Object.fromEntries(file.texts));

/**
 * A service of several source files `set-<n>/en.json` in several languages. What it answers without
 * `locale_id` is up to the test; with one it answers that language.
 */
export class LanguagesService {
  readonly files: AnsweredFile[];
  withoutLanguage: WithoutLanguage = allLanguages;

  constructor(
    private readonly script: ScriptedServer,
    readonly codes: readonly string[],
    keysBySet: readonly number[],
  ) {
    this.files = keysBySet.map((keys, set) => ({
      api_id: `fil_${set}`,
      name: `set-${set}/${codes[0] ?? ''}.json`,
      keys,
      texts: new Map(codes.map((code) => [code, textsOf(set, keys, code)])),
    }));
    script
      .on('locales', () => ({
        body: codes.map((code) => ({ api_id: `loc_${code}`, name: code, code, country: '' })),
      }))
      .on('sourceFiles', () => ({
        body: this.files.map(({ api_id, name, keys }) => ({ api_id, name, keys })),
      }))
      .on('texts', (request) => this.read(request))
      .on('upload', (request) => this.take(request));
  }

  /** Requests for texts so far: those for all languages, and those for one. */
  get counts(): { all: number; single: number } {
    const asked = this.script.of('texts').map(({ url }) => url.includes('locale_id='));
    return { all: asked.filter((one) => !one).length, single: asked.filter((one) => one).length };
  }

  /** The requests that `run` makes for texts. */
  async counted(run: () => Promise<unknown>): Promise<{ all: number; single: number }> {
    const before = this.counts;
    await run();
    const { all, single } = this.counts;
    return { all: all - before.all, single: single - before.single };
  }

  /** Replaces all texts of a language. */
  replace(set: number, code: string, texts: Readonly<Record<string, string>>): void {
    (this.files[set]?.texts as Map<string, Readonly<Record<string, string>>>).set(code, texts);
  }

  /** Changes one text. */
  set(set: number, code: string, key: string, text: string): void {
    const file = this.files[set];
    (file?.texts as Map<string, Readonly<Record<string, string>>>).set(code, {
      ...file?.texts.get(code),
      [key]: text,
    });
  }

  private read({ url }: Received): Step {
    const { pathname, searchParams } = new URL(url, 'http://h');
    const file = this.files.find(({ api_id }) => pathname.endsWith(`/${api_id}`));
    if (!file) return { status: 404, body: { message: 'no such source file' } };
    const code = searchParams.get('locale_id')?.replace('loc_', '');
    if (code === undefined) return this.withoutLanguage(file);
    return contentStep(file, { [code]: file.texts.get(code) ?? {} });
  }

  private take({ body }: Received): Step {
    const { filename, content } = JSON.parse(body) as { filename: string; content: string };
    const [, set = '', code = ''] = /set-(\d+)\/(.+)\.json$/.exec(filename) ?? [];
    for (const [key, text] of Object.entries(JSON.parse(content) as Record<string, string>))
      this.set(Number(set), code, key, text);
    const file = this.files[Number(set)];
    const last_version = { id: 'fiv_2', number: 2, upload: 'api' };
    return { body: { api_id: file?.api_id, name: file?.name, project_id: 'pro_1', last_version } };
  }
}

/** The texts that the service begins with. */
export const textsOf = (set: number, keys: number, code: string): Record<string, string> =>
  Object.fromEntries(
    Array.from({ length: keys }, (_, key) => [`key_${key}`, `${code} text ${key} of set ${set}`]),
  );
