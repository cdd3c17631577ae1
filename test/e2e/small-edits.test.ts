import { describe, expect, it } from 'vitest';
import { change, DE, killedPush, TEXT } from '../support/late-upload.js';
import { inStep, of } from '../support/in-step.js';
import { synced } from '../support/replaced.js';
import { jsonText } from '../support/file-text.js';

/** What a translator adds to a text, and no service does. */
const ADDED = [
  ['an exclamation mark', (text: string) => `${text}!`],
  ['a full stop', (text: string) => `${text}.`],
  ['a comma', (text: string) => text.replace(' ', ', ')],
] as const;
/** What a service may make of a text. */
const ALTERED = [
  ['without its last sign', (text: string) => text.slice(0, -1)],
  ['in lower case', (text: string) => text.toLowerCase()],
  ['cut', (text: string) => text.slice(0, -2)],
] as const;

describe('UP-49 a translator adds a mark to a text that an upload of a killed push carried', () => {
  async function carried(now: (text: string) => string) {
    const at = await synced(DE);
    change(at.fakeService, { k1: `${TEXT} & more` });
    at.s.file('l/de.json', jsonText({ ...DE, k0: 'A1' }));
    await killedPush(at, (take) => take());
    change(at.fakeService, { k1: now(`${TEXT} & more`) });
    return at.s;
  }

  it.each(ADDED)('%s: pull takes it, and no text is called lost', async (_, edit) => {
    const s = await carried(edit);
    const ran = (await s.run('pull --json')).code(0);
    expect(ran.errors).toEqual([]);
    s.reads('l/de.json', jsonText({ ...DE, k0: 'A1', k1: edit(`${TEXT} & more`) }));
  });

  it.each(ALTERED)('%s: it is named as ever, and a conflict', async (_, alter) => {
    const s = await carried((text) => alter(text.replace(' & more', '')));
    expect((await s.run('pull --json')).code(1).errors.toSorted()).toEqual(['CONFLICT', 'UPLOAD_ALTERED']);
    s.reads('l/de.json', jsonText({ ...DE, k0: 'A1' }));
  });
});

describe('UP-49 a translator adds a mark to a text of another language while push runs', () => {
  /** English is pushed, and German changes right after that upload. */
  async function pushed(edit: (text: string) => string, line = 'push --json') {
    const { s, fakeService } = await inStep((service, code) => {
      if (code === 'en') service.set('de', { ...of('de'), b: edit(of('de')['b'] ?? '') });
    });
    s.file('l/en.json', jsonText({ ...of('en'), a: 'en A, edited here' }));
    return { s, fakeService, ran: await s.run(line) };
  }

  it.each(ADDED)('%s: push says nothing, and pull takes it', async (_, edit) => {
    const { s, ran } = await pushed(edit);
    expect(ran.code(0).errors).toEqual([]);
    (await s.run('pull')).code(0);
    s.reads('l/de.json', jsonText({ ...of('de'), b: edit(of('de')['b'] ?? '') }));
  });

  it('in a language that the run does not compare', async () => {
    const { s, ran } = await pushed((text) => `${text}!`, 'push --locale en --json');
    expect(ran.code(0).errors).toEqual([]);
    (await s.run('pull')).code(0);
  });

  it.each(ALTERED)('%s: a conflict, which the message says how to end', async (_, alter) => {
    const { s, fakeService, ran } = await pushed(alter);
    expect(ran.code(1).errors).toEqual(['UPLOAD_ALTERED_OTHERS']);
    s.reads('l/de.json', jsonText(of('de')));
    const hint = (await s.run('pull --json')).code(1).json.errors[0]?.hint ?? '';
    const take = /`locsync (pull --force [^`]*)`/.exec(hint)?.[1] ?? '';
    (await s.run(take)).code(0);
    s.reads('l/de.json', jsonText({ ...of('de'), b: fakeService.texts('de')['b'] }));
    (await s.run('status --check')).code(0);
  });
});

describe('UP-49 a translator adds a mark to the very text that push has sent', () => {
  it.each(ADDED)('%s: a conflict, not a form of the service', async (_, edit) => {
    const { s } = await inStep((service, code) => {
      if (code === 'de') service.set('de', { ...of('de'), b: edit('de B neu') });
    });
    s.file('l/de.json', jsonText({ ...of('de'), b: 'de B neu' }));
    const ran = (await s.run('push --json')).code(1);
    expect([...ran.errors, ...ran.warnings]).toEqual(['CONFLICT', 'UPLOAD_OVERTAKEN']);
    (await s.run('resolve --service')).code(0);
    s.reads('l/de.json', jsonText({ ...of('de'), b: edit('de B neu') }));
    (await s.run('status --check')).code(0);
  });
});
