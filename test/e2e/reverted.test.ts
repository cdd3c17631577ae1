import { expect, describe, it } from 'vitest';
import { FakeService } from '../support/fake-service.js';
import { Session } from '../support/session.js';

describe('C9 the commit of a pull is reverted (docs/sync.md)', () => {
  /** In step, then a translator's text is pulled. `before` is what the commit changed. */
  async function pulled() {
    const s = await Session.scripted({ config: { files: ['l/{locale}.json'] } });
    const fakeService = new FakeService(s.service.script);
    s.file('l/en.json', '{"a":"A","b":"B"}').file('l/de.json', '{"a":"alt","b":"be"}');
    fakeService.set('en', { a: 'A', b: 'B' });
    fakeService.set('de', { a: 'alt', b: 'be' });
    (await s.run('push')).code(0);
    const before = { text: s.text('l/de.json'), lock: s.text('locsync.lock') };
    fakeService.set('de', { a: 'neu', b: 'be' });
    (await s.run('pull')).code(0);
    s.reads('l/de.json', '{"a":"neu","b":"be"}');
    return { s, fakeService, before };
  }

  it('with the lock: push takes nothing back, and the next pull writes the same texts again', async () => {
    const { s, fakeService, before } = await pulled();
    s.file('l/de.json', before.text).file('locsync.lock', before.lock);
    (await s.run('push')).code(0).stdout('Nothing to push.');
    expect(fakeService.texts('de')).toEqual({ a: 'neu', b: 'be' });
    (await s.run('pull')).code(0);
    s.reads('l/de.json', '{"a":"neu","b":"be"}');
  });

  it('without the lock: the old text is never pulled over, and --force takes it back to the service', async () => {
    const { s, fakeService, before } = await pulled();
    s.file('l/de.json', before.text);
    await s.run('pull');
    s.reads('l/de.json', before.text);
    await s.run('push --force');
    expect(fakeService.texts('de')).toEqual({ a: 'alt', b: 'be' });
    (await s.run('status --check')).code(0);
  });
});
