import type { ServiceLocale } from '../../core/locales/locale.js';
import { largest } from '../../core/util/collections.js';
import { printable } from '../../core/text/printable.js';
import { type Suggest, suggestIn } from '../../core/errors/suggest.js';
import type { Framework } from '../../sync/load/framework.js';
import type { ProposedPattern } from '../../core/propose/propose.js';
import { quantity } from '../../core/text/wording.js';
import { shellWord } from '../../core/text/shell-word.js';
import type { Host } from '../../ports/host.js';
import { hintContext } from '../../sync/context/hint-context.js';
import type { ServiceProjectInfo } from './detect.js';
import type { ServiceOptions } from '../../sync/context/project-options.js';

/** Lines of a first screen are no longer: a terminal would break them in the middle of a path. */
const COLUMNS = 80;

/**
 * What a person reads before the file is written: the project, its source locale unless that was
 * asked for, the framework, what each pattern finds and leaves out.
 */
export function proposal(shown: {
  readonly title: string;
  readonly locales: readonly ServiceLocale[];
  readonly sourceLocale: string | undefined;
  readonly patterns: readonly ProposedPattern[];
  readonly framework: Framework | undefined;
}): string {
  const { title, locales, sourceLocale, patterns, framework } = shown;
  const source =
    sourceLocale === undefined || locales.length < 2
      ? ''
      : `Source locale: ${printable(sourceLocale)}. If developers write another, change \`sourceLocale\`.\n`;
  const codes = languages(
    `${title}: `,
    locales.map(({ code }) => code),
  );
  const by = framework ? `Framework: ${framework.name} (${framework.file})\n` : '';
  return `${codes}\n${source}${by}\n${patterns.map(foundLines).join('')}`;
}

/** What to run next. If the service has nothing yet, there is nothing to pull. */
function nextCommands(isEmpty: boolean, suggest: Suggest): readonly string[] {
  const steps: readonly (readonly [command: string, does: string])[] = isEmpty
    ? [
        ['status', 'compare the locale files with the service'],
        ['push', 'upload them: the service has no source file yet'],
      ]
    : [
        ['status', 'compare the locale files with the service'],
        ['pull', "first take over the service's translations"],
        ['push', 'then upload what the service lacks'],
      ];
  const lines = steps.map(([command, does]) => ({ line: suggest(command).replaceAll('`', ''), does }));
  const width = largest(lines.map(({ line }) => line.length));
  return lines.map(({ line, does }) => `  ${line.padEnd(width)}   ${does}`);
}

/** What to know of a folder in a repository: another one may be synced with the project. */
function belowRoot(folder: string): readonly string[] {
  const own = /(?<![\w.-])[\w.-]+$/.exec(folder)?.[0] ?? 'web';
  return [
    '',
    'This folder is not the root of its repository. If another one is synced with the',
    `same project, give each its own names: \`name: ${own}/{path}\` for these.`,
  ];
}

function languages(before: string, codes: readonly string[]): string {
  const count = `${before}${quantity(codes.length, 'language')}`;
  if (codes.length === 0) return count;
  return `${count} (${printable(codes.join(', '), Math.max(20, COLUMNS - count.length - 3))})`;
}

/** A pattern, how many files it finds, and the first of them that fit. */
function foundLines({ path, files, ignore }: ProposedPattern): string {
  let line = files.length === 0 ? '  no file yet' : `  ${quantity(files.length, 'file')}`;
  for (const [i, file] of files.entries()) {
    const longer = `${line}${i === 0 ? ': ' : ', '}${printable(file)}`;
    const room = i === files.length - 1 ? COLUMNS : COLUMNS - ', …'.length;
    if (i === 3 || longer.length > room) {
      if (i > 0) line += ', …';
      break;
    }
    line = longer;
  }
  const others = ignore.length === 0 ? '' : `  left out: ${printable(ignore.join(', '), COLUMNS - 14)}\n`;
  return `${printable(path)}\n${line}\n${others}`;
}

/** The commands to run next, and what a token needs if only the new file names the origin. */
export async function nextSteps(
  host: Host,
  options: Pick<ServiceOptions, 'cwd'>,
  path: string,
  url: URL,
  { names }: ServiceProjectInfo,
): Promise<readonly string[]> {
  // What was given on the command line is in the file now, but for the folder.
  const suggest = suggestIn(hintContext('init', { cwd: options.cwd }));
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
