import { describe, expect, it } from 'vitest';
import { inStep, of } from '../support/in-step.js';
import type { Step } from '../support/scripted-server.js';
import { jsonText } from '../support/file-text.js';

/*
 * An attempt to upload that the service has surely not carried out: it rejects the type of
 * `event_id`, or there were too many requests. Only what it has imported may come late.
 */

const REJECTIONS: readonly (readonly [string, Step])[] = [
  ['400', { status: 400, body: { error: 'event_id must be a string' } }],
  ['422', { status: 422, body: { error: 'event_id must be a string' } }],
  ['429', { status: 429, headers: { 'retry-after': '1' }, body: {} }],
];

describe('UP-118 an upload whose first attempt was rejected, and whose second one was accepted', () => {
  it.each(REJECTIONS)('by %s: a later change of case by a translator is pulled', async (_, rejection) => {
    const { s, fakeService } = await inStep(() => undefined);
    s.file('l/de.json', jsonText({ ...of('de'), a: 'Neuer Text' }));
    let attempts = 0;
    s.service.script.on('upload', (request) => (++attempts === 1 ? rejection : fakeService.take(request)));
    (await s.run('push')).code(0);
    expect(attempts).toBe(2);
    expect(s.has('.locsync/uploads.jsonl')).toBe(false);
    fakeService.set('de', { ...fakeService.texts('de'), a: 'neuer text' });
    (await s.run('pull')).code(0);
    s.reads('l/de.json', jsonText({ ...of('de'), a: 'neuer text' }));
  });
});
