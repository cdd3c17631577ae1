import { describe, expect, it } from 'vitest';
import { readArguments } from '../../../src/cli/program.js';
import { LocsyncError } from '../../../src/core/errors/index.js';
import { givenSwitches, switchesOf, switchNames } from '../../../src/options/read.js';

function optionsOf(line: string): unknown {
  const asked = readArguments(line.split(' '), '1.0.0', 80);
  if ('print' in asked) throw new Error(asked.print);
  return asked.run.options;
}

function refusal(line: readonly string[]): string {
  try {
    readArguments(line, '1.0.0', 80);
  } catch (error) {
    if (error instanceof LocsyncError) return `${error.code}: ${error.message}`;
    throw error;
  }
  return 'nothing';
}

describe('options are read by their rows', () => {
  it('as switches, texts, numbers and lists', () => {
    expect(
      optionsOf('pull --dry-run --locale de,fr --locale pt-BR --watch --interval 5 --no-color'),
    ).toMatchObject({
      dryRun: true,
      allowShrink: false,
      locale: ['de', 'fr', 'pt-BR'],
      interval: 5,
      color: false,
      cache: true,
      baseUrl: undefined,
    });
  });

  it.each([
    ['--port', '65536', 'a whole number from 0 to 65535'],
    ['--port', '80.5', 'a whole number from 0 to 65535'],
    ['--latency', '-1', 'a whole number from 0 to 600000'],
    ['--fail-rate', '1.1', 'a number from 0 to 1'],
    ['--rate-limit', '0', 'a number from 0.001 to 1000000'],
    ['--rate-limit', '1e3', 'a number from 0.001 to 1000000'],
  ])('and the number of %s cannot be %s', (option, value, expected) => {
    const refused = refusal(['serve', `${option}=${value}`]);
    expect(refused).toContain('OPTION_VALUE');
    expect(refused).toContain(expected);
  });

  it.each([['--project='], ['--port='], ['--config', '']])(
    'and an empty text is not a value: %j',
    (...words) => {
      expect(refusal(['serve', ...words])).toContain('OPTION_WITHOUT_VALUE');
    },
  );
});

it('the library has the switches of a command, but --watch', () => {
  expect(switchNames('push')).toEqual(['dryRun', 'force', 'all', 'strict']);
  expect(switchesOf('push', { force: true, all: undefined })).toEqual({
    dryRun: false,
    force: true,
    all: false,
    strict: false,
  });
});

describe('the switches that decide what becomes of texts', () => {
  it('are all switches but --dry-run, as they are typed', () => {
    for (const command of ['push', 'pull'] as const) {
      const all = Object.fromEntries(switchNames(command).map((name) => [name, true]));
      const given = givenSwitches(command, all);
      expect(given).toHaveLength(switchNames(command).length - 1);
      expect(given).not.toContain('--dry-run');
    }
    expect(givenSwitches('pull', { allowShrink: true, force: true })).toEqual(['--force', '--allow-shrink']);
    expect(givenSwitches('pull', { dryRun: true })).toEqual([]);
  });
});
