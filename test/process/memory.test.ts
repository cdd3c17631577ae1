import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { Session, type Ran } from '../support/session.js';

const MB = 1_000;

/** Runs a command and tells the most memory that its process has had, in kilobytes. */
async function measured(s: Session, command: string): Promise<{ readonly ran: Ran; readonly peak: number }> {
  const probe = join(s.folder, '..', 'probe.cjs');
  writeFileSync(
    probe,
    "process.on('exit', () => process.stderr.write('PEAK ' + process.resourceUsage().maxRSS + '\\n'));",
  );
  const ran = await s.run(command, { env: { NODE_OPTIONS: `--require ${probe}` } });
  const peak = Number(/^PEAK (\d+)$/m.exec(ran.err)?.[1]);
  return { ran, peak };
}

const KEYS = 200_000;
const groups = Array.from({ length: KEYS / 100 }, (_, g) => g);
const items = Array.from({ length: 100 }, (_, i) => i);
const textOf = (g: number, i: number): string => `Text number ${i} of group ${g}`;
const tree = (): Record<string, Record<string, string>> =>
  Object.fromEntries(
    groups.map((g) => [`group${g}`, Object.fromEntries(items.map((i) => [`key${i}`, textOf(g, i)]))]),
  );
const YAML = (): string =>
  `en:\n${groups.map((g) => `  group${g}:\n${items.map((i) => `    key${i}: ${textOf(g, i)}\n`).join('')}`).join('')}`;

describe('F6 the memory that one large file takes', () => {
  it.each([
    ['l/en.yml', YAML],
    ['l/en.json', () => JSON.stringify(tree(), undefined, 2)],
  ] as const)('a file of 200,000 keys: %s', async (path, text) => {
    const s = await Session.scripted({ config: { files: [path.replace('en.', '{locale}.')] } });
    s.file(path, text());
    const content = { en: tree() };
    s.service.script
      .on('sourceFiles', () => ({ body: [{ api_id: 'fil_1', name: path, keys: KEYS }] }))
      .on('locales', () => ({ body: [{ api_id: 'loc_en', name: 'en', code: 'en', country: '' }] }))
      .on('texts', () => ({ body: { api_id: 'fil_1', name: path, keys: KEYS, content } }));
    const { ran, peak } = await measured(s, 'status');
    ran.code(0);
    expect(peak).toBeLessThan(600 * MB);
    for (const own of Object.values(content.en)) own['key0'] = 'newer';
    const pull = await measured(s, 'pull --force');
    pull.ran.code(0);
    expect(pull.peak).toBeLessThan(900 * MB);
    expect(s.text(path).split('newer')).toHaveLength(KEYS / 100 + 1);
  });
});

describe('M4 a small answer with millions of values', () => {
  it.each([
    ['objects', '{}'],
    ['numbers', '1'],
    ['lists', '[]'],
  ])('of %s is refused before it fills the memory', async (_, item) => {
    const s = await Session.scripted({ config: { files: ['l/{locale}.json'] } });
    s.file('l/en.json', '{"a":"A"}');
    const bytes = 62 * 1024 * 1024;
    const body = gzipSync(`[${`${item},`.repeat(Math.floor(bytes / (item.length + 1)))}${item}]`);
    expect(body.length).toBeLessThan(200_000);
    s.service.script.on('locales', {
      headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' },
      body,
    });
    const { ran, peak } = await measured(s, 'status');
    ran.code(4).stderr('the list of locales', 'more than');
    expect(peak).toBeLessThan(600 * MB);
  });
});
