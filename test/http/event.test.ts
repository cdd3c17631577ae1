import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Bench } from '../support/http-harness.js';
import type { Received } from '../support/scripted-server.js';

describe('the event and its id', () => {
  let bench: Bench;
  beforeEach(async () => {
    bench = await Bench.start();
  });
  afterEach(() => bench.end());

  describe('event_id', () => {
    const wantsText = ({ body }: Received): { status?: number; body: unknown } =>
      body.includes('"event_id":"')
        ? { body: { api_id: 'f', name: 'x.yml' } }
        : { status: 422, body: { error: 'event_id: no text' } };
    const forms = (): unknown[] =>
      bench.server.of('upload').map(({ body }) => (JSON.parse(body) as { event_id: unknown }).event_id);

    it('a service that wants the text form is found out once, while the others wait', async () => {
      bench.server.on('upload', wantsText);
      await Promise.all(['a.yml', 'b.yml', 'c.yml', 'd.yml'].map((name) => bench.upload(name)));
      expect(forms()).toEqual([77, 'evt_77', 'evt_77', 'evt_77', 'evt_77']);
    });

    it('what worked is kept: a later refusal is not tried in the other form', async () => {
      bench.server.on('upload', { body: { api_id: 'f', name: 'x.yml' } }, { status: 422 });
      await bench.upload();
      await bench.error(bench.upload());
      expect(forms()).toEqual([77, 77]);
    });

    it('refused in both forms, both reasons are told where they differ', async () => {
      bench.server.on(
        'upload',
        { status: 422, body: { error: 'bad YAML' } },
        { status: 400, body: { error: 'event_id must be an integer' } },
      );
      const error = await bench.error(bench.upload());
      expect(error.message).toContain(
        "(422): bad YAML; with the event's ID as text: event_id must be an integer (400)",
      );
      bench.server.on('upload', { status: 404, body: 'nope' });
      expect((await bench.error(bench.upload())).message).toMatch(/\(404\): nope$/);
      expect(forms()).toEqual([77, 'evt_77', 77, 'evt_77']);
    });

    it('another refusal of the first upload says nothing about the form', async () => {
      bench.server.on('upload', { status: 413 }, wantsText);
      expect((await bench.error(bench.upload())).code).toBe('UPLOAD_TOO_LARGE');
      await bench.upload();
      expect(forms()).toEqual([77, 77, 'evt_77']);
    });
  });

  describe('the event', () => {
    it.each([408, 500, 502, 503, 504])('%i: unknown, nothing uploaded, one request', async (status) => {
      bench.server.on('event', { status });
      const error = await bench.error(bench.client.service.createEvent());
      expect(error).toMatchObject({ code: 'EVENT_UNKNOWN', exit: 4 });
      expect(error.message).toContain('nothing was uploaded');
      expect(bench.server.requests).toHaveLength(1);
    });

    it.each([
      [429, {}],
      [429, { 'retry-after': '2' }],
      [503, { 'retry-after': '2' }],
      [425, {}],
    ])('%i %j: surely not created, asked for again', async (status, headers) => {
      bench.server.on('event', { status, headers }, { body: { api_id: 'evt_1', kind: 'api_upload' } });
      expect((await bench.client.service.createEvent()).id).toBe('evt_1');
      expect(bench.server.requests).toHaveLength(2);
    });
  });
});
