import { describe, expect, it } from 'vitest';
import { FakeService, type Texts } from '../support/fake-service.js';
import { Session } from '../support/session.js';
import { jsonText } from '../support/file-text.js';

const FILE = 'l/de.json';
/** A file in step with the service, then `here` and `there`. */
async function between(base: Texts, here: Texts, there: Texts) {
  const s = await Session.scripted({ config: { files: ['l/{locale}.json'] } });
  const fakeService = new FakeService(s.service.script);
  s.file(FILE, jsonText(base));
  fakeService.set('de', base);
  (await s.run('push')).code(0);
  s.file(FILE, jsonText(here));
  fakeService.set('de', there);
  return s;
}

describe('a pull says what it wrote', () => {
  it('keys beside a conflict are written, and reported, before and after', async () => {
    const s = await between({ a: 'A', b: 'B' }, { a: 'H', b: 'B' }, { a: 'T', b: 'T' });
    const row = /^conflict +l\/de\.json +1 changed, 1 conflict$/m;
    (await s.run('pull --dry-run')).code(1).stdout(row, 'Would pull 1 file.');
    (await s.run('pull')).code(1).stdout(row, 'Pulled 1 file.');
    s.reads(FILE, jsonText({ a: 'H', b: 'T' }));
    (await s.run('pull')).code(1).stdout(/^conflict +l\/de\.json +1 conflict$/m, 'Did not pull anything.');
  });

  it('a file that the shrink guard leaves alone would not be pulled', async () => {
    const many = Object.fromEntries(Array.from({ length: 20 }, (_, i) => [`k${i}`, 'B']));
    const s = await between(many, many, { k0: 'B' });
    (await s.run('pull --dry-run')).code(1).stdout(/^skipped +l\/de\.json/m, 'Would not pull anything.');
    (await s.run('pull')).code(1).stdout('Did not pull anything.');
  });

  it('one file of several languages is one file, and only the languages that changed are pulled', async () => {
    const s = await Session.start({ config: { files: ['all.yml'] }, service: { locales: ['en', 'de'] } });
    s.file('all.yml', 'en:\n  a: A\nde:\n  a: Ä\n');
    (await s.run('push')).code(0).stdout('Pushed 1 file.');
    await s.service.put('de', 'all.yml', { a: 'Ä2' });
    const ran = (await s.run('pull')).code(0).stdout('Pulled 1 file.');
    expect(ran.out.match(/^pulled/gm)).toHaveLength(1);
  });

  it('--strict --dry-run: a file of which every text is kept back would not be pulled', async () => {
    const s = await Session.scripted({ config: { files: ['l/{locale}.json'] } });
    const fakeService = new FakeService(s.service.script);
    for (const [code, text] of [
      ['en', 'A {x}'],
      ['de', 'Ä {x}'],
    ] as const) {
      s.file(`l/${code}.json`, jsonText({ a: text }));
      fakeService.set(code, { a: text });
    }
    (await s.run('push')).code(0);
    fakeService.set('de', { a: 'Ä' });
    (await s.run('pull --strict --dry-run')).code(1).stdout('Would not pull anything.').never('would pull');
  });
});
