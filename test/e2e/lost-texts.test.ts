import { describe, expect, it } from 'vitest';
import { change, CUT, DE, killedPush, onUpload, TEXT } from '../support/late-upload.js';
import { synced } from '../support/replaced.js';
import type { Step } from '../support/scripted-server.js';
import { jsonText } from '../support/file-text.js';

const messages = (ran: { json: { errors: readonly { message: string }[] } }): string =>
  ran.json.errors.map(({ message }) => message).join('\n');

/** What services do with an upload that hurts texts that only they had. */
const HARMS = [
  ['replaces the language', 'UPLOAD_DROPPED', 'k9', undefined],
  ['cuts what went along', 'UPLOAD_ALTERED', 'k1', CUT],
] as const;

describe('c2-2 an upload that loses texts, and whose run does not see it', () => {
  /** The service holds a newer text of `key`, which the next upload takes from it. */
  async function scene(key: string, left: string | undefined) {
    const at = await synced(DE);
    change(at.fakeService, { [key]: TEXT });
    at.s.file('l/de.json', jsonText({ ...DE, k0: 'A1' }));
    const harm = (take: () => Step): Step => {
      const answer = take();
      change(at.fakeService, { [key]: left });
      return answer;
    };
    return { ...at, harm };
  }

  describe.each(HARMS)('a service that %s', (_, code, key, left) => {
    it.each(['SIGKILL', 'SIGINT'] as const)(
      'UP-04 a push that %s ends: the next run names it',
      async (signal) => {
        const at = await scene(key, left);
        const ran = await killedPush(at, (take) => at.harm(take), { signal });
        if (signal === 'SIGINT')
          expect(ran).toContain('what the service made of one file that was sent is not known yet');
        const pulled = (await at.s.run('pull --json')).code(1);
        expect(pulled.errors).toContain(code);
        expect(messages(pulled)).toContain(`${key} = "${TEXT}"`);
        at.s.reads('l/de.json', jsonText({ ...DE, k0: 'A1' }));
        // Named once; what is left of the text is a conflict until a person decides.
        const again = (await at.s.run('pull --json')).code(left === undefined ? 0 : 1);
        expect(again.errors).toEqual(left === undefined ? [] : ['CONFLICT']);
        at.s.reads('l/de.json', jsonText({ ...DE, k0: 'A1' }));
      },
    );

    it('UP-04 the next push names it, too', async () => {
      const at = await scene(key, left);
      await killedPush(at, (take) => at.harm(take));
      const pushed = (await at.s.run('push --json')).code(1);
      expect(pushed.errors).toContain(code);
      expect(messages(pushed)).toContain(`${key} = "${TEXT}"`);
    });

    it('UP-05 an upload that cannot be read back: the next run names it again', async () => {
      const at = await scene(key, left);
      onUpload(at, (_request, take) => {
        const answer = at.harm(take);
        at.s.service.script.on('texts', { status: 500 });
        return answer;
      });
      const pushed = (await at.s.run('push --retries 0 --json')).code(0);
      expect(pushed.warnings).toContain('READ_BACK_FAILED');
      at.s.service.script.on('texts', (request) => at.fakeService.read(request));
      const pulled = (await at.s.run('pull --json')).code(1);
      expect(pulled.errors).toContain(code);
      expect(messages(pulled)).toContain(`${key} = "${TEXT}"`);
    });

    it.each([
      ['429', { status: 429, headers: { 'retry-after': '0' }, body: {} }],
      ['400', { status: 400, body: { error: 'no' } }],
      ['200 with an error', { status: 200, body: { error: 'internal' } }],
      ['503', { status: 503, body: {} }],
    ])('UP-06 it imports the upload and answers %s: the push names it', async (_answer, answer) => {
      const at = await scene(key, left);
      onUpload(at, (_request, take) => {
        at.harm(take);
        return answer;
      });
      const pushed = (await at.s.run('push --retries 1 --json')).code(_answer.includes('error') ? 4 : 1);
      expect(pushed.errors).toContain(code);
      expect(messages(pushed)).toContain(`${key} = "${TEXT}"`);
      (await at.s.run('pull')).code(left === undefined ? 0 : 1);
      at.s.reads('l/de.json', jsonText({ ...DE, k0: 'A1' }));
    });
  });

  it('UP-07 a part of a settled upload that comes late and cuts: pull names it and does not write it', async () => {
    const at = await scene('k1', TEXT);
    (await at.s.run('push')).code(0);
    change(at.fakeService, { k1: CUT });
    const pulled = (await at.s.run('pull --json')).code(1);
    expect(pulled.errors).toEqual(['CONFLICT', 'UPLOAD_ALTERED']);
    expect(messages(pulled)).toContain(`k1 = "${TEXT}"`);
    at.s.reads('l/de.json', jsonText({ ...DE, k0: 'A1' }));
  });

  it('UP-07 the part comes after a pull of the whole text: the disk keeps it', async () => {
    const at = await scene('k1', TEXT);
    (await at.s.run('push')).code(0);
    (await at.s.run('pull')).code(0);
    change(at.fakeService, { k1: CUT });
    for (let time = 0; time < 2; time++) (await at.s.run('pull')).code(1).stderr(/k1/);
    at.s.reads('l/de.json', jsonText({ ...DE, k0: 'A1', k1: TEXT }));
  });

  it('other words of a translator after a settled upload are pulled', async () => {
    const at = await scene('k1', TEXT);
    (await at.s.run('push')).code(0);
    change(at.fakeService, { k1: 'Other words' });
    (await at.s.run('pull')).code(0);
    at.s.reads('l/de.json', jsonText({ ...DE, k0: 'A1', k1: 'Other words' }));
  });

  it.each([
    ['signs at its end', `${TEXT}?`],
    ['another first letter', `${TEXT.charAt(0).toLowerCase()}${TEXT.slice(1)}`],
    ['other words', 'Other words'],
  ])('UP-44 a translator edits a text that went along, and that a pull has taken: %s', async (_, edited) => {
    const at = await scene('k1', TEXT);
    (await at.s.run('push')).code(0);
    (await at.s.run('pull')).code(0);
    change(at.fakeService, { k1: edited });
    expect((await at.s.run('status --json')).states).toMatchObject({ 'l/de.json': 'to-pull' });
    (await at.s.run('pull')).code(0).emptyStderr();
    at.s.reads('l/de.json', jsonText({ ...DE, k0: 'A1', k1: edited }));
  });

  it.each([300, 1500])(
    'd1-1b an import %i ms late of an edit behind the cut: what it cuts is not pulled',
    async (ms) => {
      const at = await synced(DE);
      const cut = (text: string): string => text.slice(0, 12);
      at.fakeService.filter = cut;
      at.s.file('l/de.json', jsonText({ ...DE, k0: 'A text with one end' }));
      (await at.s.run('push')).code(0);
      change(at.fakeService, { k1: TEXT });
      (await at.s.run('pull')).code(0);
      onUpload(at, (_, take) => {
        setTimeout(take, ms);
        return {
          body: {
            api_id: 'fil_1',
            name: 'l/en.json',
            project_id: 'pro_1',
            last_version: { id: 'fiv_9', number: 9, upload: 'api' },
          },
        };
      });
      const mine = jsonText({ ...DE, k0: 'A text with another end', k1: TEXT });
      at.s.file('l/de.json', mine);
      await at.s.run('push');
      for (let time = 0; time < 2; time++) await at.s.run('pull');
      at.s.reads('l/de.json', mine);
    },
  );

  it('d1 a late import drops a text that a pull has put on disk: it is named, and the disk keeps it', async () => {
    const at = await synced(DE);
    change(at.fakeService, { k9: TEXT });
    at.s.file('l/de.json', jsonText({ ...DE, k0: 'A1' }));
    await killedPush(at, () => undefined);
    (await at.s.run('pull')).code(0);
    const mine = jsonText({ ...DE, k0: 'A1', k9: TEXT });
    at.s.reads('l/de.json', mine);
    (await at.s.run('push')).code(0);
    // The killed upload is imported now, by a service that replaces the language.
    at.fakeService.set('de', { ...DE, k0: 'A1' });
    const pulled = (await at.s.run('pull --json')).code(1);
    expect(pulled.errors).toContain('UPLOAD_DROPPED');
    expect(messages(pulled)).toContain(`k9 = "${TEXT}"`);
    for (let time = 0; time < 2; time++) {
      at.s.reads('l/de.json', mine);
      await at.s.run('pull');
    }
    (await at.s.run('push --force')).code(0);
    expect(at.fakeService.texts('de')).toMatchObject({ k9: TEXT });
  });

  it('c2-7 a key that two machines add at once: the text of the second looks like that of a translator', async () => {
    const at = await synced(DE);
    at.s.file('l/de.json', jsonText({ ...DE, k9: 'of this machine' }));
    (await at.s.run('push')).code(0);
    change(at.fakeService, { k9: 'of another machine' });
    (await at.s.run('pull')).code(0);
    at.s.reads('l/de.json', jsonText({ ...DE, k9: 'of another machine' }));
  });

  it('UP-08 an upload that comes after the last look, and drops a text: the next pull names it', async () => {
    const at = await scene('k9', undefined);
    onUpload(at, () => ({
      body: {
        api_id: 'fil_1',
        name: 'l/de.json',
        project_id: 'pro_1',
        last_version: { id: 'fiv_9', number: 9, upload: 'api' },
      },
    }));
    expect((await at.s.run('push --json')).code(1).errors).toEqual(['UPLOAD_NOT_STORED']);
    at.fakeService.set('de', { ...DE, k0: 'A1' });
    const pulled = (await at.s.run('pull --json')).code(1);
    expect(messages(pulled)).toContain(`k9 = "${TEXT}"`);
  });

  it('UP-09 c2-8 the first push of the source language, killed: the next run names what it replaced', async () => {
    const at = await synced(DE);
    at.s.remove('locsync.lock').remove('.locsync');
    at.fakeService.set('en', { ...DE, k0: TEXT });
    await killedPush(at, (take) => take());
    const pulled = (await at.s.run('pull --json')).code(1);
    expect(pulled.errors).toEqual(['UPLOAD_ALTERED']);
    expect(messages(pulled)).toContain(`k0 = "${TEXT}"`);
  });
});

describe('c2-3 a push that is killed, and whose upload lost texts of another language', () => {
  const EN = { ...DE, k1: 'E1' };
  const NEWER = 'Another text of a translator';

  /** Newer texts of `de`; the source language is uploaded, and the service does `harm`. */
  async function killed(
    signal: 'SIGKILL' | 'SIGINT',
    harm: (at: Awaited<ReturnType<typeof synced>>) => void,
  ) {
    const at = await synced(DE);
    change(at.fakeService, { k1: NEWER, k9: TEXT });
    at.s.file('l/en.json', jsonText(EN));
    await killedPush(
      at,
      (take) => {
        const answer = take();
        harm(at);
        return answer;
      },
      { signal },
    );
    return at;
  }

  describe.each(['SIGKILL', 'SIGINT'] as const)('UP-11 %s', (signal) => {
    it('a service that replaces all languages: the next pull names both texts whole', async () => {
      const at = await killed(signal, ({ fakeService }) => fakeService.set('de', {}));
      const pulled = (await at.s.run('pull --json')).code(1);
      expect(pulled.errors).toContain('UPLOAD_DROPPED');
      expect(messages(pulled)).toContain(`k9 = "${TEXT}"`);
      expect(messages(pulled)).toContain(`k1 = "${NEWER}"`);
      at.s.reads('l/de.json', jsonText(DE));
    });

    it.each([
      ['empties', ''],
      ['replaces by the source text', 'E1'],
      ['sets back', 'v1'],
    ])('a service that %s the translation: the next push names it', async (_, left) => {
      const at = await killed(signal, ({ fakeService }) => change(fakeService, { k1: left }));
      const pushed = (await at.s.run('push --json')).code(1);
      expect(messages(pushed)).toContain(`k1 = "${NEWER}"`);
      expect(messages(pushed)).not.toContain(TEXT);
    });

    it('a service that merges: nothing is named, and the texts are pulled', async () => {
      const at = await killed(signal, () => undefined);
      (await at.s.run('pull')).code(0);
      at.s.reads('l/de.json', jsonText({ ...DE, k1: NEWER, k9: TEXT }));
      (await at.s.run('push')).code(0);
    });
  });

  it('UP-11 a language without a file here: the next pull names its text', async () => {
    const at = await synced(DE);
    at.fakeService.codes = ['en', 'de', 'fr'];
    at.fakeService.set('fr', { ...DE, k1: TEXT });
    at.s.file('l/en.json', jsonText(EN));
    await killedPush(at, (take) => {
      const answer = take();
      at.fakeService.set('fr', { k0: 'v0', k2: 'v2' });
      return answer;
    });
    const pulled = (await at.s.run('pull --json')).code(1);
    expect(messages(pulled)).toContain(`k1 = "${TEXT}"`);
  });

  it('d1-3 a text of 9 MB is too long for the record: the other texts are remembered', async () => {
    const at = await synced(DE);
    change(at.fakeService, { k9: TEXT, k8: 'y'.repeat(9_000_000) });
    at.s.file('l/de.json', jsonText({ ...DE, k0: 'A1' }));
    await killedPush(at, (take) => {
      const answer = take();
      at.fakeService.set('de', { ...DE, k0: 'A1' });
      return answer;
    });
    const pulled = (await at.s.run('pull --json')).code(1);
    expect(messages(pulled)).toContain(`k9 = "${TEXT}"`);
  });

  it('a push that reads back leaves nothing open in the record', async () => {
    const at = await synced(DE);
    change(at.fakeService, { k1: NEWER, k9: TEXT });
    at.s.file('l/en.json', jsonText(EN));
    (await at.s.run('push')).code(0);
    // For a minute, a late part of the upload may still take texts of other languages.
    const lines = at.s.text('.locsync/uploads.jsonl').trim().split('\n');
    const place = /"place":"([^"]+)"/;
    const last = new Map(lines.map((line) => [place.exec(line)?.[1], line]));
    for (const line of last.values()) expect(line).toContain('"state":"settled"');
  });
});
