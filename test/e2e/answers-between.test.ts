import { describe, expect, it } from 'vitest';
import { FakeService, type Texts } from '../support/fake-service.js';
import { inStep, messages, of } from '../support/in-step.js';
import type { Received, Step } from '../support/scripted-server.js';
import { Session } from '../support/session.js';
import { jsonText } from '../support/file-text.js';

const T1 = 'Ein neuer Text der Übersetzerin';

const languageOf = ({ url }: Received): string =>
  (new URL(url, 'http://h').searchParams.get('locale_id') ?? '').replace('loc_', '');

/**
 * Calls `meanwhile` right before the answer to the n-th request for German after the event: it is
 * one of those that the upload is planned from.
 */
function beforeAnswer(
  { s, fakeService }: { s: Awaited<ReturnType<typeof inStep>>['s']; fakeService: FakeService },
  n: number,
  meanwhile: () => void,
  read: (request: Received) => Step = (request) => fakeService.read(request),
): void {
  let isBegun = false;
  let reads = 0;
  s.service.script
    .on('event', () => {
      isBegun = true;
      return { body: { api_id: 'evt_1', kind: 'api_upload' } };
    })
    .on('texts', (request) => {
      if (isBegun && languageOf(request) === 'de' && ++reads === n) meanwhile();
      return read(request);
    });
}

/** The same answer so many milliseconds later. */
const later = (step: Step, ms: number): Step => ({
  raw: (socket) =>
    void setTimeout(() => {
      const body = JSON.stringify('body' in step ? step.body : {});
      const head = `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}`;
      socket.end(`${head}\r\nconnection: close\r\n\r\n${body}`);
    }, ms),
});

/** Takes a key out of every language of the service. */
function deleteThere(fakeService: FakeService, key: string, name?: string): void {
  for (const code of fakeService.codes) {
    const left = Object.entries(fakeService.texts(code, name)).filter(([one]) => one !== key);
    fakeService.set(code, Object.fromEntries(left), name);
  }
}

/** Sets one German text. */
const translate = (fakeService: FakeService, texts: Texts, name?: string): void =>
  fakeService.set('de', { ...fakeService.texts('de', name), ...texts }, name);

describe('UP-40 a text that somebody writes between two answers that an upload is planned from', () => {
  it('of a key that only the service has changed stays there', async () => {
    const world = await inStep(() => undefined);
    const { s, fakeService } = world;
    deleteThere(fakeService, 'b');
    s.file('l/de.json', jsonText({ ...of('de'), a: 'de A, edited here' }));
    beforeAnswer(world, 2, () => translate(fakeService, { c: T1 }));
    (await s.run('push')).code(0);
    expect(fakeService.texts('de')).toEqual({ a: 'de A, edited here', c: T1 });
  });

  it('of a key that was edited here too is a conflict', async () => {
    const world = await inStep(() => undefined);
    const { s, fakeService } = world;
    deleteThere(fakeService, 'b');
    s.file('l/de.json', jsonText({ a: 'de A, edited here', b: 'de B', c: 'de C, edited here' }));
    beforeAnswer(world, 2, () => translate(fakeService, { c: T1 }));
    const ran = (await s.run('push --json')).code(1);
    expect(messages(ran)).toMatch(/changed on both sides: c/);
    expect(fakeService.texts('de')).toEqual({ a: 'de A, edited here', c: T1 });
  });

  it('is named if push --force replaces it', async () => {
    const world = await inStep(() => undefined);
    const { s, fakeService } = world;
    deleteThere(fakeService, 'b');
    s.file('l/de.json', jsonText({ a: 'de A, edited here', b: 'de B', c: 'de C, edited here' }));
    beforeAnswer(world, 2, () => translate(fakeService, { c: T1 }));
    const ran = (await s.run('push --force')).code(0);
    ran.stderr(/1 text was replaced on the service by the disk: c = "Ein neuer Text der Übersetzerin"$/m);
  });

  it('stays in a file of several languages', async () => {
    const name = 'l/all.json';
    const s = await Session.scripted({ config: { files: [name] } });
    const fakeService = new FakeService(s.service.script);
    for (const code of ['en', 'de']) fakeService.set(code, of(code), name);
    s.file(name, jsonText({ en: of('en'), de: of('de') }));
    (await s.run('pull')).code(0);
    deleteThere(fakeService, 'b', name);
    s.file(name, jsonText({ en: { ...of('en'), a: 'en A, edited here' }, de: of('de') }));
    beforeAnswer({ s, fakeService }, 2, () => translate(fakeService, { c: T1 }, name));
    (await s.run('push')).code(0);
    expect(fakeService.texts('de', name)).toEqual({ a: 'de A', c: T1 });
    expect(fakeService.texts('en', name)).toEqual({ a: 'en A, edited here', c: 'en C' });
  });
});

/** German `a` is edited here, and the service has a newer text of `key`. */
async function withNewerText(key: string, here: Texts = {}) {
  const world = await inStep(() => undefined);
  world.fakeService.set('de', { ...of('de'), [key]: T1 });
  world.s.file('l/de.json', jsonText({ ...of('de'), a: 'de A, edited here', ...here }));
  return world;
}

describe('UP-41 a text that a translator takes back during a push', () => {
  it.each(['push --json', 'push --force --json'])(
    'is not sent again by %s, and it is named',
    async (line) => {
      const world = await withNewerText('c');
      const { s, fakeService } = world;
      beforeAnswer(world, 1, () => fakeService.set('de', of('de')));
      const ran = (await s.run(line)).code(0);
      expect(ran.warnings).toEqual(['ANSWERS_DIFFER']);
      expect(JSON.stringify(ran.json.warnings)).toContain(T1);
      expect(fakeService.texts('de')).toEqual({ ...of('de'), a: 'de A, edited here' });
      // Neither text went up: a service that had kept the newer one would have it still.
      expect(s.service.script.of('upload').at(-1)?.body).not.toContain('de C');
      (await s.run('status --check')).code(0).emptyStderr();
    },
  );

  it('is a conflict if the key was edited here too, and no text of it goes up', async () => {
    const world = await withNewerText('b', { b: 'de B, edited here' });
    const { s, fakeService } = world;
    beforeAnswer(world, 1, () => fakeService.set('de', of('de')));
    const ran = (await s.run('push --json')).code(1);
    expect(messages(ran)).toContain('the service has gone back to what it held before');
    expect(JSON.stringify(ran.json.warnings)).toContain(T1);
    expect(fakeService.texts('de')).toEqual({ ...of('de'), a: 'de A, edited here' });
  });

  it('is named if push --force replaces it', async () => {
    const world = await withNewerText('b', { b: 'de B, edited here' });
    beforeAnswer(world, 1, () => world.fakeService.set('de', of('de')));
    const ran = (await world.s.run('push --force')).code(0);
    ran.stderr('1 text was replaced on the service by the disk: b');
    expect(world.fakeService.texts('de')['b']).toBe('de B, edited here');
  });

  it('stays away if both sides had added the key', async () => {
    const world = await withNewerText('n', { n: 'added here' });
    const { s, fakeService } = world;
    beforeAnswer(world, 1, () => fakeService.set('de', of('de')));
    const ran = (await s.run('push --json')).code(1);
    expect(JSON.stringify(ran.json.warnings)).toContain(T1);
    expect(fakeService.texts('de')).toEqual({ ...of('de'), a: 'de A, edited here' });
  });

  it.each([
    ['push --force --json', 'de A, edited here'],
    ['push --json', 'another A'],
  ])('between the two uploads of %s is not sent again, and it is named', async (line, a) => {
    let uploads = 0;
    const { s, fakeService } = await inStep((service, code) => {
      if (code === 'de' && ++uploads === 1) translate(service, { a: 'another A', c: 'de C' });
    });
    fakeService.set('de', { ...of('de'), ...(line.includes('force') ? { a: 'there' } : {}), c: T1 });
    s.file('l/de.json', jsonText({ ...of('de'), a: 'de A, edited here', b: 'de B, edited here' }));
    const ran = (await s.run(line)).code(1);
    expect(messages(ran)).toContain(T1);
    expect(JSON.stringify(ran.json.warnings)).not.toContain(T1);
    expect(fakeService.texts('de')).toEqual({ a, b: 'de B, edited here', c: 'de C' });
  });
});

describe('UP-42 a service that goes on answering with an old state', () => {
  it('keeps the newer text, and the push names it', async () => {
    const world = await withNewerText('c');
    const { s, fakeService } = world;
    let isOld = false;
    const read = (request: Received): Step => {
      const now = fakeService.texts('de');
      if (isOld) fakeService.set('de', { ...now, c: 'de C' });
      const answer = fakeService.read(request);
      fakeService.set('de', now);
      return answer;
    };
    beforeAnswer(world, 1, () => (isOld = true), read);
    const ran = (await s.run('push --json')).code(0);
    expect(JSON.stringify(ran.json.warnings)).toContain(T1);
    expect(fakeService.texts('de')).toEqual({ a: 'de A, edited here', b: 'de B', c: T1 });
  });

  it('keeps the newer text that only an answer had which came too slowly', async () => {
    const world = await inStep(() => undefined);
    const { s, fakeService } = world;
    s.file('l/de.json', jsonText({ ...of('de'), a: 'de A, edited here' }));
    let isSlow = false;
    const read = (request: Received): Step => {
      const answer = fakeService.read(request);
      if (!isSlow) return answer;
      isSlow = false;
      fakeService.set('de', of('de'));
      return later(answer, 2_200);
    };
    beforeAnswer(
      world,
      1,
      () => {
        translate(fakeService, { c: T1 });
        isSlow = true;
      },
      read,
    );
    const ran = (await s.run('push --json')).code(0);
    expect(JSON.stringify(ran.json.warnings)).toContain(T1);
    expect(s.service.script.of('upload').at(-1)?.body).not.toContain('de C');
  });
});
