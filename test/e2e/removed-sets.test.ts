import { describe, expect, it } from 'vitest';
import { FakeService } from '../support/fake-service.js';
import { Session } from '../support/session.js';

const EN = '{\n  "a": "A",\n  "b": "B"\n}\n';
const DE = '{\n  "a": "Ah",\n  "b": "Be"\n}\n';

async function project(files = ['*/{locale}.json']) {
  const s = await Session.scripted({ config: { files } });
  const service = new FakeService(s.service.script);
  s.file('l/en.json', EN).file('l/de.json', DE);
  return { s, service };
}

async function synced() {
  const { s, service } = await project();
  (await s.run('push')).code(0);
  return { s, service };
}

describe('TS-20 a text that is empty here, and a service that has no source file yet', () => {
  it('a pull agrees on nothing, and the next push makes the source file', async () => {
    const { s, service } = await project();
    s.file('l/de.json', '{\n  "a": "Ah",\n  "b": ""\n}\n');
    (await s.run('pull')).code(0).stdout('Nothing to pull.');
    (await s.run('push')).code(0);
    expect(service.texts('de')).toEqual({ a: 'Ah', b: '' });
    const lock = s.text('locsync.lock');
    (await s.run('push')).code(0).stdout('Nothing to push.');
    s.reads('locsync.lock', lock);
  });

  it('nor does it beside a set that is synced', async () => {
    const { s, service } = await synced();
    s.file('m/en.json', EN).file('m/de.json', '{\n  "a": ""\n}\n');
    (await s.run('pull')).code(0);
    (await s.run('push')).code(0);
    expect(service.texts('en', 'm/en.json')).toEqual({ a: 'A', b: 'B' });
  });
});

describe('TS-21 what was removed on purpose, and deleted on the service as mv and rm ask', () => {
  it('mv of the only set: the next push makes the new source file', async () => {
    const { s, service } = await synced();
    (await s.run('mv l/en.json m/en.json')).code(1).stdout('Left to delete on the service');
    service.drop();
    (await s.run('pull')).code(0);
    (await s.run('push')).code(0);
    expect(service.texts('de', 'm/en.json')).toEqual({ a: 'Ah', b: 'Be' });
  });

  it('rm of the only set: push has nothing to do, and a new set is uploaded', async () => {
    const { s, service } = await synced();
    (await s.run('rm l/en.json')).code(1);
    for (const command of ['status --check', 'push', 'pull']) (await s.run(command)).code(0);
    service.drop();
    for (const command of ['status --check', 'push', 'pull']) (await s.run(command)).code(0);
    s.file('n/en.json', EN);
    (await s.run('push')).code(0);
    expect(service.texts('en', 'n/en.json')).toEqual({ a: 'A', b: 'B' });
  });

  it('mv there and back: push makes the first source file anew', async () => {
    const { s, service } = await synced();
    s.file('k/en.json', EN);
    await s.run('mv l/en.json m/en.json');
    (await s.run('push')).code(0);
    service.drop('l/en.json');
    await s.run('mv m/en.json l/en.json');
    (await s.run('push')).code(0);
    expect(service.texts('de')).toEqual({ a: 'Ah', b: 'Be' });
    (await s.run('pull')).code(0);
    s.reads('l/de.json', DE);
  });

  it('rm, and another file at the same place later: it is uploaded', async () => {
    const { s, service } = await synced();
    s.file('k/en.json', EN);
    await s.run('rm l/en.json');
    (await s.run('push')).code(0);
    service.drop('l/en.json');
    s.file('l/en.json', '{\n  "c": "New"\n}\n');
    (await s.run('push')).code(0);
    expect(service.texts('en')).toEqual({ c: 'New' });
    (await s.run('status --check')).code(0);
  });

  it('a lock that lists other texts still means that an empty list is an error', async () => {
    const { s, service } = await synced();
    s.file('k/en.json', EN);
    (await s.run('push')).code(0);
    await s.run('rm l/en.json');
    service.drop();
    (await s.run('push')).code(4).stderr('lists no source file at all');
  });
});

describe('TS-22 a set that was removed on purpose and made anew', () => {
  it('while the list lacks its source file: nothing is uploaded over a newer text', async () => {
    const { s, service } = await synced();
    s.file('k/en.json', EN);
    (await s.run('push')).code(0);
    await s.run('rm l/en.json');
    service.set('de', { a: 'Newer', b: 'Be' });
    s.file('l/en.json', EN).file('l/de.json', '{\n  "a": "Anew",\n  "b": "Be"\n}\n');
    const list = service.list();
    s.service.script.on('sourceFiles', () => {
      const rows = 'body' in list && Array.isArray(list.body) ? (list.body as { name: string }[]) : [];
      return { body: rows.filter(({ name }) => name !== 'l/en.json') };
    });
    await s.run('push');
    expect(service.texts('de')).toEqual({ a: 'Newer', b: 'Be' });
  });

  it.each(['push', 'push --locale en'])(
    'a text that a translator has changed stays a conflict after %s',
    async (command) => {
      const { s, service } = await project();
      // All keys come back: nothing but the conflict would be left in the lock.
      s.file('l/en.json', '{\n  "a": "A"\n}\n').file('l/de.json', '{\n  "a": "Ah"\n}\n');
      s.file('k/en.json', EN);
      (await s.run('push')).code(0);
      await s.run('rm l/en.json');
      service.set('de', { a: 'Newer' });
      const anew = '{\n  "a": "Anew"\n}\n';
      s.file('l/en.json', '{\n  "a": "Another"\n}\n').file('l/de.json', anew);
      await s.run(command);
      (await s.run('pull')).code(1).stderr('l/de.json', 'a');
      s.reads('l/de.json', anew);
      expect(service.texts('de')['a']).toBe('Newer');
    },
  );
});

describe('TS-23 the id of a source file that was deleted on the service', () => {
  it.each([400, 410, 422, 500])(
    'is answered with %i: a set made anew is uploaded, and so are others',
    async (status) => {
      const { s, service } = await synced();
      s.file('k/en.json', EN);
      (await s.run('push')).code(0);
      await s.run('rm l/en.json');
      const { id } = service.idOf('l/en.json');
      service.drop('l/en.json');
      s.service.script.on('texts', (request) =>
        request.url.includes(`/${id}?`) || request.url.endsWith(`/${id}`)
          ? { status, body: { error: 'no' } }
          : service.read(request),
      );
      s.file('l/en.json', EN).file('k/en.json', EN.replace('"A"', '"Changed"'));
      (await s.run('push --retries 0')).code(0);
      expect(service.texts('en', 'k/en.json')['a']).toBe('Changed');
      expect(service.texts('en')).toEqual({ a: 'A', b: 'B' });
    },
  );

  it('is listed under another name: the set made anew is uploaded', async () => {
    const { s, service } = await synced();
    s.file('k/en.json', EN);
    (await s.run('push')).code(0);
    await s.run('rm l/en.json');
    service.rename('l/en.json', 'archive/old.json');
    s.file('l/en.json', EN);
    (await s.run('push')).code(0);
    expect(service.texts('en')).toEqual({ a: 'A', b: 'B' });
  });
});

it('MV-17 mv of a set with a missing language is refused if the new source file would not get it', async () => {
  const { s } = await synced();
  s.remove('l/de.json');
  const before = s.snapshot();
  (await s.run('mv l/en.json m/en.json')).code(2).stderr('l/de.json', 'missing here', 'locsync pull');
  s.unchanged(before);
  (await s.run('pull')).code(0);
  (await s.run('mv l/en.json m/en.json')).code(1);
  expect([s.has('m/en.json'), s.has('m/de.json')]).toEqual([true, true]);
});
