import { describe, expect, it } from 'vitest';
import { COMMANDS } from '../../src/options/table.js';
import { errorReport } from '../../src/cli/error-report.js';
import { programHelp, readArguments } from '../../src/cli/program.js';
import { DEFAULTS } from '../../src/core/config/definition.js';
import { LocsyncError } from '../../src/core/errors/index.js';
import { GLOBAL_OPTIONS } from '../../src/options/global-options.js';
import { reporters } from '../../src/reporters/index.js';

const print = (...argv: readonly string[]): string => {
  const asked = readArguments(argv, '1.2.3', 80);
  if (!('print' in asked)) throw new Error('no help');
  return asked.print;
};
const help = (...argv: readonly string[]): string => print(...argv, '--help');

describe('help: files that are reviewed like code', () => {
  it.each(['', ...COMMANDS.map(({ name }) => name)])('%s', async (name) => {
    const text = name === '' ? help() : help(name);
    await expect(text).toMatchFileSnapshot(`./help${name === '' ? '' : `-${name}`}.txt`);
    for (const line of text.split('\n')) expect(line.length, line).toBeLessThanOrEqual(80);
    expect(text).not.toMatch(/[ \t]$/m);
  });

  it.each(COMMANDS)('$name: its own options, then an example that can be run, then where the other options are', ({ name, options, example }) => {
    const text = help(name);
    const places = ['\nOptions:', ...options.map(({ flags }) => `\n  ${flags}`), '\nExample:', '\nOptions of every command: `locsync help options`'];
    expect(text).not.toContain('--config');
    const at = places.map((place) => text.indexOf(place));
    expect(at.every((place) => place >= 0)).toBe(true);
    expect(at).toEqual([...at].sort((a, b) => a - b));
    const words = example.replace(/^source <\((.*)\)$/, '$1').split(' ');
    expect(words.slice(0, 2)).toEqual(['locsync', name]);
    expect(readArguments(words.slice(1), '1.2.3', 80)).toMatchObject({ run: { command: name } });
  });

  it.each([80, 120])('what a run without a command prints fits 24 rows of %s columns, the next prompt included', (columns) => {
    const { out, err } = reporters.human(errorReport(LocsyncError.of('COMMAND_MISSING', {}), ''), {
      color: false,
      columns,
      isTerminal: true,
      quiet: false,
      verbose: false,
    });
    const lines = `${out}${err}\n${programHelp('1.2.3', columns)}`.split('\n');
    expect(lines.length).toBeLessThanOrEqual(24);
    expect(lines.filter((line) => line.length > columns)).toEqual([]);
  });

  it.each(COMMANDS)('$name: no line of its help is longer than 60 columns if the screen is not wider', ({ name }) => {
    const asked = readArguments([name, '--help'], '1.2.3', 60);
    const lines = 'print' in asked ? asked.print.split('\n') : [];
    const isCommand = (line: string): boolean => /^(?:Usage:|  locsync) |`/.test(line);
    expect(lines.filter((line) => line.length > 60 && !isCommand(line))).toEqual([]);
  });

  it('the list of commands has each of them once', () => {
    const listed = help().match(/^ {2}[a-z-]+(?= {2})/gm) ?? [];
    const others = /^Others: ([a-z\s-]*?)\n\n/m.exec(help())?.[1]?.split(/\s+/) ?? [];
    expect([...listed, ...others].map((word) => word.trim()).toSorted()).toEqual([...COMMANDS.map(({ name }) => name), 'help'].toSorted());
  });

  it('the options of every command, with their defaults and the exit codes', async () => {
    const text = print('help', 'options');
    await expect(text).toMatchFileSnapshot('./help-options.txt');
    for (const { flags } of GLOBAL_OPTIONS) expect(text).toContain(`\n  ${flags}`);
    for (const [flag, value] of [['--concurrency', DEFAULTS.concurrency], ['--timeout', DEFAULTS.timeout], ['--retries', DEFAULTS.retries]] as const)
      expect(text.split('\n').find((line) => line.includes(flag))).toContain(`default: ${value})`);
    expect(text).toContain('Exit codes:');
    for (const line of text.split('\n')) expect(line.length, line).toBeLessThanOrEqual(80);
  });

  it.each(['--version', '-V'])('%s prints the version', (flag) => {
    expect(print(flag)).toBe('1.2.3\n');
  });
});
