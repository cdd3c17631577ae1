import { describe, expect, it } from 'vitest';
import { GitProject } from '../support/git-project.js';
import { Session } from '../support/session.js';

const texts = (code: string, more = ''): string =>
  `${code}:\n  first: ${code} one\n  second: ${code} two\n  third: ${code} three\n${more}`;

/** A project in step with its service, on the branch main, with the merge driver. */
async function project(config: Readonly<Record<string, unknown>>, folder: string) {
  const s = await Session.start({ config });
  for (const code of ['en', 'de']) s.file(`${folder}/${code}.yml`, texts(code));
  return inStep(s);
}

/** Pushes the files of a session, and commits them on the branch main, with the merge driver. */
async function inStep(s: Awaited<ReturnType<typeof Session.start>>) {
  s.file('.gitignore', '.locsync/\n');
  (await s.run('push')).code(0);
  const repository = new GitProject(s);
  const run = (command: string) => s.run(command, { env: { PATH: repository.path } });
  (await run('git-setup')).code(0);
  repository.commit('first');
  return { s, repository, run };
}

/** On the branch `moved` the set is in another folder, and on main a text of `de` was pulled. */
async function movedAndPulled(
  pulled: Readonly<Record<string, string>>,
  edit: (session: Session) => void = () => undefined,
  move = 'mv a/en.yml b/en.yml',
) {
  const found = await project({ files: ['*/{locale}.yml'], name: 'basename' }, 'a');
  const { s, repository, run } = found;
  repository.git('checkout', '--quiet', '-b', 'moved');
  if (move === 'git mv') repository.git('mv', 'a', 'b');
  else (await run(move)).code(0);
  edit(s);
  repository.commit('move');
  repository.git('checkout', '--quiet', 'main');
  await s.service.put('de', 'en.yml', pulled);
  (await run('pull')).code(0);
  repository.commit('pull');
  return found;
}

describe('a file set that one branch has moved', () => {
  it.each(['the pull into the move', 'the move into the pull'])(
    'GIT-16 and the other has pulled, merged %s: an earlier text of the service is not replaced',
    async (order) => {
      const { s, repository, run } = await movedAndPulled({ first: 'the second version' });
      if (order.startsWith('the pull')) repository.git('checkout', '--quiet', 'moved');
      repository.git('merge', '--quiet', '--no-edit', order.startsWith('the pull') ? 'main' : 'moved');
      expect(s.text('b/de.yml')).toContain('first: the second version');

      // A translator takes the first version again, as another machine sees it.
      await s.service.put('de', 'en.yml', { first: 'de one' });
      s.remove('.locsync');
      const pushed = await run('push --json');
      expect(pushed.json.summary.toPush, pushed.transcript).toBe(0);
      expect((await s.service.texts('en.yml', 'de'))['first']).toBe('de one');
      // Which of the two is newer is unknown: a person says it.
      (await run('pull')).code(1).stderr('first', 'locsync resolve');
      (await run('resolve --service')).code(0);
      s.reads('b/de.yml', texts('de'));
    },
  );

  it('GIT-16 and the other has pulled, and the merge has both: the next run knows the text again', async () => {
    const { s, repository, run } = await movedAndPulled({ first: 'the second version' });
    repository.git('merge', '--quiet', '--no-edit', 'moved');
    (await run('pull')).code(0);
    await s.service.put('de', 'en.yml', { first: 'the third version' });
    (await run('pull')).code(0);
    expect(s.text('b/de.yml')).toContain('first: the third version');
  });

  it.each([
    ['GIT-20', 'mv a/en.yml b/en.yml', 'the whole history'],
    ['GIT-22', 'git mv', 'the whole history'],
    ['GIT-22', 'git mv', 'a shallow clone'],
  ])(
    '%s and the other has pulled a text that git does not find (%s, %s): push replaces nothing',
    async (_code, move, clone) => {
      const { s, repository, run } = await movedAndPulled(
        { second: "a translator's text" },
        (session) => {
          for (const code of ['en', 'de']) {
            const text = session
              .text(`b/${code}.yml`)
              .replace('first: ', `first: A much longer text of ${code}, so that `);
            session.file(
              `b/${code}.yml`,
              text.replace('third: ', 'third: another text that takes the file far away, '),
            );
          }
        },
        move,
      );
      expect(() => repository.git('merge', '--quiet', '--no-edit', 'moved')).toThrow();
      repository.git('rm', '--quiet', '--ignore-unmatch', 'a/de.yml', 'a/en.yml');
      repository.commit('merge');
      expect(s.text('b/de.yml')).toContain('second: de two');
      if (clone === 'a shallow clone') s.file('.git/shallow', repository.git('rev-parse', 'HEAD'));
      (await run('push')).code(1).stderr('second');
      expect((await s.service.texts('en.yml', 'de'))['second']).toBe("a translator's text");
    },
  );

  it.each([
    ['GIT-20', 'locsync mv'],
    ['GIT-22', 'git mv'],
  ])(
    '%s by %s, and git has put what the other has pulled into another language: push replaces nothing',
    async (_code, move) => {
      const text = '{\n  "a": "Text a",\n  "b": "Text b",\n  "c": "Text c"\n}\n';
      const codes = ['en', 'de', 'fr'];
      const s = await Session.start({
        config: { files: ['**/l/{locale}/x.json'], name: '{locale}/{basename}' },
        service: { locales: codes },
      });
      for (const code of codes) s.file(`l/${code}/x.json`, text);
      const { repository, run } = await inStep(s);
      repository.git('checkout', '--quiet', '-b', 'moved');
      if (move === 'git mv') {
        s.file('src/note.txt', '');
        repository.git('mv', 'l', 'src/l');
      } else (await run('mv l/en/x.json src/l/en/x.json')).code(0);
      repository.commit('move');
      repository.git('checkout', '--quiet', 'main');
      const held = new Map(codes.map((code) => [code, 'Text b']));
      for (const code of ['de', 'fr']) {
        held.set(code, `a translator's text in ${code}`);
        await s.service.put(code, 'en/x.json', { b: held.get(code) ?? '' });
        (await run('pull')).code(0);
        repository.commit(`pull ${code}`);
        repository.git('checkout', '--quiet', '-b', `merge-${code}`);
        repository.git('merge', '--quiet', '--no-edit', 'moved');
        await run('push');
        for (const [language, expected] of held)
          expect((await s.service.texts('en/x.json', language))['b'], language).toBe(expected);
        repository.git('checkout', '--quiet', '--force', 'main');
      }
    },
  );

  it('GIT-22 with git mv and a pull after it, so that an edit is pushed from a shallow clone', async () => {
    const { s, repository, run } = await project({ files: ['*/{locale}.yml'], name: 'basename' }, 'a');
    repository.git('mv', 'a', 'b');
    (await run('pull')).code(0).stdout('Nothing to pull.');
    repository.commit('move');
    s.file('.git/shallow', repository.git('rev-parse', 'HEAD'));
    s.file('b/de.yml', texts('de').replace('de one', 'de first'));
    (await run('push')).code(0);
    expect((await s.service.texts('en.yml', 'de'))['first']).toBe('de first');
  });

  it.each(['mv config/l/en.yml config/x/en.yml', 'rm config/l/en.yml'])(
    'GIT-17 and the other has changed a key (%s): pull does not write the old file again',
    async (command) => {
      const { s, repository, run } = await project({ files: ['config/**/{locale}.yml'] }, 'config/l');
      s.file('config/m/en.yml', texts('en more')).file('config/m/de.yml', texts('de more'));
      (await run('push')).code(0);
      repository.commit('another set');
      repository.git('checkout', '--quiet', '-b', 'gone');
      await run(command);
      repository.commit('gone');
      repository.git('checkout', '--quiet', 'main');
      s.file('config/l/en.yml', texts('en').replace('en one', 'en first'));
      (await run('push')).code(0);
      repository.commit('a change');
      try {
        repository.git('merge', '--quiet', '--no-edit', 'gone');
      } catch {
        repository.git('rm', '--quiet', '--ignore-unmatch', 'config/l/en.yml', 'config/l/de.yml');
        repository.commit('merge');
      }
      await run('push');
      await run('pull');
      expect(s.has('config/l/en.yml')).toBe(false);
      expect(s.has('config/l/de.yml')).toBe(false);
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
