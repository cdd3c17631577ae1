import { chmodSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { FakeService } from '../support/fake-service.js';
import { Session } from '../support/session.js';

const UNDO = '.locsync/undo';
const EN = 'config/locales/en.yml';
const DE = 'config/locales/de.yml';
const PT = 'config/locales/pt-BR.yml';
const EN_TEXT = 'en:\n  hello: Hello\n  bye: Bye\n  cart: Cart\n';
const DE_TEXT = '# by hand\r\nde:\r\n  hello: "Hallo" # quoted\r\n  bye: Tschüss\r\n  cart: Korb\r\n';

/** In sync, and then a translator changes German, and adds Portuguese. */
async function pulled() {
  const s = await Session.start();
  s.file(EN, EN_TEXT).file(DE, DE_TEXT);
  (await s.run('push')).code(0);
  await s.service.put('de', EN, { hello: 'Moin' });
  await s.service.put('pt-BR', EN, { hello: 'Olá' });
  const lock = s.text('locsync.lock');
  const status = await s.run('status --json');
  (await s.run('pull')).code(0);
  expect(s.text(DE)).toContain('Moin');
  expect(s.has(PT)).toBe(true);
  return { s, lock, status: status.json };
}

describe('UN-01 undo puts back what the last pull replaced', () => {
  it('byte for byte, with the lock; the texts of the service wait for pull again', async () => {
    const { s, lock, status } = await pulled();
    const after = { de: s.text(DE), pt: s.text(PT), lock: s.text('locsync.lock') };
    const ran = (await s.run('undo')).code(0);
    ran.stdout(/restored +config\/locales\/de\.yml +1 key/, /removed +config\/locales\/pt-BR\.yml/);
    ran.stdout(/^Restored 1 file and removed 1 file that the run had made\.$/m);
    s.reads(DE, DE_TEXT).reads(EN, EN_TEXT).reads('locsync.lock', lock);
    expect(s.has(PT)).toBe(false);
    expect((await s.run('status --json')).json).toEqual(status);
    expect((await s.run('push')).code(0).out).toContain('Nothing to push.');
    (await s.run('pull')).code(0);
    s.reads(DE, after.de).reads(PT, after.pt).reads('locsync.lock', after.lock);
  });

  it('UN-32 with the folders that the pull has made, if nothing else is in them', async () => {
    const s = await Session.scripted({ config: { files: ['l/{locale}/app.json'] } });
    const fakeService = new FakeService(s.service.script, ['en', 'de', 'fr']);
    for (const code of fakeService.codes) fakeService.set(code, { a: code }, 'l/en/app.json');
    s.file('l/en/app.json', '{ "a": "en" }\n').file('l/fr/own.txt', 'mine\n');
    (await s.run('pull')).code(0);
    expect(s.has('l/de/app.json') && s.has('l/fr/app.json')).toBe(true);
    (await s.run('undo')).code(0);
    expect([s.has('l/de'), s.has('l/fr/app.json'), s.has('l/fr/own.txt'), s.has('l/en/app.json')]).toEqual([
      false,
      false,
      true,
      true,
    ]);
    (await s.run('pull')).code(0);
    expect(s.has('l/de/app.json')).toBe(true);
  });

  it('UN-18 with what the lock says of the translations of a changed source text', async () => {
    const { s } = await pulled();
    const locks = [s.text('locsync.lock')];
    for (const hello of ['Hi', 'Hello']) {
      await s.service.put('en', EN, { hello });
      (await s.run('pull')).code(0);
      locks.push(s.text('locsync.lock'));
      expect(locks.at(-1)?.includes('!source'), hello).toBe(hello === 'Hi');
      (await s.run('undo')).code(0);
      s.reads('locsync.lock', locks.at(-2) ?? '');
      (await s.run('pull')).code(0);
      s.reads('locsync.lock', locks.at(-1) ?? '');
    }
  });

  it('UN-18 and with what mv has moved of that to the new key', async () => {
    const { s } = await pulled();
    await s.service.put('en', EN, { bye: 'See you' });
    (await s.run('pull')).code(0);
    const lock = s.text('locsync.lock');
    expect(lock).toContain('de.yml!source');
    await s.run('mv bye ade');
    expect(s.text('locsync.lock')).not.toBe(lock);
    (await s.run('undo')).code(0);
    s.reads('locsync.lock', lock);
  });

  it('f1-6 UN-13 each text that it takes from the disk is named, and shown whole', async () => {
    const { s } = await pulled();
    for (const option of ['--dry-run', '--quiet --dry-run', '--json --dry-run', '']) {
      const ran = (await s.run(`undo ${option}`)).code(0);
      const shown = option.includes('json')
        ? ran.json.warnings.map(({ message }) => message).join('\n')
        : ran.err;
      expect(shown, option).toMatch(/1 text that the last run wrote here .* taken back: hello = "Moin"/);
      expect(shown, option).toMatch(/taken back: hello = "Olá"/);
      expect(shown, option).not.toContain('bye');
    }
  });

  it.each(['rm bye', 'mv bye ade'])(
    'of a file with the language at the top, after %s, it names no text that stays',
    async (command) => {
      const s = await Session.start();
      s.file(EN, EN_TEXT).file(DE, DE_TEXT);
      (await s.run('push')).code(0);
      (await s.run(command)).code(1).stdout('Left to delete on the service:');
      (await s.run('undo')).code(0).never(/Hallo|Korb|Hello|Cart/);
      s.reads(DE, DE_TEXT).reads(EN, EN_TEXT);
    },
  );

  it('f1-6 UN-13 of two equal texts it names the one that no old key gets back', async () => {
    const s = await Session.scripted({ config: { files: ['l/{locale}.json'] } });
    const fakeService = new FakeService(s.service.script);
    for (const code of ['en', 'de']) s.file(`l/${code}.json`, '{"a":"X","k":"K","m":"M"}\n');
    (await s.run('push')).code(0);
    for (const code of ['en', 'de']) fakeService.set(code, { b: 'X', c: 'X', k: 'K', m: 'M' });
    (await s.run('pull --prune')).code(0);
    s.reads('l/de.json', '{"k":"K","m":"M","b":"X","c":"X"}\n');
    (await s.run('undo --dry-run')).code(0).stderr(/de\.json: 1 text .* taken back: c = "X"/);
  });

  it('f1-6 of more than 100 texts of a file the keys are named', async () => {
    const s = await Session.start({ config: { files: ['l/{locale}.json'] } });
    const texts = (text: string) =>
      Object.fromEntries(Array.from({ length: 101 }, (_, i) => [`ui.key${i}`, `${text} ${i}`]));
    s.file('l/en.json', JSON.stringify(texts('en'))).file('l/de.json', JSON.stringify(texts('de')));
    (await s.run('push')).code(0);
    await s.service.put('de', 'l/en.json', texts('new'));
    (await s.run('pull')).code(0);
    (await s.run('undo'))
      .code(0)
      .stderr(/101 texts .* taken back: ui\.key0, ui\.key1, /)
      .never('new 1');
  });

  it('UN-15 a user without a folder for caches is told that undo needs one', async () => {
    const { s } = await pulled();
    const env = { HOME: '/nonexistent', XDG_CACHE_HOME: undefined };
    (await s.run('undo', { env })).code(5).stderr(/no run can be undone here: .* private folder/);
    const other = await Session.start();
    other.file(EN, EN_TEXT).file(DE, DE_TEXT);
    (await other.run('push', { env })).code(0).emptyStderr();
    await other.service.put('de', EN, { hello: 'Grüezi' });
    other.file(DE, DE_TEXT.replace('Hallo', 'Servus'));
    (await other.run('pull --force', { env })).code(0).stderr(/this run cannot be undone: this user has no/);
    const moved = await other.run('mv hello welcome', { env });
    moved.stderr(/this run cannot be undone/).never(/takes it back/);
    (await s.run('undo')).code(0).stdout(/^Restored/m);
  });

  it('f1-3 UN-14 a run of another configuration with another lock is not undone', async () => {
    const s = await Session.start({ config: { files: ['l/{locale}.json'] } });
    const { url: baseUrl, project } = s.service;
    const two = { baseUrl, project, files: ['m/{locale}.json'], lock: 'two.lock' };
    s.file('two.json', JSON.stringify(two));
    for (const folder of ['l', 'm'])
      for (const code of ['en', 'de']) s.file(`${folder}/${code}.json`, `{"a": "${folder} ${code}"}\n`);
    (await s.run('push')).code(0);
    (await s.run('push --config two.json')).code(0);
    await s.service.put('de', 'm/en.json', { a: 'T2' });
    (await s.run('pull --config two.json')).code(0);
    const before = s.snapshot();
    for (const option of ['', '--dry-run']) {
      const ran = (await s.run(`undo ${option} --json`)).code(1);
      expect(ran.errors).toEqual(['UNDO_OTHER']);
      expect(ran.json.errors[0]?.message).toContain('two.lock');
    }
    s.unchanged(before);
    (await s.run('undo --config two.json')).code(0);
    s.reads('m/de.json', '{"a": "m de"}\n');
    (await s.run('push --config two.json')).code(0).stdout('Nothing to push.');
    expect(await s.service.texts('m/en.json', 'de')).toEqual({ a: 'T2' });
  });

  it('UN-02 a second undo has nothing to do', async () => {
    const { s } = await pulled();
    (await s.run('undo')).code(0);
    const before = s.snapshot();
    const ran = (await s.run('undo')).code(0).emptyStderr();
    expect(ran.out).toBe('Nothing to undo.\n');
    s.unchanged(before);
    expect(s.has(UNDO)).toBe(false);
  });

  it('UN-03 --dry-run shows it and writes nothing; a pull that writes nothing keeps what can be undone', async () => {
    const { s } = await pulled();
    (await s.run('pull')).code(0).stdout('Nothing to pull.');
    (await s.run('pull --dry-run')).code(0);
    const before = s.snapshot();
    const ran = (await s.run('undo --dry-run')).code(0);
    ran.stdout(/would restore +config\/locales\/de\.yml/, /^Would restore 1 file and remove 1 file/m);
    s.unchanged(before);
    (await s.run('undo')).code(0).stdout(/^Restored 1 file/m);
  });

  it('UN-04 a file that was edited since stays and is named, the others are put back', async () => {
    const { s } = await pulled();
    const edited = s.text(DE).replace('Korb', 'Tasche');
    const written = s.text(DE);
    s.file(DE, edited);
    const ran = (await s.run('undo')).code(1);
    ran.stderr(/error: config\/locales\/de\.yml: the file was edited/, /`locsync undo`/);
    s.reads(DE, edited);
    expect(s.has(PT)).toBe(false);
    // Its base stays too: the edit is to be pushed, and the pulled text is in sync.
    const diff = (await s.run('diff --json')).json.files.find(({ path }) => path === DE);
    expect(diff?.changes?.map(({ key, kind }) => [key, kind])).toEqual([['cart', 'to-push']]);
    s.file(DE, written);
    (await s.run('undo')).code(0);
    s.reads(DE, DE_TEXT);
  });

  it('UN-05 a file that the pull made and somebody edited, and one that is gone, are left', async () => {
    const { s } = await pulled();
    const mine = `${s.text(PT)}  more: mine\n`;
    s.file(PT, mine).remove(DE);
    const ran = await s.run('undo --json');
    expect(ran.code(1).errors).toEqual(['UNDO_EDITED', 'UNDO_EDITED']);
    s.reads(PT, mine);
    expect(s.has(DE)).toBe(false);
  });

  it('UN-06 of a pull with a push after it: what was pushed is kept', async () => {
    const { s } = await pulled();
    s.file(DE, s.text(DE).replace('Korb', 'Tasche'));
    (await s.run('push')).code(0);
    (await s.run('undo')).code(1);
    s.file(DE, s.text(DE).replace('Tasche', 'Korb'));
    (await s.run('undo')).code(0);
    s.reads(DE, DE_TEXT);
    // The person's own change goes up. The text that the undo took away here stays there.
    (await s.run('push')).code(0);
    const { cart, hello } = await s.service.texts(EN, 'de');
    expect({ cart, hello }).toEqual({ cart: 'Korb', hello: 'Moin' });
  });

  it('UN-07 of a forced pull brings the conflict back, and the disk may win it then', async () => {
    const s = await Session.start();
    s.file(EN, EN_TEXT).file(DE, DE_TEXT);
    (await s.run('push')).code(0);
    await s.service.put('de', EN, { hello: 'Moin' });
    const mine = DE_TEXT.replace('Hallo', 'Servus');
    s.file(DE, mine);
    (await s.run('pull --force')).code(0);
    expect(s.text(DE)).toContain('Moin');
    (await s.run('undo')).code(0);
    s.reads(DE, mine);
    (await s.run('pull')).code(1).stderr(/changed on both sides: hello/);
    (await s.run('push --force')).code(0);
    expect((await s.service.texts(EN, 'de'))['hello']).toBe('Servus');
  });

  it.each(['pull --force', 'resolve --service'])(
    'UN-44 of `%s` that brings a removed key back: it is removed in each language again',
    async (command) => {
      const s = await Session.start();
      s.file(EN, EN_TEXT).file(DE, DE_TEXT);
      (await s.run('push')).code(0);
      (await s.run('rm bye')).code(1);
      await s.service.put('en', EN, { bye: 'Goodbye' });
      const lock = s.text('locsync.lock');
      const { summary } = (await s.run('status --json')).json;
      (await s.run(command)).code(0);
      expect(s.text(EN)).toContain('Goodbye');
      (await s.run('undo')).code(0);
      s.reads('locsync.lock', lock);
      expect((await s.run('status --json')).json.summary).toEqual(summary);
    },
  );

  it('UN-46 of `pull --restore`: the warning names keys as elsewhere, and how to get the texts again', async () => {
    const s = await Session.start();
    s.file(EN, EN_TEXT).file(DE, DE_TEXT);
    (await s.run('push')).code(0);
    s.file(DE, DE_TEXT.replace(/ {2}bye.*\r\n/, ''));
    (await s.run('pull --restore')).code(0);
    (await s.run('undo')).code(0).stderr('taken back: bye = "Tschüss"', '`locsync pull --restore`');
    (await s.run('pull --restore')).code(0);
    expect(s.text(DE)).toContain('bye: Tschüss');
  });

  it('UN-47 in a file of several languages only those are named that it changes', async () => {
    const s = await Session.start({ config: { files: ['l/all.yml'] } });
    s.file('l/all.yml', 'en:\n  a: A\nde:\n  a: Ah\n');
    (await s.run('push')).code(0);
    await s.service.put('de', 'l/all.yml', { a: 'Oh' });
    (await s.run('pull')).code(0);
    const { json } = (await s.run('undo --json')).code(0);
    expect(json.files.map(({ locale, keys }) => [locale, keys.toPull])).toEqual([['de', 1]]);
  });

  it('UN-08 the service has moved on after the undo: its newer text waits, ours is not pushed over it', async () => {
    const { s } = await pulled();
    (await s.run('undo')).code(0);
    await s.service.put('de', EN, { hello: 'Grüezi' });
    (await s.run('push')).code(0).stdout('Nothing to push.');
    (await s.run('pull')).code(0);
    expect(s.text(DE)).toContain('Grüezi');
  });

  it('UN-09 a lock that cannot be read: nothing is undone', async () => {
    const { s } = await pulled();
    const text = s.text(DE);
    s.file('locsync.lock', 'no lock');
    expect((await s.run('undo --json')).code(5).errors).toEqual(['UNDO_LOCK']);
    s.reads(DE, text).reads('locsync.lock', 'no lock');
  });

  it('UN-10 a first pull, several languages in one file, JSON', async () => {
    const s = await Session.start({ config: { files: ['all.json'] } });
    const all = '{\n  "en": {"hello": "Hello"},\n  "de": {"hello": "Hallo"}\n}\n';
    s.file('all.json', all);
    await s.service.upload('all.json', { en: { hello: 'Hello' }, de: { hello: 'Moin', bye: 'Ade' } });
    (await s.run('pull')).code(0);
    expect(s.text('all.json')).toContain('Moin');
    (await s.run('undo')).code(0);
    s.reads('all.json', all);
    (await s.run('pull')).code(0);
    expect(s.text('all.json')).toContain('Moin');
  });
});

describe('UN-11 .locsync/undo', () => {
  it('only its user can read it, and git ignores it', async () => {
    const { s } = await pulled();
    if (process.platform !== 'win32') expect(statSync(join(s.folder, UNDO)).mode & 0o777).toBe(0o600);
    expect(s.text('.locsync/.gitignore')).toBe('*\n');
  });

  it.each([
    ['empty', ''],
    ['no JSON', 'x\n'],
    ['without a signature', '{"version":1,"origin":"x","project":"x","files":[]}'],
    [
      'forged to replace another file',
      `{"version":1,"origin":"x","project":"x","files":[{"path":"package.json","before":"{}","after":"x","locales":[],"bases":[]}]}\n${'0'.repeat(64)}\n`,
    ],
  ])('that is %s counts as none', async (_, text) => {
    const { s } = await pulled();
    const de = s.text(DE);
    s.file(UNDO, text);
    (await s.run('undo')).code(0).stdout('Nothing to undo.');
    s.reads(DE, de);
    await s.service.put('de', EN, { hello: 'Grüezi' });
    (await s.run('pull')).code(0).emptyStderr();
    (await s.run('undo')).code(0).stdout(/^Restored 1 file/m);
    s.reads(DE, de);
  });

  it('of another project folder, signed by this user, does nothing to files that differ', async () => {
    const { s } = await pulled();
    const other = await Session.start();
    other.file(EN, EN_TEXT);
    (await other.run('push')).code(0);
    const signed = s.text(UNDO);
    other.file(UNDO, signed);
    const ran = await other.run('undo');
    expect(ran.exitCode).not.toBe(70);
    other.reads(EN, EN_TEXT);
  });

  it.runIf(process.platform !== 'win32').each(['a named pipe', 'a folder', 'unreadable', 'a link'])(
    'that is %s neither hangs a run nor keeps it from pulling',
    async (kind) => {
      const { s } = await pulled();
      const at = join(s.folder, UNDO);
      s.remove(UNDO);
      if (kind === 'a named pipe') execFileSync('mkfifo', [at]);
      else if (kind === 'a folder') mkdirSync(at);
      else if (kind === 'unreadable') {
        writeFileSync(at, 'x');
        chmodSync(at, 0);
      } else execFileSync('ln', ['-s', join(s.folder, EN), at]);
      (await s.launch('undo')).code(0).stdout('Nothing to undo.');
      await s.service.put('de', EN, { hello: 'Grüezi' });
      const ran = (await s.launch('pull')).code(0);
      if (kind === 'a folder') ran.stderr(/warning: this run cannot be undone/);
      s.reads(EN, EN_TEXT);
      expect(s.text(DE)).toContain('Grüezi');
    },
  );
});

describe('UN-16 a run that was killed before it could name what it took', () => {
  const NAMED =
    /a\/de\.yml: an earlier run that did not finish has replaced or removed 1 text here: .*x = "Mine"/;

  /** Two configurations in one folder; a pull of the first is left as a kill leaves it. */
  async function killed() {
    const s = await Session.start();
    for (const name of ['a', 'b'])
      s.file(
        `${name}.json`,
        JSON.stringify({ files: [`${name}/{locale}.yml`], lock: `${name}.lock`, project: s.service.project }),
      );
    for (const name of ['a', 'b']) {
      s.file(`${name}/en.yml`, 'en:\n  x: X\n').file(`${name}/de.yml`, 'de:\n  x: Iks\n');
      (await s.run(`push --config ${name}.json`)).code(0);
    }
    s.file('a/de.yml', 'de:\n  x: Mine\n');
    await s.service.put('de', 'a/en.yml', { x: 'Theirs' });
    (await s.run('pull --force --config a.json')).code(0).stderr('replaced by the service');
    s.file('.locsync/undo-open', 'open\n');
    await s.service.put('de', 'b/en.yml', { x: 'New' });
    return s;
  }

  it.each(['pull --config b.json', 'push --config b.json', 'pull --config a.json'])(
    '%s names its texts whole, once',
    async (command) => {
      const s = await killed();
      (await s.run(command)).code(0).stderr(NAMED);
      (await s.run('pull --config a.json')).code(0).never('Mine');
    },
  );

  it.each(['mv x y --config b.json', 'rm x --config b.json'])(
    'after %s, and the undo of that, the next pull names them',
    async (command) => {
      const s = await killed();
      await s.run(command);
      s.file('.locsync/undo-open', 'open\n');
      await s.run('undo --config b.json');
      (await s.run('pull --config b.json')).stderr(NAMED);
    },
  );

  it('a pull of another configuration that is killed in its turn does not take its place', async () => {
    const s = await killed();
    s.file('b/de.yml', 'de:\n  x: Ours\n');
    (await s.run('pull --force --config b.json')).code(0);
    s.file('.locsync/undo-open', 'open\n');
    (await s.run('pull --config a.json')).code(0).stderr(/b\/de\.yml: .* did not finish .*x = "Ours"/, NAMED);
  });

  it('a dry run names them and leaves them to the next run; an edit since makes it unclear', async () => {
    const s = await killed();
    (await s.run('pull --dry-run --config a.json')).code(0).stderr('did not finish has replaced');
    s.file('a/de.yml', 'de:\n  x: Edited\n');
    (await s.run('push --config a.json')).stderr('did not finish may have replaced');
    (await s.run('push --config a.json')).never('did not finish');
  });
});

describe('UN-17 a killed run and the next one that writes files are undone together', () => {
  const FILES = { 'a/en.yml': 'en:\n  x: X\n', 'a/de.yml': 'de:\n  x: Iks\n' } as const;
  const B = { 'b/en.json': '{"x": "X"}\n', 'b/de.json': '{"x": "Iks"}\n' } as const;
  const ALL = 'all.json';
  const ALL_TEXT = '{\n  "en": {"x": "X"},\n  "de": {"x": "Iks"}\n}\n';

  /** A pull of three files that was killed after it had written one of them. */
  async function killedPull() {
    const s = await Session.start({ config: { files: ['a/{locale}.yml', 'b/{locale}.json', ALL] } });
    const before: Readonly<Record<string, string>> = { ...FILES, ...B, [ALL]: ALL_TEXT };
    for (const [path, text] of Object.entries(before)) s.file(path, text);
    (await s.run('push')).code(0);
    for (const name of ['a/en.yml', 'b/en.json', ALL]) await s.service.put('de', name, { x: 'Neu' });
    const lock = s.text('locsync.lock');
    (await s.run('pull')).code(0);
    s.file('b/de.json', B['b/de.json']).file(ALL, ALL_TEXT).file('locsync.lock', lock);
    s.file('.locsync/undo-open', 'open\n');
    return { s, before };
  }

  const isAsBefore = (s: Session, before: Readonly<Record<string, string>>): void => {
    for (const [path, text] of Object.entries(before)) s.reads(path, text);
  };

  it.each([
    ['the next pull', ['pull']],
    ['a pull after a dry run and a push', ['pull --dry-run', 'push', 'pull']],
    ['a pull after one that found nothing to write in its part', ['pull a', 'pull']],
  ])('UN-17 %s', async (_, commands) => {
    const { s, before } = await killedPull();
    for (const command of commands) (await s.run(command)).code(0);
    expect(s.has('.locsync/undo-open')).toBe(false);
    (await s.run('undo')).code(0).stdout(/^Restored 3 files\.$/m);
    isAsBefore(s, before);
    (await s.run('undo')).code(0).stdout('Nothing to undo.');
    (await s.run('pull --dry-run')).code(0).stdout(/^Would pull 3 files\.$/m);
  });

  it('UN-17 a resolve', async () => {
    const { s, before } = await killedPull();
    s.file('b/de.json', '{"x": "Mine"}\n');
    (await s.run('resolve --service')).code(0);
    (await s.run('undo')).code(0);
    isAsBefore(s, { ...before, 'b/de.json': '{"x": "Mine"}\n' });
  });

  it('UN-17 rm, which ends: the next pull is undone alone', async () => {
    const { s, before } = await killedPull();
    await s.run('rm x --file a/en.yml');
    expect(s.text('a/de.yml')).not.toContain('Neu');
    expect(s.has('.locsync/undo-open')).toBe(false);
    const removed = Object.keys(before).map((path) => [path, s.text(path)] as const);
    await s.service.put('de', 'a/en.yml', { y: 'Y' });
    await s.run('pull');
    expect(s.text('a/de.yml')).toContain('"Y"');
    (await s.run('undo')).code(0);
    for (const [path, text] of removed) s.reads(path, text);
  });

  it('UN-17 a run that has ended is not joined, and neither is a killed one whose work is finished', async () => {
    const { s } = await killedPull();
    (await s.run('pull')).code(0);
    await s.service.put('de', 'a/en.yml', { x: 'Neuer' });
    (await s.run('pull')).code(0);
    s.file('.locsync/undo-open', 'open\n');
    (await s.run('pull')).code(0).stdout('Nothing to pull.');
    await s.service.put('de', 'b/en.json', { x: 'Neuer' });
    (await s.run('pull')).code(0);
    (await s.run('undo')).code(0).stdout(/^Restored 1 file\.$/m);
    s.reads('b/de.json', '{"x": "Neu"}\n').reads('a/de.yml', 'de:\n  x: Neuer\n');
  });

  it('UN-17 a pull that has ended is not joined by rm or mv of keys that one of its files lacks', async () => {
    const s = await Session.start({ config: { files: ['{locale}.json'] } });
    s.file('en.json', '{"x": "X", "y": "Y"}\n').file('de.json', '{"y": "Ypsilon"}\n');
    (await s.run('push')).code(0);
    await s.service.put('de', 'en.json', { y: 'Neu' });
    for (const command of ['rm x', 'mv x z']) {
      (await s.run('pull')).code(0);
      const before = [s.text('en.json'), s.text('de.json'), s.text('locsync.lock')] as const;
      (await s.run(command)).stdout('locsync undo');
      (await s.run('undo')).code(0).stdout(/^Restored 1 file\.$/m);
      s.reads('en.json', before[0]).reads('de.json', before[1]).reads('locsync.lock', before[2]);
    }
  });

  it('UN-17 an undo of the killed run ends it', async () => {
    const { s, before } = await killedPull();
    (await s.run('undo')).code(0).stdout(/^Restored 1 file\.$/m);
    isAsBefore(s, before);
    expect(s.has('.locsync/undo-open')).toBe(false);
  });
});
