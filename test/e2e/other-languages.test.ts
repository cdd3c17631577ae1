import { describe, expect, it } from 'vitest';
import { FakeService, type Texts } from '../support/fake-service.js';
import { inStep, messages, of, replaceAll } from '../support/in-step.js';
import { Session } from '../support/session.js';
import { jsonText } from '../support/file-text.js';

describe('b1-1 a service whose uploads replace all languages of a source file', () => {
  it('push names the newer texts of the other languages with the whole text, and ends with 1', async () => {
    const { s, fakeService } = await inStep(replaceAll);
    fakeService.set('fr', { ...of('fr'), a: 'fr A, reworded' });
    s.file('l/en.json', jsonText({ ...of('en'), b: 'en B dev' }));
    const ran = (await s.run('push --json')).code(1);
    expect(ran.errors).toEqual(['UPLOAD_LOST_OTHERS', 'UPLOAD_LOST_OTHERS']);
    expect(messages(ran)).toContain('all its texts in fr (3), and the disk lacks 1 of them: a');
    expect(messages(ran)).toContain('a = "fr A, reworded"');
    expect(messages(ran)).toContain('all its texts in de (3), although');
    expect(ran.states).toMatchObject({ 'l/en.json': 'pushed' });
    for (const code of ['de', 'fr']) s.reads(`l/${code}.json`, jsonText(of(code)));
  });

  it('without a newer text anywhere one language is the sample, and the others are named too', async () => {
    const { s } = await inStep(replaceAll);
    s.file('l/en.json', jsonText({ ...of('en'), b: 'en B dev' }));
    const ran = (await s.run('push --json')).code(1);
    expect(ran.errors).toEqual(['UPLOAD_LOST_OTHERS', 'UPLOAD_LOST_OTHERS']);
  });

  it('languages without a file here are noticed', async () => {
    const { s } = await inStep(replaceAll, { here: ['en'], there: ['en', 'de', 'fr'] });
    s.file('l/en.json', jsonText({ ...of('en'), b: 'en B dev' }));
    const ran = (await s.run('push --json')).code(1);
    expect(ran.errors).toEqual(['UPLOAD_LOST_OTHERS', 'UPLOAD_LOST_OTHERS']);
    for (const code of ['de', 'fr'])
      expect(messages(ran)).toContain(`all its texts in ${code} (3), and the disk lacks 3 of them: a, b, c`);
  });

  it('push --locale notices it in a language that it was not asked for', async () => {
    const { s } = await inStep(replaceAll);
    s.file('l/de.json', jsonText({ ...of('de'), b: 'de B dev' }));
    const ran = (await s.run('push --locale de --json')).code(1);
    expect(ran.errors).toEqual(['UPLOAD_LOST_OTHERS', 'UPLOAD_LOST_OTHERS']);
    for (const code of ['en', 'fr']) expect(messages(ran)).toContain(`all its texts in ${code} (3)`);
  });

  it('a service that empties translations of a changed source text: only texts that the disk lacks count', async () => {
    const { s, fakeService } = await inStep((held, code) => {
      if (code === 'en') for (const other of ['de', 'fr']) held.set(other, { ...held.texts(other), b: '' });
    });
    fakeService.set('fr', { ...of('fr'), b: 'fr B, reworded' });
    s.file('l/en.json', jsonText({ ...of('en'), b: 'en B dev' }));
    const ran = (await s.run('push --json')).code(1);
    expect(ran.errors).toEqual(['UPLOAD_LOST_OTHERS']);
    expect(messages(ran)).toContain('1 newer text in fr: b');
    expect(messages(ran)).toContain('b = "fr B, reworded"');
  });
});

describe('c2-0 a service that loses translations of a changed source text, and a push of both languages', () => {
  const taking =
    (text: (source: string) => string | undefined) => (fakeService: FakeService, code: string) => {
      if (code !== 'en') return;
      const left = text(fakeService.texts('en')['b'] ?? '');
      const rest = Object.entries(fakeService.texts('de')).filter(([key]) => key !== 'b');
      fakeService.set('de', { ...Object.fromEntries(rest), ...(left === undefined ? {} : { b: left }) });
    };

  it.each([
    ['drops', taking(() => undefined)],
    ['empties', taking(() => '')],
    ['replaces by the source text', taking((source) => source)],
    ['sets back', taking(() => 'de B')],
  ])('push names the newer text whole that the service %s, and uploads the rest', async (_, take) => {
    const { s, fakeService } = await inStep(take, { here: ['en', 'de'] });
    fakeService.set('de', { ...of('de'), b: 'de B, reworded' });
    s.file('l/en.json', jsonText({ ...of('en'), b: 'en B dev' }));
    s.file('l/de.json', jsonText({ ...of('de'), c: 'de C dev' }));
    const ran = (await s.run('push --json')).code(1);
    expect(ran.errors).toContain('UPLOAD_LOST_OTHERS');
    expect(messages(ran)).toContain('1 newer text in de: b');
    expect(messages(ran)).toContain('b = "de B, reworded"');
    expect(ran.states).toMatchObject({ 'l/en.json': 'pushed', 'l/de.json': 'pushed' });
    expect(fakeService.texts('de')).toMatchObject({ c: 'de C dev' });
  });

  it('push names a new key that went with keys that the uploaded source file lacks (G1)', async () => {
    const { s, fakeService } = await inStep(
      (held, code) => {
        if (code === 'en') held.set('de', of('de'));
      },
      { here: ['en', 'de'] },
    );
    fakeService.set('de', { ...of('de'), d: 'de D, new' });
    s.file('l/en.json', jsonText({ ...of('en'), b: 'en B dev' }));
    s.file('l/de.json', jsonText({ ...of('de'), c: 'de C dev' }));
    const ran = (await s.run('push --json')).code(1);
    expect(messages(ran)).toContain('d = "de D, new"');
  });

  it('c2-3 the language that a replaced file has emptied is named with its newer texts, also if it stays here', async () => {
    const { s, fakeService } = await inStep(replaceAll);
    fakeService.set('de', { ...of('de'), b: 'de B, reworded', d: 'de D, new' });
    s.file('l/en.json', jsonText({ ...of('en'), b: 'en B dev' }));
    s.file('l/de.json', jsonText({ ...of('de'), c: 'de C dev' }));
    const ran = (await s.run('push --json')).code(1);
    expect(messages(ran)).toContain('all its texts in de (4), and the disk lacks 2 of them: b, d');
    expect(messages(ran)).toContain('b = "de B, reworded"');
    expect(messages(ran)).toContain('d = "de D, new"');
    expect(messages(ran)).toContain('all its texts in fr (3)');
  });

  it('the source text in a language that was not uploaded is noticed, too', async () => {
    const { s, fakeService } = await inStep(taking((source) => source));
    fakeService.set('de', { ...of('de'), b: 'de B, reworded' });
    s.file('l/en.json', jsonText({ ...of('en'), b: 'en B dev' }));
    const ran = (await s.run('push --json')).code(1);
    expect(messages(ran)).toContain('b = "de B, reworded"');
  });

  it('the language is named although it could not be planned anew', async () => {
    const { s, fakeService } = await inStep(
      taking(() => ''),
      { here: ['en', 'de'] },
    );
    fakeService.set('de', { ...of('de'), b: 'de B, reworded' });
    s.file('l/en.json', jsonText({ ...of('en'), b: 'en B dev' }));
    s.file('l/de.json', jsonText({ ...of('de'), c: 'de C dev' }));
    let isSpoilt = false;
    s.service.script.on('texts', (request) => {
      const isDe = request.url.includes('loc_de') && fakeService.texts('en')['b'] === 'en B dev';
      if (isDe && !isSpoilt) {
        isSpoilt = true;
        return { body: { api_id: 'fil_1', name: 'l/en.json', keys: 1, content: 7 } };
      }
      return fakeService.read(request);
    });
    const ran = await s.run('push --json');
    expect(isSpoilt).toBe(true);
    expect(messages(ran)).toContain('b = "de B, reworded"');
  });

  it('a text that only the disk has changed is not lost, whatever becomes of the old one', async () => {
    const { s, fakeService } = await inStep(
      taking(() => ''),
      { here: ['en', 'de'] },
    );
    s.file('l/en.json', jsonText({ ...of('en'), b: 'en B dev' }));
    s.file('l/de.json', jsonText({ ...of('de'), b: 'de B dev', c: 'de C dev' }));
    const ran = await s.run('push --json');
    expect(ran.errors).not.toContain('UPLOAD_LOST_OTHERS');
    expect(fakeService.texts('de')).toMatchObject({ c: 'de C dev' });
  });

  it('a service that merges loses nothing: a newer text goes along, and push ends with 0', async () => {
    const { s, fakeService } = await inStep(() => undefined, { here: ['en', 'de'] });
    fakeService.set('de', { ...of('de'), b: 'de B, reworded' });
    s.file('l/en.json', jsonText({ ...of('en'), b: 'en B dev' }));
    s.file('l/de.json', jsonText({ ...of('de'), c: 'de C dev' }));
    (await s.run('push')).code(0).emptyStderr();
    expect(fakeService.texts('de')).toMatchObject({ b: 'de B, reworded', c: 'de C dev' });
  });
});

describe('c2-2 an upload that cannot be read back', () => {
  it('push shows whole what only the service had', async () => {
    const { s, fakeService } = await inStep(() => undefined, { here: ['en', 'de'] });
    fakeService.set('de', { ...of('de'), b: 'de B, reworded', d: 'de D, new' });
    s.file('l/de.json', jsonText({ ...of('de'), c: 'de C dev' }));
    s.service.script.on('texts', (request) =>
      fakeService.texts('de')['c'] === 'de C dev'
        ? { body: { api_id: 'fil_1', name: 'l/en.json', keys: 1, content: 7 } }
        : fakeService.read(request),
    );
    const ran = (await s.run('push --json')).code(0);
    expect(ran.warnings).toContain('READ_BACK_FAILED');
    const warned = ran.json.warnings.map(({ message }) => message).join('\n');
    expect(warned).toContain('b = "de B, reworded"');
    expect(warned).toContain('d = "de D, new"');
  });
});

describe('b1-1 a service that merges, as the interface says', () => {
  const reads = (s: Awaited<ReturnType<typeof inStep>>['s'], from: number): readonly string[] =>
    s.service.script
      .of('texts')
      .slice(from)
      .map(({ url }) => /locale_id=loc_(\w+)/.exec(url)?.[1] ?? '');

  it('newer texts of other languages stay, and nothing is reported', async () => {
    const { s, fakeService } = await inStep(() => undefined);
    fakeService.set('de', { ...of('de'), a: 'de A, reworded' });
    s.file('l/en.json', jsonText({ ...of('en'), b: 'en B dev' }));
    (await s.run('push')).code(0).emptyStderr();
  });

  it('one request more in a push of twelve file sets in three languages', async () => {
    const sets = Array.from({ length: 12 }, (_, i) => `s${i}`);
    const s = await Session.scripted({ config: { files: ['{locale}/*.json'] } });
    const fakeService = new FakeService(s.service.script, ['en', 'de', 'fr']);
    const write = (code: string, set: string, texts: Texts): void =>
      void s.file(`${code}/${set}.json`, jsonText(texts));
    s.service.script.on('upload', (request) => {
      const { filename, content } = JSON.parse(request.body) as { filename: string; content: string };
      const [code = '', set = ''] = filename.split('/');
      fakeService.set(code, JSON.parse(content) as Texts, `${set.replace('.json', '')}/en.json`);
      const id = `fil_${sets.indexOf(set.replace('.json', '')) + 1}`;
      const last_version = { id: 'fiv_1', number: 1, upload: 'api' };
      return { body: { api_id: id, name: `en/${set}`, project_id: 'pro_1', last_version } };
    });
    s.service.script.on('sourceFiles', () => ({
      body: sets.map((set, i) => ({ api_id: `fil_${i + 1}`, name: `en/${set}.json`, keys: 3 })),
    }));
    for (const set of sets)
      for (const code of fakeService.codes) {
        fakeService.set(code, of(code), `${set}/en.json`);
        write(code, set, of(code));
      }
    (await s.run('pull')).code(0);
    for (const set of sets) write('en', set, { ...of('en'), b: 'en B dev' });
    const before = s.service.script.of('texts').length;
    (await s.run('push')).code(0).emptyStderr();
    // 36 to compare, 12 right before the uploads, 12 to read them back, and the sample.
    expect(reads(s, before)).toHaveLength(36 + 12 + 12 + 1);
  });
});

describe('d1-1f what the configuration leaves out, and a service that loses texts', () => {
  it('a newer text of a key that ignoreKeys names is shown whole', async () => {
    const { s, fakeService } = await inStep(replaceAll);
    s.config({ files: ['l/{locale}.json'], ignoreKeys: ['b'] });
    fakeService.set('fr', { ...of('fr'), a: 'fr A, reworded', b: 'fr B, reworded' });
    s.file('l/en.json', jsonText({ ...of('en'), c: 'en C dev' }));
    const ran = (await s.run('push --json')).code(1);
    expect(messages(ran)).toContain('a = "fr A, reworded"');
    expect(messages(ran)).toContain('b = "fr B, reworded"');
  });

  it('it is not named if the service keeps it', async () => {
    const { s, fakeService } = await inStep(() => undefined);
    s.config({ files: ['l/{locale}.json'], ignoreKeys: ['b'] });
    fakeService.set('fr', { ...of('fr'), b: 'fr B, reworded' });
    s.file('l/en.json', jsonText({ ...of('en'), c: 'en C dev' }));
    (await s.run('push')).code(0).emptyStderr();
  });
});
