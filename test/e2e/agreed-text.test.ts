import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { Session } from '../support/session.js';

const FILES = ['l/{locale}.yml'];

/** A German text that changed on both sides; `committed`: git has the one before. */
async function inConflict({ committed }: { readonly committed: boolean }) {
  const s = await Session.start({ config: { files: FILES }, service: { locales: ['en', 'de'] } });
  s.file('l/en.yml', 'en:\n  bye: Bye\n  hello: Hello\n');
  s.file('l/de.yml', 'de:\n  bye: Tschüs\n  hello: Hallo zusammen\n');
  (await s.run('push')).code(0);
  const git = (...args: readonly string[]): unknown =>
    execFileSync('git', ['-c', 'user.name=T', '-c', 'user.email=t@example.com', ...args], { cwd: s.folder });
  s.remove('.git');
  git('init', '-q');
  git('add', ...(committed ? ['.'] : ['l/en.yml']));
  git('commit', '-qm', 'Sync');
  s.file('l/de.yml', 'de:\n  bye: Tschüs\n  hello: Hallo alle\n');
  git('commit', '-qam', 'Change a text', '--allow-empty');
  await s.service.put('de', 'l/en.yml', { hello: 'Servus zusammen' });
  return s;
}

describe('the text that both sides last agreed on, in diff', () => {
  it('is shown below the two texts of a conflict, if git has it', async () => {
    const s = await inConflict({ committed: true });
    const ran = (await s.run('diff')).code(1);
    ran.stdout(/here +Hallo alle\n +there +Servus zusammen\n +before +Hallo zusammen\n/);
    const { json: report } = (await s.run('diff --json')).code(1);
    const german = report.files.find(({ locale }) => locale === 'de');
    expect(german?.changes).toMatchObject([{ key: 'hello', kind: 'conflict', before: 'Hallo zusammen' }]);
    // status needs no git.
    expect((await s.run('status --json')).code(0).out).not.toContain('before');
  });

  it('is left out if git has no version with it, or if only one side has changed', async () => {
    const s = await inConflict({ committed: false });
    (await s.run('diff'))
      .code(1)
      .stdout(/there +Servus zusammen/)
      .never('before');
    (await s.run('resolve --local')).code(0);
    (await s.run('diff')).code(1).never('before');
  });
});
