import type { IncomingMessage, ServerResponse } from 'node:http';
import { loadIcu } from '../../core/check/icu.js';
import { readBody, jsonObject } from '../http/request-body.js';
import { matchesEtag } from '../http/etag.js';
import { HttpProblem } from '../http/http-problem.js';
import type { ProjectContext } from '../project-context.js';
import { checkSameOrigin, isFromOtherSite, isOpenedByPerson, PageAccess } from './access.js';
import { readAssets, type PageAsset } from './assets.js';
import { download } from './download.js';
import { dispositionOf } from './files.js';
import { LiveNews } from './live-news.js';
import { numberOf } from './request-fields.js';
import { changes, queries } from './routes.js';
import { writePieces } from '../import/stepwise.js';
import { fileAndLocale } from './dropped-files.js';
import { checkOnce, target, send } from '../http/responses.js';

/** Every answer of the page: nothing from elsewhere, no script but its own file, never HTML. */
const HEADERS = {
  'Cache-Control': 'no-store',
  'Content-Security-Policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'",
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
} as const;

/** The page for translators: `/` or `/ui/`, and everything under the latter. */
export class TranslationPage {
  readonly access = new PageAccess();
  readonly #news = new LiveNews();
  readonly #assets: ReadonlyMap<string, PageAsset> = readAssets();

  constructor(
    private readonly context: ProjectContext,
    private readonly bodyBytes: number,
  ) {
    context.store.onVersion = ({ file }) => this.#news.announceVersion(file);
  }

  /** Ends the streams of all open pages, so that the service can stop. */
  close(): void {
    this.#news.close();
  }

  /** Answers one request whose Host and Origin were checked, or throws an {@link HttpProblem}. */
  async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { path, query } = target(request);
    const isPost = request.method === 'POST';
    if (!isPost && request.method !== 'GET' && request.method !== 'HEAD')
      throw new HttpProblem(405, 'the page takes GET and POST', { headers: { Allow: 'GET, HEAD, POST' } });
    if (path === '/' || path === '/ui/') {
      this.#open(request, response, query.get('code'));
      return;
    }
    checkSameOrigin(request);
    this.access.demand(request);
    checkOnce(query);
    const name = path.slice('/ui/'.length);
    const asset = this.#assets.get(name);
    if (asset !== undefined && name !== 'index.html') sendAsset(request, response, asset);
    else if (name === 'api/live') this.#news.open(request, response, HEADERS);
    else if (name === 'api/download') await this.#download(response, query);
    else await this.#answer(request, response, name.replace(/^api\//, ''), query);
  }

  /** `/`: a code becomes a cookie, and the address without the code shows the page. */
  #open(request: IncomingMessage, response: ServerResponse, code: string | null): void {
    const isIn = this.access.isOpen(request);
    if (code !== null) {
      if (!isOpenedByPerson(request)) {
        sendSentence(response, 403, 'Open this address in a browser tab of its own.');
        return;
      }
      // Opening it uses it up, also with a cookie: it must not let another browser in later.
      if (!this.access.useUp(code) && !isIn) {
        const link = isFromOtherSite(request);
        sendSentence(response, 403, 'This address was used before, or is not one of this service.', link);
        return;
      }
      const cookie = isIn ? {} : { 'Set-Cookie': this.access.newSession(request) };
      // A cookie of Strict is not sent after a link of another site, nor by a redirect of it: the
      // page that goes on must be of this origin.
      if (isFromOtherSite(request)) send(response, 200, HTML, ONWARD, { ...HEADERS, ...cookie });
      else response.writeHead(303, { ...HEADERS, Location: '/', ...cookie }).end();
      return;
    }
    const page = this.#assets.get('index.html');
    if (!isIn) {
      const sentence = 'This page opens with the address that locsync serve printed.';
      sendSentence(response, 401, sentence, isFromOtherSite(request));
    } else if (page === undefined) sendSentence(response, 503, 'The page is not built: run npm run build.');
    else sendAsset(request, response, page);
  }

  async #download(response: ServerResponse, query: URLSearchParams): Promise<void> {
    const place = fileAndLocale(this.context, numberOf(query, 'file'), numberOf(query, 'locale'));
    const { filename, pieces } = await download(this.context, ...place);
    response.writeHead(200, {
      ...HEADERS,
      'Content-Type': 'application/octet-stream',
      'Content-Disposition': dispositionOf(filename),
    });
    await writePieces(response, pieces);
  }

  async #answer(
    request: IncomingMessage,
    response: ServerResponse,
    name: string,
    query: URLSearchParams,
  ): Promise<void> {
    const { context } = this;
    checkProject(request, context.project.id);
    const ask = Object.hasOwn(queries, name) ? queries[name] : undefined;
    const change = Object.hasOwn(changes, name) ? changes[name] : undefined;
    if (request.method !== 'POST') {
      if (ask === undefined) throw new HttpProblem(404, 'path not found');
      // What the checks need for messages in ICU syntax.
      await loadIcu();
      send(response, 200, 'application/json', JSON.stringify(await ask(context, query)), HEADERS);
      return;
    }
    const fields = jsonObject(await readBody(request, this.bodyBytes));
    if (name === 'codes') {
      send(response, 200, 'application/json', JSON.stringify({ code: this.access.newCode() }), HEADERS);
      return;
    }
    if (change === undefined) throw new HttpProblem(404, 'path not found');
    const answer = await change(context, fields);
    if (name === 'languages') this.#news.announceLanguage();
    send(response, 200, 'application/json', JSON.stringify(answer), HEADERS);
  }
}

/**
 * Throws 409 for a request of a page that shows another project: a tab stays open while the service
 * is started anew at its port, and keys of two projects may have the same names and numbers.
 */
function checkProject({ headers }: IncomingMessage, id: string): void {
  const meant = headers['locsync-project'];
  if (meant !== undefined && meant !== id)
    throw new HttpProblem(
      409,
      'another project runs at this address now; what you typed stays here until its own service runs again',
    );
}

/** Whether a request is for the page: a client of the interface always sends a token. */
export function isForPage(request: IncomingMessage): boolean {
  const { path } = target(request);
  return (path === '/' || path.startsWith('/ui/')) && request.headers.authorization === undefined;
}

function sendAsset(
  request: IncomingMessage,
  response: ServerResponse,
  { type, body, etag }: PageAsset,
): void {
  const headers = { ...HEADERS, 'Cache-Control': 'private, no-cache', ETag: etag };
  if (matchesEtag(etag, request.headers['if-none-match'])) {
    response.writeHead(304, headers).end();
    return;
  }
  response.writeHead(200, { ...headers, 'Content-Type': type, 'Content-Length': body.length });
  response.end(request.method === 'HEAD' ? undefined : body);
}

const HTML = 'text/html; charset=utf-8';
const ONWARD =
  '<!doctype html><html lang="en"><meta charset="utf-8"><title>locsync</title><meta http-equiv="refresh" content="0;url=/"><p><a href="/">Open the page</a></p></html>\n';

/**
 * A page of one sentence for a person without the page. `withLink`: a link of another site has led
 * here, so that this browser may have the cookie and did not send it.
 */
function sendSentence(response: ServerResponse, status: number, sentence: string, withLink = false): void {
  const hint =
    'For a new one, choose “Open in another browser” in a browser that shows the page, or start locsync serve again.';
  const link = withLink ? '<p><a href="/">If this browser had the page before, open it here.</a></p>' : '';
  const body = `<!doctype html><html lang="en"><meta charset="utf-8"><title>locsync</title><p>${sentence}</p><p>${hint}</p>${link}</html>\n`;
  const headers = status === 401 ? { 'WWW-Authenticate': 'Cookie realm="locsync serve"' } : {};
  send(response, status, HTML, body, { ...HEADERS, ...headers });
}
