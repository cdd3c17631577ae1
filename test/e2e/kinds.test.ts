import { describe, expect, it } from 'vitest';
import { FakeService } from '../support/fake-service.js';
import { Session } from '../support/session.js';
import { jsonText } from '../support/file-text.js';

/** Everything is in sync, in two languages. */
async function synced() {
  const s = await Session.start({ config: { files: ['i18n/{locale}.json'] } });
  const texts = { a: 'A', b: 'B', c: 'C', d: 'D' };
  s.file('i18n/en.json', jsonText(texts)).file('i18n/de.json', jsonText({ a: 'Ä', b: 'Be', c: 'Ce' }));
  (await s.run('push')).code(0);
  return s;
}

describe('15.3 added, changed and removed keys are told apart', () => {
  it('push counts added, changed and removed keys apart', async () => {
    const s = await synced();
    s.file('i18n/de.json', jsonText({ a: 'Äh', b: 'Bee', c: 'Ce', d: 'De' }));
    (await s.run('push --dry-run')).code(0).stdout(/would push +i18n\/de\.json +2 changed, 1 added$/m);
    const plan = (await s.run('push --dry-run --verbose')).code(0);
    plan.stdout('i18n/de.json (de)\n', '  ~ a  "Ä" -> "Äh"\n', '  ~ b  "Be" -> "Bee"\n', '  + d  "De"\n');
    const { json } = (await s.run('push --json')).code(0);
    expect(json.files.find(({ path }) => path === 'i18n/de.json')?.keys).toMatchObject({
      toPush: 3,
      changed: 2,
      added: 1,
      removed: 0,
    });
    expect(json.summary).toMatchObject({ changed: 2, added: 1, removed: 0 });
  });

  it('pull does so, and says once that the files and the lock belong together', async () => {
    const s = await Session.scripted({ config: { files: ['l/{locale}.json'] } });
    const service = new FakeService(s.service.script);
    const texts = { a: 'A', b: 'B', c: 'C', d: 'D' };
    s.file('l/en.json', jsonText(texts)).file('l/de.json', jsonText({ a: 'Ä', b: 'Be', c: 'Ce' }));
    (await s.run('push')).code(0);
    service.set('en', { a: 'A', b: 'B', d: 'D' });
    service.set('de', { a: 'Moin', b: 'Be', d: 'De' });
    const before = s.snapshot();
    const plan = (await s.run('pull --dry-run --verbose')).code(0);
    plan.stdout('  ~ a  "Ä" -> "Moin"\n', '  + d  "De"\n', '  - c  "Ce"\n').never('Commit the files');
    s.unchanged(before);
    for (const { keys } of (await s.run('status --json')).json.files)
      expect(keys.added + keys.changed + keys.removed).toBe(keys.toPush + keys.toPull);
    const row = 'l/de\\.json +1 changed, 1 added, 1 removed$';
    (await s.run('pull --dry-run')).code(0).stdout(new RegExp(`would pull +${row}`, 'm'));
    const ran = (await s.run('pull')).code(0).stdout(new RegExp(`^pulled +${row}`, 'm'));
    expect(ran.out.match(/Commit the files together with locsync\.lock\./g)).toHaveLength(1);
    (await s.run('pull')).code(0).stdout('Nothing to pull.').never('Commit');
  });

  it('--prune and --force count what they do', async () => {
    const s = await synced();
    s.file('i18n/de.json', jsonText({ a: 'Ah', b: 'Be', c: 'Ce' }));
    await s.service.put('de', 'i18n/en.json', { a: 'Äh' });
    (await s.run('pull --force --dry-run')).code(0).stdout(/would pull +i18n\/de\.json +1 changed$/m);
    (await s.run('push --force --dry-run')).code(0).stdout(/would push +i18n\/de\.json +1 changed$/m);
    const { json } = await s.run('push --force --dry-run --verbose --json');
    expect(json.files.find(({ path }) => path === 'i18n/de.json')?.planned).toEqual([
      { key: 'a', kind: 'changed', from: 'Äh', to: 'Ah' },
    ]);
  });
});
