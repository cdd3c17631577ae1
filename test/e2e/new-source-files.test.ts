import { expect, it } from 'vitest';
import { FakeService } from '../support/fake-service.js';
import { Session } from '../support/session.js';

const CODES = ['en', 'de', 'fr', 'it'];
const render = (text: string): string => `${JSON.stringify({ a: text }, undefined, 2)}\n`;

/** An upload of a file without texts. */
const emptyUpload = (filename: string) => ({ body: JSON.stringify({ filename, content: '{}' }) });

async function started() {
  const s = await Session.scripted({ config: { files: ['*/{locale}.json'] } });
  const fakeService = new FakeService(s.service.script, CODES);
  for (const folder of ['l', 'm'])
    for (const code of CODES) s.file(`${folder}/${code}.json`, render(`${code} A`));
  return { s, fakeService };
}

it('push lists the source files no more for a set whose source file it has just made', async () => {
  const { s, fakeService } = await started();
  (await s.run('push')).code(0);
  for (const folder of ['l', 'm'])
    for (const code of CODES)
      expect(fakeService.texts(code, `${folder}/en.json`)).toEqual({ a: `${code} A` });
  // At the start, and before the first upload of each set.
  expect(s.service.script.of('sourceFiles').length).toBeLessThanOrEqual(3);
});

it('push uploads every language to a service that knows its new source file only later', async () => {
  const { s, fakeService } = await started();
  const isKnown = (): boolean => s.service.script.of('upload').length > 4;
  s.service.script
    .on('sourceFiles', () => (isKnown() ? fakeService.list() : { body: [] }))
    .on('texts', (request) =>
      isKnown() ? fakeService.read(request) : { status: 404, body: { message: 'no such source file' } },
    );
  (await s.run('push')).code(0);
  for (const folder of ['l', 'm'])
    for (const code of CODES)
      expect(fakeService.texts(code, `${folder}/en.json`)).toEqual({ a: `${code} A` });
});

it.each([1, 2, 99])(
  'LG-04 a first push names each text that it may replace in a source file that the list lacks %i times',
  async (times) => {
    const { s, fakeService } = await started();
    for (const code of CODES) fakeService.set(code, { a: `${code} Theirs` }, 'l/en.json');
    for (let version = 1; version <= 2; version++) fakeService.take(emptyUpload('l/en.json'));
    s.service.script.on('sourceFiles', () =>
      s.service.script.of('sourceFiles').length > times ? fakeService.list() : { body: [] },
    );
    const push = await s.run('push');
    push.code(1);
    if (fakeService.texts('en', 'l/en.json')['a'] !== 'en Theirs')
      push.stderr(/en Theirs|l\/en\.json: .*became version 3 .* replaced, in 1 key: a/);
    for (const code of CODES.slice(1))
      if (fakeService.texts(code, 'l/en.json')['a'] !== `${code} Theirs`)
        push.stderr(new RegExp(`${code} Theirs|l/${code}.json: .*became version`));
    push.never('m/en.json: the');
  },
);

/** A service that gives the versions of a new source file these numbers. */
async function numbered(numberOf: (version: number) => unknown) {
  const { s, fakeService } = await started();
  s.service.script.on('upload', (request) => {
    const step = fakeService.take(request);
    const body = 'body' in step && typeof step.body === 'object' ? { ...step.body } : {};
    const number = numberOf(s.service.script.of('upload').length);
    return { body: { ...body, last_version: { id: 'fiv_1', number, upload: 'api' } } };
  });
  return { s, fakeService };
}

it('LG-05 a service that numbers versions otherwise does not make a first push fail', async () => {
  for (const numberOf of [(version: number) => 100 + version, () => '8', () => 0, () => undefined]) {
    const { s } = await numbered(numberOf);
    (await s.run('push')).code(0).emptyStderr();
  }
});

it('LG-05 without a number, texts that nobody here has sent show that the source file was there', async () => {
  const { s, fakeService } = await numbered(() => undefined);
  for (const code of CODES) fakeService.set(code, { a: `${code} Theirs` }, 'l/en.json');
  s.service.script.on('sourceFiles', () =>
    s.service.script.of('sourceFiles').length > 2 ? fakeService.list() : { body: [] },
  );
  (await s.run('push')).code(1).stderr(/l\/en\.json: .*became a new version .* replaced, in 1 key: a/);
});
