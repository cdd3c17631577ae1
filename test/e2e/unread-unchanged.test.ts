import { describe, expect, it } from 'vitest';
import type { FakeService, Texts } from '../support/fake-service.js';
import { inStep, messages, of } from '../support/in-step.js';
import { jsonText } from '../support/file-text.js';

const T1 = 'Ein <b>langer</b> Text & mehr, den die Übersetzerin schrieb';

type Harm = (text: string, code: string, key: string) => string | undefined;

/** An upload does this to the texts of all other languages. */
const harming =
  (harm: Harm) =>
  (held: FakeService, uploaded: string): void => {
    for (const code of held.codes.filter((one) => one !== uploaded)) {
      const left = Object.entries(held.texts(code)).flatMap(([key, text]) => {
        const rest = harm(text, code, key);
        return rest === undefined ? [] : [[key, rest]];
      });
      held.set(code, Object.fromEntries(left) as Texts);
    }
  };

const isT1 = (text: string): boolean => text === T1;
const HARMS: readonly (readonly [string, Harm])[] = [
  ['sets back', (text, code, key) => (isT1(text) ? of(code)[key] : text)],
  ['strips of its tags', (text) => text.replace(/<.*?>/g, '')],
  ['cuts', (text) => text.slice(0, 20)],
  ['escapes', (text) => text.replaceAll('&', '&amp;')],
  ['empties', (text) => (isT1(text) ? '' : text)],
  ['drops', (text) => (isT1(text) ? undefined : text)],
];

/** German holds a new text that was not pulled; French and English have been edited here. */
async function edited(harm: Harm, options: Parameters<typeof inStep>[1] = {}, code = 'de') {
  const { s, fakeService } = await inStep(harming(harm), options);
  fakeService.set(code, { ...of(code), b: T1 });
  return { s, fakeService };
}

const named = (ran: Parameters<typeof messages>[0], code: string): void => {
  expect(messages(ran)).toMatch(new RegExp(`in ${code}\\b`));
  expect(messages(ran)).toContain(JSON.stringify(T1));
};

describe.each(HARMS)(
  'f1-1b push --locale, and a service that %s a newer text of another language',
  (_, harm) => {
    it('UP-13 the source language: push names the text whole', async () => {
      const { s } = await edited(harm);
      s.file('l/en.json', jsonText({ ...of('en'), a: 'en A dev' }));
      named((await s.run('push --locale en --json')).code(1), 'de');
    });

    it('a translation: push names the text whole', async () => {
      const { s } = await edited(harm);
      s.file('l/fr.json', jsonText({ ...of('fr'), a: 'fr A dev' }));
      named((await s.run('push --locale fr --json')).code(1), 'de');
    });

    it('a translation, and the text is in the source language', async () => {
      const { s } = await edited(harm, {}, 'en');
      s.file('l/de.json', jsonText({ ...of('de'), a: 'de A dev' }));
      named((await s.run('push --locale de --json')).code(1), 'en');
    });

    it('a key that is only new here', async () => {
      const { s } = await edited(harm);
      s.file('l/fr.json', jsonText({ ...of('fr'), d: 'fr D dev' }));
      named((await s.run('push --locale fr --json')).code(1), 'de');
    });
  },
);

const NO_FILE = { here: ['en', 'de'], there: ['en', 'de', 'fr'] };

// What a language without a file held before, no base tells.
describe.each(HARMS.slice(1))(
  'f1-4 a language without a file here, and a service that %s a text',
  (_, harm) => {
    it.each(['push --json', 'push --locale en --json', 'push l/en.json --json'])(
      'UP-14 of a key that nobody changed: %s names it whole',
      async (command) => {
        const { s, fakeService } = await inStep(harming(harm), NO_FILE);
        fakeService.set('fr', { b: T1 });
        s.file('l/en.json', jsonText({ ...of('en'), a: 'en A dev' }));
        named((await s.run(command)).code(1), 'fr');
      },
    );

    it('the same with an answer for all languages', async () => {
      const codes = 'it es pt nl pl cs da fi'.split(' ');
      const { s, fakeService } = await inStep(harming(harm), { here: ['en'], there: ['en', ...codes] });
      fakeService.givesAll = true;
      fakeService.set('da', { b: T1 });
      s.file('l/en.json', jsonText({ ...of('en'), a: 'en A dev' }));
      named((await s.run('push --json')).code(1), 'da');
    });
  },
);

describe('f1-4 more languages without a file than a push reads', () => {
  const codes = 'fr it es pt nl pl cs da fi sv hu ro el tr ja ko uk bg'.split(' ');

  it('the one that was read before the upload is compared afterwards', async () => {
    const { s, fakeService } = await inStep(
      harming((text) => text.replace(/<.*?>/g, '')),
      { here: ['en', 'de'], there: ['en', 'de', ...codes] },
    );
    fakeService.set('fr', { ...of('fr'), b: T1 });
    s.file('l/en.json', jsonText({ ...of('en'), a: 'en A dev' }));
    named((await s.run('push --json')).code(1), 'fr');
  });

  it('UP-15 a text of an unchanged key is not named in a language that was not read', async () => {
    const { s, fakeService } = await inStep(
      harming((text) => text.replace(/<.*?>/g, '')),
      { here: ['en', 'de'], there: ['en', 'de', ...codes] },
    );
    fakeService.set('bg', { ...of('bg'), b: T1 });
    s.file('l/en.json', jsonText({ ...of('en'), a: 'en A dev' }));
    (await s.run('push')).code(0).never(T1);
  });
});

describe('f1-4 a service that leaves other languages alone', () => {
  it('a translator who writes another text meanwhile has lost nothing', async () => {
    const { s, fakeService } = await inStep(
      harming((text) => (isT1(text) ? 'Ganz andere Worte' : text)),
      NO_FILE,
    );
    fakeService.set('fr', { b: T1 });
    s.file('l/en.json', jsonText({ ...of('en'), a: 'en A dev' }));
    (await s.run('push')).code(0).emptyStderr();
  });
});
