import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { FakeService } from '../support/fake-service.js';
import { synced } from '../support/replaced.js';
import { Session } from '../support/session.js';
import { jsonText } from '../support/file-text.js';

const HOOK = pathToFileURL(resolve(import.meta.dirname, '../support/disk-hook.mjs')).href;
const disk = (what: string): Record<string, string> => ({ NODE_OPTIONS: `--import ${HOOK}`, DISK: what });

const EN = 'config/locales/en.yml';
const DE = 'config/locales/de.yml';
const EN_TEXT = 'en:\n  hello: Hello\n  bye: Bye\n  cart: Cart\n';
const DE_TEXT = '# by hand\nde:\n  hello: "Hallo" # quoted\n  bye: Tschüss\n  cart: Korb\n';
const MINE = DE_TEXT.replace('Hallo', 'Servus').replace('Tschüss', 'Ade').replace('Korb', 'Tasche');

/** `hello` and `bye` are in conflict in German, `cart` is changed here only. */
async function inConflict() {
  const s = await Session.start();
  s.file(EN, EN_TEXT).file(DE, DE_TEXT);
  (await s.run('push')).code(0);
  await s.service.put('de', EN, { hello: 'Moin', bye: 'Bis dann' });
  s.file(DE, MINE);
  (await s.run('pull')).code(1);
  return s;
}

describe('RS-01 resolve without a terminal', () => {
  it('--service writes the texts of the service, and changes no other byte', async () => {
    const s = await inConflict();
    const ran = (await s.run('resolve --service')).code(0);
    ran.stdout(/resolved +config\/locales\/de\.yml +2 from the service/, 'Resolved 2 conflicts.');
    ran.stderr(/2 texts were replaced by the service's: hello, bye/);
    s.reads(DE, MINE.replace('Servus', 'Moin').replace('Ade', 'Bis dann'));
    (await s.run('pull')).code(0).stdout('Nothing to pull.');
    (await s.run('push')).code(0);
    const { hello, bye, cart } = await s.service.texts(EN, 'de');
    expect({ hello, bye, cart }).toEqual({ hello: 'Moin', bye: 'Bis dann', cart: 'Tasche' });
  });

  it('--local of a key that was removed here has nothing to push, and says nothing of a push', async () => {
    const s = await inConflict();
    s.file(DE, MINE.replace('  bye: Ade\n', ''));
    const ran = (await s.run('resolve --local --key bye')).code(0);
    ran.stdout(/^resolved +config\/locales\/de\.yml *$/m, 'Resolved 1 conflict.').never('locsync push');
    expect((await s.service.texts(EN, 'de'))['bye']).toBe('Bis dann');
    (await s.run('resolve --service')).code(0).stdout(/1 from the service/);
    (await s.run('pull')).code(0).stdout('Nothing to pull.');
    expect(s.text(DE)).not.toContain('bye');
  });

  it('RS-15 --local of a removed key names the text that changed there, and so does the push of a new one', async () => {
    const s = await inConflict();
    s.file(DE, MINE.replace('  bye: Ade\n', ''));
    const named =
      /1 key (would stay|stays) deleted here, although the text on the service has changed: bye = "Bis dann"/;
    (await s.run('resolve --local --dry-run --key bye')).code(0).stderr(named);
    (await s.run('resolve --local --key bye')).code(0).stderr(named);
    (await s.run('resolve --service')).code(0);
    (await s.run('status --check')).code(1);
    s.file(DE, s.text(DE).replace('  cart', '  bye: Bis bald\n  cart'));
    (await s.run('push')).code(0).stderr(/1 text was replaced on the service by the disk: bye/);
    expect((await s.service.texts(EN, 'de'))['bye']).toBe('Bis bald');
  });

  it('--local uploads nothing and leaves the file; the next push sends our texts', async () => {
    const s = await inConflict();
    const before = await s.service.texts(EN, 'de');
    const ran = (await s.run('resolve --local')).code(0);
    ran.stderr(/replaces 2 texts of the service by the disk's: hello = "Moin", bye = "Bis dann"/);
    ran.stdout(/resolved +config\/locales\/de\.yml +2 to push/, 'The next `locsync push` sends your texts.');
    s.reads(DE, MINE);
    expect(await s.service.texts(EN, 'de')).toEqual(before);
    (await s.run('pull')).code(0).stdout('Nothing to pull.');
    s.reads(DE, MINE);
    (await s.run('push'))
      .code(0)
      .stderr('2 texts were replaced on the service by the disk: hello = "Moin", bye = "Bis dann"');
    const { hello, bye, cart } = await s.service.texts(EN, 'de');
    expect({ hello, bye, cart }).toEqual({ hello: 'Servus', bye: 'Ade', cart: 'Tasche' });
    (await s.run('status --check')).code(0);
    s.file(DE, MINE.replace('Servus', 'Hallo, du'));
    (await s.run('push')).code(0).emptyStderr();
  });

  it('f1-2 RS-15 --local names each text that it gives up, and push names it again', async () => {
    const s = await inConflict();
    for (const option of ['--dry-run', '--quiet --dry-run', '--json --dry-run', '--json']) {
      const ran = (await s.run(`resolve --local ${option}`)).code(0);
      const { message } = option.includes('json')
        ? (ran.json.warnings[0] ?? { message: '' })
        : { message: ran.err };
      expect(message, option).toMatch(/hello = "Moin", bye = "Bis dann"/);
    }
    (await s.run('push --dry-run')).code(0).stderr(/2 texts would be replaced on the service.*: hello, bye/);
    (await s.run('push --quiet'))
      .code(0)
      .stderr('2 texts were replaced on the service by the disk: hello = "Moin", bye = "Bis dann"');
  });

  it('f1-2 a text that was given up and is pulled after all is replaced without a word', async () => {
    const s = await inConflict();
    (await s.run('resolve --local --key hello')).code(0);
    s.file(DE, DE_TEXT);
    (await s.run('pull --force')).code(0);
    s.file(DE, s.text(DE).replace('Hallo', 'Moin'));
    (await s.run('pull')).code(0);
    s.reads(DE, DE_TEXT.replace('Hallo', 'Moin').replace('Tschüss', 'Bis dann'));
  });

  it('f1-2 a text of one file for all languages is named with its language', async () => {
    const s = await Session.start({ config: { files: ['all.yml'] } });
    const yaml = (text: string): string => `en:\n  a: A\nde:\n  a: ${text}\n`;
    s.file('all.yml', yaml('D'));
    (await s.run('push')).code(0);
    await s.service.put('de', 'all.yml', { a: 'D there' });
    s.file('all.yml', yaml('D here'));
    (await s.run('resolve --local'))
      .code(0)
      .stderr(/1 text of the service in de by the disk's: a = "D there"/);
    (await s.run('push')).code(0).stderr(/1 text in de was replaced on the service by the disk: a/);
  });

  it('RS-02 --key and paths narrow it, and what is left is named', async () => {
    const s = await inConflict();
    (await s.run('resolve config/locales/fr.yml --local')).code(2);
    (await s.run(['resolve', '--key', 'no.*', '--local'])).code(0).stdout('Nothing to resolve.');
    const ran = await s.run(['resolve', DE, '--key', 'hel*', '--service']);
    ran.code(0).stdout('Resolved 1 conflict.');
    s.reads(DE, MINE.replace('Servus', 'Moin'));
    (await s.run('pull')).code(1).stderr(/changed on both sides: bye/);
  });

  it('RS-03 nobody to ask, and options that exclude each other', async () => {
    const s = await inConflict();
    const before = s.snapshot();
    (await s.run('resolve')).code(2).stderr('this is not a terminal', '`locsync resolve --local`');
    expect((await s.run('resolve --json')).code(2).errors).toEqual(['RESOLVE_NOBODY_TO_ASK']);
    (await s.run('resolve --local --service')).code(2);
    s.unchanged(before);
  });

  it('RS-04 --dry-run writes nothing, with a choice and without one', async () => {
    const s = await inConflict();
    const before = s.snapshot();
    (await s.run('resolve --dry-run')).code(1).stderr(/changed on both sides: hello, bye/);
    (await s.run('resolve --dry-run --service'))
      .code(0)
      .stdout(/would resolve/, 'Would resolve 2 conflicts.');
    (await s.run('resolve --dry-run --local')).code(0);
    s.unchanged(before);
  });

  it.each(['--local', '--service'])(
    'RS-05 %s, and the service moves on before the next run: no text is lost',
    async (choice) => {
      const s = await inConflict();
      (await s.run(`resolve ${choice}`)).code(0);
      await s.service.put('de', EN, { hello: 'Grüezi' });
      const local = choice === '--local';
      const pulled = await s.run('pull');
      if (local) {
        pulled.code(1).stderr(/changed on both sides: hello/);
        (await s.run('push')).code(1);
        expect(s.text(DE)).toContain('Servus');
      } else {
        pulled.code(0);
        expect(s.text(DE)).toContain('Grüezi');
      }
      expect((await s.service.texts(EN, 'de'))['hello']).toBe('Grüezi');
    },
  );

  it('RS-06 a key deleted on one side and changed on the other, both ways', async () => {
    const s = await Session.start();
    s.file(EN, EN_TEXT).file(DE, DE_TEXT);
    (await s.run('push')).code(0);
    await s.service.put('de', EN, { hello: 'Moin' });
    s.file(DE, DE_TEXT.replace('  hello: "Hallo" # quoted\n', ''));
    (await s.run('resolve --dry-run')).code(1);
    const local = s.text(DE);
    (await s.run('resolve --local')).code(0);
    s.reads(DE, local);
    (await s.run('pull')).code(0).stdout('Nothing to pull.');
    (await s.run('push')).code(0).emptyStderr();
    // A newer text there is a new conflict, and the service may win it.
    await s.service.put('de', EN, { hello: 'Grüezi' });
    (await s.run('pull')).code(1);
    (await s.run('resolve --service')).code(0);
    expect(s.text(DE)).toContain('Grüezi');
    (await s.run('status --check')).code(0);
  });

  it('RS-07 without a lock: a first contact is decided the same way', async () => {
    const s = await inConflict();
    s.remove('locsync.lock').file(EN, EN_TEXT.replace('Cart', 'Basket'));
    const ran = await s.run(['resolve', '--locale', 'en', '--local', '--json']);
    expect(ran.code(0).json.summary.resolved ?? 0).toBe(0);
    s.file('locsync.lock', 'no lock');
    (await s.run('resolve --local')).code(0);
    (await s.run('pull')).code(0);
    (await s.run('push')).code(0);
    const { hello, bye, cart } = await s.service.texts(EN, 'de');
    expect({ hello, bye, cart }).toEqual({ hello: 'Servus', bye: 'Ade', cart: 'Tasche' });
  });

  it('RS-16 a language that was never synced: what push calls a conflict is decided', async () => {
    const s = await Session.scripted({ config: { files: ['l/{locale}.json'] } });
    const service = new FakeService(s.service.script);
    s.file('l/en.json', jsonText({ k0: 'Hello' })).file('l/de.json', jsonText({ k0: 'Hallo' }));
    service.set('en', { k0: 'Hello' });
    service.set('de', { k0: 'Moin' });
    (await s.run('push')).code(1).stderr('locsync resolve');
    (await s.run('resolve --local')).code(0).stderr('k0 = "Moin"');
    (await s.run('push')).code(0);
    expect(service.texts('de')).toEqual({ k0: 'Hallo' });
  });

  it('RS-17 a file that is not here: the commands that are suggested settle the conflict', async () => {
    for (const command of ['pull --force', 'resolve --local']) {
      const { s, fakeService } = await synced();
      (await s.run('rm l/en.json')).code(1);
      fakeService.set('de', { k0: 'newer', k1: 'v1' });
      (await s.run('pull')).code(1).stderr(`locsync ${command} --locale de l/de.json`).never('push --force');
      (await s.run(`${command} --locale de l/de.json`)).code(0);
      (await s.run('pull')).code(0);
      expect(s.has('l/de.json')).toBe(command === 'pull --force');
    }
  });

  it('RS-08 a lock of a newer version is not written, and nothing else either', async () => {
    const s = await inConflict();
    s.file('locsync.lock', s.text('locsync.lock').replace('"version": 1', '"version": 99'));
    const before = s.snapshot();
    expect((await s.run('resolve --service --json')).code(5).errors).toEqual(['RESOLVE_BASE']);
    s.unchanged(before);
  });

  it('RS-09 a text that came back by a stale upload: ours is sent again, once', async () => {
    const { s, fakeService } = await synced();
    s.file('l/de.json', jsonText({ k0: 'L1', k1: 'v1' }));
    (await s.run('push')).code(0);
    fakeService.set('de', { k0: 'v0', k1: 'v1' });
    (await s.run('pull')).code(1).stderr(/holds again/);
    (await s.run('resolve --local')).code(0);
    (await s.run('push')).code(0).stdout('Pushed 1 file.');
    (await s.run('status --check')).code(0);
  });

  it('RS-10 can be undone', async () => {
    const s = await inConflict();
    const lock = s.text('locsync.lock');
    (await s.run('resolve --service')).code(0);
    (await s.run('undo')).code(0);
    s.reads(DE, MINE).reads('locsync.lock', lock);
    (await s.run('pull')).code(1).stderr(/changed on both sides: hello, bye/);
  });

  it('UN-45 --local can be undone, not the run before it', async () => {
    const s = await Session.start();
    s.file(EN, EN_TEXT).file(DE, DE_TEXT);
    (await s.run('push')).code(0);
    await s.service.put('de', EN, { cart: 'Wagen' });
    (await s.run('pull')).code(0);
    await s.service.put('de', EN, { hello: 'Moin' });
    const text = s.text(DE).replace('Hallo', 'Servus');
    s.file(DE, text);
    const lock = s.text('locsync.lock');
    (await s.run('resolve --local')).code(0);
    expect(s.text('locsync.lock')).not.toBe(lock);
    (await s.run('undo --dry-run')).code(0).stdout('Would open 1 conflict again.');
    const ran = (await s.run('undo')).code(0);
    ran.stdout(/^conflict +config\/locales\/de\.yml +1 conflict$/m, 'Opened 1 conflict again.');
    s.reads(DE, text).reads('locsync.lock', lock);
    (await s.run('push')).code(1).stderr('changed on both sides: hello');
    (await s.run('undo')).code(0).stdout('Nothing to undo.');
  });

  it('UN-45 --local that was pushed since stays decided', async () => {
    const s = await inConflict();
    (await s.run('resolve --local')).code(0);
    (await s.run('push')).code(0);
    const lock = s.text('locsync.lock');
    (await s.run('undo')).code(0).stdout('Nothing to undo.');
    s.reads('locsync.lock', lock);
  });

  it('RS-19 a file that is saved meanwhile: its conflicts are not decided, and the lock is not blamed', async () => {
    const s = await inConflict();
    const lock = s.text('locsync.lock');
    const ran = await s.run('resolve --service', { env: disk(`edit ${DE}`) });
    ran
      .code(1)
      .stdout(/^failed +config\/locales\/de\.yml/m)
      .stderr('changed during the run')
      .stdout('Resolved nothing.');
    expect(ran.err).not.toContain('base');
    s.reads('locsync.lock', lock);
  });
});
