import { describe, expect, it } from 'vitest';
import { FakeService } from '../support/fake-service.js';
import { Session } from '../support/session.js';
import type { Step } from '../support/scripted-server.js';

/** What may come back of an upload that was carried out. */
const ANSWERS: readonly (readonly [string, Step])[] = [
  ['201 without a body', { status: 201, body: '' }],
  ['201 with an object without ids', { status: 201, body: { message: 'created' } }],
  ['200 with a list', { body: [] }],
  ['204', { status: 204, body: '' }],
  ['200 with a page', { headers: { 'content-type': 'text/html' }, body: '<title>Welcome</title>' }],
  ['500', { status: 500, body: '' }],
  ['503 without Retry-After', { status: 503, body: '' }],
];

describe('an upload that was carried out and answered with nothing that helps', () => {
  it.each(ANSWERS)('BD-23 %s: found by reading back, recorded, never sent again', async (_, answer) => {
    const s = await Session.scripted({ config: { files: ['l/{locale}.json'] } });
    const { script } = s.service;
    const book = new FakeService(script);
    script.on('upload', (request) => {
      book.take(request);
      return answer;
    });
    s.file('l/en.json', '{"a":"A"}');
    const ran = (await s.run('push --json')).code(0);
    ran.stderr('confirmed after an unclear answer');
    expect(ran.states).toEqual({ 'l/en.json': 'pushed' });
    expect([script.of('upload').length, script.of('event').length, book.versions()]).toEqual([1, 1, 1]);
    // The base is that of a file that arrived, without anything undefined in it.
    expect(s.text('locsync.lock')).toContain('"l/en.json"');
    expect(s.text('locsync.lock')).not.toMatch(/undefined|null/);
    (await s.run('push')).code(0).stdout('Nothing to push.');
    expect(script.of('upload')).toHaveLength(1);
  });

  it('BD-23 NT-13 if it cannot be found either: exit 4, unknown by name and event, one upload, no base', async () => {
    const s = await Session.scripted({ config: { files: ['l/{locale}.json'] } });
    const { script } = s.service;
    const book = new FakeService(script);
    script.on('upload', { status: 201, body: '' });
    s.file('l/en.json', '{"a":"A"}');
    const ran = (await s.run('push --json')).code(4);
    expect(ran.errors).toEqual(['UPLOAD_UNKNOWN']);
    expect(ran.json.errors[0]?.message).toMatch(/l\/en\.json/);
    expect([script.of('upload').length, book.versions(), s.has('locsync.lock')]).toEqual([1, 0, false]);
    // It had only been slow: the run after that finds it and sends nothing.
    book.set('en', { a: 'A' });
    (await s.run('push')).code(0).stdout('Nothing to push.');
    expect(script.of('upload')).toHaveLength(1);
  });
});
