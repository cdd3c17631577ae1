import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { daysLater, synced } from '../support/replaced.js';
import { jsonText } from '../support/file-text.js';

describe('K4 the disk holds again what a pull replaced', () => {
  const git = (s: { readonly folder: string }, ...args: string[]): void => {
    const settings = [
      '-c',
      'user.name=dev',
      '-c',
      'user.email=dev@example.org',
      '-c',
      'commit.gpgsign=false',
    ];
    const ran = spawnSync('git', [...settings, ...args], { cwd: s.folder, encoding: 'utf8' });
    expect(ran.status, `git ${args.join(' ')}\n${ran.stdout}${ran.stderr}`).toBe(0);
  };

  /** Committed texts, then a translator's new one, pulled and not committed. */
  async function pulled(code: string, ignored = '') {
    const { s, fakeService } = await synced();
    s.remove('.git');
    git(s, 'init', '-q', '-b', 'main');
    s.file('.gitignore', ignored);
    git(s, 'add', '-A');
    git(s, 'commit', '-qm', 'synced');
    fakeService.set(code, { k0: 'translated', k1: 'v1' });
    (await s.run('pull')).code(0);
    return { s, fakeService, path: `l/${code}.json` };
  }

  for (const code of ['en', 'de'])
    it(`${code}: git checkout of the files under a newer lock is a conflict, and no text is uploaded`, async () => {
      const { s, fakeService, path } = await pulled(code);
      git(s, 'checkout', '-q', '--', 'l');
      s.reads(path, jsonText({ k0: 'v0', k1: 'v1' }));
      const scope = `--force --locale ${code} l/${code}.json`;
      (await s.run('push'))
        .code(1)
        .stderr(/disk holds again.*k0/, `locsync push ${scope}`, `locsync pull ${scope}`);
      (await s.run('pull')).code(1).stderr(/disk holds again.*k0/);
      (await s.run('status --check')).code(1);
      s.reads(path, jsonText({ k0: 'v0', k1: 'v1' }));
      // Another key goes up without it.
      s.file(path, jsonText({ k0: 'v0', k1: 'new' }));
      (await s.run('push')).code(1);
      expect(fakeService.texts(code)).toEqual({ k0: 'translated', k1: 'new' });
      (await s.run(`pull --force --locale ${code} ${path}`)).code(0);
      s.reads(path, jsonText({ k0: 'translated', k1: 'new' }));
      (await s.run('status --check')).code(0);
    });

  it('a key that a pull has removed does not go up again after git checkout', async () => {
    const { s, fakeService } = await pulled('de');
    git(s, 'commit', '-qam', 'pulled');
    for (const code of ['en', 'de']) fakeService.set(code, { k1: 'v1' });
    (await s.run('pull')).code(0).stderr(/removed.*k0/);
    s.reads('l/de.json', jsonText({ k1: 'v1' }));
    git(s, 'checkout', '-q', '--', 'l');
    (await s.run('push')).code(1).stderr(/disk holds again what a pull replaced or removed.*k0/);
    (await s.run('status --check')).code(1);
    expect(fakeService.texts('de')).toEqual({ k1: 'v1' });
    (await s.run('pull --force --locale de l/de.json')).code(0);
    s.reads('l/de.json', jsonText({ k1: 'v1' }));
    git(s, 'checkout', '-q', '--', 'l');
    (await s.run('push --force --locale de l/de.json')).code(0);
    expect(fakeService.texts('de')).toEqual({ k0: 'translated', k1: 'v1' });
    (await s.run('status --check --locale de')).code(0);
  });

  it("push --force names the translator's newer text that it replaces", async () => {
    const { s, path } = await pulled('de');
    git(s, 'checkout', '-q', '--', 'l');
    const named = /1 text (would be|was) replaced on the service by the disk: k0/;
    (await s.run(`push --force --dry-run ${path}`)).code(0).stderr(named);
    (await s.run(`push --force ${path}`)).code(0).stderr(named);
    s.file(path, jsonText({ k0: 'v0', k1: 'other' }));
    (await s.run('push')).code(0).emptyStderr();
  });

  it('push --force sends the old text if it is meant, and it stays settled', async () => {
    const { s, fakeService, path } = await pulled('de');
    git(s, 'checkout', '-q', '--', 'l');
    (await s.run(`push --force --locale de ${path}`)).code(0);
    expect(fakeService.texts('de')).toMatchObject({ k0: 'v0' });
    (await s.run('pull')).code(0).stdout('Nothing to pull');
    (await s.run('status --check')).code(0);
    // The translator insists, and the developer once more takes the files back.
    fakeService.set('de', { k0: 'insists', k1: 'v1' });
    (await s.run('pull')).code(0);
    git(s, 'checkout', '-q', '--', 'l');
    (await s.run('push')).code(1);
    expect(fakeService.texts('de')).toMatchObject({ k0: 'insists' });
  });

  it('an ignored lock and a branch switch', async () => {
    const { s, fakeService, path } = await pulled('de', 'locsync.lock\n.locsync\n');
    git(s, 'checkout', '-q', '-b', 'work');
    git(s, 'commit', '-qam', 'pulled');
    (await s.run('push')).code(0);
    git(s, 'checkout', '-q', 'main');
    s.reads(path, jsonText({ k0: 'v0', k1: 'v1' }));
    (await s.run('push')).code(1).stderr(/disk holds again/);
    expect(fakeService.texts('de')).toMatchObject({ k0: 'translated' });
    git(s, 'checkout', '-q', 'work');
    (await s.run('push')).code(0).stdout('Nothing to push');
    (await s.run('status --check')).code(0);
  });

  it('a branch switch that takes files and lock along is not a conflict, back and forth', async () => {
    const { s, fakeService, path } = await pulled('de');
    git(s, 'checkout', '-q', '-b', 'work');
    git(s, 'commit', '-qam', 'pulled');
    s.file(path, jsonText({ k0: 'translated', k1: 'mine' }));
    (await s.run('push')).code(0);
    git(s, 'commit', '-qam', 'edited');
    git(s, 'checkout', '-q', 'main');
    s.reads(path, jsonText({ k0: 'v0', k1: 'v1' }));
    (await s.run('status')).code(0).stdout('to pull');
    (await s.run('push')).code(0).stdout('Nothing to push');
    (await s.run('pull')).code(0);
    s.reads(path, jsonText({ k0: 'translated', k1: 'mine' }));
    git(s, 'checkout', '-q', '--', '.');
    (await s.run('push')).code(0);
    git(s, 'checkout', '-q', 'work');
    (await s.run('status --check')).code(0);
    (await s.run('push')).code(0).stdout('Nothing to push');
    expect(fakeService.texts('de')).toEqual({ k0: 'translated', k1: 'mine' });
  });

  it('a text that was never there before is uploaded as ever, and so is one after 14 days', async () => {
    const { s, fakeService, path } = await pulled('de');
    s.file(path, jsonText({ k0: 'a new one', k1: 'v1' }));
    (await s.run('push')).code(0);
    expect(fakeService.texts('de')).toMatchObject({ k0: 'a new one' });
    fakeService.set('de', { k0: 'again', k1: 'v1' });
    (await s.run('pull')).code(0);
    s.file(path, jsonText({ k0: 'a new one', k1: 'v1' }));
    (await s.run('push', daysLater(13))).code(1);
    (await s.run('push', daysLater(16))).code(0);
    expect(fakeService.texts('de')).toMatchObject({ k0: 'a new one' });
  });

  it('an empty text that comes back does not empty the text of a translator', async () => {
    const { s, fakeService } = await synced({ k0: 'v0', k1: 'v1' });
    s.file('l/de.json', jsonText({ k0: 'v0', k1: '' }));
    fakeService.set('de', { k0: 'v0' });
    (await s.run('pull')).code(0);
    fakeService.set('de', { k0: 'v0', k1: 'translated' });
    (await s.run('pull')).code(0);
    s.reads('l/de.json', jsonText({ k0: 'v0', k1: 'translated' }));
    s.file('l/de.json', jsonText({ k0: 'v0', k1: '' }));
    (await s.run('push')).code(1);
    expect(fakeService.texts('de')).toMatchObject({ k1: 'translated' });
  });
});
