import { describe, expect, it } from 'vitest';
import { FakeService, type Texts } from '../support/fake-service.js';
import { inStep, messages, of, render } from '../support/in-step.js';
import type { Received, Step } from '../support/scripted-server.js';
import { Session } from '../support/session.js';

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
    s.file('l/de.json', render({ ...of('de'), a: 'de A, edited here' }));
    beforeAnswer(world, 2, () => translate(fakeService, { c: T1 }));
    (await s.run('push')).code(0);
    expect(fakeService.texts('de')).toEqual({ a: 'de A, edited here', c: T1 });
  });

  it('of a key that was edited here too is a conflict', async () => {
    const world = await inStep(() => undefined);
    const { s, fakeService } = world;
    deleteThere(fakeService, 'b');
    s.file('l/de.json', render({ a: 'de A, edited here', b: 'de B', c: 'de C, edited here' }));
    beforeAnswer(world, 2, () => translate(fakeService, { c: T1 }));
    const ran = (await s.run('push --json')).code(1);
    expect(messages(ran)).toMatch(/changed on both sides: c/);
    expect(fakeService.texts('de')).toEqual({ a: 'de A, edited here', c: T1 });
  });

  it('is named if push --force replaces it', async () => {
    const world = await inStep(() => undefined);
    const { s, fakeService } = world;
    deleteThere(fakeService, 'b');
    s.file('l/de.json', render({ a: 'de A, edited here', b: 'de B', c: 'de C, edited here' }));
    beforeAnswer(world, 2, () => translate(fakeService, { c: T1 }));
    const ran = (await s.run('push --force')).code(0);
    ran.stderr(/1 text was replaced on the service by the disk: c$/m);
  });

  it('stays in a file of several languages', async () => {
    const name = 'l/all.json';
    const s = await Session.scripted({ config: { files: [name] } });
    const fakeService = new FakeService(s.service.script);
    for (const code of ['en', 'de']) fakeService.set(code, of(code), name);
    s.file(name, render({ en: of('en'), de: of('de') }));
    (await s.run('pull')).code(0);
    deleteThere(fakeService, 'b', name);
    s.file(name, render({ en: { ...of('en'), a: 'en A, edited here' }, de: of('de') }));
    beforeAnswer({ s, fakeService }, 2, () => translate(fakeService, { c: T1 }, name));
    (await s.run('push')).code(0);
    expect(fakeService.texts('de', name)).toEqual({ a: 'de A', c: T1 });
    expect(fakeService.texts('en', name)).toEqual({ a: 'en A, edited here', c: 'en C' });
  });
});
