import { describe, expect, it, onTestFinished } from 'vitest';
import { LOCALES, pour, scriptedServer, type Received, type Step } from '../support/scripted-server.js';
import { Session } from '../support/session.js';

const EN = 'en:\n  hello: Hi\n  bye:\n    now: Bye\n';
const DE = 'de:\n  hello: Hallo\n  bye:\n    now: Tschüss\n';

/**
 * A project of two locale files, and a service that holds their texts in the form that `texts`
 * gives to German.
 */
async function project(
  texts: (request: Received) => Step = contentOf({ hello: 'Hallo', 'bye.now': 'Tschüss' }),
) {
  const s = await Session.scripted({ config: { files: ['{locale}.yml'] } });
  s.file('en.yml', EN).file('de.yml', DE);
  s.service.script.on('texts', (request) =>
    request.url.includes('loc_1') ? answer({ en: { hello: 'Hi', 'bye.now': 'Bye' } }) : texts(request),
  );
  return s;
}

const answer = (content: unknown): Step => ({ body: { api_id: 'fil_1', name: 'en.yml', keys: 2, content } });
const contentOf =
  (texts: unknown, language = 'de') =>
  (): Step =>
    answer({ [language]: texts });
const sent = ({ body }: Received): Readonly<Record<string, unknown>> =>
  JSON.parse(body) as Record<string, unknown>;

// One test for each row of the table of what the interface leaves open, through the whole program.
describe('what the interface leaves open (docs/service-interface.md)', () => {
  it.each([
    ['an array', 200, LOCALES],
    ['an object with one list of locales in it', 203, { total: 2, tags: ['x'], items: LOCALES }],
  ])('locale list: %s with status %i', async (_, status, body) => {
    const s = await project();
    s.service.script.on('locales', { status, body });
    const { locales } = (await s.run('locales --json')).code(0).json;
    expect(locales?.map(({ code }) => code)).toEqual(['en', 'de']);
  });

  it('Create event: sends the kind and nothing else', async () => {
    const s = await project();
    s.file('de.yml', DE.replace('Hallo', 'Servus'));
    // This stand-in stores nothing.
    (await s.run('push --force')).code(1).stderr('holds nothing of it');
    expect(s.service.script.of('event').map(({ body }) => body)).toEqual(['{"kind":"api_upload"}']);
  });

  it.each([400, 404, 422])(
    'event_id: refused as an integer with %i, sent as a text from then on',
    async (status) => {
      const s = await project();
      // Its source file is there once both languages are uploaded.
      const isKnown = (): boolean => s.service.script.of('upload').length > 2;
      s.service.script.on('sourceFiles', { body: [] }).on('texts', (request) => {
        if (!isKnown()) return { status: 404 };
        const german = contentOf({ hello: 'Hallo', 'bye.now': 'Tschüss' });
        return request.url.includes('loc_1') ? answer({ en: { hello: 'Hi', 'bye.now': 'Bye' } }) : german();
      });
      s.service.script.on('upload', ({ body }) => {
        const { event_id, filename } = JSON.parse(body) as Record<string, unknown>;
        return typeof event_id === 'number'
          ? { status, body: { message: 'no such event' } }
          : { status: 201, body: { api_id: 'fil_1', name: filename, project_id: 'pro_1' } };
      });
      (await s.run('push')).code(0).stdout('Pushed 2 files.');
      expect(s.service.script.of('upload').map((one) => sent(one)['event_id'])).toEqual([
        77,
        'evt_77',
        'evt_77',
      ]);
    },
  );

  it('locale_id: always sent', async () => {
    const s = await project();
    (await s.run('status')).code(0);
    const asked = s.service.script.of('texts').map(({ url }) => url.replace(/.*\?/, ''));
    expect(asked.sort()).toEqual(['locale_id=loc_1', 'locale_id=loc_2']);
  });

  it.each(['de', 'de-DE', 'DE_de', 'German'])('the key of content: %s', async (language) => {
    const s = await project(contentOf({ hello: 'Servus', 'bye.now': 'Tschüss' }, language));
    (await s.run('pull')).code(0);
    s.reads('de.yml', DE.replace('Hallo', 'Servus'));
  });

  it('the key of content: another language of the project is an error, and nothing is written', async () => {
    const s = await project(contentOf({ hello: 'Hi' }, 'en'));
    expect((await s.run('pull --json')).code(4).errors).toEqual(['ANOTHER_LANGUAGE']);
    s.reads('de.yml', DE);
  });

  it.each([
    ['dots', { hello: 'Servus', 'bye.now': 'Ade' }],
    ['slashes', { hello: 'Servus', 'bye/now': 'Ade' }],
    ['objects', { hello: 'Servus', bye: { now: 'Ade' } }],
    ["dots, the locale's code in front", { 'de.hello': 'Servus', 'de.bye.now': 'Ade' }],
    ["objects in the locale's code", { de: { hello: 'Servus', bye: { now: 'Ade' } } }],
  ])('the form of keys: %s', async (_, texts) => {
    const s = await project(contentOf(texts));
    (await s.run('pull')).code(0).stderr('2 texts were replaced by the service');
    s.reads('de.yml', 'de:\n  hello: Servus\n  bye:\n    now: Ade\n');
  });

  it.each([
    ['.0', (one: string, two: string) => ({ 'days.0': one, 'days.1': two })],
    ['[0]', (one: string, two: string) => ({ 'days[0]': one, 'days[1]': two })],
    ['a list', (one: string, two: string) => ({ days: [one, two] })],
  ])('the form of keys: items of a list as %s', async (_, days) => {
    const texts = days('So', 'Montag');
    const s = await project(contentOf(texts));
    s.file('en.yml', 'en:\n  days: [Su, Mo]\n').file('de.yml', 'de:\n  days: [So, Mo]\n');
    s.service.script.on('texts', ({ url }) =>
      url.includes('loc_1') ? contentOf(days('Su', 'Mo'), 'en')() : contentOf(texts)(),
    );
    await s.run('pull');
    s.reads('de.yml', 'de:\n  days: [So, Montag]\n');
  });

  it('values that are not strings: compared as text, written back in the type that the file had', async () => {
    const s = await project(contentOf({ n: '4', on: 'true', hello: 'Hallo' }));
    s.file('de.yml', 'de:\n  n: 3\n  on: true\n  hello: Hallo\n');
    (await s.run('pull --locale de')).code(0);
    s.reads('de.yml', 'de:\n  n: 4\n  on: true\n  hello: Hallo\n');
  });

  it.each([
    ['JSON', { detail: 'no\u001b[2J such\nthing' }, 'no\\\\u\\{1b\\}\\[2J such thing'],
    ['plain text', 'no such thing\n', 'no such thing'],
    ['HTML', '<html><title>No\nsuch thing</title>', 'No such thing'],
  ])('error bodies: the telling text of %s, on one line', async (_, body, text) => {
    const s = await project();
    s.service.script.on('locales', { status: 400, body });
    (await s.run('status')).code(4).stderr(new RegExp(`^error: .*400.*: ${text}$`, 'm'));
  });

  it('pagination: the pages of a list are followed on the same origin', async () => {
    const s = await project();
    const [en, de] = LOCALES;
    s.service.script.on('locales', ({ url }) =>
      url.includes('page=2') ? { body: [de] } : { headers: { link: '<?page=2>; rel="next"' }, body: [en] },
    );
    expect((await s.run('locales --json')).code(0).json.locales).toHaveLength(2);
  });

  it.each([429, 503])('rate limits: %i is waited out', async (status) => {
    const s = await project();
    s.service.script.on('locales', { status, headers: { 'retry-after': '1' } }, { body: LOCALES });
    (await s.run('status --check')).code(0);
    expect(s.service.script.of('locales')).toHaveLength(2);
  });

  it('redirects: none followed, the place and the remedy named', async () => {
    const s = await project();
    const other = await scriptedServer();
    onTestFinished(() => other.close());
    s.service.script.on('locales', { status: 301, headers: { location: `${other.url.href}api` } });
    const ran = (await s.run('status')).code(3);
    ran.stderr(other.url.origin, `set the base URL to ${other.url.origin}`);
    expect(other.requests).toEqual([]);
  });

  it('SZ-06 sizes: of an answer of 200 MB no more than the limit is read', async () => {
    const s = await project();
    let poured = 0;
    const head = 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\nconnection: close\r\n\r\n';
    s.service.script.on(
      'texts',
      pour(head, 200_000_000, (bytes) => (poured += bytes)),
    );
    const ran = await s.run('pull --json --locale de');
    expect(ran.code(4).errors).toEqual(['ANSWER_REFUSED']);
    expect(ran.json.errors[0]?.message).toContain('larger than 64 MiB');
    expect(poured).toBeLessThan(100_000_000);
    s.reads('de.yml', DE);
  });

  it('content type: HTML on 200 is an error that says what came, and nothing is written', async () => {
    const s = await project(() => ({
      headers: { 'content-type': 'text/html' },
      body: '<title>Log in</title>',
    }));
    const ran = (await s.run('pull --json')).code(4);
    expect(ran.json.errors[0]?.message).toMatch(/HTML instead of JSON.*Log in/);
    s.reads('de.yml', DE);
  });

  it('files on the service that no pattern covers: listed by status, never written', async () => {
    const s = await project();
    const more = { api_id: 'fil_2', name: '../../.github/workflows/x.yml', keys: 1 };
    s.service.script.on('sourceFiles', { body: [{ api_id: 'fil_1', name: 'en.yml', keys: 2 }, more] });
    expect((await s.run('status --json')).code(0).json.unmatched).toMatchObject([
      { id: 'fil_2', name: more.name },
    ]);
    const names = (): string[] => [...s.snapshot().keys()].filter((path) => !path.includes('lock'));
    const before = names();
    (await s.run('pull')).code(0);
    expect(names().filter((path) => !path.startsWith('.locsync/'))).toEqual(before);
    expect(s.service.script.of('texts').every(({ url }) => url.includes('fil_1'))).toBe(true);
  });
});
