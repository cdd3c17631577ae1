import { chmodSync, cpSync, mkdirSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { GitProject } from '../support/git-project.js';
import { Session } from '../support/session.js';

const DE = 'config/locales/de.yml';
const EN = 'config/locales/en.yml';
const BASE = 'de:\n  # greetings\n  hello: Hallo\n  bye: Tschüs\n';
const added = (line: string): string => `${BASE}  ${line}\n`;

/** A project that is in step with its service, committed, with the merge driver. */
async function project(): Promise<{ session: Session; repository: GitProject }> {
  const session: Session = await Session.start();
  session.file(EN, 'en:\n  hello: Hello\n  bye: Bye\n').file(DE, BASE).file('.gitignore', '.locsync/\n');
  (await session.run('push')).code(0);
  const repository = new GitProject(session);
  (await session.run('git-setup', { env: { PATH: repository.path } })).code(0).emptyStderr();
  repository.commit('first');
  return { session, repository };
}

const inSync = async (session: Session, counts: Readonly<Record<string, number>>): Promise<void> => {
  const ran = await session.run('status --json');
  expect(ran.json.summary, ran.transcript).toMatchObject(counts);
  expect(ran.json.errors, ran.transcript).toEqual([]);
  expect(ran.json.warnings, ran.transcript).toEqual([]);
};

describe('the merge driver in git', () => {
  it('GIT-01 merges keys that two branches add in one place', async () => {
    const { session, repository } = await project();
    repository.branch('a', { [DE]: added('yes: Ja') });
    repository.branch('b', { [DE]: added('nope: Nein') });
    repository.git('merge', '--quiet', 'a');
    repository.git('merge', '--quiet', '--no-edit', 'b');
    session.reads(DE, 'de:\n  # greetings\n  hello: Hallo\n  bye: Tschüs\n  nope: Nein\n  yes: Ja\n');
    await inSync(session, { toPush: 2, conflicts: 0 });
  });

  it.each([
    [
      'a comment of each, above and at the end of a line',
      '# shown in the cart\n  yes: Ja',
      'nope: Nein # button',
    ],
    ['the same comment', '# button\n  yes: Ja', '# button\n  nope: Nein'],
  ])('GIT-32 keeps comments of keys that two branches add in one place: %s', async (_, one, other) => {
    const { session, repository } = await project();
    repository.branch('a', { [DE]: added(one).replace('# greetings', '# greetings, short') });
    repository.branch('b', { [DE]: added(other).replace('Tschüs', 'Servus') });
    repository.git('merge', '--quiet', 'a');
    const { exit, said } = repository.tryGit('merge', '--quiet', '--no-edit', 'b');
    expect(exit, said).toBe(0);
    expect(said).not.toContain('warning');
    session.reads(DE, `de:\n  # greetings, short\n  hello: Hallo\n  bye: Servus\n  ${other}\n  ${one}\n`);
  });

  it('GIT-32 names a comment that both branches changed, and no other', async () => {
    const { session, repository } = await project();
    repository.branch('a', { [DE]: added('# cart\n  yes: Ja').replace('# greetings', '# greetings, ours') });
    repository.branch('b', {
      [DE]: added('# help\n  no: Nein').replace('# greetings', '# greetings, theirs'),
    });
    repository.git('merge', '--quiet', 'a');
    const { exit, said } = repository.tryGit('merge', '--quiet', '--no-edit', 'b');
    expect(exit, said).toBe(0);
    expect(said).toContain('1 comment could not be kept at its key: # greetings, theirs\n');
    expect(session.text(DE)).toContain('  # greetings, ours\n  hello: Hallo\n');
  });

  it('GIT-01 works in a rebase, a cherry-pick and a stash', async () => {
    const { session, repository } = await project();
    repository.branch('a', { [DE]: added('yes: Ja') });
    repository.branch('b', { [DE]: added('nope: Nein') });
    repository.git('merge', '--quiet', 'a');
    repository.git('checkout', '--quiet', 'b');
    repository.git('rebase', '--quiet', 'main');
    session.reads(DE, 'de:\n  # greetings\n  hello: Hallo\n  bye: Tschüs\n  nope: Nein\n  yes: Ja\n');

    repository.branch('c', { [DE]: added('maybe: Vielleicht') }, 'main~0');
    repository.git('checkout', '--quiet', 'b');
    repository.git('cherry-pick', 'c');
    expect(session.text(DE)).toContain('maybe: Vielleicht');
    expect(session.text(DE)).not.toContain('yes: Ja');

    session.file(DE, session.text(DE).replace('hello: Hallo', 'hello: Servus'));
    repository.git('stash');
    session.file(DE, session.text(DE).replace('# greetings', '# what we say first'));
    repository.commit('a comment');
    repository.git('stash', 'pop');
    expect(session.text(DE)).toContain('  # what we say first\n  hello: Servus\n');
    expect(session.text(DE)).toContain('maybe: Vielleicht');
    await inSync(session, { toPush: 3, conflicts: 0 });
  });

  it('GIT-02 marks only a key that both branches changed, and the exit code is 1', async () => {
    const { session, repository } = await project();
    repository.branch('a', { [DE]: added('yes: Ja').replace('Hallo', 'Servus') });
    repository.branch('b', { [DE]: added('nope: Nein').replace('Hallo', 'Moin') });
    repository.git('merge', '--quiet', 'a');
    const { exit, said } = repository.tryGit('merge', 'b');
    expect(exit, said).toBe(1);
    expect(said).toContain('one key was changed on both sides: de.hello');
    const marked = session.text(DE);
    expect(marked).toMatch(
      /^de:\n  # greetings\n<{7} .+\n  hello: Servus\n={7}\n  hello: Moin\n>{7} .+\n  bye: Tschüs\n  nope: Nein\n  yes: Ja\n$/,
    );
    (await session.run('status')).code(5).stderr(/conflict markers/);

    // The same again gives the same, and git can make the conflict anew.
    repository.git('checkout', '--merge', '--', DE);
    expect(session.text(DE)).toMatch(/<{7} .+\n {2}hello: Servus\n={7}\n {2}hello: Moin\n>{7} /);
    session.file(DE, marked.replace(/<{7}[^]*={7}\n(.*\n)>{7}.*\n/, '$1'));
    repository.commit('merge');
    session.reads(DE, 'de:\n  # greetings\n  hello: Moin\n  bye: Tschüs\n  nope: Nein\n  yes: Ja\n');
    await inSync(session, { toPush: 3, conflicts: 0 });
  });

  it('GIT-02 lets `git rerere` resolve the same conflict again', async () => {
    const { session, repository } = await project();
    repository.git('config', 'rerere.enabled', 'true');
    repository.branch('a', { [DE]: added('yes: Ja').replace('Hallo', 'Servus') });
    repository.branch('b', { [DE]: added('nope: Nein').replace('Hallo', 'Moin') });
    repository.git('checkout', '--quiet', 'a');
    expect(repository.tryGit('merge', 'b').exit).toBe(1);
    session.file(DE, session.text(DE).replace(/<{7}[^]*>{7}.*\n/, '  hello: Grüß Gott\n'));
    const resolved = session.text(DE);
    repository.commit('merge');
    repository.git('reset', '--quiet', '--hard', 'HEAD~1');
    const again = repository.tryGit('merge', 'b');
    expect(again.said).toContain('previous resolution');
    session.reads(DE, resolved);
  });

  it('GIT-03 merges the lock key by key, and the next status is right', async () => {
    const { session, repository } = await project();
    repository.git('checkout', '--quiet', '-b', 'a');
    session.file(DE, added('yes: Ja').replace('Hallo', 'Servus'));
    (await session.run('push')).code(0);
    repository.commit('a');
    repository.git('checkout', '--quiet', '-b', 'b', 'main');
    session.file(DE, added('nope: Nein').replace('Tschüs', 'Ade'));
    (await session.run('push')).code(0);
    repository.commit('b');
    repository.git('merge', '--no-edit', 'a');
    expect(repository.tryGit('diff', '--name-only', '--diff-filter=U').said).toBe('');
    await inSync(session, { toPush: 0, toPull: 0, conflicts: 0 });
    expect(JSON.parse(session.text('locsync.lock'))).toHaveProperty(['files', DE, 'nope']);
    expect(JSON.parse(session.text('locsync.lock'))).toHaveProperty(['files', DE, 'yes']);
    // The first run forgets the upload of a minute ago: both sides hold what it might have taken.
    (await session.run('push')).code(0);
    const before = session.snapshot();
    (await session.run('push')).code(0);
    (await session.run('pull')).code(0);
    session.unchanged(before);
  });

  it('GIT-03 takes what both branches synced differently for unknown: a conflict, not an overwrite', async () => {
    const { session, repository } = await project();
    repository.git('checkout', '--quiet', '-b', 'a');
    session.file(DE, BASE.replace('Hallo', 'Servus'));
    (await session.run('push')).code(0);
    repository.commit('a');
    repository.git('checkout', '--quiet', '-b', 'b', 'main');
    session.file(DE, BASE.replace('Hallo', 'Moin'));
    (await session.run('push --force')).code(0);
    repository.commit('b');
    expect(repository.tryGit('merge', 'a').exit).toBe(1);
    expect(JSON.parse(session.text('locsync.lock'))).toHaveProperty(['files', DE, 'hello'], '?');
    session.file(DE, BASE.replace('Hallo', 'Servus'));
    repository.commit('merge');
    await inSync(session, { toPush: 0, toPull: 0, conflicts: 1 });
    session.file(DE, BASE.replace('Hallo', 'Moin'));
    await inSync(session, { toPush: 0, toPull: 0, conflicts: 0 });
  });

  it('GIT-04 leaves files that cannot be read to git, and loses neither side', async () => {
    const { session, repository } = await project();
    const broken = (text: string): string => `de:\n  hello: "${text}\n  bye: Tschüs\n`;
    repository.branch('a', { [DE]: broken('Servus') });
    repository.branch('b', { [DE]: BASE.replace('Hallo', 'Moin') });
    repository.git('merge', '--quiet', 'a');
    const { exit, said } = repository.tryGit('merge', 'b');
    expect(exit, said).toBe(1);
    expect(said).toMatch(/the keys cannot be merged: our version cannot be read \(line \d+/);
    expect(session.text(DE)).toContain('Servus');
    expect(session.text(DE)).toContain('Moin');
    expect(session.text(DE)).toMatch(/^<{7} /m);
  });

  it('GIT-05 merges by lines in a clone without the program, and without the configuration', async () => {
    const { session, repository } = await project();
    repository.branch('a', { [DE]: BASE.replace('Hallo', 'Servus') });
    repository.branch('b', { [DE]: BASE.replace('Hallo', 'Moin') });
    repository.git('merge', '--quiet', 'a');
    const driver = repository.git('config', 'merge.locsync.driver').trim();
    repository.git('config', 'merge.locsync.driver', driver.replace('locsync', 'no-such-locsync'));
    for (const set of [true, false]) {
      if (!set) repository.git('config', '--remove-section', 'merge.locsync');
      expect(repository.tryGit('merge', 'b').exit).toBe(1);
      expect(session.text(DE)).toMatch(/<{7} .+\n {2}hello: Servus\n={7}\n {2}hello: Moin\n>{7} /);
      repository.git('merge', '--abort');
    }
  });
});

it.each([
  ['is a folder', 'ours'],
  ['is in a folder that is not there', 'gone/ours.json'],
])('GIT-31 merge-driver with a file that %s writes nothing, and ends with 5', async (_, ours) => {
  const { session } = await project();
  session.file('ours/kept.txt', 'kept\n').file('base.json', '{}\n').file('theirs.json', '{ "a": "A" }\n');
  const before = session.snapshot();
  const ran = await session.run(['merge-driver', 'base.json', ours, 'theirs.json', 'l/de.json']);
  ran.code(5).never('between the markers');
  session.unchanged(before);
});

describe('git-setup', () => {
  it('GIT-06 writes attributes and names no path of the repository; --undo takes both back', async () => {
    const { session, repository } = await project();
    session.reads(
      '.gitattributes',
      '# locsync: begin, written by `locsync git-setup`\n/config/locales/*.yml merge=locsync\n/locsync.lock merge=locsync\n# locsync: end\n',
    );
    expect(repository.config).toContain('driver = "locsync merge-driver ');
    expect(repository.config).not.toContain(session.folder);
    const before = session.snapshot();
    const env = { PATH: repository.path };
    (await session.run('git-setup', { env })).code(0).stdout('as before');
    session.unchanged(before);
    session.file('.gitattributes', `*.png binary\n${session.text('.gitattributes')}*.jpg binary\n`);
    (await session.run('git-setup --undo --json', { env })).code(0);
    session.reads('.gitattributes', '*.png binary\n*.jpg binary\n');
    expect(repository.config).not.toContain('locsync');
    (await session.run('git-setup --undo', { env })).code(0).stdout('was not set up');
    session.remove('.gitattributes');
    (await session.run('git-setup', { env })).code(0);
    (await session.run('git-setup --undo', { env })).code(0);
    expect(session.has('.gitattributes')).toBe(false);
  });

  it('names the command that every clone runs, with the configuration and the folder of this one', async () => {
    const { session, repository } = await project();
    const env = { PATH: repository.path };
    session.file('web/l10n.yml', 'files: ["{locale}.yml"]\n').file('web/de.yml', BASE);
    (await session.run('git-setup --cwd web --config l10n.yml', { env }))
      .code(0)
      .stdout('Every clone runs `locsync git-setup --cwd web --config l10n.yml` once.');
  });

  it('--undo keeps the driver that another project of the repository needs', async () => {
    const { session, repository } = await project();
    const env = { PATH: repository.path };
    session.file('web/.locsyncrc', '{"files": ["{locale}.yml"]}\n').file('web/de.yml', BASE);
    (await session.run('git-setup --cwd web', { env })).code(0);
    (await session.run('git-setup --undo', { env })).code(0).stdout('keeps it for web/.gitattributes');
    expect(session.has('.gitattributes')).toBe(false);
    expect(repository.config).toContain('driver = "locsync merge-driver ');
    (await session.run('git-setup --undo --cwd web', { env })).code(0).stdout('no longer name');
    expect(repository.config).not.toContain('locsync');
  });

  it('GIT-06 says so if git would find no program, or only one of the repository', async () => {
    const session: Session = await Session.start();
    session.file(DE, BASE);
    const repository = new GitProject(session, { program: false });
    (await session.run('git-setup', { env: { PATH: repository.path } })).code(0).stderr('finds no `locsync`');
    session.file('node_modules/.bin/locsync', '#!/bin/sh\nexit 0\n');
    chmodSync(`${session.folder}/node_modules/.bin/locsync`, 0o755);
    const path = `${session.folder}/node_modules/.bin:${repository.path}`;
    (await session.run('git-setup', { env: { PATH: path } })).code(0).stderr('inside this repository');
    const bin = join(mkdtempSync(join(tmpdir(), 'locsync-bin-')), 'node_modules/.bin');
    mkdirSync(bin, { recursive: true });
    cpSync(`${session.folder}/node_modules/.bin/locsync`, join(bin, 'locsync'));
    (await session.run('git-setup', { env: { PATH: `${bin}:${repository.path}` } }))
      .code(0)
      .stderr(
        `the first \`locsync\` on PATH is "${join(bin, 'locsync')}", where git finds it only while npm`,
      );
    // npx puts the package's folder in front, and the account's own program comes after it.
    const own = mkdtempSync(join(tmpdir(), 'locsync-own-'));
    cpSync(join(bin, 'locsync'), join(own, 'locsync'));
    (await session.run('git-setup', { env: { PATH: `${path}:${own}` } })).code(0).emptyStderr();
    (await session.run('git-setup', { env: { PATH: `${bin}:${session.folder}:${path}` } })).stderr(
      'only while npm',
    );
  });

  it('GIT-18 merges the files of a folder whose name is a character class for git', async () => {
    const [en, de] = ['src/[lang]/en.yml', 'src/[lang]/de.yml'];
    const session: Session = await Session.start({ config: { files: ['src/[lang]/{locale}.yml'] } });
    session.file(en, 'en:\n  hello: Hello\n  bye: Bye\n').file(de, BASE).file('.gitignore', '.locsync/\n');
    (await session.run('push')).code(0);
    const repository = new GitProject(session);
    (await session.run('git-setup', { env: { PATH: repository.path } })).code(0).emptyStderr();
    repository.commit('first');
    repository.branch('a', { [de]: added('yes: Ja') });
    repository.branch('b', { [de]: added('nope: Nein') });
    repository.git('merge', '--quiet', 'a');
    repository.git('merge', '--quiet', '--no-edit', 'b');
    session.reads(de, 'de:\n  # greetings\n  hello: Hallo\n  bye: Tschüs\n  nope: Nein\n  yes: Ja\n');
  });

  it.each([
    ['config/locales/.gitattributes', '*.yml -merge\n', 'unset'],
    ['.git/info/attributes', 'de.yml merge=union\n', 'union'],
  ])('GIT-19 says so if a rule in %s takes files from the driver', async (path, rule, merge) => {
    const session: Session = await Session.start();
    session.file(DE, BASE).file(EN, BASE.replace('de:', 'en:'));
    const repository = new GitProject(session);
    const env = { PATH: repository.path };
    session.file(path, rule);
    const ran = await session.run('git-setup --json', { env });
    expect(ran.code(0).json.warnings).toMatchObject([{ code: 'GIT_OTHER_MERGE' }]);
    (await session.run('git-setup', { env })).code(0).stderr(DE, `another rule sets merge to "${merge}"`);
    expect((await session.run('doctor --json', { env })).errors).toContain('GIT_OTHER_MERGE');
    session.remove(path);
    (await session.run('git-setup', { env })).code(0).emptyStderr();
  });

  it('GIT-21 doctor says so if this clone merges with another command, and git-setup repairs it', async () => {
    const { session, repository } = await project();
    const env = { PATH: repository.path };
    (await session.run('doctor', { env })).stdout('locsync merges the locale files');
    repository.git('config', 'merge.locsync.driver', 'true');
    (await session.run('doctor', { env })).stdout('with another command than `locsync git-setup` sets');
    (await session.run('git-setup', { env })).code(0);
    (await session.run('doctor', { env })).stdout('locsync merges the locale files');
  });

  it('GIT-06 ends with exit code 5 outside of a repository', async () => {
    const session: Session = await Session.start();
    session.file(DE, BASE);
    const ran = await session.run('git-setup --json', { env: { GIT_CEILING_DIRECTORIES: '/' } });
    expect(ran.code(5).errors).toEqual(['GIT_NO_REPOSITORY']);
    expect(session.has('.gitattributes')).toBe(false);
  });
});
