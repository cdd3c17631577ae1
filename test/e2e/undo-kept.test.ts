import { chmodSync, renameSync, statSync, symlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { FakeService } from '../support/fake-service.js';
import { Session } from '../support/session.js';

const HOOK = pathToFileURL(resolve(import.meta.dirname, '../support/disk-hook.mjs')).href;
const disk = (fault: string) => ({ NODE_OPTIONS: `--import ${HOOK}`, DISK: fault });
const EN = '{\n  "a": "A",\n  "b": "B"\n}\n';
const DE = '{\n  "a": "Only copy",\n  "b": "Be"\n}\n';

/** Two files, of which the second has a text that is nowhere else. */
async function synced() {
  const s = await Session.start({ config: { files: ['**/{locale}.json'] } });
  s.file('l/en.json', EN).file('l/de.json', DE.replace('Only copy', 'Ah'));
  (await s.run('push')).code(0);
  return s.file('l/de.json', DE);
}

describe('UN-24 the same mv or rm again, which has nothing to do', () => {
  it.each(['rm a', 'mv a c', 'rm l/en.json', 'mv l/en.json k/en.json'])(
    '%s: undo still takes back the first',
    async (command) => {
      const s = await synced();
      await s.run(command);
      const lock = s.text('locsync.lock');
      await s.run(command);
      s.reads('locsync.lock', lock);
      (await s.run('undo')).code(0).stdout('l/de.json');
      s.reads('l/en.json', EN).reads('l/de.json', DE);
    },
  );
});

describe('UN-25 an undo that did not put back all files', () => {
  it.each(['mv b c', 'rm b'])('was killed: undo after a later %s takes back both', async (command) => {
    const s = await synced();
    await s.run('rm a');
    await s.run('undo', { env: disk('kill l 2'), killed: true });
    expect([s.text('l/en.json') === EN, s.text('l/de.json') === DE].sort()).toEqual([false, true]);
    await s.run(command);
    (await s.run('undo')).code(0);
    s.reads('l/en.json', EN).reads('l/de.json', DE);
    (await s.run('undo')).stdout('Nothing to undo.');
  });

  it('could not delete a file that pull has made: undo after a later mv takes back both', async () => {
    const s = await synced();
    s.remove('l/de.json');
    (await s.run('pull')).code(0);
    (await s.run('undo', { env: disk('rm l EIO') })).code(5);
    await s.run('mv b c');
    (await s.run('undo')).code(0);
    s.reads('l/en.json', EN);
    expect(s.has('l/de.json')).toBe(false);
  });

  it('could not write them: undo after a later mv takes back both', async () => {
    const s = await synced();
    await s.run('rm a');
    (await s.run('undo', { env: disk('rename l EIO') })).code(5);
    await s.run('mv b c');
    (await s.run('undo')).code(0);
    s.reads('l/en.json', EN).reads('l/de.json', DE);
  });

  it('has left a file that was edited: a later mv is undone alone', async () => {
    const s = await synced();
    await s.run('rm a');
    s.file('l/de.json', '{\n  "b": "edited"\n}\n');
    (await s.run('undo')).code(1);
    await s.run('mv b c');
    (await s.run('undo')).code(0);
    s.reads('l/de.json', '{\n  "b": "edited"\n}\n');
  });
});

it('UN-26 rm before the first lock was written can be undone after it', async () => {
  const s = await Session.start({ config: { files: ['l/{locale}.json'] } });
  s.file('l/en.json', EN).file('l/de.json', DE);
  await s.run('rm a');
  (await s.run('push')).code(0);
  (await s.run('undo')).code(0).stdout('Restored 2 files.');
  s.reads('l/en.json', EN).reads('l/de.json', DE);
});

it('UN-27 a file that rm has removed and a pull has made again gets its permissions back', async () => {
  const s = await synced();
  chmodSync(join(s.folder, 'l/de.json'), 0o600);
  const lock = s.text('locsync.lock');
  await s.run('rm l/en.json');
  s.file('locsync.lock', lock).file('.locsync/undo-open', 'open\n');
  (await s.run('pull')).code(0);
  (await s.run('undo')).code(0);
  s.reads('l/de.json', DE);
  expect(statSync(join(s.folder, 'l/de.json')).mode & 0o777).toBe(0o600);
});

it('MV-15 rm of files that are only reached through a link marks nothing as removed', async () => {
  const s = await synced();
  renameSync(join(s.folder, 'l'), join(s.folder, 'k'));
  symlinkSync('k', join(s.folder, 'l'));
  const before = s.snapshot();
  (await s.run('rm l/en.json')).code(2).stderr('reached through one');
  s.unchanged(before);
});

describe('MV-16 an mv that moves nothing', () => {
  it.each([
    ['l/en.json', 'l/en.json'],
    ['l/de.json', 'l/de.json'],
  ])('from %s to %s: lock and undo stay as they are', async (from, to) => {
    const s = await synced();
    await s.run('rm a');
    const lock = s.text('locsync.lock');
    (await s.run(`mv ${from} ${to}`)).code(0).stdout('Nothing to do');
    s.reads('locsync.lock', lock);
    (await s.run('undo')).code(0);
    s.reads('l/en.json', EN).reads('l/de.json', DE);
  });

  it('to another spelling of the same locale is refused', async () => {
    const s = await Session.scripted({ config: { files: ['l/{locale}.json'] } });
    new FakeService(s.service.script, ['en', 'pt-BR']);
    s.file('l/en.json', EN).file('l/pt_BR.json', DE);
    (await s.run('mv l/pt_BR.json l/pt-BR.json')).code(2).stderr('git mv l/pt_BR.json l/pt-BR.json');
    s.reads('l/pt_BR.json', DE);
    expect(s.has('l/pt-BR.json')).toBe(false);
  });
});

it('UN-29 a killed undo of another configuration: the next run names the texts that are not back', async () => {
  const s = await synced();
  s.file('other.json', JSON.stringify({ files: ['m/{locale}.json'], lock: 'other.lock' }));
  s.file('m/en.json', EN);
  await s.run('rm a --file l/en.json');
  await s.run('undo', { env: disk('kill l 1'), killed: true });
  await s.run('mv b c --config other.json');
  (await s.run('pull --config other.json')).stderr('Only copy').never('locsync undo');
});

it('UN-30 a killed undo of an mv: no text that is under its new key or path is named as lost', async () => {
  for (const command of ['mv a c', 'mv l/en.json k/en.json']) {
    const s = await synced();
    await s.run(command);
    await s.run('undo', { env: disk('kill l 1'), killed: true });
    (await s.run('push --dry-run', { killed: true })).never('did not finish');
    (await s.run('undo')).code(0);
    s.reads('l/en.json', EN).reads('l/de.json', DE);
  }
});

describe('UN-31 a killed undo of a pull names no text of its own', () => {
  async function killedUndo() {
    const s = await Session.start({ config: { files: ['**/{locale}.json'] } });
    s.file('l/en.json', EN).file('l/de.json', DE);
    (await s.run('push')).code(0);
    await s.service.put('en', 'l/en.json', { a: 'new en' });
    await s.service.put('de', 'l/en.json', { a: 'new de' });
    (await s.run('pull')).code(0);
    await s.run('undo', { env: disk('kill l 2'), killed: true });
    const isBack = (code: string): boolean => !s.text(`l/${code}.json`).includes(`new ${code}`);
    const [back = '', other = ''] = ['en', 'de'].sort((left) => (isBack(left) ? -1 : 1));
    expect([isBack(back), isBack(other)]).toEqual([true, false]);
    return { s, back, other };
  }

  it('the next run does, of the files that are back', async () => {
    const { s, back, other } = await killedUndo();
    for (const command of ['pull --dry-run', 'push --dry-run'])
      (await s.run(command, { killed: true }))
        .stderr(`replaced or removed 1 text here: a = "new ${back}"`)
        .never(`"new ${other}"`);
  });

  it('the same undo again names them all, once', async () => {
    const { s, back, other } = await killedUndo();
    (await s.run('undo'))
      .code(0)
      .stderr(`replaced or removed 1 text here: a = "new ${back}"`, `taken back: a = "new ${other}"`);
    (await s.run('undo')).stdout('Nothing to undo.').never(/new (en|de)/);
    (await s.run('push --dry-run')).never('did not finish');
  });

  it('a pull that writes the texts again ends it', async () => {
    const { s } = await killedUndo();
    (await s.run('pull')).code(0);
    (await s.run('status')).never('did not finish');
    (await s.run('undo')).code(0).stderr(`taken back: a = "new en"`, `taken back: a = "new de"`);
  });
});

it('MV-17 mv of a key of which a language has no file here, or an empty one, moves nothing', async () => {
  for (const text of [undefined, '{}\n']) {
    const s = await synced();
    if (text === undefined) s.remove('l/de.json');
    else s.file('l/de.json', text);
    const before = s.snapshot();
    (await s.run('mv a z'))
      .code(2)
      .stderr('l/de.json', 'its text of a would keep the old name', 'locsync pull --restore');
    s.unchanged(before);
    (await s.run('rm a')).code(1);
  }
});

it('MV-21 mv of a key that one language has lost here moves nothing, unless the loss was on purpose', async () => {
  const s = await synced();
  s.file('l/de.json', JSON.stringify({ b: 'Be' }));
  const before = s.snapshot();
  (await s.run('mv a z'))
    .code(2)
    .stderr('l/de.json', 'its text of a would keep the old name', 'locsync push --force l/de.json');
  s.unchanged(before);
  (await s.run('push --force l/de.json')).code(0);
  (await s.run('mv a z')).code(1).stdout('Left to delete on the service');
});

it('MV-18 mv of a set whose new path spells the locale otherwise moves what its files say, with the base', async () => {
  const s = await Session.scripted({ config: { files: ['{l,m}/{locale}.json'], name: 'basename' } });
  const service = new FakeService(s.service.script, ['en', 'pt-BR']);
  s.file('l/en.json', EN).file('l/pt_BR.json', EN);
  service.set('en', { a: 'A', b: 'B' }, 'en.json');
  service.set('pt-BR', { a: 'A', b: 'B' }, 'en.json');
  (await s.run('push')).code(0);
  (await s.run('mv l/pt_BR.json m/pt-BR.json')).code(0).never('Left to delete');
  service.set('pt-BR', { a: 'Newer', b: 'B' }, 'en.json');
  (await s.run('pull')).code(0);
  expect(JSON.parse(s.text('m/pt_BR.json'))).toEqual({ a: 'Newer', b: 'B' });
});

it('MV-19 mv into a folder whose files still belong to the source file, by the end of its name, keeps the base', async () => {
  const s = await Session.scripted({ config: { files: ['**/{locale}.json'] } });
  const service = new FakeService(s.service.script);
  s.file('en.json', EN).file('de.json', DE);
  service.set('en', { a: 'A', b: 'B' }, 'en.json');
  service.set('de', { a: 'Only copy', b: 'Be' }, 'en.json');
  (await s.run('push')).code(0);
  (await s.run('mv en.json x/en.json')).code(0).never('Left to delete');
  (await s.run('push')).stdout('Nothing to push.');
  service.set('de', { a: 'Newer', b: 'Be' }, 'en.json');
  (await s.run('pull')).code(0);
  expect(JSON.parse(s.text('x/de.json'))).toEqual({ a: 'Newer', b: 'Be' });
});
