import { describe, expect, it } from 'vitest';
import { FakeService } from '../support/fake-service.js';
import { Session } from '../support/session.js';

describe('an upload that is answered with another file than it was for', () => {
  const last_version = { id: 'fiv_2', number: 2, upload: 'api' };

  it.each([
    ['known to the service, its texts not stored', true, false],
    ['known to the service, its texts stored', true, true],
    ['new to the service', false, false],
  ])(
    'BD-24 %s: both are said, exit 4, nothing is recorded, and pull reverts nothing',
    async (_, known, stored) => {
      const s = await Session.scripted({ config: { files: ['l/{locale}.json'] } });
      const { script } = s.service;
      const book = new FakeService(script);
      s.file('l/en.json', '{"k":"K"}');
      if (known) (await s.run('push')).code(0);
      const lock = known ? s.text('locsync.lock') : undefined;
      s.file('l/en.json', '{"k":"mine"}');
      const sent = script.of('upload').length;
      script.on('upload', (request) => {
        if (stored) book.take(request);
        return { body: { api_id: 'fil_9', name: 'other/thing.json', project_id: 'pro_1', last_version } };
      });
      // The other file holds the very same texts, so that reading it back looks like success.
      script.on('texts', (request) =>
        request.url.includes('fil_9')
          ? {
              body: {
                api_id: 'fil_9',
                name: 'other/thing.json',
                keys: 1,
                content: { en: { k: 'mine' }, de: {} },
              },
            }
          : book.read(request),
      );
      const push = (await s.run('push --json')).code(4);
      expect(push.states).toEqual({ 'l/en.json': 'failed' });
      expect(push.errors).toEqual(['ANSWER_FOR_ANOTHER']);
      expect(push.json.errors[0]?.message).toMatch(/other\/thing\.json.*l\/en\.json/);
      expect(script.of('upload')).toHaveLength(sent + 1);
      expect(s.has('locsync.lock') ? s.text('locsync.lock') : undefined).toBe(lock);
      script.on('texts', (request) => book.read(request));
      await s.run('pull');
      s.reads('l/en.json', '{"k":"mine"}');
    },
  );

  it('BD-24 the answer may name the file of another language, or the end of its name', async () => {
    const s = await Session.scripted({ config: { files: ['l/{locale}.json', 'm/n/{locale}.json'] } });
    const { script } = s.service;
    const book = new FakeService(script);
    for (const path of ['l/en.json', 'l/de.json', 'm/n/en.json']) s.file(path, `{"k":"${path}"}`);
    (await s.run('push')).code(0).stdout('Pushed 3 files.');
    expect(book.texts('de')).toEqual({ k: 'l/de.json' });
  });
});
