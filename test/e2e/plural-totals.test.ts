import { expect, it } from 'vitest';
import { Session } from '../support/session.js';

const LINE = 'Languages have different numbers of keys, since their plural forms differ.';
const en = 'en:\n  items:\n    one: "%{count} item"\n    other: "%{count} items"\n';
const ru =
  'ru:\n  items:\n    one: "%{count} товар"\n    few: "%{count} товара"\n    many: "%{count} товаров"\n    other: "%{count} товара"\n';

it('issue 15, item 10: status says why languages differ in their number of keys, if plural forms are the reason', async () => {
  const s = await Session.start({ service: { locales: ['en', 'ru'] } });
  s.file('config/locales/en.yml', en).file('config/locales/ru.yml', ru);
  (await s.run('push')).code(0);
  const ran = (await s.run('status')).code(0).stdout('2 of 2 keys').stdout('4 of 4 keys');
  expect(ran.out.split(LINE)).toHaveLength(2);
  expect((await s.run('status --reporter markdown')).out).toContain(LINE);
});

it('says nothing of plural forms if another key makes the difference, or none does', async () => {
  const s = await Session.start({ service: { locales: ['en', 'ru'] } });
  s.file('config/locales/en.yml', 'en:\n  a: One\n').file(
    'config/locales/ru.yml',
    'ru:\n  a: Один\n  b: Два\n',
  );
  (await s.run('status')).code(0).never(LINE);
  s.file('config/locales/en.yml', ru.replace('ru:', 'en:')).file('config/locales/ru.yml', ru);
  (await s.run('status')).code(0).never(LINE);
});

it('does not miss plural forms that a language does not use', async () => {
  const s = await Session.start({
    config: { files: ['locales/{locale}.json'] },
    service: { locales: ['en', 'ja', 'de'] },
  });
  const forms = {
    place_ordinal_one: '{{count}}st',
    place_ordinal_two: '{{count}}nd',
    place_ordinal_other: '{{count}}th',
  };
  s.file(
    'locales/en.json',
    JSON.stringify({ items_one: '1', items_other: '{{count}}', one: 'One', ...forms }),
  );
  s.file(
    'locales/ja.json',
    JSON.stringify({ items_other: '{{count}}個', one: '一', place_ordinal_other: '{{count}}番' }),
  );
  s.file(
    'locales/de.json',
    JSON.stringify({ items_other: '{{count}}', one: 'Eins', place_ordinal_other: '{{count}}.' }),
  );
  (await s.run('push')).code(0);
  const ran = (await s.run('status --missing')).code(0).stdout(LINE);
  ran
    .stdout(/ja +100% +3 of 3 keys/)
    .stdout(/de +75% +3 of 4 keys/)
    .stdout('items_one')
    .never('place_ordinal_two');
  (await s.run('status --check=missing --locale ja')).code(0);
  (await s.run('status --check=missing')).code(1);
  s.file(
    'locales/ja.json',
    JSON.stringify({
      items_one: '一個',
      items_other: '{{count}}個',
      one: '',
      place_ordinal_other: '{{count}}番',
    }),
  );
  (await s.run('status --missing --locale ja')).stdout(/ja +75% +3 of 4 keys/);
});
