import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { FakeService } from '../support/fake-service.js';
import { Session } from '../support/session.js';

describe.skipIf(process.platform === 'win32')('F10 a lock that cannot be read', () => {
  it.each([
    ['a folder', 'found a folder', (path: string) => mkdirSync(path)],
    ['a link to nothing', 'leads to nothing', (path: string) => symlinkSync('nowhere', path)],
    ['a link out of the project', 'leaves the project', (path: string) => symlinkSync('/etc/hostname', path)],
    [
      'not UTF-8',
      'not valid UTF-8',
      (path: string) => writeFileSync(path, Buffer.from('{"a":"\xff"}', 'latin1')),
    ],
    ['UTF-16', 'not UTF-8', (path: string) => writeFileSync(path, Buffer.from('\ufeff{}', 'utf16le'))],
  ] as const)('%s: is named as the base, with a hint of its own', async (_, says, make) => {
    const s = await Session.scripted({ config: { files: ['l/{locale}.json'] } });
    new FakeService(s.service.script);
    s.file('l/en.json', '{"k":"K"}');
    make(join(s.folder, 'locsync.lock'));
    for (const command of ['push', 'pull', 'status']) {
      const ran = (await s.run(command)).code(5);
      ran.stderr('locsync.lock', 'the base cannot be read', says, 'lock file of the last commit');
      ran.never('`ignore`');
    }
    expect(s.service.script.of('upload')).toEqual([]);
  });
});

describe('F10 a path that cannot be written', () => {
  it.each([
    ['con', 'device name'],
    ['aux', 'device name'],
  ])('the locale code %s: its path is called a path, and no code', async (code, says) => {
    const s = await Session.scripted({ config: { files: ['l/{locale}.json'] } });
    const fakeService = new FakeService(s.service.script, ['en', code]);
    s.file('l/en.json', '{"k":"K"}');
    fakeService.set('en', { k: 'K' });
    fakeService.set(code, { k: 'C' });
    const ran = (await s.run('pull')).code(5);
    ran.stderr(`"l/${code}.json" is not written`, says, 'localeMap').never('the locale code "l/');
    expect(s.has(`l/${code}.json`)).toBe(false);
  });
});

describe('L4 a project with very many locales', () => {
  const many = (count: number): string[] => {
    const letters = 'abcdefghijklmnopqrstuvwxyz';
    const one = (n: number): string => letters[n % 26] ?? '';
    return Array.from(
      { length: count },
      (_, i) => `${one(i)}${one(Math.floor(i / 26))}-${one(Math.floor(i / 676))}${one(i)}x`,
    );
  };

  it('more than 2,000 are refused at once, by every command that asks for them', async () => {
    const s = await Session.scripted({ config: { files: ['l/{locale}.json'] } });
    new FakeService(s.service.script, ['en', ...many(2_000)]);
    s.file('l/en.json', '{"k":"K"}');
    for (const command of ['push', 'pull', 'status', 'locales']) {
      const ran = (await s.run(command)).code(4);
      ran.stderr('the list of locales', 'more than 2000');
    }
    expect(s.service.script.of('texts')).toEqual([]);
  });

  it('2,000 are taken', async () => {
    const s = await Session.scripted({ config: { files: ['l/{locale}.json'] } });
    const fakeService = new FakeService(s.service.script, ['en', ...many(1_999)]);
    s.file('l/en.json', '{"k":"K"}');
    fakeService.set('en', { k: 'K' });
    expect((await s.run('locales --json')).code(0).json.locales).toHaveLength(2_000);
    (await s.run('push')).code(0).stdout('Nothing to push.');
  });
});
