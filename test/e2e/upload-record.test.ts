import {
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { synced } from '../support/replaced.js';
import { jsonText } from '../support/file-text.js';

const RECORD = '.locsync/uploads.jsonl';
const DE = { k0: 'v0', k1: 'v1' };
const NOTHING = {
  body: {
    api_id: 'fil_1',
    name: 'l/de.json',
    project_id: 'pro_1',
    last_version: { id: 'fiv_9', number: 9, upload: 'api' },
  },
};

/** A project with an upload of `k0 = A1` of which nothing is there yet. */
async function open(before?: (folder: string) => void) {
  const at = await synced(DE);
  before?.(at.s.folder);
  at.fakeService.set('de', { ...DE, k9: 'A newer text' });
  at.s.file('l/de.json', jsonText({ ...DE, k0: 'A1' }));
  at.s.service.script.on('upload', NOTHING);
  const ran = (await at.s.run('push --json')).code(1);
  at.s.service.script.on('upload', (request) => at.fakeService.take(request));
  return { ...at, ran };
}

/** The upload comes late, after the key was edited and pushed again; what pull then ends with. */
async function late({ s, fakeService }: Awaited<ReturnType<typeof open>>): Promise<number | null> {
  s.file('l/de.json', jsonText({ ...DE, k0: 'A2' }));
  (await s.run('push')).code(0);
  fakeService.set('de', { ...fakeService.texts('de'), k0: 'A1' });
  return (await s.run('pull')).exitCode;
}

describe('c2-1 .locsync/uploads.jsonl', () => {
  it('holds hashes, and whole only the texts that only the service had; only its user can read it', async () => {
    const { s } = await open();
    expect(s.text(RECORD)).toContain('A newer text');
    expect(s.text(RECORD)).not.toMatch(/"A1"|"v1"|de\.json.*de\.json/);
    if (process.platform !== 'win32') expect(statSync(join(s.folder, RECORD)).mode & 0o777).toBe(0o600);
  });

  it('an upload that was read back leaves none, and a dry run writes none', async () => {
    const { s } = await synced(DE);
    s.file('l/de.json', jsonText({ ...DE, k0: 'A1' }));
    (await s.run('push --dry-run')).code(0);
    (await s.run('push')).code(0);
    expect(s.has(RECORD)).toBe(false);
    const before = s.snapshot();
    for (const command of ['pull', 'push', 'status', 'diff']) (await s.run(command)).code(0);
    s.unchanged(before);
  });

  it('UP-25 a file that is gone from the disk and from the configuration is named once', async () => {
    const { s } = await open();
    renameSync(join(s.folder, 'l'), join(s.folder, 'm'));
    s.file('.locsyncrc', s.text('.locsyncrc').replace('l/{locale}', 'm/{locale}'));
    const named = /upload of l\/de\.json on .* and the file is gone; .* 1 text .*: k9 = "A newer text"/;
    (await s.run('status')).stderr(named);
    (await s.run('pull --dry-run')).stderr(named);
    (await s.run('pull')).stderr(named);
    (await s.run('pull')).never('A newer text');
    expect(s.has(RECORD)).toBe(false);
  });

  it('UP-25 a file that the configuration ignores is named until a run covers it', async () => {
    const { s } = await open();
    const config = s.text('.locsyncrc');
    s.file('.locsyncrc', config.replace(/\}\s*$/, ', "ignore": ["l/de.json"] }\n'));
    const named = /configuration does not cover the file; .* 1 text .*: k9 = "A newer text"/;
    for (const command of ['pull', 'push', 'status']) (await s.run(command)).stderr(named);
    s.file('.locsyncrc', config);
    (await s.run('status')).never('does not cover');
  });

  it('as it is, it lets no late upload through', async () => {
    expect(await late(await open())).toBe(1);
  });

  it.each([
    ['no JSON', 'x\n'],
    ['half of a line', '{"version":1,"id":"l/de'],
    ['a later version', '{"version":2}\n'],
    ['bytes', '\u0000\u0001'],
  ])('UP-10 damaged (%s): as without one', async (_, text) => {
    const at = await open();
    at.s.file(RECORD, text);
    expect(await late(at)).toBe(0);
  });

  it.each([
    ['no JSON', 'x'],
    ['a later version', '{"version":2}\n'],
    ['bytes', '\u0000\u0001'],
  ])('d1-3 damaged (%s): the next run says once what that means', async (_, text) => {
    const { s } = await open();
    s.file(RECORD, text);
    const planned = (await s.run('pull --dry-run --json')).code(0);
    expect(planned.warnings).toContain('UPLOADS_UNREADABLE');
    const ran = (await s.run('pull --json')).code(0);
    expect(ran.warnings).toContain('UPLOADS_UNREADABLE');
    expect(ran.json.warnings.map(({ message }) => message).join()).toContain('1 damaged line');
    expect((await s.run('pull --json')).warnings).not.toContain('UPLOADS_UNREADABLE');
  });

  it.each(['', '\n', '{"version":1,"id":"l/de'])(
    'd1-3 a line that a killed run has not finished (%j) is no damage',
    async (text) => {
      const { s } = await open();
      s.file(RECORD, text);
      expect((await s.run('pull --json')).warnings).not.toContain('UPLOADS_UNREADABLE');
    },
  );

  it('d1-3 a folder in its place: a pull says so', async () => {
    const { s } = await synced(DE);
    s.file(`${RECORD}/x`, '');
    const ran = (await s.run('pull --json')).code(0);
    expect(ran.warnings).toEqual(['UPLOADS_UNREADABLE']);
    expect(ran.json.warnings[0]?.message).toContain('is not a regular file');
  });

  it('d1-3 CLK an upload that is forgotten after 14 days: its texts are shown whole, once', async () => {
    const { s } = await open();
    const old = Date.now() - 15 * 86_400_000;
    s.file(RECORD, s.text(RECORD).replace(/"at":\d+/g, `"at":${old}`));
    const ran = (await s.run('pull --json --quiet')).code(0);
    expect(ran.warnings).toEqual(['UPLOAD_FORGOTTEN']);
    const said = ran.json.warnings[0]?.message;
    expect(said).toContain(`l/de.json on ${new Date(old).toISOString().slice(0, 10)}`);
    expect(said).toContain('k9 = "A newer text"');
    expect(s.has(RECORD)).toBe(false);
    expect((await s.run('pull --json')).warnings).toEqual([]);
  });

  it.each([
    ['dropped', { k0: 'A1', k1: 'v1' }, 'UPLOAD_DROPPED'],
    ['cut', { k0: 'A1', k1: 'v1', k9: 'A newer' }, 'UPLOAD_ALTERED'],
  ])('d1-3 MV a folder that was renamed after it: a text that was %s is named', async (_, left, code) => {
    const { s, fakeService } = await open();
    renameSync(join(s.folder, 'l'), join(s.folder, 'i18n'));
    s.config({ files: [{ path: 'i18n/{locale}.json', name: 'l/{basename}' }] });
    fakeService.set('de', left);
    const ran = (await s.run('pull --json')).code(1);
    expect(ran.errors).toContain(code);
    expect(ran.json.errors.map(({ message }) => message).join()).toContain('k9 = "A newer text"');
    expect(s.has(RECORD)).toBe(false);
  });

  it.each([
    ['push', 'dropped', ['mv l/en.json m/en.json'], { k0: 'A1', k1: 'v1' }, 'UPLOAD_DROPPED'],
    ['pull', 'cut', ['mv l/en.json m/en.json'], { k0: 'A1', k1: 'v1', k9: 'A newer' }, 'UPLOAD_ALTERED'],
    ['push', 'dropped', ['mv l/en.json m/en.json', 'undo'], { k0: 'A1', k1: 'v1' }, 'UPLOAD_DROPPED'],
  ])(
    'MV-08 files that mv has moved: %s names a text that was %s (%j)',
    async (command, _, runs, left, code) => {
      const { s, fakeService } = await open();
      s.config({ files: [{ path: '{l,m}/{locale}.json', name: 'l/{basename}' }] });
      for (const run of runs) (await s.run(run)).code(0);
      fakeService.set('de', left);
      const ran = (await s.run(`${command} --json`)).code(1);
      expect(ran.errors).toContain(code);
      expect(ran.json.errors.map(({ message }) => message).join()).toContain('k9 = "A newer text"');
    },
  );

  it.skipIf(process.platform === 'win32')('UP-10 a link in its place is replaced, not followed', async () => {
    const { s } = await open((folder) => {
      writeFileSync(join(dirname(folder), 'home', 'target'), 'mine');
      symlinkSync(join(dirname(folder), 'home', 'target'), join(folder, RECORD));
    });
    expect(readFileSync(join(dirname(s.folder), 'home', 'target'), 'utf8')).toBe('mine');
    expect(s.text(RECORD)).toContain('A newer text');
    expect(statSync(join(s.folder, RECORD)).isFile()).toBe(true);
  });

  it('a folder in its place: push works, and warns', async () => {
    const { ran, s } = await open((folder) => {
      mkdirSync(join(folder, RECORD, 'x'), { recursive: true });
    });
    expect(ran.warnings).toContain('REPLACED_NOT_KEPT');
    expect(ran.json.warnings.map(({ message }) => message).join()).toContain('.locsync/uploads.jsonl');
    expect(existsSync(join(s.folder, RECORD, 'x'))).toBe(true);
  });
});
