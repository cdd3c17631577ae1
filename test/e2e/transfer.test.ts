import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { Session } from '../support/session.js';

const PAIR = { config: { files: ['locales/{locale}.json'] } };
const EN = '{ "hello": "Hello", "bye": "Bye" }\n';
const DE = '{ "hello": "Hallo", "bye": "Ade" }\n';

/** The status of each request for texts, as `--debug` tells it. */
const texts = (err: string): string[] =>
  Array.from(err.matchAll(/^GET \S+locale_id=\S+ (\d+)/gm), (match) => match[1] ?? '');

describe('conditional requests', () => {
  it('what has not changed is not sent again, and what has changed is', async () => {
    const session = await Session.start({ ...PAIR, service: { locales: ['en', 'de'] } });
    session.file('locales/en.json', EN).file('locales/de.json', DE);
    (await session.run('push')).code(0);
    const first = (await session.run('pull --debug')).code(0);
    expect(texts(first.err)).toEqual(['304', '304']);
    await session.service.put('de', 'locales/en.json', { hello: 'Moin' });
    const second = (await session.run('pull --debug')).code(0);
    expect(texts(second.err)).toEqual(['304', '200']);
    session.reads('locales/de.json', DE.replace('Hallo', 'Moin'));
    const third = (await session.run('status --check --debug')).code(0);
    expect(texts(third.err)).toEqual(['304', '304']);
  });

  it('a text of the service is written although its file was lost here in between', async () => {
    const session = await Session.start({ ...PAIR, service: { locales: ['en', 'de'] } });
    session.file('locales/en.json', EN).file('locales/de.json', DE);
    (await session.run('push')).code(0);
    session.remove('locales/de.json').remove('locsync.lock');
    const ran = (await session.run('pull --debug')).code(0);
    expect(texts(ran.err)).toEqual(['304', '304']);
    expect(session.text('locales/de.json')).toContain('Hallo');
  });

  it('status keeps nothing if no run has kept anything', async () => {
    const session = await Session.start({ ...PAIR, service: { locales: ['en', 'de'] } });
    session.file('locales/en.json', EN);
    (await session.run('status')).code(0);
    expect(existsSync(join(session.folder, '.locsync'))).toBe(false);
  });
});

describe('many requests in flight', () => {
  it('64 at a time say nothing on stderr', async () => {
    const session = await Session.start({
      config: { files: ['locales/*/{locale}.json'] },
      service: { locales: ['en', 'de'], latencyMs: 20 },
    });
    for (let set = 0; set < 40; set++)
      session.file(`locales/${set}/en.json`, EN).file(`locales/${set}/de.json`, DE);
    (await session.run('push --concurrency 64')).code(0).emptyStderr();
    (await session.run('pull --concurrency 64')).code(0).emptyStderr();
  });
});
