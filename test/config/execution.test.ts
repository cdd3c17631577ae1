import { execFile } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { rolldown } from 'rolldown';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { place } from './place.js';

const ENTRY = `
import { createSettings } from './src/adapters/config/settings.ts';
const [config] = process.argv.slice(2);
const print = (value) => console.log(JSON.stringify(value));
try {
  const found = await createSettings(process.env, { uid: process.geteuid?.() }).load(process.cwd(), config);
  print({ ok: true, project: found.config.project });
} catch (error) {
  print({ ok: false, code: error.code, exit: error.exit, message: error.message });
}
`;
const MARKER = "require('node:fs').writeFileSync(__dirname + '/MARKER', 'executed');";
const ESM_MARKER =
  "import { writeFileSync } from 'node:fs'; writeFileSync(new URL('./MARKER', import.meta.url), 'executed'); export default {};";
const GOOD = 'project: pro_good\n';

const run = promisify(execFile);
const folder = mkdtempSync(join(tmpdir(), 'locsync-bundle-'));
const program = join(folder, 'load.mjs');

/**
 * Loads the configuration as the program would: in a process of its own whose working folder is the
 * repository.
 */
async function loadIn(
  cwd: string,
  options: { readonly uid?: number; readonly config?: string } = {},
): Promise<unknown> {
  const args = [program, ...(options.config === undefined ? [] : [options.config])];
  const { stdout } = await run(process.execPath, args, {
    cwd,
    ...(options.uid === undefined ? {} : { uid: options.uid }),
  });
  return JSON.parse(stdout) as unknown;
}

beforeAll(async () => {
  const bundle = await rolldown({
    input: 'entry',
    platform: 'node',
    // A loader of cosmiconfig names it that is never called.
    external: ['typescript'],
    plugins: [
      {
        name: 'entry',
        resolveId: (id) => (id === 'entry' ? join(process.cwd(), 'entry.mjs') : null),
        load: (id) => (id.endsWith('entry.mjs') ? ENTRY : null),
      },
    ],
  });
  await bundle.write({ file: program, format: 'esm', codeSplitting: false });
  await bundle.close();
  chmodSync(folder, 0o755);
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('nothing in a checked-out repository is executed', () => {
  it('the marker scripts of these tests do run when something runs them', async () => {
    const root = place({ 'a.cjs': MARKER, 'b/b.mjs': ESM_MARKER });
    await run(process.execPath, [join(root, 'a.cjs')]);
    await run(process.execPath, [join(root, 'b/b.mjs')]);
    expect([existsSync(join(root, 'MARKER')), existsSync(join(root, 'b/MARKER'))]).toEqual([true, true]);
  });

  it.each([
    ['.locsyncrc.json', '{"$import":"./evil.cjs"}'],
    ['.locsyncrc', '$import: ./evil.cjs\n'],
    ['.locsyncrc.yml', '$import: [./evil.cjs]\nproject: x\n'],
    ['package.json', '{"locsync":{"$import":"./evil.cjs"}}'],
  ])('CFG-15 $import in %s is refused', async (name, text) => {
    const root = place({ [name]: text, 'evil.cjs': MARKER });
    expect(await loadIn(root)).toMatchObject({ ok: false, code: 'CONFIG_IMPORT', exit: 2 });
    expect(existsSync(join(root, 'MARKER'))).toBe(false);
  });

  it.each(['config.js', 'config.cjs', 'config.mjs', 'config.ts'])(
    'CFG-16 .config/%s is left alone',
    async (name) => {
      const script = name.endsWith('.mjs') ? ESM_MARKER : MARKER;
      const root = place({ [`.config/${name}`]: script, '.locsyncrc': GOOD });
      expect(await loadIn(root)).toEqual({ ok: true, project: 'pro_good' });
      expect(existsSync(join(root, '.config/MARKER'))).toBe(false);
    },
  );

  it.each([
    ['package.json', '{"cosmiconfig":{"$import":"./evil.cjs"}}'],
    ['package.json', '{"$import":"./evil.cjs"}'],
    ['package.yaml', 'cosmiconfig: {$import: ./evil.cjs}\n'],
    ['.config/config.json', '{"$import":"../evil.cjs"}'],
    ['.config/config.yml', '$import: ../evil.cjs\n'],
  ])('CFG-17 cosmiconfig’s own settings in %s (%s) are left alone', async (name, text) => {
    const root = place({ [name]: text, 'evil.cjs': MARKER, '.git/': '', '.locsyncrc': GOOD });
    expect(await loadIn(root)).toEqual({ ok: true, project: 'pro_good' });
    expect(existsSync(join(root, 'MARKER'))).toBe(false);
  });

  it('CFG-18 cosmiconfig’s own settings name no other file', async () => {
    const meta = '{"cosmiconfig":{"searchPlaces":["x.json"],"mergeSearchPlaces":false}}';
    const root = place({
      '.config/config.json': meta,
      'x.json': '{"project":"pro_evil"}',
      '.locsyncrc': GOOD,
    });
    expect(await loadIn(root)).toEqual({ ok: true, project: 'pro_good' });
  });

  it.each(['locsync.config.js', '.locsyncrc.cjs', '.locsyncrc.js', 'locsync.config.mjs', '.locsyncrc.ts'])(
    'CFG-19 %s is named and refused',
    async (name) => {
      const root = place({ [name]: name.endsWith('.mjs') ? ESM_MARKER : MARKER });
      expect(await loadIn(root)).toMatchObject({ ok: false, code: 'CONFIG_EXECUTABLE', exit: 2 });
      expect(await loadIn(root, { config: name })).toMatchObject({
        ok: false,
        code: 'CONFIG_EXECUTABLE',
        exit: 2,
      });
      expect(existsSync(join(root, 'MARKER'))).toBe(false);
    },
  );

  it('CFG-19 a script beside a good configuration is left alone', async () => {
    const root = place({ 'locsync.config.js': MARKER, '.locsyncrc': GOOD });
    expect(await loadIn(root)).toEqual({ ok: true, project: 'pro_good' });
    expect(existsSync(join(root, 'MARKER'))).toBe(false);
  });
});

describe('as a user without the right to read it', () => {
  const NOBODY = 65_534;

  it.skipIf(process.getuid?.() !== 0)(
    'CFG-23 the configuration is named with the reason, and not taken for missing',
    async () => {
      const root = place({ '.locsyncrc': GOOD });
      chmodSync(root, 0o755);
      chmodSync(join(root, '.locsyncrc'), 0);
      const outcome = await loadIn(root, { uid: NOBODY });
      expect(outcome).toMatchObject({ ok: false, code: 'CONFIG_UNREADABLE', exit: 5 });
      expect(JSON.stringify(outcome)).toContain('permission denied');
    },
  );
});
