import { chmodSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { commandWords, globalWords } from '../../src/cli/completion/words.js';
import { COMMANDS, HELP_COMMAND, SHELLS } from '../../src/options/table.js';
import { REPORTERS } from '../../src/options/global-options.js';
import { hasPython, installed, Person } from '../support/person.js';
import { PROGRAM } from '../support/session.js';

const has = {
  bash: installed('bash'),
  zsh: installed('zsh'),
  fish: installed('fish'),
  powershell: installed('pwsh'),
};
for (const [shell, is] of Object.entries(has))
  // eslint-disable-next-line no-console -- why tests are skipped must be seen
  if (!is) console.log(`${shell} is not installed: its completion is not tested`);

/** Each shell's script as the program prints it, made once. */
let scripts: ReadonlyMap<string, string> | undefined;

/**
 * A project with three languages, one of them known from the lock alone, and `locsync` on the path.
 */
async function someone(): Promise<Person & { readonly env: { readonly PATH: string } }> {
  const person = new Person()
    .file(
      '.locsyncrc',
      "baseUrl: https://l10n.invalid\nproject: pro_1\nfiles:\n  - 'i18n/**/{locale}.json'\n  - all.json\n",
    )
    .file('i18n/en.json', '{}')
    .file('i18n/pt-BR.json', '{}')
    .file('i18n/a b/en.json', '{}')
    .file('all.json', '{}')
    .file('other.txt', '')
    .file(
      'locsync.lock',
      '{\n  "version": 1,\n  "files": {\n    "all.json#de": {\n      "a": "x"\n    }\n  }\n}\n',
    );
  person.file('bin/locsync', `#!/bin/sh\nexec '${process.execPath}' '${PROGRAM}' "$@"\n`);
  chmodSync(join(person.folder, 'bin/locsync'), 0o755);
  const PATH = [join(person.folder, 'bin'), process.env['PATH']].join(delimiter);
  if (!scripts) {
    const made = new Map<string, string>();
    for (const shell of SHELLS)
      made.set(shell, (await person.run(['completion', shell])).code(0).emptyStderr().out);
    scripts = made;
  }
  for (const [shell, script] of scripts) writeFileSync(join(person.home, shell), script);
  return Object.assign(person, { env: { PATH } });
}

type Someone = Awaited<ReturnType<typeof someone>>;

/** What bash would offer for the last of these words, taken apart as bash does it. */
async function bash(person: Someone, ...words: readonly string[]): Promise<readonly string[]> {
  const script = `source "$HOME/bash"; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _locsync; ((\${#COMPREPLY[@]})) && printf '%s\\n' "\${COMPREPLY[@]}"; true`;
  const ran = await person.runs(['bash', '--norc', '-c', script, 'bash', 'locsync', ...words], {
    env: person.env,
  });
  return ran
    .code(0)
    .emptyStderr()
    .out.split('\n')
    .filter((line) => line !== '');
}

/** What fish would offer for this line. */
async function fish(person: Someone, line: string): Promise<readonly string[]> {
  const [words = []] = await fishEach(person, [line]);
  return words;
}

/** What one fish would offer for each of these lines. */
async function fishEach(person: Someone, lines: readonly string[]): Promise<readonly (readonly string[])[]> {
  const script = 'source $HOME/fish; for line in $argv; complete -C $line; echo ====; end';
  const ran = await person.runs(['fish', '--no-config', '-c', script, ...lines], { env: person.env });
  const offers = ran.code(0).emptyStderr().out.split('====\n').slice(0, -1);
  return offers.map((offer) => {
    const words = offer.split('\n').map((one) => one.replace(/\t.*/, ''));
    // fish offers an option whose value may be left out in both forms.
    return words.filter((word) => word !== '' && !/^--[a-z-]+=$/.test(word));
  });
}

const COMMAND_NAMES = [...COMMANDS, HELP_COMMAND].map(({ name }) => name);
const GLOBAL = globalWords.map(({ name }) => name);
const optionsOf = (command: string): string[] => [
  ...(commandWords.find(({ name }) => name === command)?.options ?? []).map(({ name }) => name),
  ...GLOBAL,
];

describe('the words that the scripts ask for', () => {
  it('are the locales of file names and lock, and the locale files; no service is asked, no token read', async () => {
    const person = await someone();
    (await person.run(['completion', 'locales'])).code(0).stdout('de\n', 'en\n', 'pt-BR\n');
    expect((await person.run(['completion', 'paths'])).code(0).out).toBe(
      'all.json\ni18n/a b/en.json\ni18n/en.json\ni18n/pt-BR.json\n',
    );
    const inside = await person.run(['completion', 'paths'], { cwd: 'i18n' });
    expect(inside.code(0).out).toContain('../all.json\n');
    expect(inside.out).toContain('\nen.json\n');
  });

  it('an unknown shell is an error that names the known ones', async () => {
    (await new Person().run(['completion', 'tcsh'])).code(2).stderr('bash, zsh, fish, powershell');
    (await new Person().run(['completion', 'zhs'])).code(2).stderr('did you mean zsh');
    (await new Person().run(['completion'])).code(2).stderr('needs <shell>');
  });

  it('a script needs no project, and is the same anywhere', async () => {
    const [one, other] = [new Person(), (await someone()) as Person];
    for (const shell of SHELLS)
      expect((await one.run(['completion', shell])).out).toBe((await other.run(['completion', shell])).out);
  });
});

describe.skipIf(!has.bash)('bash', () => {
  it('offers every command, and every option of each', async () => {
    const person = await someone();
    expect((await bash(person, '')).filter((word) => !word.startsWith('-'))).toEqual(COMMAND_NAMES);
    expect(await bash(person, 'pu')).toEqual(['push', 'pull']);
    for (const command of COMMAND_NAMES)
      expect((await bash(person, command, '--')).toSorted()).toEqual(optionsOf(command).toSorted());
  });

  it('offers values: reporters, locales, the last of several locales', async () => {
    const person = await someone();
    expect(await bash(person, 'status', '--reporter', 'j')).toEqual(['json', 'junit']);
    expect(await bash(person, 'status', '--reporter', '=', 'h')).toEqual(['human']);
    expect(await bash(person, 'status', '--reporter', '=')).toEqual([...REPORTERS]);
    expect(await bash(person, '--cwd', 'x', 'pull', '--locale', 'p')).toEqual(['pt-BR']);
    expect(await bash(person, 'pull', '--locale', 'en,d')).toEqual(['en,de']);
    expect(await bash(person, 'pull', '--locale', '=', 'de,p')).toEqual(['de,pt-BR']);
    expect(await bash(person, 'pull', '--timeout', '')).toEqual([]);
    expect(await bash(person, 'status', '--check', '=', 'push,p')).toEqual(['push,push', 'push,pull']);
    expect(await bash(person, 'status', '--check', '=')).toEqual([
      'push',
      'pull',
      'conflict',
      'missing',
      'stale',
    ]);
    expect(await bash(person, 'status', '--check', 'all')).toEqual(['all.json']);
    expect(await bash(person, 'completion', '')).toEqual([...SHELLS]);
    expect(await bash(person, 'help', 'pu')).toEqual(['push', 'pull']);
  });

  it('offers locale files for paths, and any file if none fits', async () => {
    const person = await someone();
    expect(await bash(person, 'push', 'i18n/')).toEqual([
      'i18n/a b/en.json',
      'i18n/en.json',
      'i18n/pt-BR.json',
    ]);
    expect(await bash(person, 'push', 'oth')).toEqual(['other.txt']);
    expect(await bash(person, 'locales', '')).toEqual([]);
  });

  it('runs nothing that a file name says', async () => {
    const person = await someone();
    person.file('i18n/$(touch ran)/en.json', '{}').file('i18n/`touch ran`/en.json', '{}');
    expect(await bash(person, 'push', 'i18n/')).toContain('i18n/$(touch ran)/en.json');
    expect(person.has('ran')).toBe(false);
  });

  it('is silent if there is no configuration, and does not run a locsync of the current folder', async () => {
    const person = await someone();
    person.file('locsync', '#!/bin/sh\ntouch ran\n');
    chmodSync(join(person.folder, 'locsync'), 0o755);
    await bash(person, 'pull', '--locale', '');
    expect(person.has('ran')).toBe(false);
    person.file('.locsyncrc', 'broken: [');
    expect(await bash(person, 'pull', '--locale', '')).toEqual([]);
  });
});

describe.skipIf(!has.fish)('fish', () => {
  it('offers every command, and every option of each', async () => {
    const person = await someone();
    expect((await fish(person, 'locsync ')).toSorted()).toEqual(COMMAND_NAMES.toSorted());
    const offers = await fishEach(
      person,
      COMMAND_NAMES.map((command) => `locsync ${command} --`),
    );
    expect(offers.map((words) => words.toSorted())).toEqual(
      COMMAND_NAMES.map((command) => optionsOf(command).toSorted()),
    );
  });

  it('offers values: reporters, locales, the last of several locales, paths', async () => {
    const person = await someone();
    expect(await fish(person, 'locsync status --reporter j')).toEqual(['json', 'junit']);
    expect(await fish(person, 'locsync pull --locale p')).toEqual(['pt-BR']);
    expect(await fish(person, 'locsync status --check=m')).toEqual(['--check=missing']);
    expect(await fish(person, 'locsync status --check all')).toEqual(['all.json']);
    expect(await fish(person, 'locsync pull --locale en,d')).toEqual(['en,de']);
    expect(await fish(person, 'locsync pull --locale=en,d')).toEqual(['--locale=en,de']);
    expect(await fish(person, 'locsync completion ')).toEqual([...SHELLS].toSorted());
    expect(await fish(person, 'locsync help pu')).toEqual(['pull', 'push']);
    expect(await fish(person, 'locsync push i18n/')).toContain('i18n/pt-BR.json');
    expect(await fish(person, 'locsync locales ')).toEqual([]);
  });

  it('runs nothing that a file name says', async () => {
    const person = await someone();
    person.file('i18n/(touch ran)/en.json', '{}');
    expect(await fish(person, 'locsync push i18n/')).toContain('i18n/(touch ran)/en.json');
    expect(person.has('ran')).toBe(false);
  });
});

describe.skipIf(!has.zsh || !hasPython)('zsh', () => {
  /**
   * Types the line and Tab into an interactive zsh; what is on the command line and below it then.
   */
  async function zsh(person: Someone, line: string, wanted: string): Promise<string> {
    writeFileSync(
      join(person.home, '.zshrc'),
      'autoload -U compinit; compinit -u -D; source $HOME/zsh; LISTMAX=999; PS1="READY> "\n',
    );
    const steps = [['READY> ', `${line}\t`] as const, [wanted, '\u0015exit\r'] as const];
    const ran = await person.typesInto(['zsh', '-d', '-i'], steps, { env: person.env });

    return ran.out.replaceAll(/\u001b\[[0-9;?]*[A-Za-z]/g, '');
  }

  it.each([
    ['locsync comp', 'completion'],
    ['locsync completion z', 'zsh'],
    ['locsync help stat', 'status'],
    ['locsync pull --locale=p', 'pt-BR'],
    ['locsync pull --locale en,p', 'en,pt-BR'],
    ['locsync status --reporter ju', 'junit'],
    ['locsync push --dr', '--dry-run'],
    ['locsync status --check=mi', 'missing'],
    ['locsync push i18n/p', 'i18n/pt-BR.json'],
    ['locsync pull --', 'allow-shrink'],
  ])('%s', async (line, wanted) => {
    expect(await zsh(await someone(), line, wanted)).toContain(wanted);
  });

  it('runs nothing that a file name says', async () => {
    const person = await someone();
    person.file('i18n/z$(touch ran)/en.json', '{}');
    await zsh(person, 'locsync push i18n/z', 'touch');
    expect(person.has('ran')).toBe(false);
  });
});

describe('the script for PowerShell', () => {
  it('holds every command and every option, and closes each bracket and quote that it opens', async () => {
    const script = (await new Person().run(['completion', 'powershell'])).code(0).out;
    for (const name of COMMAND_NAMES) expect(script).toContain(`\n        '${name}' = @{`);
    for (const name of COMMAND_NAMES.flatMap(optionsOf)) expect(script).toContain(`@{ Name = '${name}';`);
    const code = script.replaceAll(/^ *#.*$/gm, '').replaceAll(/'(?:[^']|'')*'/g, '');
    expect(code).not.toMatch(/['"`]/);
    const open: string[] = [];
    for (const [bracket] of code.matchAll(/[()[\]{}]/g))
      if ('([{'.includes(bracket)) open.push(bracket);
      else expect(`${open.pop() ?? ''}${bracket}`).toMatch(/^(?:\(\)|\[\]|\{\})$/);
    expect(open).toEqual([]);
  });
});

describe.skipIf(!has.powershell)('powershell', () => {
  /** What PowerShell would offer at the end of this line. */
  async function powershell(person: Someone, line: string): Promise<readonly string[]> {
    const script = [
      'Get-Content -Raw $env:LOCSYNC_SCRIPT | Invoke-Expression',
      '(TabExpansion2 $env:LOCSYNC_LINE $env:LOCSYNC_LINE.Length).CompletionMatches.CompletionText',
    ].join('; ');
    const env = { ...person.env, LOCSYNC_SCRIPT: join(person.home, 'powershell'), LOCSYNC_LINE: line };
    const ran = await person.runs(['pwsh', '-NoProfile', '-NonInteractive', '-Command', script], { env });
    return ran
      .code(0)
      .emptyStderr()
      .out.split(/\r?\n/)
      .filter((one) => one !== '');
  }

  it('offers every command, and every option of each', async () => {
    const person = await someone();
    expect((await powershell(person, 'locsync ')).toSorted()).toEqual(COMMAND_NAMES.toSorted());
    for (const command of COMMAND_NAMES)
      expect((await powershell(person, `locsync ${command} --`)).toSorted()).toEqual(
        optionsOf(command).toSorted(),
      );
  });

  it('offers values: reporters, locales, paths, and quotes a path with a space', async () => {
    const person = await someone();
    expect(await powershell(person, 'locsync status --reporter j')).toEqual(['json', 'junit']);
    expect(await powershell(person, 'locsync --cwd x pull --locale p')).toEqual(['pt-BR']);
    expect(await powershell(person, 'locsync help pu')).toEqual(['push', 'pull']);
    expect(await powershell(person, 'locsync push i18n/')).toEqual([
      "'i18n/a b/en.json'",
      'i18n/en.json',
      'i18n/pt-BR.json',
    ]);
  });
});
