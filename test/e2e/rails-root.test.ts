import { describe, expect, it } from 'vitest';
import { Session } from '../support/session.js';

/** An empty clone of a project whose texts the service has. */
async function emptyClone(framework: string, ending = 'yml', technology = 'ruby') {
  const s = await Session.start({
    config: { files: [`config/locales/{locale}.${ending}`] },
    service: { technology, framework, format: 'yaml' },
  });
  const texts = (hello: string): string =>
    ending === 'json' ? `{"hello": "${hello}"}\n` : `hello: ${hello}\n`;
  s.file(`config/locales/en.${ending}`, texts('Hello')).file(`config/locales/de.${ending}`, texts('Hallo'));
  (await s.run('push')).code(0);
  for (const path of ['config/locales/en', 'config/locales/de']) s.remove(`${path}.${ending}`);
  s.remove('locsync.lock');
  return s;
}

describe('a first pull into a folder without locale files', () => {
  it('puts the texts of a Rails project below their language, as Rails reads them', async () => {
    const s = await emptyClone('rails');
    (await s.run('pull')).code(0);
    s.reads('config/locales/en.yml', 'en:\n  hello: Hello\n');
    s.reads('config/locales/de.yml', 'de:\n  hello: Hallo\n');
    (await s.run('status --check')).code(0);
    (await s.run('push')).code(0).stdout('Nothing to push');
    expect(await s.service.texts('config/locales/en.yml', 'de')).toEqual({ hello: 'Hallo' });
  });

  it('and so it does if only the Gemfile says that it is one', async () => {
    const s = await emptyClone('', 'yml', '');
    s.file('Gemfile', "gem 'rails'\n");
    (await s.run('pull')).code(0);
    s.reads('config/locales/de.yml', 'de:\n  hello: Hallo\n');
  });

  it('and so does one that finds an empty file', async () => {
    const s = await emptyClone('rails');
    s.file('config/locales/en.yml', '').file('config/locales/de.yml', '');
    (await s.run('pull')).code(0);
    expect(s.text('config/locales/de.yml')).toContain('de:\n  hello: Hallo\n');
  });

  it.each([
    ['sinatra', 'yml', 'hello: Hallo\n'],
    ['rails', 'json', '{\n  "hello": "Hallo"\n}\n'],
  ])('leaves others as they are: %s with %s', async (framework, ending, text) => {
    const s = await emptyClone(framework, ending);
    (await s.run('pull')).code(0);
    s.reads(`config/locales/de.${ending}`, text);
  });
});

it('RR-07 a root without the region of its file is refused before an upload, if the source file has a root', async () => {
  const s = await Session.start({
    config: { files: ['l/app.{locale}.yml'], sourceLocale: 'en-US' },
    service: { locales: ['en-US', 'de-DE'] },
  });
  s.file('l/app.en-US.yml', 'en-US:\n  a: A\n').file('l/app.de-DE.yml', '# by hand\nde:\n  a: Ah\n');
  for (const command of ['status', 'push'])
    (await s.run(command)).stderr(
      'l/app.de-DE.yml:2:1: the file is named for de-DE, but its texts are under the top-level key "de", which is not a language',
      'rename the top-level key to "de-DE"',
    );
  expect(await s.service.texts('l/app.en-US.yml', 'en-US')).toEqual({ a: 'A' });
  s.file('l/app.de-DE.yml', 'de-DE:\n  a: Ah\n');
  (await s.run('push')).code(0);
});

it('RR-07 without a root in the source file it is a key', async () => {
  const s = await Session.start({
    config: { files: ['l/{locale}.json'], sourceLocale: 'en-US' },
    service: { locales: ['en-US', 'de-DE'] },
  });
  s.file('l/en-US.json', '{"de": {"name": "German"}}').file('l/de-DE.json', '{"de": {"name": "Deutsch"}}');
  (await s.run('status')).code(0).never('top-level key');
});
