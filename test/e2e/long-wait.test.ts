import { describe, expect, it } from 'vitest';
import { Session } from '../support/session.js';

const SETS = 30;
const LATER = { headers: { 'retry-after': '3600' } };

async function project(): ReturnType<typeof Session.scripted> {
  const s = await Session.scripted({ config: { files: ['m/*/{locale}.json'] } });
  for (let i = 0; i < SETS; i += 1)
    s.file(`m/s${i}/en.json`, `{"k":"A${i}"}`).file(`m/s${i}/de.json`, `{"k":"Ä${i}"}`);
  return s;
}

describe('HT-15 a service that asks to be left alone for an hour', () => {
  it('while files are uploaded: it is, every file is reported as not done, and the error once', async () => {
    const s = await project();
    const { script } = s.service;
    script.on('sourceFiles', () => ({ body: [] }));
    script.on('upload', { status: 429, ...LATER });
    const ran = (await s.run('push --json')).code(4);
    expect(ran.errors).toEqual(['WAIT_TOO_LONG']);
    expect(script.of('upload').length).toBeLessThanOrEqual(8);
    expect(Object.values(ran.states)).toEqual(Array.from({ length: 2 * SETS }, () => 'failed'));
    expect(ran.json.summary).toMatchObject({ uploads: 0, failed: 2 * SETS });
  });

  it.each([429, 503])('with %i while files are read: it is, and nothing is written', async (status) => {
    const s = await project();
    const { script } = s.service;
    const names = Array.from({ length: SETS }, (_, i) => ({
      api_id: `fil_${i}`,
      name: `m/s${i}/en.json`,
      keys: 1,
    }));
    script.on('sourceFiles', () => ({ body: names }));
    script.on('texts', { status, ...LATER });
    const ran = (await s.run('pull --json')).code(4);
    expect(ran.errors).toEqual(['WAIT_TOO_LONG']);
    expect(script.of('texts').length).toBeLessThanOrEqual(8);
    expect(new Set(Object.values(ran.states))).toEqual(new Set(['failed']));
    s.reads('m/s3/de.json', '{"k":"Ä3"}');
  });
});
