import { describe, expect, it } from 'vitest';
import { FakeService } from '../support/fake-service.js';
import { Session } from '../support/session.js';

const SETS = ['a', 'b', 'c', 'd', 'e', 'f'];

/** Six file sets in sync; then both sides change the German text of each. */
async function sixConflicts() {
  const s = await Session.start({
    config: { files: ['*/{locale}.json'] },
    service: { locales: ['en', 'de'] },
  });
  for (const set of SETS) s.file(`${set}/en.json`, '{"k":"Yes"}\n').file(`${set}/de.json`, '{"k":"Ja"}\n');
  (await s.run('push')).code(0);
  for (const set of SETS) {
    s.file(`${set}/de.json`, `{"k":"Jawohl ${set}"}\n`);
    await s.service.put('de', `${set}/en.json`, { k: `Sicher ${set}` });
  }
  return s;
}

describe('C1-F12 C1-F7 every text that a run takes is named, in every output', () => {
  it('of more than three files too', async () => {
    const s = await sixConflicts();
    const ran = (await s.run('pull --force')).code(0).never('more like these');
    for (const set of SETS) ran.stderr(`warning: ${set}/de.json: 1 text was replaced by the service's: k`);
  });

  it('with --quiet, on push as well', async () => {
    const s = await sixConflicts();
    const ran = (await s.run('push --force --quiet')).code(0);
    expect(ran.out).toBe('');
    for (const set of SETS)
      ran.stderr(`warning: ${set}/de.json: 1 text was replaced on the service by the disk: k`);
  });

  it('with --reporter junit', async () => {
    const s = await sixConflicts();
    const { out } = (await s.run('pull --force --reporter junit')).code(0);
    const aside = /<system-err>([^]*)<\/system-err>\n {2}<\/testsuite>/.exec(out)?.[1] ?? '';
    expect(aside.split('&#10;')).toEqual(
      SETS.map((set) => `warning: ${set}/de.json: 1 text was replaced by the service's: k`),
    );
  });

  it('C1-F13 the command that removes what was left out of an upload names the file and its language', async () => {
    const s = await Session.scripted({ config: { files: ['l/{locale}.json'] } });
    const fakeService = new FakeService(s.service.script);
    fakeService.set('en', { k: 'Yes', l: 'No' });
    fakeService.set('de', { k: 'Ja', l: 'Nein' });
    s.file('l/en.json', '{"k":"Yes","l":"No"}\n').file('l/de.json', '{"k":"Ja","l":"Nein"}\n');
    (await s.run('push')).code(0);
    fakeService.set('en', { k: 'Yes' });
    fakeService.set('de', { k: 'Ja' });
    s.file('l/de.json', '{"k":"Jawohl","l":"Nein"}\n');
    const ran = await s.run('push --json');
    const [warning] = ran.json.warnings.filter(({ code }) => code === 'LEFT_OUT');
    expect(warning?.hint, ran.transcript).toBe('remove it here with `locsync pull --locale de l/de.json`');
  });
});
