import { describe, expect, it } from 'vitest';
import { GitProject } from '../support/git-project.js';
import { Session } from '../support/session.js';

const texts = (code: string, more = ''): string =>
  `${code}:\n  first: ${code} one\n  second: ${code} two\n  third: ${code} three\n${more}`;

/** A project in step with its service, on the branch main, with the merge driver. */
async function project(config: Readonly<Record<string, unknown>>, folder: string) {
  const s = await Session.start({ config });
  for (const code of ['en', 'de']) s.file(`${folder}/${code}.yml`, texts(code));
  s.file('.gitignore', '.locsync/\n');
  (await s.run('push')).code(0);
  const repository = new GitProject(s);
  const run = (command: string) => s.run(command, { env: { PATH: repository.path } });
  (await run('git-setup')).code(0);
  repository.commit('first');
  return { s, repository, run };
}

describe('a file set that one branch has moved', () => {
  it.each(['the pull into the move', 'the move into the pull'])(
    'GIT-16 and the other has pulled, merged %s: an earlier text of the service is not replaced',
    async (order) => {
      const { s, repository, run } = await project({ files: ['*/{locale}.yml'], name: 'basename' }, 'a');
      repository.git('checkout', '--quiet', '-b', 'moved');
      (await run('mv a/en.yml b/en.yml')).code(0);
      repository.commit('move');
      repository.git('checkout', '--quiet', 'main');
      await s.service.put('de', 'en.yml', { first: 'the second version' });
      (await run('pull')).code(0);
      repository.commit('pull');
      if (order.startsWith('the pull')) repository.git('checkout', '--quiet', 'moved');
      repository.git('merge', '--quiet', '--no-edit', order.startsWith('the pull') ? 'main' : 'moved');
      expect(s.text('b/de.yml')).toContain('first: the second version');

      // A translator takes the first version again, as another machine sees it.
      await s.service.put('de', 'en.yml', { first: 'de one' });
      s.remove('.locsync');
      const pushed = await run('push --json');
      expect(pushed.json.summary.toPush, pushed.transcript).toBe(0);
      expect((await s.service.texts('en.yml', 'de'))['first']).toBe('de one');
      (await run('pull')).code(0);
      s.reads('b/de.yml', texts('de'));
    },
  );

  it('GIT-17 and the other has added a key to: pull does not write the old file again', async () => {
    const { s, repository, run } = await project({ files: ['config/**/{locale}.yml'] }, 'config/l');
    repository.git('checkout', '--quiet', '-b', 'moved');
    await run('mv config/l/en.yml config/x/en.yml');
    (await run('push')).code(0);
    repository.commit('move');
    repository.git('checkout', '--quiet', 'main');
    for (const code of ['en', 'de']) s.file(`config/l/${code}.yml`, texts(code, `  fourth: ${code} four\n`));
    (await run('push')).code(0);
    repository.commit('a key');
    repository.git('merge', '--quiet', '--no-edit', 'moved');
    expect(s.text('config/x/de.yml')).toContain('fourth: de four');
    (await run('push')).code(0);
    (await run('pull')).code(0);
    expect(s.has('config/l/de.yml')).toBe(false);
    s.reads('config/x/de.yml', texts('de', '  fourth: de four\n'));
  });
});
