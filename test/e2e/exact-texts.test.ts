import { describe, expect, it } from 'vitest';
import { FakeService } from '../support/fake-service.js';
import { Session } from '../support/session.js';

/** A Rails file whose values have types: what an ordinary project holds. */
const TYPED =
  'de:\n  number:\n    precision: 3\n    delimiter: false\n    strip: true\n    format: "%n"\n  zero:\n  rate: 9.9\n  flag: on\n';

async function rails() {
  const s = await Session.start();
  s.file('config/locales/en.yml', TYPED.replace('de:', 'en:')).file('config/locales/de.yml', TYPED);
  (await s.run('push')).code(0);
  (await s.run('status --check')).code(0);
  return s;
}

const NAME = 'config/locales/en.yml';
const DE = 'config/locales/de.yml';

describe('texts are compared letter for letter', () => {
  it.each(['Null', 'nil', 'null', '~', 'NULL'])(
    'A7 a null here and the word %j on the service: it is seen, pulled and stays a text',
    async (word) => {
      const s = await rails();
      await s.service.put('de', NAME, { zero: word });
      (await s.run('status --check')).code(1);
      (await s.run('pull')).code(0);
      const spelt = word === 'nil' ? word : `"${word}"`;
      s.reads(DE, TYPED.replace('zero:', `zero: ${spelt}`));
      (await s.run('status --check')).code(0);
      (await s.run('push')).code(0).stdout('Nothing to push.');
      expect(await s.service.texts(NAME, 'de')).toMatchObject({ zero: word });
    },
  );

  it('A7 JSON null and the word "null"', async () => {
    const s = await Session.start({ config: { files: ['l/{locale}.json'] } });
    s.file('l/en.json', '{"zero": "Zero", "one": "One"}').file('l/de.json', '{"zero": null, "one": "Eins"}');
    (await s.run('push')).code(0);
    await s.service.put('de', 'l/en.json', { zero: 'null' });
    (await s.run('pull')).code(0);
    s.reads('l/de.json', '{"zero": "null", "one": "Eins"}');
    (await s.run('status --check')).code(0);
  });

  it('A8 another spelling of a number or of a boolean is another text', async () => {
    const s = await rails();
    await s.service.put('de', NAME, { rate: '9.90', flag: 'yes' });
    (await s.run('status --check')).code(1);
    expect((await s.run('diff --json')).code(1).json.files[0]?.changes).toMatchObject([
      { key: 'rate', here: '9.9', there: '9.90' },
      { key: 'flag', here: 'on', there: 'yes' },
    ]);
    // The push of another key takes both along: nothing is reverted.
    s.file(DE, TYPED.replace('%n', '%n €'));
    (await s.run('push')).code(0);
    expect(await s.service.texts(NAME, 'de')).toMatchObject({
      rate: '9.90',
      flag: 'yes',
      'number.format': '%n €',
    });
    (await s.run('pull')).code(0);
    s.reads(DE, TYPED.replace('%n', '%n €').replace('9.9', '"9.90"').replace('flag: on', 'flag: "yes"'));
    (await s.run('status --check')).code(0);
    (await s.run('push')).code(0).stdout('Nothing to push.');
  });

  it('a new text goes into the type of the file if that says the same', async () => {
    const s = await rails();
    await s.service.put('de', NAME, { 'number.precision': '2', 'number.delimiter': 'true', rate: '10.5' });
    (await s.run('pull')).code(0);
    s.reads(
      DE,
      TYPED.replace('precision: 3', 'precision: 2')
        .replace('delimiter: false', 'delimiter: true')
        .replace('9.9', '10.5'),
    );
    (await s.run('status --check')).code(0);
  });
});

describe('a service that answers with types, or spells texts its own way', () => {
  const FILE = '{"precision": 3, "delimiter": false, "zero": null, "a": "A"}';

  it.each([
    ['texts', { precision: '3', delimiter: 'false', zero: '', a: 'A' }],
    ['typed JSON', { precision: 3, delimiter: false, zero: null, a: 'A' }],
  ])('an ordinary file stays in sync with %s', async (_, content) => {
    const s = await Session.scripted({ config: { files: ['l/{locale}.json'] } });
    const book = new FakeService(s.service.script, ['en']);
    book.set('en', content as unknown as Record<string, string>);
    s.file('l/en.json', FILE);
    (await s.run('push')).code(0).stdout('Nothing to push.');
    (await s.run('pull')).code(0).stdout('Nothing to pull.');
    (await s.run('status --check')).code(0);
    s.reads('l/en.json', FILE);
  });

  it('A8 a service that answers 1 for 1.0 is uploaded to no more than twice, and nothing is written', async () => {
    const s = await Session.scripted({ config: { files: ['l/{locale}.json'] } });
    const book = new FakeService(s.service.script);
    book.filter = (text) => (text === '1.0' || Number(text) === 1 ? '1' : text);
    const file = '{"rate": 1.0, "a": "A"}';
    s.file('l/en.json', file);
    (await s.run('push')).code(0);
    const uploads = book.versions();
    expect(uploads).toBeLessThanOrEqual(2);
    for (const command of ['push', 'pull', 'push', 'pull']) {
      (await s.run(command)).code(0);
      s.reads('l/en.json', file);
    }
    expect(book.versions()).toBe(uploads);
    // A change on either side is seen again.
    s.file('l/en.json', file.replace('1.0', '2.5'));
    (await s.run('push')).code(0);
    expect(book.texts('en')['rate']).toBe(2.5);
    (await s.run('status --check')).code(0);
  });

  it('A8 first contact with another spelling overwrites nothing in silence: both texts stay, and are named', async () => {
    const s = await Session.scripted({ config: { files: ['l/{locale}.json'] } });
    const book = new FakeService(s.service.script);
    book.set('en', { rate: '1' });
    book.set('de', { rate: '1' });
    s.file('l/en.json', '{"rate": 1.0}').file('l/de.json', '{"rate": 1.0}');
    (await s.run('pull')).code(1).stderr(/l\/en\.json.*rate/);
    s.reads('l/en.json', '{"rate": 1.0}').reads('l/de.json', '{"rate": 1.0}');
  });
});
