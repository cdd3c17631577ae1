import { describe, expect, it } from 'vitest';
import { Session } from '../support/session.js';

/** Everything is in sync, then one text is edited here. */
async function edited() {
  const s = await Session.start({ config: { files: ['i18n/{locale}.json'] } });
  s.file('i18n/en.json', '{\n  "a": "A",\n  "b": "B"\n}\n').file('i18n/de.json', '{\n  "a": "Ä"\n}\n');
  (await s.run('push')).code(0);
  return s.file('i18n/en.json', '{\n  "a": "A!",\n  "b": "B"\n}\n');
}

describe('JUnit fails what the exit code fails', () => {
  it.each(['pull', 'pull --dry-run', 'push --dry-run', 'status', 'push'])(
    '%s with one edit waiting ends with 0: no failure',
    async (command) => {
      const s = await edited();
      (await s.run(`${command} --reporter junit`))
        .code(0)
        .emptyStderr()
        .stdout('failures="0"')
        .never('<failure');
    },
  );

  it.each(['status --check', 'diff'])('%s ends with 1: the edited file', async (command) => {
    const ran = (await (await edited()).run(`${command} --reporter junit`)).code(1);
    expect(ran.err).toMatch(
      /^error: 1 of 2 test cases failed; the first: i18n\/en\.json \(en\): to-push: .*\n$/,
    );
    ran.stdout('failures="1"', 'message="to-push: 1 to push');
    expect(ran.out.match(/<failure/g)).toHaveLength(1);
  });

  it('pull leaves a conflict: that file, and not the one that waits for a push', async () => {
    const s = await edited();
    s.file('i18n/de.json', '{\n  "a": "Ah"\n}\n');
    await s.service.put('de', 'i18n/en.json', { a: 'Äh' });
    for (const command of ['pull', 'pull --dry-run']) {
      const ran = (await s.run(`${command} --reporter junit`)).code(1).stdout('failures="1"');
      expect(ran.out).toMatch(/name="i18n\/en\.json \(en\)"\/>/);
      expect(ran.out).toMatch(/name="i18n\/de\.json \(de\)">\s*<failure [^>]*type="CONFLICT"/);
    }
  });

  it('status --check names the keys in conflict', async () => {
    const s = await edited();
    s.file('i18n/de.json', '{\n  "a": "Ah"\n}\n');
    await s.service.put('de', 'i18n/en.json', { a: 'Äh' });
    (await s.run('status --check=conflict --reporter junit'))
      .code(1)
      .stdout('message="1 key was changed on both sides: a;')
      .stderr('the first: i18n/de.json (de): 1 key was changed on both sides: a;');
    (await s.run('status --check=conflict', { env: { GITHUB_ACTIONS: 'true' } }))
      .code(1)
      .stdout('::error file=i18n/de.json,line=2,col=8,title=locsync%3A CONFLICT::1 key was changed');
    (await s.run('status --check=push', { env: { GITHUB_ACTIONS: 'true' } })).never('::error');
  });

  it('push leaves a conflict: that file, and not the one that waits for a pull', async () => {
    const s = await edited();
    await s.service.put('de', 'i18n/en.json', { b: 'Bä' });
    await s.service.put('en', 'i18n/en.json', { a: 'A?' });
    const ran = (await s.run('push --reporter junit')).code(1).stdout('failures="1"');
    expect(ran.out).toMatch(/name="i18n\/de\.json \(de\)"\/>/);
  });
});
