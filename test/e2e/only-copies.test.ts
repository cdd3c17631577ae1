import { chmodSync, existsSync, renameSync, statSync, symlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { Session } from '../support/session.js';

const HOOK = pathToFileURL(resolve(import.meta.dirname, '../support/disk-hook.mjs')).href;
/** Nothing can be written into `.locsync/`, but files can be removed there. */
const FULL = { NODE_OPTIONS: `--import ${HOOK}`, DISK: 'rename .locsync ENOSPC' };
const EN = '{\n  "a": "Only copy"\n}\n';
const DE = '{\n  "a": "Nur hier"\n}\n';

async function local(files: readonly unknown[] = ['**/{locale}.json']) {
  const s = await Session.start({ config: { files } });
  return s.file('l/en.json', EN).file('l/de.json', DE);
}

const modeOf = (s: Session, path: string): number => statSync(join(s.folder, path)).mode & 0o777;

describe('UN-19 undo keeps the only copy of a text that a link leads to', () => {
  it('if the old folder is a link to the new one', async () => {
    const s = await local();
    (await s.run('mv l/en.json k/en.json')).code(0);
    s.remove('l');
    symlinkSync('k', join(s.folder, 'l'));
    (await s.run('undo')).code(1).stderr('k/de.json', 'may hold the only copy of the texts of l/de.json');
    s.reads('k/en.json', EN).reads('k/de.json', DE);
  });

  it('if the old file is a link to the new one', async () => {
    const s = await local();
    (await s.run('mv l/en.json k/en.json')).code(0);
    s.file('l/note.txt', '');
    symlinkSync('../k/de.json', join(s.folder, 'l/de.json'));
    (await s.run('undo')).code(1).stderr('k/de.json', 'may hold the only copy of the texts of l/de.json');
    s.reads('l/en.json', EN).reads('k/de.json', DE);
    expect(s.has('k/en.json')).toBe(false);
  });

  it('if a folder that a pull made was moved since, with a link in its place', async () => {
    const s = await Session.start({ config: { files: ['**/{locale}.json'] } });
    await s.service.upload('l/en.json', EN);
    (await s.run('pull')).code(0);
    renameSync(join(s.folder, 'l'), join(s.folder, 'k'));
    symlinkSync('k', join(s.folder, 'l'));
    (await s.run('undo')).code(2).stderr('l/en.json', 'symbolic link');
    expect(s.text('k/en.json')).toContain('Only copy');
  });
});

describe('UN-20 what undo needs cannot be written', () => {
  it.each(['rm l/en.json', 'mv l/en.json k/en.json', 'rm a', 'mv a b'])(
    '%s changes nothing, and the run before can still be undone',
    async (command) => {
      const s = await local();
      (await s.run('mv l/en.json j/en.json')).code(0);
      (await s.run('mv j/en.json l/en.json')).code(0);
      const before = s.snapshot();
      (await s.run(command, { env: FULL }))
        .code(5)
        .stderr('nothing was changed, since it could not be undone', 'ENOSPC');
      s.unchanged(before);
      (await s.run('undo')).code(0);
      s.reads('j/en.json', EN).reads('j/de.json', DE);
    },
  );

  it('pull writes, and undo does not take back an older run', async () => {
    const s = await Session.start({ config: { files: ['l/{locale}.json'] } });
    s.file('l/en.json', EN);
    (await s.run('push')).code(0);
    await s.service.put('de', 'l/en.json', { a: 'Alt' });
    (await s.run('pull')).code(0);
    await s.service.put('de', 'l/en.json', { a: 'Neu' });
    (await s.run('pull --force', { env: FULL })).stderr('this run cannot be undone');
    expect(s.text('l/de.json')).toContain('Neu');
    (await s.run('undo')).code(0).stdout('Nothing to undo');
    expect(s.text('l/de.json')).toContain('Neu');
  });
});

it('MV-12 a moved file, and a removed one that undo brings back, keep their permissions', async () => {
  const s = await local();
  chmodSync(join(s.folder, 'l/de.json'), 0o600);
  (await s.run('mv l/en.json k/en.json')).code(0);
  expect(modeOf(s, 'k/de.json')).toBe(0o600);
  (await s.run('undo')).code(0);
  expect(modeOf(s, 'l/de.json')).toBe(0o600);
  const usual = modeOf(s, 'l/en.json');
  (await s.run('rm l/en.json')).code(0);
  (await s.run('undo')).code(0);
  expect([modeOf(s, 'l/de.json'), modeOf(s, 'l/en.json')]).toEqual([0o600, usual]);
});

it('MV-13 mv of files that are only reached through a link moves nothing, and marks nothing as removed', async () => {
  const s = await local();
  (await s.run('push')).code(0);
  renameSync(join(s.folder, 'l'), join(s.folder, 'k'));
  symlinkSync('k', join(s.folder, 'l'));
  const before = s.snapshot();
  (await s.run('mv l/en.json j/en.json')).code(2).stderr('neither at l/en.json nor at j/en.json');
  s.unchanged(before);
});

it('GIT-12 merge-driver writes nothing through a link that leaves the project', async () => {
  const s = await Session.start();
  const outside = join(s.folder, '..', 'outside.json');
  s.file('../outside.json', '{"precious":"1"}\n');
  symlinkSync(outside, join(s.folder, 'ours.json'));
  s.file('base.json', '{"a":"0"}\n').file('theirs.json', '{"a":"2"}\n');
  (await s.run('merge-driver base.json ours.json theirs.json l/de.json'))
    .code(5)
    .stderr('leaves the project');
  expect(existsSync(outside) && s.text('../outside.json')).toBe('{"precious":"1"}\n');
});

describe('UN-21 a run that changes only the lock', () => {
  it('mv of files that were moved by hand: undo takes back neither it nor an older run', async () => {
    const s = await local([{ path: '**/{locale}.json', name: 'basename' }]);
    (await s.run('push')).code(0);
    await s.run('mv l/en.json k/en.json');
    renameSync(join(s.folder, 'k'), join(s.folder, 'j'));
    (await s.run('mv k/en.json j/en.json'))
      .code(0)
      .stdout('Nothing to do: the files are where they should be');
    const before = s.snapshot();
    (await s.run('undo')).code(0).stdout('Nothing to undo');
    s.unchanged(before);
  });

  it('rm of a key that was removed by hand: its entries stay', async () => {
    const s = await local();
    s.file('l/en.json', '{\n  "a": "A",\n  "b": "B"\n}\n').file(
      'l/de.json',
      '{\n  "a": "A",\n  "b": "B"\n}\n',
    );
    (await s.run('push')).code(0);
    await s.service.put('de', 'l/en.json', { b: 'neu' });
    (await s.run('pull')).code(0);
    s.file('l/en.json', '{\n  "b": "B"\n}\n').file('l/de.json', '{\n  "b": "neu"\n}\n');
    (await s.run('rm a')).code(1);
    const before = s.snapshot();
    (await s.run('undo')).code(0).stdout('Nothing to undo');
    s.unchanged(before);
    (await s.run('pull')).code(0).stdout('Nothing to pull');
  });
});

it('MV-14 rm of the only set of the project, whose files are gone already, records that', async () => {
  const s = await local();
  (await s.run('push')).code(0);
  s.remove('l/en.json').remove('l/de.json');
  (await s.run('rm l/en.json')).code(1).stdout('Left to delete on the service');
  (await s.run('pull')).code(0);
  expect([s.has('l/en.json'), s.has('l/de.json')]).toEqual([false, false]);
});

describe('UN-22 undo of a run of which one file was gone before', () => {
  it('rm: the lock says of it what it said before, and pull brings it back', async () => {
    const s = await local();
    (await s.run('push')).code(0);
    const lock = s.text('locsync.lock');
    s.remove('l/de.json');
    (await s.run('rm l/en.json')).code(1);
    (await s.run('undo')).code(0);
    s.reads('l/en.json', EN).reads('locsync.lock', lock);
    (await s.run('pull')).code(0).stdout('Pulled 1 file');
    expect(JSON.parse(s.text('l/de.json'))).toEqual(JSON.parse(DE));
  });

  it('mv: the lock says of it what it said before', async () => {
    const s = await local();
    (await s.run('push')).code(0);
    const lock = s.text('locsync.lock');
    s.file('k/en.json', EN).remove('l/en.json');
    (await s.run('mv l/en.json k/en.json')).code(1);
    (await s.run('undo')).code(0);
    s.reads('l/de.json', DE).reads('locsync.lock', lock);
  });
});

describe('UN-23 a run that was killed before it wrote the lock, and run again', () => {
  it.each(['rm l/en.json', 'mv l/en.json k/en.json'])('%s: undo takes back both', async (command) => {
    const s = await local();
    (await s.run('push')).code(0);
    const lock = s.text('locsync.lock');
    (await s.run(command)).code(1);
    s.file('locsync.lock', lock).file('.locsync/undo-open', 'open\n');
    (await s.run(command)).code(1).stdout('Nothing to do');
    (await s.run('undo')).code(0);
    s.reads('l/en.json', EN).reads('l/de.json', DE).reads('locsync.lock', lock);
  });
});

it('UN-23 mv that was killed between two files, and run again: undo takes back both', async () => {
  const s = await local([{ path: '**/{locale}.json', name: 'basename' }]);
  (await s.run('push')).code(0);
  const lock = s.text('locsync.lock');
  (await s.run('mv l/en.json k/en.json')).code(0);
  s.file('locsync.lock', lock).file('.locsync/undo-open', 'open\n');
  s.file('l/de.json', DE).remove('k/de.json');
  (await s.run('mv l/en.json k/en.json')).code(0).stdout('Moved 1 file');
  (await s.run('undo')).code(0);
  s.reads('l/en.json', EN).reads('l/de.json', DE).reads('locsync.lock', lock);
  expect([s.has('k/en.json'), s.has('k/de.json')]).toEqual([false, false]);
});

it('UN-22 undo restores the lock of a file that was gone and that somebody has put back', async () => {
  const s = await local();
  (await s.run('push')).code(0);
  const lock = s.text('locsync.lock');
  s.remove('l/de.json');
  (await s.run('rm l/en.json')).code(1);
  s.file('l/de.json', DE);
  (await s.run('undo')).code(0);
  s.reads('l/en.json', EN).reads('l/de.json', DE).reads('locsync.lock', lock);
  (await s.run('status --check')).code(0);
});

it('MV-14 rm of a file of several languages that is gone already records that', async () => {
  const s = await local(['all.json']);
  s.file('all.json', '{\n  "en": {\n    "a": "A"\n  },\n  "de": {\n    "a": "B"\n  }\n}\n');
  (await s.run('push')).code(0);
  s.remove('all.json');
  (await s.run('rm all.json')).code(1).stdout('Left to delete on the service');
  (await s.run('pull')).code(0);
  expect(s.has('all.json')).toBe(false);
});
