import { documentOf } from '../core/report/report.js';
import type { ReportDocument } from '../core/report/report-json.js';
import { defaultOptions } from '../options/read.js';
import { connectionFlags } from './flags.js';
import { interruptible } from './interruption.js';
import { boundToken } from './project.js';
import { surroundingsOf } from './surroundings.js';
import { REQUEST_KINDS, validateOptions } from './validate-options.js';
import type { LoadOptions } from './options.js';

/** What {@link detect} takes. */
export type DetectOptions = Omit<LoadOptions, 'config'>;

/**
 * Finds the locale files of a folder and the patterns that name them, by the languages of the
 * project: `locsync init --print`. Writes nothing. `configuration` of the report has the patterns
 * with their files, and the text that `init` would write.
 *
 * Rejects with a {@link LocsyncError} if no file is found that can be read, or without a service.
 *
 * @example
 * ```ts
 * const { configuration } = await detect({ cwd: import.meta.dirname, baseUrl, project, token });
 * console.log(configuration?.patterns.map(({ path }) => path));
 * ```
 */
export async function detect(options: DetectOptions): Promise<ReportDocument> {
  validateOptions('detect', options, { ...REQUEST_KINDS, cwd: 'place', onProgress: 'listener' }, ['cwd']);
  const { cwd, hostUntil } = surroundingsOf('detect', options);
  const given = { ...defaultOptions('init'), ...connectionFlags(options), cwd, yes: true, print: true };
  return interruptible([options.signal], async (ends) => {
    const host = hostUntil(ends);
    const { token } = options;
    const { init } = await import('../commands/init/init.js');
    const report = await init(
      {
        ...host,
        tokens: {
          ...host.tokens,
          for: (baseUrl, named, env, local) =>
            token === undefined
              ? host.tokens.for(baseUrl, named, env, local)
              : host.tokens.accept(boundToken(token, { baseUrl, named }), 'the token'),
        },
      },
      given,
    );
    return documentOf(report);
  });
}
