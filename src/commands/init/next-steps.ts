import { suggestIn } from '../../core/errors/suggest.js';
import { shellWord } from '../../core/text/shell-word.js';
import type { Host } from '../../ports/host.js';
import { runContext } from '../../sync/context/run-context.js';
import type { ServiceProjectInfo } from './detect.js';
import type { ServiceOptions } from '../../sync/context/project-options.js';
import { belowRoot, nextCommands } from './messages.js';

/** The commands to run next, and what a token needs if only the new file names the origin. */
export async function nextSteps(
  host: Host,
  options: Pick<ServiceOptions, 'cwd'>,
  path: string,
  url: URL,
  { names }: ServiceProjectInfo,
): Promise<readonly string[]> {
  // What was given on the command line is in the file now, but for the folder.
  const suggest = suggestIn(runContext('init', { cwd: options.cwd }));
  const steps = [...nextCommands(names.length === 0, suggest)];
  const local = await host.localServices.find(host.cwd);
  // What the environment names now it will name for the next command too.
  const named = (host.env['LOCSYNC_BASE_URL'] ?? '') === '' ? 'config' : 'environment';
  const bound = await host.tokens.for(url, named, host.env, local).then(
    () => true,
    () => false,
  );
  if (!bound)
    steps.unshift(
      `  export LOCSYNC_BASE_URL=${shellWord(url.href)}`,
      '                   LOCSYNC_TOKEN goes only where you say; or: ' + suggest('login').replaceAll('`', ''),
    );
  const hint = (await isBelowRoot(host)) ? belowRoot(host.cwd) : [];
  return [`Wrote ${path}. Commit it, and locsync.lock once it is there. Next:`, '', ...steps, ...hint];
}

/** Whether the working folder is in a repository and is not its root. */
async function isBelowRoot(host: Host): Promise<boolean> {
  for (let here = host; ;) {
    if ((await here.files(here.cwd).statFingerprints(['.git'])).size > 0) return here !== host;
    const above = here.in('..');
    if (above.cwd === here.cwd) return false;
    here = above;
  }
}
