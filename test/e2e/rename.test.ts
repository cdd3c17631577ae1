import { readlinkSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { Session } from '../support/session.js';

const EN = 'config/locales/en.yml';
const DE = 'config/locales/de.yml';
const PT = 'config/locales/pt-BR.yml';
const EN_TEXT =
  'en:\n  # The cart.\n  cart:\n    # Above the list.\n    title: "Your cart" # short\n    items:\n      one: One item\n      other: "%{count} items"\n  bye: Bye\n';
const DE_TEXT =
  'de:\r\n  cart:\r\n    # Nicht ändern.\r\n    title:   Ihr Warenkorb\r\n    items:\r\n      one: Ein Artikel\r\n      other: "%{count} Artikel"\r\n  bye: Tschüss\r\n';

async function pushed() {
  const s = await Session.start();
  s.file(EN, EN_TEXT).file(DE, DE_TEXT);
  (await s.run('push')).code(0);
  return s;
}

describe('MV-01 mv renames a key in every locale', () => {
  it('with its comments, byte for byte otherwise; the next push sends it, and nothing comes back', async () => {
    const s = await pushed();
    const ran = (await s.run('mv cart.title cart.heading')).code(1).emptyStderr();
    ran.stdout(/^Left to delete on the service:\n {2}cart\.title in config\/locales\/en\.yml$/m);
    s.reads(EN, EN_TEXT.replace('title', 'heading')).reads(DE, DE_TEXT.replace('title', 'heading'));
    (await s.run('push')).code(0).emptyStderr();
    expect((await s.service.texts(EN, 'de'))['cart.heading']).toBe('Ihr Warenkorb');
    const before = s.snapshot();
    (await s.run('pull')).code(0).stdout('Nothing to pull.');
    (await s.run('status --check --missing')).code(0).stdout(/de +100%/);
    (await s.run('push')).code(0).stdout('Nothing to push.');
    s.unchanged(before);
  });

  it('with empty groups in it, also where a language has nothing else of it; rm and undo do so, too', async () => {
    const s = await Session.start();
    const text = (code: string, nav: string): string => `${code}:\n  nav:${nav}\n  z: Z\n`;
    const full = ' # the menu\n    extra: {}\n    home: Home';
    s.file(EN, text('en', full)).file(DE, text('de', ' {} # todo'));
    (await s.run('push')).code(0);
    (await s.run('mv nav top.menu')).code(1).stdout('Renamed nav to top.menu: 1 text in 2 files.');
    s.reads(EN, `en:\n  z: Z\n  top:\n    menu:${full.replaceAll('\n', '\n  ')}\n`);
    s.reads(DE, 'de:\n  z: Z\n  top:\n    menu: {} # todo\n');
    (await s.run('undo')).code(0);
    s.reads(EN, text('en', full)).reads(DE, text('de', ' {} # todo'));
    (await s.run('rm nav')).code(1).stdout('Removed nav: 1 text in 2 files.');
    s.reads(EN, 'en:\n  z: Z\n').reads(DE, 'de:\n  z: Z\n');
  });

  it('with its plural forms, into another group', async () => {
    const s = await pushed();
    (await s.run('mv cart.items shop.articles')).code(1);
    expect(s.text(EN)).toBe(
      EN_TEXT.replace('    items:\n      one: One item\n      other: "%{count} items"\n', '').replace(
        '  bye: Bye\n',
        '  bye: Bye\n  shop:\n    articles:\n      one: One item\n      other: "%{count} items"\n',
      ),
    );
    expect(s.text(DE)).toContain(
      '    articles:\r\n      one: Ein Artikel\r\n      other: "%{count} Artikel"\r\n',
    );
    (await s.run('push')).code(0);
    (await s.run('pull')).code(0).stdout('Nothing to pull.');
    expect((await s.service.texts(EN, 'de'))['shop.articles.one']).toBe('Ein Artikel');
  });

  it('i18next forms, flat keys, and JSON', async () => {
    const s = await Session.start({ config: { files: ['app/{locale}.json'] } });
    s.file(
      'app/en.json',
      '{\n  "item_one": "one",\n  "item_other": "more",\n  "items": "x",\n  "a.b": "flat"\n}\n',
    );
    s.file(
      'app/de.json',
      '{\n  "item_one": "eins",\n  "item_other": "mehr",\n  "item_few": "paar",\n  "a.b": "flach"\n}\n',
    );
    (await s.run('mv item thing')).code(0).never('Left to delete');
    (await s.run('mv a.b c.d')).code(0).stderr(/locsync\.lock does not have a\.b/);
    s.reads(
      'app/en.json',
      '{\n  "thing_one": "one",\n  "thing_other": "more",\n  "items": "x",\n  "c.d": "flat"\n}\n',
    );
    s.reads(
      'app/de.json',
      '{\n  "thing_one": "eins",\n  "thing_other": "mehr",\n  "thing_few": "paar",\n  "c.d": "flach"\n}\n',
    );
  });
});

describe('MV-02 a text on the service under the old key that nobody here has seen', () => {
  it('is named as a conflict by pull and push, and neither written nor lost', async () => {
    const s = await pushed();
    await s.service.put('de', EN, { 'cart.title': 'Dein Korb' });
    (await s.run('mv cart.title cart.heading')).code(1);
    (await s.run('pull')).code(1).stderr(/changed on both sides: cart\.title/);
    expect(s.text(DE)).not.toContain('Dein Korb');
    const pushedNow = (await s.run('push')).code(1);
    pushedNow.stderr(/changed on both sides: cart\.title/);
    const diff = (await s.run('diff --json')).json.files.find(({ path }) => path === DE);
    expect(diff?.changes).toEqual([
      expect.objectContaining({ key: 'cart.title', kind: 'conflict', there: 'Dein Korb' }),
    ]);
    expect((await s.service.texts(EN, 'de'))['cart.heading']).toBe('Ihr Warenkorb');
    (await s.run('resolve --local')).code(0);
    (await s.run('status --check')).code(0);
  });

  it('also in a locale that had none, or whose file is not here', async () => {
    const s = await pushed();
    s.file(DE, DE_TEXT.replace('  bye: Tschüss\r\n', ''));
    (await s.run('push --force --locale de')).code(0);
    await s.service.put('pt-BR', EN, { bye: 'Au revoir', 'cart.title': 'Panier' });
    (await s.run('mv bye goodbye')).code(1);
    await s.service.put('de', EN, { bye: 'Ade' });
    (await s.run('push')).code(1);
    (await s.run('pull')).code(1).stderr(/bye/);
    expect(s.text(PT)).toContain('Panier');
    expect(s.text(PT)).not.toContain('Au revoir');
    expect(s.text(DE)).not.toContain('Ade');
  });
});

describe('MV-03 mv renames the files of a set', () => {
  it('of all locales; the base goes along if the name on the service stays', async () => {
    const s = await Session.start({ config: { files: [{ path: '**/{locale}.yml', name: '{basename}' }] } });
    s.file('old/en.yml', EN_TEXT).file('old/de.yml', DE_TEXT);
    (await s.run('push')).code(0);
    s.file('old/de.yml', DE_TEXT.replace('Ihr Warenkorb', 'Korb'));
    (await s.run('mv old/en.yml new/en.yml')).code(0).emptyStderr();
    expect([s.has('old/en.yml'), s.has('old/de.yml')]).toEqual([false, false]);
    s.reads('new/en.yml', EN_TEXT);
    const { files } = (await s.run('status --json')).json;
    expect(files.map(({ path, state }) => [path, state])).toContainEqual(['new/de.yml', 'to-push']);
    (await s.run('pull')).code(0);
    expect(s.text('new/de.yml')).toContain('Korb');
    (await s.run('push')).code(0);
  });

  it('under another name it is uploaded anew, and the old source file does not come back', async () => {
    const s = await Session.start({ config: { files: ['**/{locale}.yml'] } });
    s.file('old/en.yml', EN_TEXT).file('old/de.yml', DE_TEXT);
    (await s.run('push')).code(0);
    (await s.run('mv old/de.yml new/de.yml')).code(1).stdout(/ {2}the source file old\//);
    (await s.run('push')).code(0);
    (await s.run('pull')).code(0).stdout('Nothing to pull.');
    expect([s.has('old/en.yml'), s.has('old/de.yml'), s.has('old/pt-BR.yml')]).toEqual([false, false, false]);
    (await s.run('status --check --missing')).code(0).stdout(/de +100%/);
    await s.service.put('de', 'old/en.yml', { bye: 'Ade' });
    (await s.run('pull')).code(1).stderr(/bye/);
    expect(s.has('old/de.yml')).toBe(false);
  });
});

describe('RM-01 rm removes a key or the files of a set', () => {
  it('in every locale, and it does not come back', async () => {
    const s = await pushed();
    (await s.run('rm cart.title')).code(1).stdout(/ {2}cart\.title in config\/locales\/en\.yml/);
    expect(s.text(EN)).not.toContain('title');
    expect(s.text(DE)).not.toContain('title');
    (await s.run('pull')).code(0).stdout('Nothing to pull.');
    (await s.run('push')).code(0).stdout('Nothing to push.');
    (await s.run('status --check --missing')).code(0).stdout(/de +100%/);
    // What was deleted by hand before counts, too.
    s.file(EN, s.text(EN).replace('  bye: Bye\n', ''));
    (await s.run('rm bye')).code(1);
    (await s.run('rm nowhere.at.all')).code(2).stderr(/no locale file here has the key/);
  });

  it('RM-02 files go in every locale, and pull makes none anew', async () => {
    const s = await pushed();
    (await s.run(`rm ${DE} --dry-run`)).code(1).stdout(/^Would remove 2 files\.$/m);
    (await s.run(`rm ${DE}`)).code(1).stdout(/the source file config\/locales/);
    expect([s.has(EN), s.has(DE)]).toEqual([false, false]);
    await s.service.put('pt-BR', EN, { bye: 'Au revoir' });
    const told = await s.run('pull');
    expect([s.has(EN), s.has(DE), s.has(PT)], told.transcript).toEqual([false, false, false]);
    (await s.run('undo')).code(0);
    s.reads(EN, EN_TEXT).reads(DE, DE_TEXT);
    (await s.run('status --check=push,conflict')).code(0);
  });
});

describe('MV-04 what mv refuses leaves everything as it is', () => {
  it('a key in use, a text that would be a group, a key in itself, a pull-only source', async () => {
    const s = await pushed();
    const before = s.snapshot();
    (await s.run('mv cart.title bye')).code(2).stderr(/en\.yml:9:8: the key bye is in use already/);
    (await s.run('mv cart.title bye.title')).code(2).stderr(/does not fit beside bye/);
    (await s.run('mv cart cart.title')).code(2).stderr(/one is inside the other/);
    (await s.run('mv cart.titel x')).code(2).stderr(/did you mean cart\.title\?/);
    (await s.run(`mv ${EN} somewhere/en.json`)).code(2).stderr(/no pattern/);
    (await s.run(`mv ${EN} config/locales/de.yml`)).code(2).stderr(/same locale/);
    (await s.run('mv cart.title cart.heading --dry-run'))
      .code(1)
      .stdout(/^Would rename cart\.title to cart\.heading/m);
    s.unchanged(before);
  });

  it('a key that several sets have, unless one is named', async () => {
    const s = await Session.start({ config: { files: ['{app,web}/{locale}.json'] } });
    s.file('app/en.json', '{"a":"x"}').file('web/en.json', '{"a":"y"}');
    (await s.run('mv a b')).code(2).stderr(/app\/\{locale\}\.json, web\/\{locale\}\.json/);
    (await s.run('mv a b --file web/*.json')).code(0);
    s.reads('app/en.json', '{"a":"x"}').reads('web/en.json', '{"b":"y"}');
  });

  it('anchors that cannot be carried, and then no file changes', async () => {
    const s = await Session.start();
    (await s.run('undo')).code(0);
    s.file(EN, 'en:\n  a: Text\n  b: Other\n').file(DE, 'de:\n  a: &t Text\n  b: *t\n');
    const before = s.snapshot();
    (await s.run('mv a deep.down.a')).code(5).stderr(/de\.yml:2:6: a cannot be taken from this file/);
    s.unchanged(before);
  });
});

describe('MV-05 mv is taken back, and finished after a kill', () => {
  it('undo puts files and lock back', async () => {
    const s = await pushed();
    const lock = s.text('locsync.lock');
    (await s.run('mv cart.title cart.heading')).code(1);
    // The texts stay in their files, so no warning calls them taken.
    for (const option of ['--dry-run', '']) (await s.run(`undo ${option}`)).code(0).emptyStderr();
    s.reads(EN, EN_TEXT).reads(DE, DE_TEXT).reads('locsync.lock', lock);
    (await s.run('mv cart.title cart.heading')).code(1);
    (await s.run('mv cart.title cart.heading')).code(1).stdout(/has cart\.title any more: nothing to rename/);
  });

  it('undo gives files their old paths back and calls no text taken', async () => {
    const s = await Session.start({ config: { files: ['**/{locale}.yml'] } });
    s.file('old/en.yml', EN_TEXT).file('old/de.yml', DE_TEXT);
    (await s.run('push')).code(0);
    (await s.run('mv old/de.yml new/de.yml')).code(1);
    expect([s.has('old/en.yml'), s.has('old/de.yml')]).toEqual([false, false]);
    for (const option of ['--dry-run', '']) (await s.run(`undo ${option}`)).code(0).emptyStderr();
    s.reads('old/en.yml', EN_TEXT).reads('old/de.yml', DE_TEXT);
    expect([s.has('new/en.yml'), s.has('new/de.yml')]).toEqual([false, false]);
  });

  it('undo keeps the new file while something else is at the old path', async () => {
    const s = await Session.start({ config: { files: ['**/{locale}.yml'] } });
    s.file('old/en.yml', EN_TEXT).file('old/de.yml', DE_TEXT);
    (await s.run('push')).code(0);
    (await s.run('mv old/de.yml new/de.yml')).code(1);
    s.file('old/de.yml', 'de: {}\n');
    for (const option of ['--dry-run', '']) {
      const ran = (await s.run(`undo ${option}`)).code(1);
      ran.stderr(/new\/de\.yml: the file stays: .*old\/de\.yml/, /old\/de\.yml: the file was edited/);
    }
    s.reads('new/de.yml', DE_TEXT).reads('old/de.yml', 'de: {}\n').reads('old/en.yml', EN_TEXT);
    expect(s.has('new/en.yml')).toBe(false);
    s.remove('old/de.yml');
    (await s.run('undo')).code(0);
    s.reads('old/de.yml', DE_TEXT);
    expect(s.has('new/de.yml')).toBe(false);
  });

  it('half of the files done, the lock not: the same command does the rest', async () => {
    const s = await pushed();
    const edited = EN_TEXT.replace('Your cart', 'The cart').replace('title', 'heading');
    s.file(EN, edited);
    (await s.run('mv cart.title cart.heading')).code(1);
    s.reads(EN, edited).reads(DE, DE_TEXT.replace('title', 'heading'));
    (await s.run('push')).code(0);
    (await s.run('pull')).code(0).stdout('Nothing to pull.');
  });
});

it('MV-06 a stale translation is as stale under its new key', async () => {
  const s = await pushed();
  s.file(EN, EN_TEXT.replace('Your cart', 'The basket'));
  (await s.run('push')).code(0);
  (await s.run('status --check=stale')).code(1);
  (await s.run('mv cart.title cart.heading')).code(1);
  (await s.run('push')).code(0);
  (await s.run('status --stale')).stdout(/cart\.heading/);
});

it('MV-07 what mv and rm did, as JSON', async () => {
  const s = await pushed();
  const moved = (await s.run('mv cart.title cart.heading --json')).code(1).json;
  expect(moved.left).toEqual([{ name: EN, keys: ['cart.title'] }]);
  expect(moved.summary).toEqual({ moved: 2 });
  expect(moved.files[0]).toMatchObject({ path: EN, moved: [{ from: 'cart.title', to: 'cart.heading' }] });
  const removed = (await s.run('rm bye --json')).code(1).json;
  expect(removed.files[1]).toMatchObject({ path: DE, removed: ['bye'] });
});

it('MV-12 a key that is not synced is not left to delete on the service', async () => {
  const s = await pushed();
  s.config({ files: ['config/locales/{locale}.yml'], ignoreKeys: ['cart.**'] });
  (await s.run('rm cart.title')).code(0).never('Left to delete');
  expect(s.text(DE)).not.toContain('Ihr Warenkorb');
  (await s.run('mv bye farewell')).code(1).stdout(/^ {2}bye in/m);
});

it('a new name that `ignoreKeys` names is not said to be uploaded', async () => {
  const s = await pushed();
  s.config({ files: ['config/locales/{locale}.yml'], ignoreKeys: ['internal.**'] });
  const moved = (await s.run('mv bye internal.bye')).code(1);
  moved.stdout('does not upload the new key: `ignoreKeys` names it').never('uploads the new key');
  (await s.run('push')).code(0);
  expect(await s.service.texts(EN, 'de')).not.toHaveProperty('internal.bye');
});

describe('a file that is a symbolic link', () => {
  it.each(['rm old/en.yml', 'mv old/en.yml new/en.yml'])(
    '%s is refused, and nothing changes',
    async (line) => {
      const s = await Session.start({ config: { files: ['**/{locale}.yml'] } });
      s.file('old/en.yml', EN_TEXT).file('real/texts.txt', DE_TEXT);
      symlinkSync('../real/texts.txt', join(s.folder, 'old/de.yml'));
      (await s.run('push')).code(0);
      const before = s.snapshot();
      for (const option of ['--dry-run', ''])
        (await s.run(`${line} ${option}`)).code(2).stderr(/error: old\/de\.yml: the file is a symbolic link/);
      s.unchanged(before);
      expect(readlinkSync(join(s.folder, 'old/de.yml'))).toBe('../real/texts.txt');
      (await s.run('status')).code(0);
    },
  );

  it('a new path that leads to the old file is taken', async () => {
    const s = await Session.start({ config: { files: ['old/{locale}.yml', 'new/{locale}.yml'] } });
    s.file('old/en.yml', EN_TEXT).file('old/de.yml', DE_TEXT);
    symlinkSync('old', join(s.folder, 'new'));
    (await s.run('mv old/en.yml new/en.yml')).code(2).stderr(/there is another file already/);
    s.reads('old/en.yml', EN_TEXT).reads('old/de.yml', DE_TEXT);
  });

  it('MV-20 mv refuses a folder that is a link: undo could not take it back', async () => {
    const s = await Session.scripted({ config: { files: ['l/{locale}/**/*.json'] } });
    s.file('l/en/app.json', '{ "a": "A" }\n').file('target/kept.txt', 'kept\n');
    symlinkSync('../../target', join(s.folder, 'l/en/x'));
    (await s.run('mv l/en/app.json l/en/x/app.json')).code(2).stderr('is reached through one');
    s.reads('l/en/app.json', '{ "a": "A" }\n');
    expect([s.has('target/app.json'), s.has('.locsync/undo')]).toEqual([false, false]);
  });

  it('undo removes no link: the file that the run made was moved since', async () => {
    const s = await Session.start({ config: { files: ['**/{locale}.yml'] } });
    s.file('old/en.yml', EN_TEXT).file('old/de.yml', DE_TEXT);
    (await s.run('push')).code(0);
    (await s.run('mv old/en.yml new/en.yml')).code(1);
    s.file('real/texts.txt', DE_TEXT).remove('new/de.yml');
    symlinkSync('../real/texts.txt', join(s.folder, 'new/de.yml'));
    (await s.run('undo')).code(2).stderr(/new\/de\.yml: the file is a symbolic link/);
    s.reads('real/texts.txt', DE_TEXT).reads('old/de.yml', DE_TEXT);
  });
});
