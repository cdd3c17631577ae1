import { describe, expect, it } from 'vitest';
import type { FakeService } from '../support/fake-service.js';
import { inStep, of } from '../support/in-step.js';
import { killedPush, onUpload } from '../support/late-upload.js';
import { jsonText } from '../support/file-text.js';

const T1 = 'Ein neuer Text der Übersetzerin';
const T2 = 'Ganz andere Worte';
const CODES = ['en', 'de', 'fr'];

/** Three languages, of which these are edited here, and German has a newer text of `key`. */
async function edited(
  key: string,
  after: (fakeService: FakeService, code: string) => void = () => undefined,
  codes: readonly string[] = CODES,
) {
  const world = await inStep(after);
  world.fakeService.set('de', { ...of('de'), [key]: T1 });
  for (const code of codes)
    world.s.file(`l/${code}.json`, jsonText({ ...of(code), a: `${code} A, edited here` }));
  return world;
}

/** Changes the German text when the event is created: the files have been compared by then. */
function atEvent(
  { s, fakeService }: Awaited<ReturnType<typeof edited>>,
  texts: Record<string, string>,
): void {
  s.service.script.on('event', () => {
    fakeService.set('de', { ...fakeService.texts('de'), ...texts });
    return { body: { api_id: 'evt_1', kind: 'api_upload' } };
  });
}

/** Lets no answer come for French, once its file was uploaded: its upload may still be imported. */
function unreadable({ s, fakeService }: Awaited<ReturnType<typeof edited>>): void {
  let isSent = false;
  s.service.script
    .on('upload', (request) => {
      isSent ||= request.body.includes('l/fr.json');
      return fakeService.take(request);
    })
    .on('texts', (request) =>
      isSent && request.url.includes('loc_fr') ? { status: 500 } : fakeService.read(request),
    );
}

/** What this command prints once everything can be read again. */
async function printedBy({ s, fakeService }: Awaited<ReturnType<typeof edited>>, line: string) {
  s.service.script.on('texts', (request) => fakeService.read(request));
  return JSON.stringify((await s.run(line)).json);
}

const later = ['push --json', 'pull --json', 'status --check --json'];

describe('UP-43 a push of three languages names what it replaces once', () => {
  it.each(later)('if it is not what the first look has shown: %s says nothing', async (line) => {
    const world = await edited('a');
    atEvent(world, { a: T2 });
    const ran = (await world.s.run('push --force --json')).code(0);
    expect(ran.warnings).toEqual(['TEXTS_LOST']);
    const again = (await world.s.run(line)).code(0);
    expect([again.errors, again.warnings]).toEqual([[], []]);
  });

  it.each(later)(
    'if it is not what the first look has shown, and another upload is unclear: %s says nothing',
    async (line) => {
      const world = await edited('a');
      atEvent(world, { a: T2 });
      unreadable(world);
      const ran = (await world.s.run('push --force --retries 0 --json')).code(0);
      expect(ran.warnings).toEqual(['TEXTS_LOST', 'READ_BACK_FAILED']);
      expect(await printedBy(world, line)).not.toMatch(new RegExp(`${T1}|${T2}`, 'u'));
    },
  );

  it.each(later)('if the service has gone back on it: %s says nothing', async (line) => {
    const world = await edited('c', undefined, ['de', 'fr']);
    atEvent(world, { c: of('de')['c'] ?? '' });
    const ran = (await world.s.run('push --json')).code(0);
    expect(ran.warnings).toEqual(['ANSWERS_DIFFER']);
    const again = (await world.s.run(line)).code(0);
    expect([again.errors, again.warnings]).toEqual([[], []]);
  });

  it.each(later)('if an upload of another language has lost it: %s says nothing', async (line) => {
    const world = await edited('c', (fakeService, code) => {
      if (code === 'en') fakeService.set('de', of('de'));
    });
    const ran = (await world.s.run('push --json')).code(1);
    expect(ran.errors).toEqual(['UPLOAD_LOST_OTHERS']);
    const again = (await world.s.run(line)).code(0);
    expect([again.errors, again.warnings]).toEqual([[], []]);
  });

  it.each(later)('if an upload that replaces its language has lost it: %s says nothing', async (line) => {
    const world = await edited('x');
    world.fakeService.replaces = true;
    const ran = (await world.s.run('push --json')).code(1);
    expect(ran.errors).toEqual(['UPLOAD_DROPPED']);
    const again = (await world.s.run(line)).code(0);
    expect([again.errors, again.warnings]).toEqual([[], []]);
  });

  it.each(later)(
    'if an upload that replaces its language has lost it, and another one is unclear: %s says nothing',
    async (line) => {
      const world = await edited('x');
      world.fakeService.replaces = true;
      unreadable(world);
      const ran = (await world.s.run('push --retries 0 --json')).code(1);
      expect(ran.errors).toEqual(['UPLOAD_DROPPED']);
      expect(await printedBy(world, line)).not.toContain(T1);
    },
  );

  it.each(later)('if that upload was answered with an error: %s says nothing', async (line) => {
    const world = await edited('x');
    world.fakeService.replaces = true;
    world.s.service.script.on('upload', (request) => {
      const answer = world.fakeService.take(request);
      return request.body.includes('l/de.json') ? { status: 400, body: { error: 'no' } } : answer;
    });
    const ran = (await world.s.run('push --json')).code(4);
    expect(JSON.stringify(ran.json.errors).split(T1)).toHaveLength(2);
    const again = await world.s.run(line);
    expect(JSON.stringify(again.json)).not.toContain(T1);
  });

  it.each(later)('if a killed push was at it before: %s says nothing', async (line) => {
    const world = await edited('x');
    await killedPush(world, () => undefined);
    world.fakeService.replaces = true;
    onUpload(world, (_request, take) => take());
    const ran = (await world.s.run('push --json')).code(1);
    expect(JSON.stringify(ran.json.errors).split(T1)).toHaveLength(2);
    const again = (await world.s.run(line)).code(0);
    expect([again.errors, again.warnings]).toEqual([[], []]);
  });

  it('a text that a later upload loses is named all the same', async () => {
    const world = await edited('c');
    (await world.s.run('push --json')).code(0);
    world.fakeService.set('de', { ...world.fakeService.texts('de'), c: '' });
    const again = (await world.s.run('pull --json')).code(1);
    expect(JSON.stringify(again.json.errors)).toContain(T1);
  });
});
