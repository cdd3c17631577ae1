import { describe, expect, it } from 'vitest';
import { change, DE, killedPush, onUpload, TEXT } from '../support/late-upload.js';
import { synced } from '../support/replaced.js';
import { jsonText } from '../support/file-text.js';

const RECORD = '.locsync/uploads.jsonl';

describe('c2-1 an upload that the service imports late', () => {
  it('UP-01 of a killed push: it does not replace what was edited and pushed since', async () => {
    const at = await synced(DE);
    const { s, fakeService } = at;
    s.file('l/de.json', jsonText({ ...DE, k0: 'A1' }));
    await killedPush(at, () => undefined);
    s.file('l/de.json', jsonText({ ...DE, k0: 'A2' }));
    (await s.run('push')).code(0);
    change(fakeService, { k0: 'A1' });
    for (let time = 0; time < 2; time++) {
      const pulled = (await s.run('pull')).code(1);
      pulled.stderr(/holds what an earlier push from here sent.*1 key \(k0\)/);
      s.reads('l/de.json', jsonText({ ...DE, k0: 'A2' }));
    }
    s.file('l/de.json', jsonText({ ...DE, k0: 'A2', k1: 'B1' }));
    (await s.run('push --json')).code(1);
    expect(fakeService.texts('de')).toEqual({ ...DE, k0: 'A1', k1: 'B1' });
    (await s.run('push --force --locale de l/de.json')).code(0);
    expect(fakeService.texts('de')).toEqual({ ...DE, k0: 'A2', k1: 'B1' });
    (await s.run('status --check')).code(0);
  });

  it.each(['SIGKILL', 'SIGINT'] as const)(
    'UP-114 a key that is edited again after %s of its push is a conflict that says so',
    async (signal) => {
      const at = await synced(DE);
      const { s, fakeService } = at;
      s.file('l/de.json', jsonText({ ...DE, k0: 'A1' }));
      await killedPush(at, (take) => take(), { signal });
      s.file('l/de.json', jsonText({ ...DE, k0: 'A2', k1: 'B1' }));
      const pushed = (await s.run('push')).code(1);
      pushed.stderr(
        /sent, which was interrupted or arrived late, and the disk has changed since: 1 key \(k0\)/,
      );
      expect(fakeService.texts('de')).toEqual({ ...DE, k0: 'A1', k1: 'B1' });
      s.reads('l/de.json', jsonText({ ...DE, k0: 'A2', k1: 'B1' }));
      (await s.run('push --force --locale de l/de.json')).code(0);
      expect(fakeService.texts('de')).toEqual({ ...DE, k0: 'A2', k1: 'B1' });
      (await s.run('status --check')).code(0);
    },
  );

  it('UP-114 a text of a translator in place of what a killed push sent was changed on both sides', async () => {
    const at = await synced(DE);
    at.s.file('l/de.json', jsonText({ ...DE, k0: 'A1' }));
    await killedPush(at, (take) => take());
    change(at.fakeService, { k0: TEXT });
    at.s.file('l/de.json', jsonText({ ...DE, k0: 'A2' }));
    (await at.s.run('push')).code(1).stderr(/1 key was changed on both sides: k0/);
  });

  it('UP-116 a translator takes back a text that a push has just seen: a warning shows it', async () => {
    const at = await synced(DE);
    const { s, fakeService } = at;
    change(fakeService, { k0: TEXT });
    s.file('l/de.json', jsonText({ ...DE, k1: 'B1' }));
    (await s.run('push')).code(0);
    change(fakeService, { k0: 'v0' });
    (await s.run('status --check')).code(0).stderr(TEXT);
    (await s.run('pull --quiet')).code(0).stderr(/holds the older text of 1 key again; before, .*translator/);
    s.reads('l/de.json', jsonText({ ...DE, k1: 'B1' }));
    (await s.run('pull')).code(0).emptyStderr();
  });

  it('UP-117 a translator leaves out a sign of a text that a push has just seen: pull writes it', async () => {
    const at = await synced(DE);
    const { s, fakeService } = at;
    change(fakeService, { k0: 'Speichern!' });
    s.file('l/de.json', jsonText({ ...DE, k1: 'B1' }));
    (await s.run('push')).code(0);
    change(fakeService, { k0: 'Speichern' });
    (await s.run('pull')).code(0).emptyStderr();
    s.reads('l/de.json', jsonText({ ...DE, k0: 'Speichern', k1: 'B1' }));
  });

  it('UP-115 a translator deletes a key in all languages that a push has just seen edited', async () => {
    const at = await synced(DE);
    const { s, fakeService } = at;
    change(fakeService, { k0: TEXT });
    s.file('l/de.json', jsonText({ ...DE, k1: 'B1' }));
    (await s.run('push')).code(0);
    for (const code of ['en', 'de']) {
      const left = Object.entries(fakeService.texts(code)).filter(([key]) => key !== 'k0');
      fakeService.set(code, Object.fromEntries(left));
    }
    const pulled = (await s.run('pull --json')).code(0);
    expect(pulled.warnings).toEqual(['SOURCE_KEYS_GONE', 'TEXTS_LOST']);
    s.reads('l/de.json', jsonText({ k1: 'B1', k2: 'v2' }));
  });

  it('`pull --force` takes the late text', async () => {
    const at = await synced(DE);
    at.s.file('l/de.json', jsonText({ ...DE, k0: 'A1' }));
    await killedPush(at, () => undefined);
    at.s.file('l/de.json', jsonText({ ...DE, k0: 'A2' }));
    (await at.s.run('push')).code(0);
    change(at.fakeService, { k0: 'A1' });
    (await at.s.run('pull --force --locale de l/de.json')).code(0);
    at.s.reads('l/de.json', jsonText({ ...DE, k0: 'A1' }));
    (await at.s.run('pull')).code(0);
  });

  it('UP-02 in parts: the part that comes after the next push does not replace the newer text', async () => {
    const at = await synced(DE);
    const { s, fakeService } = at;
    s.file('l/de.json', jsonText({ k0: 'A1', k1: 'B1', k2: 'v2' }));
    onUpload(at, (_, take) => {
      const answer = take();
      change(fakeService, { k1: 'v1' });
      return answer;
    });
    expect((await s.run('push --json')).code(0).warnings).toEqual(['SERVICE_KEPT_NOT']);
    onUpload(at, (_, take) => take());
    s.file('l/de.json', jsonText({ k0: 'A1', k1: 'B2', k2: 'v2' }));
    (await s.run('push')).code(0);
    change(fakeService, { k1: 'B1' });
    (await s.run('pull')).code(1).stderr(/earlier push from here sent.*\(k1\)/);
    s.reads('l/de.json', jsonText({ k0: 'A1', k1: 'B2', k2: 'v2' }));
  });

  it('UP-03 c2-5 it does not put back an older text that it carried, over one that was pulled since', async () => {
    const at = await synced(DE);
    const { s, fakeService } = at;
    s.file('l/de.json', jsonText({ ...DE, k0: 'A1' }));
    await killedPush(at, () => undefined);
    change(fakeService, { k1: 'T1' });
    (await s.run('pull')).code(0);
    s.reads('l/de.json', jsonText({ ...DE, k0: 'A1', k1: 'T1' }));
    change(fakeService, { k0: 'A1', k1: 'v1' });
    for (let time = 0; time < 2; time++) {
      (await s.run('pull')).code(1).stderr(/earlier push from here sent.*\(k1\)/);
      s.reads('l/de.json', jsonText({ ...DE, k0: 'A1', k1: 'T1' }));
    }
    (await s.run('status --check')).code(1);
    (await s.run('push --force --locale de l/de.json')).code(0);
    expect(fakeService.texts('de')).toEqual({ ...DE, k0: 'A1', k1: 'T1' });
  });

  it('a newer text that went along with a killed push is pulled as ever', async () => {
    const at = await synced(DE);
    change(at.fakeService, { k1: TEXT });
    at.s.file('l/de.json', jsonText({ ...DE, k0: 'A1' }));
    await killedPush(at, (take) => take());
    (await at.s.run('pull')).code(0);
    at.s.reads('l/de.json', jsonText({ ...DE, k0: 'A1', k1: TEXT }));
  });

  it('a translator who returns to an earlier text is no late upload if none is open', async () => {
    const { s, fakeService } = await synced(DE);
    s.file('l/de.json', jsonText({ ...DE, k0: 'A1' }));
    (await s.run('push')).code(0);
    expect(s.has(RECORD)).toBe(false);
    change(fakeService, { k1: 'T1' });
    (await s.run('pull')).code(0);
    change(fakeService, { k1: 'v1' });
    (await s.run('pull')).code(0);
    s.reads('l/de.json', jsonText({ ...DE, k0: 'A1' }));
  });

  it('once both sides hold what was sent, the upload is forgotten', async () => {
    const at = await synced(DE);
    const { s, fakeService } = at;
    s.file('l/de.json', jsonText({ ...DE, k0: 'A1' }));
    await killedPush(at, (take) => take());
    expect(s.has(RECORD)).toBe(true);
    (await s.run('pull')).code(0);
    expect(s.has(RECORD)).toBe(false);
    for (const k1 of ['T1', 'v1']) {
      change(fakeService, { k1 });
      (await s.run('pull')).code(0);
    }
  });
});
