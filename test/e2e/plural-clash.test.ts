import { expect, it } from 'vitest';
import { FakeService } from '../support/fake-service.js';
import { Session } from '../support/session.js';

const en = 'en:\n  units:\n    million: Million\n    thousand: Thousand\n';
const de = 'de:\n  units:\n    million:\n      one: Million\n      other: Millionen\n    thousand: Tausend\n';
const NAME = 'config/locales/de.yml';

/** Rails-i18n: the unit is one text in English, and comes in plural forms in German. */
async function units(locales = ['en', 'de']) {
  const s = await Session.start({ service: { locales } });
  s.file('config/locales/en.yml', en).file(NAME, de);
  (await s.run('push')).code(0);
  return s;
}

it('does not miss a key whose plural forms are there', async () => {
  const s = await units();
  (await s.run('status --missing'))
    .code(0)
    .stdout(/de +100% +3 of 3 keys/, 'numbers of keys')
    .never('million');
  (await s.run('status --check=missing')).code(0);
});

it('does not miss the plural forms of a key that is one text', async () => {
  const s = await Session.start({ service: { locales: ['en', 'ja'] } });
  s.file('config/locales/en.yml', de.replace('de:', 'en:'));
  s.file('config/locales/ja.yml', en.replace('en:', 'ja:'));
  (await s.run('push')).code(0);
  (await s.run('status --missing')).stdout(/ja +100% +2 of 2 keys/).never('million');
});

it('misses a key of which a group has another word than plural forms', async () => {
  const s = await units();
  s.file(NAME, de.replace('one: Million', 'short: Mio.'));
  (await s.run('status --missing')).stdout('units.million');
});

it('names what helps against a text on the service that no file can hold', async () => {
  const s = await units();
  await s.service.put('de', NAME, { 'units.million': 'Million' });
  for (const command of ['status', 'pull', 'pull --force', 'push', 'push --force', 'resolve --local'])
    (await s.run(command))
      .code(command === 'status' ? 0 : 1)
      .stderr(
        `${NAME}:5:14: units.million is a text on the service, but a group of keys here`,
        'empty the text of units.million on the service',
        'ignoreKeys',
      );
  (await s.run('diff')).code(1).stdout('units.million').stderr('no file can hold both');
  s.reads(NAME, de);
  await s.service.put('de', NAME, { 'units.million': '' });
  (await s.run('pull')).code(0);
  (await s.run('push')).code(0);
});

it.each([['units.million'], ['units.million.**'], ['units.million', 'units.million.**']])(
  'leaves a clash alone if ignoreKeys names %s',
  async (...ignoreKeys) => {
    const s = await units();
    await s.service.put('de', NAME, { 'units.million': 'Million' });
    s.config({ files: ['config/locales/{locale}.yml'], ignoreKeys });
    (await s.run('status --check')).code(0).never('no file can hold both');
    s.file(NAME, de.replace('Tausend', 'tausend'));
    (await s.run('push')).code(0).emptyStderr();
    expect(await s.service.texts('config/locales/en.yml', 'de')).toMatchObject({
      'units.thousand': 'tausend',
    });
    await s.service.put('de', NAME, { 'units.thousand': 'T' });
    (await s.run('pull')).code(0).emptyStderr();
    s.reads(NAME, de.replace('Tausend', 'T'));
    (await s.run('diff')).code(0);
  },
);

it.each(['json', 'yml'])('names an empty key in %s as JSON has it', async (ext) => {
  const s = await Session.scripted({ config: { files: [`l/{locale}.${ext}`] } });
  const book = new FakeService(s.service.script);
  for (const code of ['en', 'de'])
    s.file(`l/${code}.${ext}`, ext === 'json' ? '{"": "E", "t": "T"}\n' : '"": E\nt: T\n');
  if (ext === 'json') (await s.run('push')).code(0);
  for (const code of ['en', 'de']) book.set(code, { '': 'E', t: 'T', '.': 'N' }, `l/en.${ext}`);
  (await s.run('pull'))
    .code(1)
    .stderr(
      '"" is a text here, but a group of keys on the service ("".""): no file can hold both',
      'leave "" out of push and pull',
    );
});
