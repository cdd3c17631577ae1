import { relative, resolve, sep } from 'node:path';
import type { HintContext } from '../../core/errors/suggest.js';
import { givenSwitches } from '../../options/read.js';
import type { Switches } from '../../options/types.js';
import type { FoundConfig } from '../../ports/settings.js';
import type { ProjectOptions } from './project-options.js';

/** What was given to a run and decides what it acts on. */
export type GivenOptions = Partial<Pick<ProjectOptions, 'cwd' | 'config' | 'baseUrl' | 'project'>> &
  Partial<Pick<ProjectOptions, 'locale' | 'paths'>> &
  Partial<Switches<'pull'>>;

/**
 * What the commands that the messages of this run suggest have to carry. What the environment says
 * they will find there too. `command` decides which switches are its own.
 */
export function hintContext(
  command: string,
  options: GivenOptions,
  found?: Pick<FoundConfig, 'root' | 'folder'>,
): HintContext {
  const { cwd, config, baseUrl, project } = options;
  const given = [
    ['--cwd', cwd],
    ['--config', config],
    ['--base-url', holdsNoSecret(baseUrl) ? baseUrl : undefined],
    ['--project', project],
  ] as const;
  const strict = options.strict === true ? ['--strict'] : [];
  return {
    options: given.flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const])),
    switches: { push: strict, pull: command === 'pull' ? givenSwitches('pull', options) : strict },
    locales: options.locale ?? [],
    paths: options.paths ?? [],
    fromHere: found ? (path) => asTyped(found, path) : (path) => path,
  };
}

/** Whether a URL may be repeated in a message: it has no password, query or fragment. */
const holdsNoSecret = (url: string | undefined): boolean =>
  url !== undefined && /^https?:\/\/[^@?#]+$/.test(url);

/** A path of the project as a person types it in the working folder. */
function asTyped({ root, folder }: Pick<FoundConfig, 'root' | 'folder'>, path: string): string {
  const way = relative(folder, resolve(root, path)).split(sep).join('/');
  return way === '' ? '.' : way;
}
