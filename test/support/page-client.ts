import { request } from 'undici';
import type { PageDrop, PagePreview, PageUpload } from '../../src/core/page/import-wire.js';
import type {
  PageDetail,
  PageEdit,
  PageKeys,
  PageOf,
  PageProject,
  PageRow,
  PageEvent,
  PageFile,
} from '../../src/core/page/wire.js';
import type { Asking } from './service.js';

export interface PageAnswer<T> {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
  readonly json: T;
}

/** A browser at the page of the embedded service, without the browser. */
export class PageClient {
  private constructor(
    readonly url: string,
    readonly cookie: string,
  ) {}

  /** Follows the address that `serve` printed. */
  static async open(address: string): Promise<PageClient> {
    const answer = await request(address);
    await answer.body.dump();
    const cookie = String(answer.headers['set-cookie']).split(';', 1)[0] ?? '';
    return new PageClient(new URL(address).origin, cookie);
  }

  async ask<T>(path: string, { method, body, headers }: Asking = {}): Promise<PageAnswer<T>> {
    const isChange = body !== undefined;
    const answer = await request(`${this.url}/ui/api/${path}`, {
      method: (method ?? (isChange ? 'POST' : 'GET')) as 'GET',
      headers: {
        cookie: this.cookie,
        ...(isChange ? { origin: this.url, 'content-type': 'application/json' } : {}),
        ...headers,
      },
      body: isChange ? JSON.stringify(body) : null,
    });
    const text = await answer.body.text();
    const isJson = String(answer.headers['content-type']).includes('json');
    return {
      status: answer.statusCode,
      headers: answer.headers,
      text,
      json: (isJson ? JSON.parse(text) : undefined) as T,
    };
  }

  project = async (): Promise<PageProject> => (await this.ask<PageProject>('project')).json;
  files = async (): Promise<readonly PageFile[]> => (await this.ask<PageOf<PageFile>>('files')).json.items;
  events = async (): Promise<readonly PageEvent[]> =>
    (await this.ask<PageOf<PageEvent>>('events')).json.items;

  async language(code: string): Promise<number> {
    const found = (await this.project()).languages.find((language) => language.code === code);
    if (found === undefined) throw new Error(`the page shows no language ${code}`);
    return found.id;
  }

  /** Every key of a list by name, with its id: as many answers as it takes. */
  async keys(code: string, more = ''): Promise<ReadonlyMap<string, number>> {
    const locale = await this.language(code);
    const found = new Map<string, number>();
    for (let after: string | undefined = ''; after !== undefined;) {
      const answer: PageKeys = (await this.ask<PageKeys>(`keys?locale=${locale}&after=${after}${more}`)).json;
      for (const { ids, names } of answer.files)
        for (const [at, name] of names.entries()) found.set(name, ids[at] ?? 0);
      after = answer.next;
    }
    return found;
  }

  async rows(code: string, more = ''): Promise<readonly PageRow[]> {
    const ids = [...(await this.keys(code, more)).values()];
    return (await this.ask<PageRow[]>(`rows?locale=${await this.language(code)}&ids=${ids.join(',')}`)).json;
  }

  async detail(code: string, name: string): Promise<PageDetail> {
    const key = (await this.keys(code)).get(name) ?? 0;
    return (await this.ask<PageDetail>(`key?locale=${await this.language(code)}&key=${key}`)).json;
  }

  /** Imports a file as the page does: after a preview, on top of what that showed. */
  async drop<T = PageUpload>(drop: Partial<PageDrop>): Promise<PageAnswer<T>> {
    const body = { filename: '', content: '', file: 0, locale: 0, who: '', ...drop };
    const preview = await this.ask<PagePreview>('previews', { body });
    // The import refuses what the preview refuses.
    const seen = preview.status === 200 ? preview.json.seen : '';
    return this.ask<T>('uploads', { body: { ...body, seen } });
  }

  /** Saves a text as the page does, on top of what it shows now or of `seen`. */
  async save<T = unknown>(
    code: string,
    name: string,
    text: string,
    seen?: PageDetail,
    more: Partial<PageEdit> = {},
  ): Promise<PageAnswer<T>> {
    const { file, target, source } = seen ?? (await this.detail(code, name));
    const locale = await this.language(code);
    const edit = { file, name, locale, text, base: target.version, source: source.version, who: '' };
    return this.ask<T>('texts', { body: { ...edit, ...more } });
  }
}
