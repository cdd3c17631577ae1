import { LocsyncError } from '../../core/errors/index.js';
import { printable } from '../../core/text/printable.js';
import type { FailedCall } from '../../http/call.js';
import { HttpClient } from '../../http/client.js';
import type { HttpRequest, HttpResult } from '../../http/messages.js';
import { proxyFor, type Proxy } from '../../http/proxy.js';
import { Transport } from '../../http/transport.js';
import { maskedValues, redactorOf } from '../tokens/redact.js';
import { ResponseCache } from './response-cache.js';
import { AllLanguages } from './all-languages/all-languages.js';
import { answerFrom, askFor } from './json-answer.js';
import { isId } from './json-fields.js';
import { Api } from './api.js';
import { endpoints } from './endpoints.js';
import { textsOf } from './texts.js';
import { Uploader } from './upload/upload.js';
import type { Env } from '../../core/env.js';
import type { ResponseCacheFolder, Clock } from '../../ports/host.js';
import type { LongWork } from '../long-work.js';
import type { ServiceLocale } from '../../core/locales/locale.js';
import type {
  Answer,
  Connection,
  IsKnownAnswer,
  RemoteTexts,
  Service,
  SourceFile,
} from '../../ports/service.js';

export interface ServiceClientOptions {
  readonly clock: Clock;
  /**
   * Ends every wait and read and lets nothing more out. Every call then rejects with its reason.
   */
  readonly signal: AbortSignal;
  /** Ends uploads in flight, some seconds after `signal`; at the same time if absent. */
  readonly giveUp?: AbortSignal;
  readonly env: Env;
  /** A line for a person: a wait, an unclear response. */
  readonly notify: (notice: string) => void;
  /** A line for each request, without headers and bodies. */
  readonly trace?: (line: string) => void;
  readonly version: string;
  /** Node's version, without the `v`. */
  readonly userAgentNode: string;
  /** Sends single requests instead of a {@link Transport}. */
  readonly transport?: Pick<Transport, 'send' | 'close'>;
  /** Where responses are cached between runs; nothing is cached if absent. */
  readonly cache?: (ResponseCacheFolder & { readonly pid: number }) | undefined;
  readonly long?: LongWork | undefined;
  /** Answers that need not be parsed at once. */
  readonly isKnown?: IsKnownAnswer | undefined;
}

/**
 * The client of the service. Opens no connection until the first call. Throws PROJECT_ID_INVALID,
 * PROXY_INVALID, and TLS_UNVERIFIED if the environment turns certificate checks off.
 */
// eslint-disable-next-line @typescript-eslint/require-await -- errors are rejections
export async function connectService(
  connection: Connection,
  options: ServiceClientOptions,
): Promise<Service> {
  const { baseUrl, project, token, headers = [] } = connection;
  const { clock, signal, long } = options;
  if (!isId(project)) throw LocsyncError.of('PROJECT_ID_INVALID', { id: project });
  if (baseUrl.protocol === 'https:' && options.env['NODE_TLS_REJECT_UNAUTHORIZED'] === '0') {
    throw LocsyncError.of('TLS_UNVERIFIED', { host: baseUrl.host });
  }
  const proxy = knownProxy(baseUrl, options.env);
  const maskers = [token, ...maskedValues(headers)].map(redactorOf);
  const redact = (text: string): string => maskers.reduce((clean, mask) => mask(clean), text);
  const transport =
    options.transport ??
    new Transport({
      token,
      headers: Object.fromEntries(headers.map(({ name, value }) => [name, value])),
      userAgent: `locsync/${options.version} node/${options.userAgentNode}`,
      connections: connection.concurrency,
      timeoutMs: connection.timeout * 1000,
      proxy,
      signal,
      giveUp: options.giveUp ?? signal,
    });
  const cache = options.cache && new ResponseCache(connection, options.cache, options.env);
  const send = (request: HttpRequest): Promise<HttpResult> =>
    long && request.method === 'POST' ? long.upload(() => transport.send(request)) : transport.send(request);
  const client = new HttpClient({
    send: async (request) => {
      const result = await (cache ? cache.send(request, send) : send(request));
      if (result.kind === 'response') await long?.expect(result.body.byteLength);
      if (request.method === 'GET') signal.throwIfAborted();
      return result;
    },
    clock,
    signal,
    concurrency: connection.concurrency,
    retries: connection.retries,
    down: (detail) => LocsyncError.of('SERVICE_DOWN', { host: baseUrl.host, reason: redact(detail) }),
    notify: (notice) => options.notify(printable(redact(notice))),
    trace: (line) => options.trace?.(printable(redact(line))),
  });
  const base = new URL(
    `${baseUrl.origin}${baseUrl.pathname.replace(/(?<!\/)\/+$/, '')}/api/v1/projects/${project}`,
  );
  const api = new Api(
    client,
    {
      base,
      host: baseUrl.host,
      project,
      proxyHost: proxy?.host ?? '',
      redact,
    },
    cache,
  );
  const uploader = new Uploader({
    api,
    clock,
    signal,
    retries: connection.retries,
    notify: (notice) => options.notify(redact(notice)),
  });

  const { isKnown } = options;
  const inOneLanguage: AnswerInOneLanguage = (...asked) => answerInOneLanguage(api, isKnown, ...asked);
  const allLanguages = new AllLanguages(
    api,
    clock,
    async (...asked) => (await inOneLanguage(...asked)).texts(),
    isKnown,
  );
  const answer: AnswerInOneLanguage = async (sourceFile, locale, locales) => {
    const asked = await inOneLanguage(sourceFile, locale, locales);
    const read = (): RemoteTexts => {
      const texts = asked.texts();
      allLanguages.sawOne(sourceFile, locale, texts);
      return texts;
    };
    return answerFrom(asked, read);
  };

  return {
    ...endpoints(api, clock, project),
    texts: async (...asked) => (await answer(...asked)).texts(),
    answer,
    textsOfAllLanguages: (sourceFile, locales) => allLanguages.texts(sourceFile, locales),
    doubtAllLanguages: (isOld) => allLanguages.doubt(isOld),
    upload: (upload) => uploader.upload(upload),
    async close() {
      client.close();
      const close = (): Promise<unknown> => Promise.all([transport.close(), cache?.close()]);
      await (long ? long.whole(close) : close());
    },
  };
}

type AnswerInOneLanguage = Service['answer'];

async function answerInOneLanguage(
  api: Api,
  isKnown: IsKnownAnswer | undefined,
  sourceFile: SourceFile,
  locale: ServiceLocale,
  locales: readonly ServiceLocale[],
): Promise<Answer<RemoteTexts>> {
  const what = `"${printable(sourceFile.name)}" in ${printable(locale.code)}`;
  const url = api.url(['source_files', sourceFile.id], { locale_id: locale.id });
  const request = { kind: 'read', what, url, cacheable: true } as const;
  const json = await askFor(api, request, (failed) => missingFileError(failed, sourceFile), isKnown);
  const context = api.messageContext(what);
  return answerFrom(json, () => textsOf(json.texts(), context, sourceFile, locale, locales));
}

function knownProxy(origin: URL, env: Env): Proxy | undefined {
  const proxy = proxyFor(origin, env);
  if (proxy !== undefined && 'invalid' in proxy)
    throw LocsyncError.of('PROXY_INVALID', { variable: proxy.invalid });
  return proxy;
}

/** A source file that was deleted during the run does not mean that the project is missing. */
function missingFileError({ result }: FailedCall, { name }: SourceFile): Error | undefined {
  if (result.kind === 'failure' || (result.status !== 404 && result.status !== 410)) return undefined;
  return LocsyncError.of('SOURCE_FILE_NOT_FOUND', { name, status: result.status });
}
