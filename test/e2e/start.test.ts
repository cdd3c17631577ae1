import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { COMMANDS } from '../../src/options/table.js';
import { readArguments } from '../../src/cli/program.js';
import { staticText } from '../../src/cli/static-help.js';
import type { HelpScreen } from '../../src/cli/prebuilt-help.js';
import { everything } from '../support/runs.js';
import { Session } from '../support/session.js';

const ROOT = resolve(import.meta.dirname, '../..');
const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string };
const COMMAND_LINES = [
  ['--version'],
  ['-V'],
  ...[['--help'], ['-h'], ['help'], ['help', 'options']],
  ...COMMANDS.flatMap(({ name }) => [
    [name, '--help'],
    [name, '-h'],
    ['help', name],
  ]),
];

/** `npm test` starts the program for one spelling of each screen: all have the same text below. */
const STARTED = COMMAND_LINES.filter(
  ([first = '', last = first]) =>
    everything || (!/^-[hV]$/.test(last) && (first !== 'help' || last === 'options')),
);

/** What commander prints. */
const laidOut = (argv: readonly string[], columns: number): string => {
  const asked = readArguments(argv, version, columns);
  if (!('print' in asked)) throw new Error(`${argv.join(' ')} prints nothing`);
  return asked.print;
};

describe('prepared screens', () => {
  it('the built program prints what commander lays out for 80 columns', async () => {
    const session = await Session.start({ separate: true });
    for (const argv of STARTED)
      expect((await session.run(argv)).code(0).emptyStderr().out, argv.join(' ')).toBe(laidOut(argv, 80));
  });

  describe('at any width', () => {
    beforeAll(async () => {
      const script = join(ROOT, 'scripts/screens.mjs');
      const { renderScreens } = (await import(script)) as {
        renderScreens: (version: string) => Promise<Record<string, HelpScreen>>;
      };
      // The build writes it into src/cli/prebuilt-help.ts as a constant.
      Object.assign(globalThis, { LOCSYNC_SCREENS: await renderScreens(version) });
    });
    afterAll(() => Reflect.deleteProperty(globalThis, 'LOCSYNC_SCREENS'));

    it('they are what commander lays out, or there is none', async () => {
      const prepared = new Set<number>();
      const at80 = await Promise.all(COMMAND_LINES.map((argv) => staticText(argv, version, 80)));
      expect(at80.every((text) => text !== undefined)).toBe(true);
      for (const columns of [20, 40, 79, 80, 81, 90, 100, 110, 120, 132, 160, 200, 400]) {
        for (const argv of COMMAND_LINES) {
          const text = await staticText(argv, version, columns);
          if (text === undefined) continue;
          expect(text, `${argv.join(' ')} at ${columns}`).toBe(laidOut(argv, columns));
          if (argv.length > 1) prepared.add(columns);
        }
      }
      expect(prepared).toContain(80);
      expect(prepared).toContain(400);
    });

    it.each([
      ['status', '--help', '--json'],
      ['status --help'],
      ['--help', '--help'],
      ['--json', '--help'],
      ['toString', '--help'],
      ['status'],
      ['--version', '--help'],
      ['help', '--help'],
      ['help', 'help'],
      ['help', 'toString'],
      ['help', ''],
      ['help', 'help options'],
      ['help options', '--help'],
      ['options', '--help'],
      ['', '--help'],
      ['help', 'status', 'push'],
      ['-h', 'status'],
      [],
    ])('%s %s %s is left to commander', async (...argv) => {
      expect(await staticText(argv, version, 80)).toBeUndefined();
    });
  });
});

describe('the cache of compiled code', () => {
  const temp = mkdtempSync(join(tmpdir(), 'locsync-start-'));
  afterAll(() => rmSync(temp, { recursive: true, force: true }));

  it.each([
    ['a file', () => writeFileSync(join(temp, 'file'), ''), 'file'],
    ['below a file', () => writeFileSync(join(temp, 'file'), ''), 'file/cache'],
    ['a folder of its own', () => mkdirSync(join(temp, 'own'), { recursive: true }), 'own'],
  ])('may be %s: the program runs and says nothing of it', async (_, make, path) => {
    make();
    const session = await Session.start();
    const env = { NODE_COMPILE_CACHE: join(temp, path), TMPDIR: '/nonexistent' };
    (await session.run('--version', { env })).code(0).emptyStderr().stdout(version);
    (await session.run('status', { env })).code(2).never('cache');
  });
});
