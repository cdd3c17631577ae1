import { describe, expect, it } from 'vitest';
import { FakeService } from '../support/fake-service.js';
import { Session } from '../support/session.js';

describe('A1 hello beside no.hello on the service, left there by an upload with the wrong root', () => {
  it('no text is lost: both sides hold both keys, each under its own name, and the replaced one is named', async () => {
    const s = await Session.scripted({ config: { files: ['l/{locale}.json'], localeMap: { nb: 'no' } } });
    const book = new FakeService(s.service.script, ['en', 'nb']);
    const en = { hello: 'Hello', bye: 'Bye' };
    s.file('l/en.json', JSON.stringify({ en }));
    s.file('l/no.json', '{"no": {"hello": "Hei", "bye": "Ha det"}}\n');
    book.set('en', en);
    book.set('nb', { hello: 'Hei fra oversetter', bye: 'Ha det', 'no.hello': 'Hei', 'no.bye': 'Ha det' });
    const held = book.texts('nb');
    (await s.run('pull')).code(0).stderr(/l\/no\.json.*replaced.*hello/);
    const group = { hello: 'Hei', bye: 'Ha det' };
    const merged = { no: { hello: 'Hei fra oversetter', bye: 'Ha det', no: group } };
    expect(JSON.parse(s.text('l/no.json'))).toEqual(merged);
    (await s.run('push')).code(0).stdout('Nothing to push.');
    (await s.run('pull')).code(0).stdout('Nothing to pull.');
    (await s.run('status --check')).code(0);
    expect(book.texts('nb')).toEqual(held);
    expect(JSON.parse(s.text('l/no.json'))).toEqual(merged);
  });
});
