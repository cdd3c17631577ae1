import { describe, expect, it } from 'vitest';
import { FakeService, type Texts } from '../support/fake-service.js';
import { paste, suggested } from '../support/paste.js';
import { Session } from '../support/session.js';

const render = (texts: unknown): string => `${JSON.stringify(texts, undefined, 1)}\n`;
const texts = (count: number, by: string): Texts =>
  Object.fromEntries(Array.from({ length: count }, (_, i) => [`k${i}`, `${by} ${i}`]));
const without = (all: Texts, first: number): Texts => Object.fromEntries(Object.entries(all).slice(first));

/** A file of several languages in step with the service. */
async function synced(languages: Readonly<Record<string, Texts>>) {
  const s = await Session.scripted({ config: { files: ['l.json'] } });
  const service = new FakeService(s.service.script, Object.keys(languages));
  s.file('l.json', render(languages));
  (await s.run('push')).code(0);
  return { s, service };
}

describe('F8: a push that the shrink guard stops in a file of several languages', () => {
  async function stopped() {
    const all = { en: texts(20, 'en'), de: texts(20, 'de'), fr: texts(20, 'fr') };
    const { s, service } = await synced(all);
    for (const [code, own] of Object.entries(all)) service.set(code, without(own, 15), 'l.json');
    const edited = { ...all, en: { ...all.en, k18: 'edited' } };
    s.file('l.json', render(edited));
    const ran = (await s.run('push')).code(1);
    ran.stderr('15 of 20 texts in en, 15 of 20 texts in de and 15 of 20 texts in fr');
    const of = (command: string): string => suggested(ran).find((one) => one.includes(command)) ?? ran.err;
    return { s, service, all, edited, of };
  }

  it('uploads them again in one go', async () => {
    const { s, service, edited, of } = await stopped();
    (await paste(s, of('push --force'))).code(0);
    for (const [code, own] of Object.entries(edited)) expect(service.texts(code, 'l.json')).toEqual(own);
    s.reads('l.json', render(edited));
  });

  it('removes them here in one go, those of the source locale too', async () => {
    const { s, all, edited, of } = await stopped();
    (await paste(s, of('pull ')))
      .code(0)
      .stderr('15 keys in en were removed', 'k14', '15 keys in fr were removed');
    s.reads(
      'l.json',
      render({ en: without(edited.en, 15), de: without(all.de, 15), fr: without(all.fr, 15) }),
    );
    (await s.run('push')).code(0);
  });

  it('leads to a diff of these languages', async () => {
    const { s, of } = await stopped();
    (await paste(s, of('diff'))).code(1).stdout('k14', 'deleted on the service');
  });

  it('a push of one language that another one stops names both', async () => {
    const { s, service, edited, all } = await stopped();
    const ran = (await s.run('push --locale en')).code(1);
    const [command = ''] = suggested(ran).filter((one) => one.includes('push --force'));
    (await paste(s, command)).code(0);
    expect(service.texts('en', 'l.json')).toEqual(edited.en);
    expect(service.texts('de', 'l.json')).toEqual(all.de);
  });
});

describe('F8: an answer without any text of two languages', () => {
  it('the suggested command uploads both', async () => {
    const all = { en: texts(4, 'en'), de: texts(4, 'de'), fr: texts(4, 'fr') };
    const { s, service } = await synced(all);
    for (const code of ['de', 'fr']) service.set(code, {}, 'l.json');
    s.file('l.json', render({ ...all, en: { ...all.en, more: 'more' } }));
    const ran = (await s.run('push')).code(1).stderr('no text in de', 'no text in fr');
    const [command = ''] = suggested(ran);
    expect(command).toBe('locsync push --all --force --locale de,fr l.json');
    (await paste(s, command)).code(0);
    for (const code of ['de', 'fr'] as const) expect(service.texts(code, 'l.json')).toEqual(all[code]);
  });
});

describe('F10: conflicts of many keys that were deleted on the service', () => {
  it('let the service win in one go', async () => {
    const all = { en: texts(20, 'en'), de: texts(20, 'de') };
    const { s, service } = await synced(all);
    for (const [code, own] of Object.entries(all)) service.set(code, without(own, 15), 'l.json');
    s.file('l.json', render({ ...all, de: texts(20, 'edited') }));
    const ran = (await s.run('pull')).code(1).stderr('15 keys in de were changed on both sides');
    const [command = ''] = suggested(ran).filter((one) => one.includes('pull --force'));
    (await paste(s, command)).code(0).stderr('15 keys in de were removed');
    s.reads('l.json', render({ ...all, de: without(texts(20, 'edited'), 15) }));
  });
});

describe('an upload that leaves keys out of a file of several languages', () => {
  it('F13: names the language, and the command removes them there alone', async () => {
    const all = { en: texts(20, 'en'), de: texts(20, 'de') };
    const { s, service } = await synced(all);
    for (const [code, own] of Object.entries(all)) service.set(code, without(own, 1), 'l.json');
    s.file('l.json', render({ ...all, de: { ...all.de, k9: 'edited' } }));
    const ran = (await s.run('push')).code(0).stderr('1 key in en was deleted', '1 key in de was deleted');
    const [en = '', de = ''] = suggested(ran);
    (await paste(s, en)).code(0);
    s.reads('l.json', render({ en: without(all.en, 1), de: { ...all.de, k9: 'edited' } }));
    (await paste(s, de)).code(0);
    s.reads('l.json', render({ en: without(all.en, 1), de: { ...without(all.de, 1), k9: 'edited' } }));
  });
});

describe('F11: a service that replaces a language with an upload', () => {
  it('the lost texts are shown with their languages', async () => {
    const all = { en: texts(3, 'en'), de: texts(3, 'de') };
    const { s, service } = await synced(all);
    service.replaces = true;
    service.set('en', { ...all.en, z: 'only there, en' }, 'l.json');
    service.set('de', { ...all.de, z: 'nur dort', y: 'auch "nur" dort' }, 'l.json');
    s.file('l.json', render({ ...all, de: { ...all.de, k0: 'edited' } }));
    (await s.run('push --locale de'))
      .code(1)
      .stderr(
        'has lost them with it: in en z = "only there, en"; in de z = "nur dort", y = "auch \\"nur\\" dort"',
      );
  });
});
