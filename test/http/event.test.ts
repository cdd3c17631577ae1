import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { HttpHarness } from '../support/http-harness.js';
import type { Received } from '../support/scripted-server.js';

describe('the event and its id', () => {
  let harness: HttpHarness;
  beforeEach(async () => {
    harness = await HttpHarness.start();
  });
  afterEach(() => harness.end());

  describe('event_id', () => {
    const wantsText = ({ body }: Received): { status?: number; body: unknown } =>
      body.includes('"event_id":"')
        ? { body: { api_id: 'f', name: 'x.yml' } }
        : { status: 422, body: { error: 'event_id: no text' } };
    const forms = (): unknown[] =>
      harness.server.of('upload').map(({ body }) => (JSON.parse(body) as { event_id: unknown }).event_id);

    it('a service that wants the text form is found out once, while the others wait', async () => {
      harness.server.on('upload', wantsText);
      await Promise.all(['a.yml', 'b.yml', 'c.yml', 'd.yml'].map((name) => harness.upload(name)));
      expect(forms()).toEqual([77, 'evt_77', 'evt_77', 'evt_77', 'evt_77']);
    });

    it('what worked is kept: a later refusal is not tried in the other form', async () => {
      harness.server.on('upload', { body: { api_id: 'f', name: 'x.yml' } }, { status: 422 });
      await harness.upload();
      await harness.error(harness.upload());
      expect(forms()).toEqual([77, 77]);
    });

    it('refused in both forms, both reasons are reported if they differ', async () => {
      harness.server.on(
        'upload',
        { status: 422, body: { error: 'bad YAML' } },
        { status: 400, body: { error: 'event_id must be an integer' } },
      );
      const error = await harness.error(harness.upload());
      expect(error.message).toContain(
        "(422): bad YAML; with the event's ID as text: event_id must be an integer (400)",
      );
      harness.server.on('upload', { status: 404, body: 'nope' });
      expect((await harness.error(harness.upload())).message).toMatch(/\(404\): nope$/);
      expect(forms()).toEqual([77, 'evt_77', 77, 'evt_77']);
    });

    it('another refusal of the first upload says nothing about the form', async () => {
      harness.server.on('upload', { status: 413 }, wantsText);
      expect((await harness.error(harness.upload())).code).toBe('UPLOAD_TOO_LARGE');
      await harness.upload();
      expect(forms()).toEqual([77, 77, 'evt_77']);
    });
  });

  describe('the event', () => {
    it.each([408, 500, 502, 503, 504])('%i: unknown, nothing uploaded, one request', async (status) => {
      harness.server.on('event', { status });
      const error = await harness.error(harness.client.service.createEvent());
      expect(error).toMatchObject({ code: 'EVENT_UNKNOWN', exit: 4 });
      expect(error.message).toContain('nothing was uploaded');
      expect(harness.server.requests).toHaveLength(1);
    });

    it.each([
      [429, {}],
      [429, { 'retry-after': '2' }],
      [503, { 'retry-after': '2' }],
      [425, {}],
    ])('%i %j: surely not created, asked for again', async (status, headers) => {
      harness.server.on('event', { status, headers }, { body: { api_id: 'evt_1', kind: 'api_upload' } });
      expect((await harness.client.service.createEvent()).id).toBe('evt_1');
      expect(harness.server.requests).toHaveLength(2);
    });
  });
});
