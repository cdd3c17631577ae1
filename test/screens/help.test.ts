import { describe, expect, it } from 'vitest';
import { COMMANDS } from '../../src/options/table.js';
import { readArguments } from '../../src/cli/program.js';

const help = (...argv: readonly string[]): string => {
  const asked = readArguments([...argv, '--help'], '1.2.3', 80);
  if (!('print' in asked)) throw new Error('no help');
  return asked.print;
};

describe('help: files that are reviewed like code', () => {
  it.each(['', ...COMMANDS.map(({ name }) => name)])('%s', async (name) => {
    const text = name === '' ? help() : help(name);
    await expect(text).toMatchFileSnapshot(`./help${name === '' ? '' : `-${name}`}.txt`);
    for (const line of text.split('\n')) expect(line.length, line).toBeLessThanOrEqual(80);
    expect(text).not.toMatch(/[ \t]$/m);
  });

  it.each(COMMANDS)('$name: its own options first, then those of every command, then an example that can be run', ({ name, options, example }) => {
    const text = help(name);
    const places = ['\nOptions:', ...options.map(({ flags }) => `\n  ${flags}`), '\nOptions of every command:', '\n  --config <path>', '\nExample:'];
    const at = places.map((place) => text.indexOf(place));
    expect(at.every((place) => place >= 0)).toBe(true);
    expect(at).toEqual([...at].sort((a, b) => a - b));
    const words = example.replace(/^source <\((.*)\)$/, '$1').split(' ');
    expect(words.slice(0, 2)).toEqual(['locsync', name]);
    expect(readArguments(words.slice(1), '1.2.3', 80)).toMatchObject({ run: { command: name } });
  });

  it('says first what the program can do', () => {
    expect(help().indexOf('Commands:')).toBeLessThan(help().indexOf('Options:'));
  });
});
