import { describe, expect, it } from 'vitest';
import { Session } from '../support/session.js';

const FILE = 'config/locales/de.yml';
const of = (hello: string, bye: string): string => `de:\n  hello: ${hello}\n  bye: ${bye}\n`;

/** One key changed on both sides, one changed nowhere. */
async function conflicting() {
  const s = await Session.start({ service: { locales: ['en', 'de'] } });
  s.file('config/locales/en.yml', 'en:\n  hello: Hello\n  bye: Bye\n').file(FILE, of('Hallo', 'Auf bald'));
  (await s.run('push')).code(0);
  await s.service.put('de', FILE, { hello: 'Servus' });
  s.file(FILE, of('Moin', 'Auf bald'));
  return s;
}

describe('what --force, --empty and --prune did is said as done', () => {
  it('pull --force: the file was pulled, with the keys that it wrote', async () => {
    const s = await conflicting();
    (await s.run('pull --force --dry-run')).code(0).stdout(/^would pull +config.locales.de.yml +1 changed$/m);
    (await s.run('pull --force'))
      .code(0)
      .stdout(/^pulled +config.locales.de.yml +1 changed$/m, 'Pulled 1 file.')
      .never('conflict');
    s.reads(FILE, of('Servus', 'Auf bald'));
  });

  it('push --force: the file was pushed, with the keys that it sent', async () => {
    const s = await conflicting();
    (await s.run('push --force --dry-run')).code(0).stdout(/^would push +config.locales.de.yml +1 changed$/m);
    (await s.run('push --force'))
      .code(0)
      .stdout(/^pushed +config.locales.de.yml +1 changed$/m, 'Pushed 1 file.')
      .never('conflict');
    expect((await s.service.texts('config/locales/en.yml', 'de'))['hello']).toBe('Moin');
  });

  it('pull --empty and --prune: emptied and removed keys count', async () => {
    const s = await conflicting();
    (await s.run('pull --force')).code(0);
    await s.service.put('de', FILE, { bye: '' });
    (await s.run('pull --empty')).code(0).stdout(/^pulled +config.locales.de.yml +1 changed$/m);
    s.file(FILE, `${of('Servus', '""')}  mine: Meins\n`).remove('locsync.lock');
    (await s.run('pull --prune')).code(0).stdout(/^pulled +config.locales.de.yml +1 removed$/m);
    s.reads(FILE, of('Servus', '""'));
  });
});
