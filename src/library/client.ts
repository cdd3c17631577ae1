import { resolveConnection } from '../core/config/connection.js';
import { defaultConfig } from '../core/config/read.js';
import { LocsyncError } from '../core/errors/index.js';
import { validateToken } from '../core/config/token.js';
import { clock } from '../adapters/clock.js';
import { processInfo } from '../adapters/process-info.js';
import { VERSION } from '../version.js';
import { validateOptions, REQUEST_KINDS } from './validate-options.js';
import { connectionFlags } from './flags.js';
import { RunningCalls } from './interruption.js';
import type { ServiceLocale } from '../core/locales/locale.js';
import {
  endpointsBy,
  type ReadEndpoints,
  type RemoteTexts,
  type Service,
  type SourceFile,
  type Upload,
  type Uploaded,
  type WriteEndpoints,
} from '../ports/service.js';
import type { ClientOptions } from './options.js';
import { given } from '../core/util/collections.js';

/**
 * One project of a service: its endpoints as typed calls. Every call checks the response,
 * retries if that is safe, waits as the service asks, and rejects with a {@link LocsyncError}.
 * Calls may run side by side; `concurrency` bounds them together.
 */
export interface Client extends ReadEndpoints, WriteEndpoints {
  /** The texts of one source file in one language (endpoint 5), keys as the service writes them. */
  texts(sourceFile: SourceFile, locale: ServiceLocale): Promise<RemoteTexts>;
  /**
   * Uploads one file (endpoint 6). If the response leaves doubt, `arrived` is called to find out
   * whether the service holds what was sent. The file is sent again only after `arrived` has
   * returned false three times. Without it nothing is sent twice: the call rejects with
   * UPLOAD_UNKNOWN.
   */
  upload(upload: Upload, arrived?: () => Promise<boolean>): Promise<Uploaded>;
  /** Ends what is under way and closes the connections. Never rejects. */
  close(): Promise<void>;
}

/**
 * A client for one project of a service. Opens no connection: the first call does. Throws a
 * {@link LocsyncError} for an impossible option, {@link LocsyncErrors} for several.
 *
 * @example
 * ```ts
 * import { createClient } from '@locsync/cli';
 *
 * const client = createClient({ baseUrl: 'https://api.example.com', project: 'pro_1', token });
 * try {
 *   const [locales, sourceFiles] = await Promise.all([client.locales(), client.sourceFiles()]);
 *   console.log(locales.map((locale) => locale.code), sourceFiles.map((file) => file.name));
 * } finally {
 *   await client.close();
 * }
 * ```
 */
export function createClient(options: ClientOptions): Client {
  validateOptions('createClient', options, REQUEST_KINDS, ['baseUrl', 'project', 'token']);
  const { env = {}, onNotice, onTrace } = options;
  const target = resolveConnection({
    config: defaultConfig(),
    env: { LOCSYNC_ALLOW_INSECURE: env['LOCSYNC_ALLOW_INSECURE'] },
    flags: connectionFlags(options),
  });
  const token = validateToken(options.token, 'the token');
  const running = new RunningCalls('client');
  const signal = AbortSignal.any([running.signal, ...(options.signal ? [options.signal] : [])]);
  let service: Promise<Service> | undefined;
  let loadedLocales: Promise<readonly ServiceLocale[]> | undefined;

  const open = async (): Promise<Service> => {
    const { connectService } = await import('../adapters/service/service.js');
    return connectService(
      { ...target, token },
      {
        clock,
        signal,
        env,
        notify: (notice) => onNotice?.(notice),
        ...given({ trace: onTrace }),
        version: VERSION,
        userAgentNode: processInfo.node,
      },
    );
  };
  const call = <T>(ask: (service: Service) => Promise<T>): Promise<T> =>
    running.keep(async () => {
      try {
        service ??= open();
        return await ask(await service);
      } catch (error) {
        if (!signal.aborted || error instanceof LocsyncError) throw error;
        throw LocsyncError.of('INTERRUPTED', {}, { cause: signal.reason });
      }
    });
  const endpoints = endpointsBy(call);
  /** Asked for once: shows whether a response is in the language that was asked for. */
  const knownLocales = async (): Promise<readonly ServiceLocale[]> => {
    loadedLocales ??= endpoints.locales();
    try {
      return await loadedLocales;
    } catch (error) {
      loadedLocales = undefined;
      throw error;
    }
  };

  return {
    ...endpoints,
    texts: async (sourceFile, locale) => {
      const locales = await knownLocales();
      return call((connected) => connected.texts(sourceFile, locale, locales));
    },
    upload: ({ filename, content, event }, arrived) =>
      call(async (connected) => {
        // What the caller gives is what the caller means, however long it takes.
        const plan = () => Promise.resolve({ content, readAt: clock.now() });
        const planned = { filename, event, reads: 1, plan, ...given({ arrived }) };
        return (await connected.upload(planned)) ?? { sourceFile: undefined, version: undefined };
      }),
    close: async () => {
      await running.close();
      await service?.then((connected) => connected.close()).catch(() => undefined);
    },
  };
}
