import { describe, expect, it } from 'vitest';
import { FakeService } from '../support/fake-service.js';
import { inStep, messages, of } from '../support/in-step.js';
import { Session } from '../support/session.js';
import { jsonText } from '../support/file-text.js';

const T1 = 'Ein neuer Text der Übersetzerin';

/** Both sides have changed German `b`, a run has seen it, and the old text is there again. */
async function setBack(seenBy: string) {
  const { s, fakeService } = await inStep(() => undefined);
  fakeService.set('de', { ...of('de'), b: T1 });
  s.file('l/de.json', jsonText({ ...of('de'), b: 'de B, edited here', c: 'de C, edited here' }));
  (await s.run(seenBy)).code(1).stderr('1 key was changed on both sides: b');
  fakeService.set('de', { ...fakeService.texts('de'), b: of('de')['b'] ?? '' });
  return { s, fakeService };
}

describe('UP-21 a conflict whose text on the service is replaced by the older one before it ends', () => {
  it.each(['pull', 'push'])(
    'stays a conflict after %s has seen it: no push overwrites it',
    async (seenBy) => {
      const { s, fakeService } = await setBack(seenBy);
      const pushed = await s.run('push --json');
      pushed.code(1);
      expect(messages(pushed)).toContain('b');
      expect(fakeService.texts('de')['b']).toBe(of('de')['b']);
      expect(s.text('l/de.json')).toContain('de B, edited here');
      // A person decides.
      (await s.run('push --force')).code(0);
      expect(fakeService.texts('de')['b']).toBe('de B, edited here');
      (await s.run('status --check')).code(0);
    },
  );

  it('stays a conflict if the push that saw it ended at the event', async () => {
    const { s, fakeService } = await inStep(() => undefined);
    fakeService.set('de', { ...of('de'), b: T1 });
    s.file('l/de.json', jsonText({ ...of('de'), b: 'de B, edited here', c: 'de C, edited here' }));
    let isRefused = true;
    s.service.script.on('event', () =>
      isRefused
        ? { status: 422, body: { message: 'no' } }
        : { body: { api_id: 'evt_1', kind: 'api_upload' } },
    );
    (await s.run('push')).code(4).stderr('422');
    isRefused = false;
    fakeService.set('de', { ...fakeService.texts('de'), b: of('de')['b'] ?? '' });
    (await s.run('push')).code(1).stderr(/1 key \(b\)/);
    expect(fakeService.texts('de')['b']).toBe(of('de')['b']);
  });

  it.each(['pull', 'push'])(
    'stays a conflict after %s has seen it, if both sides had added the key',
    async (seenBy) => {
      const { s, fakeService } = await inStep(() => undefined);
      fakeService.set('de', { ...of('de'), n: T1 });
      s.file('l/de.json', jsonText({ ...of('de'), n: 'added here' }));
      (await s.run(seenBy)).code(1).stderr('n');
      fakeService.set('de', of('de'));
      const pushed = (await s.run('push')).code(1).stderr(/1 key \(n\)/);
      expect(pushed.err).not.toContain('the last push from here');
      expect(fakeService.texts('de')['n']).toBeUndefined();
      (await s.run('pull')).code(1);
      expect(s.text('l/de.json')).toContain('added here');
      (await s.run('push --force')).code(0);
      expect(fakeService.texts('de')['n']).toBe('added here');
      (await s.run('status --check')).code(0);
    },
  );

  it('is named whole if an upload has carried it', async () => {
    const { s } = await setBack('push');
    const ran = (await s.run('pull --json')).code(1);
    expect(messages(ran)).toContain(T1);
  });

  it('a decision of resolve ends it', async () => {
    const { s, fakeService } = await inStep(() => undefined);
    fakeService.set('de', { ...of('de'), b: T1 });
    s.file('l/de.json', jsonText({ ...of('de'), b: 'de B, edited here' }));
    (await s.run('pull')).code(1);
    (await s.run('resolve --local')).code(0);
    (await s.run('push')).code(0);
    s.file('l/de.json', jsonText({ ...of('de'), b: 'de B, edited once more' }));
    (await s.run('push')).code(0);
    expect(fakeService.texts('de')['b']).toBe('de B, edited once more');
  });
});

describe('UP-22 a text that push has read back, and that a second part of its upload loses', () => {
  async function readBack() {
    const { s, fakeService } = await inStep((service, code) => {
      if (code === 'de') service.set('de', { ...service.texts('de'), b: T1 });
    });
    s.file('l/de.json', jsonText({ ...of('de'), a: 'de A, edited here' }));
    (await s.run('push')).code(0);
    expect(fakeService.texts('de')['b']).toBe(T1);
    return { s, fakeService };
  }

  it.each(['pull --json', 'push --json'])('is named whole by %s, once', async (line) => {
    const { s, fakeService } = await readBack();
    fakeService.set('de', { ...fakeService.texts('de'), b: of('de')['b'] ?? '' });
    // A warning: a translator may have taken the text back.
    const { warnings } = (await s.run(line)).code(0).json;
    expect(warnings.map(({ code, message }) => [code, message])).toEqual([
      ['TEXTS_REVERTED', expect.stringContaining(T1)],
    ]);
    (await s.run(line)).code(0).never(T1);
  });

  it('comes with the next pull if nothing loses it', async () => {
    const { s } = await readBack();
    (await s.run('pull')).code(0);
    expect(s.text('l/de.json')).toContain(T1);
    (await s.run('pull')).code(0).emptyStderr();
    expect(s.has('.locsync/uploads.jsonl') ? s.text('.locsync/uploads.jsonl') : '').not.toContain(T1);
  });
});

it('UP-23 a text that a push carried is named although an earlier push of the same file is still unclear', async () => {
  const { s, fakeService } = await inStep(() => undefined);
  // The first upload is acknowledged, and nothing of it arrives.
  let isFirst = true;
  s.service.script.on('upload', (request) => {
    if (!isFirst) return fakeService.take(request);
    isFirst = false;
    const before = { ...fakeService.texts('de') };
    const answer = fakeService.take(request);
    fakeService.set('de', before);
    return answer;
  });
  s.file('l/de.json', jsonText({ ...of('de'), a: 'de A, edited here' }));
  (await s.run('push')).code(1);
  fakeService.set('de', { ...fakeService.texts('de'), b: T1 });
  s.file('l/de.json', jsonText({ ...of('de'), a: 'de A, edited here', c: 'de C, edited here' }));
  (await s.run('push')).code(0);
  expect(fakeService.texts('de')['b']).toBe(T1);
  fakeService.set('de', { ...fakeService.texts('de'), b: of('de')['b'] ?? '' });
  expect(messages((await s.run('push --json')).code(1))).toContain(T1);
});

it.each(['pull', 'push'])(
  'UP-24 a text that %s has found while an upload was unclear is named when that loses it',
  async (seenBy) => {
    const { s, fakeService } = await inStep(() => undefined);
    let late: (() => void) | undefined;
    s.service.script.on('upload', (request) => {
      if (late !== undefined) return fakeService.take(request);
      const before = { ...fakeService.texts('de') };
      const answer = fakeService.take(request);
      fakeService.set('de', before);
      late = () => void fakeService.take(request);
      return answer;
    });
    s.file('l/de.json', jsonText({ ...of('de'), a: 'de A, edited here' }));
    (await s.run('push')).code(1);
    fakeService.set('de', { ...fakeService.texts('de'), a: T1 });
    (await s.run(seenBy)).code(1);
    late?.();
    expect(fakeService.texts('de')['a']).toBe('de A, edited here');
    const ran = (await s.run('pull --json')).code(1);
    expect(messages(ran)).toContain(T1);
  },
);

/** From now on the second answer for German is older than the first: it holds the base. */
function secondAnswerIsOld(
  { s, fakeService }: Awaited<ReturnType<typeof inStep>>,
  name?: string,
): () => number {
  let reads = 0;
  s.service.script.on('texts', (request) => {
    const isGerman = new URL(request.url, 'http://x').searchParams.get('locale_id') === 'loc_de';
    if (!isGerman || ++reads !== 2) return fakeService.read(request);
    const now = fakeService.texts('de', name);
    fakeService.set('de', of('de'), name);
    const old = fakeService.read(request);
    fakeService.set('de', now, name);
    return old;
  });
  return () => reads;
}

describe('BD-31 a service whose answer before the upload is older than the one before that', () => {
  it.each([
    ['of a key that nothing has changed here', 'c', 0],
    ['of a key that was edited here too', 'b', 1],
    ['of a key that was added here too', 'n', 1],
  ])('keeps the newer text %s', async (_, key, code) => {
    const world = await inStep(() => undefined);
    const { s, fakeService } = world;
    fakeService.set('de', { ...of('de'), [key]: T1 });
    const reads = secondAnswerIsOld(world);
    const here = { ...of('de'), a: 'de A, edited here', b: 'de B, edited here' };
    s.file('l/de.json', jsonText(key === 'n' ? { ...here, n: 'added here' } : here));
    (await s.run('push')).code(code);
    expect(reads()).toBeGreaterThan(2);
    expect(fakeService.texts('de')['a']).toBe('de A, edited here');
    expect(fakeService.texts('de')[key]).toBe(T1);
    // A service that replaces a language would lose it otherwise.
    expect(s.service.script.of('upload').at(-1)?.body).toContain(T1);
  });

  it('keeps the newer text in a file of several languages', async () => {
    const name = 'l/all.json';
    const s = await Session.scripted({ config: { files: [name] } });
    const fakeService = new FakeService(s.service.script);
    for (const code of ['en', 'de']) fakeService.set(code, of(code), name);
    s.file(name, jsonText({ en: of('en'), de: of('de') }));
    (await s.run('pull')).code(0);
    fakeService.set('de', { ...of('de'), c: T1 }, name);
    const reads = secondAnswerIsOld({ s, fakeService }, name);
    s.file(name, jsonText({ en: of('en'), de: { ...of('de'), a: 'de A, edited here' } }));
    (await s.run('push')).code(0);
    expect(reads()).toBeGreaterThan(2);
    expect(fakeService.texts('de', name)).toEqual({ ...of('de'), a: 'de A, edited here', c: T1 });
  });
});
