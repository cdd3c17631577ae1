import { expect, it } from 'vitest';
import { Session } from '../support/session.js';

const LINE = 'Languages have different numbers of keys, since some have more plural forms.';
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
