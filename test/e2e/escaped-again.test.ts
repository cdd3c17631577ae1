import { describe, expect, it } from 'vitest';
import { killedPush } from '../support/late-upload.js';
import { inStep, messages, of } from '../support/in-step.js';
import { jsonText } from '../support/file-text.js';

const escape = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
const MINE = 'Tom & "Jerry" <b>';
const ROUNDS = [1, 2, 3, 4, 5, 6];

/** A service that escapes the texts of all languages anew at each upload, which has German. */
async function escaping() {
  const world = await inStep((fakeService, code) => {
    for (const other of fakeService.codes)
      if (other !== code) {
        const texts = Object.entries(fakeService.texts(other));
        fakeService.set(other, Object.fromEntries(texts.map(([key, text]) => [key, escape(text)])));
      }
  });
  world.fakeService.filter = escape;
  world.s.file('l/de.json', jsonText({ ...of('de'), b: MINE }));
  expect((await world.s.run('push --json')).code(0).warnings).toEqual(['SERVICE_CHANGED_TEXT']);
  const edit = (round: number): void =>
    void world.s.file('l/en.json', jsonText({ ...of('en'), a: `en A ${round}` }));
  return { ...world, edit };
}

describe('UP-50 a service that escapes the texts of all languages anew at each upload', () => {
  it.each(['push --json', 'push --locale en --json'])(
    '%s calls no text lost, and pull takes none, however often it is escaped',
    async (line) => {
      const { s, fakeService, edit } = await escaping();
      for (const round of ROUNDS) {
        edit(round);
        const ran = (await s.run(line)).code(0);
        expect([...ran.errors, ...ran.warnings]).toEqual([]);
        const pulled = (await s.run('pull --json')).code(0);
        expect([...pulled.errors, ...pulled.warnings]).toEqual([]);
        s.reads('l/de.json', jsonText({ ...of('de'), b: MINE }));
      }
      expect(fakeService.texts('de')['b']).toContain('&amp;amp;amp;amp;amp;amp;');
      expect((await s.run('status --check --json')).code(1).errors.length).toBe(0);
      (await s.run('diff')).code(1).stdout(/b {2}uploaded, not kept/);
    },
  );

  it('after a push that was killed, no run calls it lost', async () => {
    const at = await escaping();
    at.edit(1);
    await killedPush(at, (take) => {
      const answer = take();
      const { b = '', ...rest } = at.fakeService.texts('de');
      at.fakeService.set('de', { ...rest, b: escape(b) });
      return answer;
    });
    for (const line of ['pull --json', 'push --json', 'status --json']) {
      const ran = (await at.s.run(line)).code(0);
      expect([...ran.errors, ...ran.warnings]).toEqual([]);
    }
    expect(at.s.text('l/de.json')).toContain(JSON.stringify(MINE));
  });

  it('a newer text of a translator that it escapes is named as ever', async () => {
    const { s, fakeService, edit } = await escaping();
    fakeService.set('de', { ...fakeService.texts('de'), b: 'Tom & Spike' });
    edit(1);
    const ran = (await s.run('push --json')).code(1);
    expect(ran.errors).toEqual(['UPLOAD_LOST_OTHERS']);
    expect(messages(ran)).toContain('b = "Tom & Spike"');
  });

  it('a translator who writes another text later is heard', async () => {
    const { s, fakeService, edit } = await escaping();
    for (const round of ROUNDS) {
      edit(round);
      (await s.run('push')).code(0);
    }
    fakeService.set('de', { ...fakeService.texts('de'), b: 'Spike' });
    (await s.run('pull')).code(0);
    s.reads('l/de.json', jsonText({ ...of('de'), b: 'Spike' }));
  });
});
