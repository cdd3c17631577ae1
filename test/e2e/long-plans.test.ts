import { describe, expect, it } from 'vitest';
import { FakeService } from '../support/fake-service.js';
import type { Received, Step } from '../support/scripted-server.js';
import { Session } from '../support/session.js';

const FILE = 'l/app.json';
const ENGLISH = { a: 'A', b: 'B' };
const GERMAN = { a: 'Ah', b: 'Be' };

const render = (en: object, de: object): string => `${JSON.stringify({ en, de }, undefined, 2)}\n`;

/** Sends an answer after so many milliseconds. */
function delayed({ body }: { readonly body?: unknown }, ms: number): Step {
  const text = JSON.stringify(body);
  const head = `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nConnection: close\r\nContent-Length: ${Buffer.byteLength(text)}\r\n\r\n`;
  return { raw: (socket) => void setTimeout(() => socket.end(head + text), ms) };
}

/**
 * A file of two languages, edited here. Right before its upload the answer for the second language
 * comes so much later than that for the first that the plan is more than a second old; `meanwhile`
 * happens before that answer is there.
 */
async function edited(meanwhile: (service: FakeService) => void = () => undefined) {
  const s = await Session.scripted({ config: { files: [FILE] } });
  const service = new FakeService(s.service.script);
  service.set('en', ENGLISH, FILE);
  service.set('de', GERMAN, FILE);
  s.file(FILE, render(ENGLISH, GERMAN));
  (await s.run('push')).code(0);
  s.file(FILE, render({ ...ENGLISH, a: 'mine' }, GERMAN));
  const { script } = s.service;
  const before = script.requests.length;
  let isSlow = true;
  script.on('texts', (request: Received): Step => {
    const step = service.read(request);
    const isSecond = request.url.includes('loc_de') && script.of('event').length > 0;
    if (!isSlow || !isSecond || !('body' in step)) return step;
    isSlow = false;
    meanwhile(service);
    return delayed(step, 1_300);
  });
  const requests = () => script.requests.slice(before).map(({ endpoint }) => endpoint);
  return { s, service, requests };
}

/** What a run asks for between its event and its upload. */
function readBeforeUpload(requests: readonly string[]): number {
  const uploads = requests.slice(requests.indexOf('event'), requests.indexOf('upload'));
  return uploads.filter((endpoint) => endpoint === 'texts').length;
}

describe('A5 a plan that took long to make', () => {
  it('goes out after both sides were read again, if nothing has changed', async () => {
    const { s, service, requests } = await edited();
    (await s.run('push')).code(0).stdout('Pushed 1 file.');
    expect(service.texts('en', FILE)).toEqual({ a: 'mine', b: 'B' });
    expect(readBeforeUpload(requests())).toBe(4);
  });

  it('goes out if only something else in the answers has changed, such as a time', async () => {
    const { s, service, requests } = await edited();
    const read = service.read.bind(service);
    let asked = 0;
    service.read = (request) => {
      const step = read(request);
      if (!('body' in step) || typeof step.body !== 'object') return step;
      return { ...step, body: { ...step.body, generated: ++asked } };
    };
    (await s.run('push')).code(0).stdout('Pushed 1 file.');
    expect(readBeforeUpload(requests())).toBe(4);
  });

  it('is made anew if a text was changed on the service meanwhile: that text stays', async () => {
    const newer = { a: 'Ah', b: 'neuer' };
    const { s, service, requests } = await edited((there) => there.set('de', newer, FILE));
    (await s.run('push')).code(0);
    expect(service.texts('en', FILE)).toEqual({ a: 'mine', b: 'B' });
    expect(service.texts('de', FILE)).toEqual(newer);
    expect(readBeforeUpload(requests())).toBe(6);
  });

  it('is made anew if the file was changed meanwhile: the upload has what it says now', async () => {
    const world = await edited(() => world.s.file(FILE, render({ ...ENGLISH, a: 'later' }, GERMAN)));
    (await world.s.run('push')).code(0);
    expect(world.service.texts('en', FILE)).toEqual({ a: 'later', b: 'B' });
    expect(world.s.service.script.of('upload')).toHaveLength(1);
  });
});
