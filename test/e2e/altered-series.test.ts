import { describe, expect, it } from 'vitest';
import { inStep } from '../support/in-step.js';
import { jsonText } from '../support/file-text.js';

const WORDS = { a: 'Init', b: 'Anfang', c: 'Ende', d: 'Mitte' };
const lower = (texts: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, text.toLowerCase()]));

/** German holds words here and on the service. */
async function words() {
  const { s, fakeService } = await inStep(() => undefined, { here: ['en', 'de'] });
  fakeService.set('de', WORDS);
  (await s.run('pull')).code(0);
  return { s, fakeService };
}

describe('f1-7 a pull of texts that the service has altered a little', () => {
  it('all of them: each is shown whole', async () => {
    const { s, fakeService } = await words();
    fakeService.set('de', lower(WORDS));
    const ran = (await s.run('pull --json')).code(0);
    expect(ran.warnings).toEqual(['TEXTS_ALTERED']);
    expect(ran.json.warnings[0]?.message).toContain('a = "Init", b = "Anfang", c = "Ende", d = "Mitte"');
    s.reads('l/de.json', jsonText(lower(WORDS)));
  });

  it('two of them: a person wrote them', async () => {
    const { s, fakeService } = await words();
    fakeService.set('de', { ...WORDS, a: 'init', b: 'anfang' });
    (await s.run('pull')).code(0).emptyStderr();
  });

  it('four of them among nine that are reworded: a person wrote them', async () => {
    const { s, fakeService } = await words();
    const many = Object.fromEntries(Array.from({ length: 5 }, (_, i) => [`k${i}`, `Wort ${i}`]));
    fakeService.set('de', { ...WORDS, ...many });
    (await s.run('pull')).code(0);
    const reworded = Object.fromEntries(Object.keys(many).map((key) => [key, `Ganz anders: ${key}`]));
    fakeService.set('de', { ...lower(WORDS), ...reworded });
    (await s.run('pull --allow-shrink')).code(0).emptyStderr();
  });
});
