import { spawnSync } from 'node:child_process';
import { mkdirSync, readlinkSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { Session } from '../support/session.js';

/** Things that a repository, or anyone who unpacked it, can put in place of a file. */
const PLANTED: Readonly<Record<string, (path: string) => void>> = {
  'a link to nothing': (path) => symlinkSync('/nowhere/at/all', path),
  'a link to itself': (path) => symlinkSync(path, path),
  'an endless device': (path) => symlinkSync('/dev/zero', path),
  'a terminal': (path) => symlinkSync('/dev/tty', path),
  'a named pipe': (path) => expect(spawnSync('mkfifo', [path]).status).toBe(0),
  'a link to a named pipe': (path) => {
    expect(spawnSync('mkfifo', [`${path}.pipe`]).status).toBe(0);
    symlinkSync(`${path}.pipe`, path);
  },
  'a folder': (path) => mkdirSync(path),
  'a socket': (path) =>
    expect(
      spawnSync('python3', ['-c', 'import socket,sys; socket.socket(socket.AF_UNIX).bind(sys.argv[1])', path])
        .status,
    ).toBe(0),
};

const rows = (names: readonly string[]): [string, string][] =>
  names.flatMap((name) => Object.keys(PLANTED).map((what): [string, string] => [name, what]));

async function planted(name: string, what: string) {
  const s = await Session.start({ config: { files: ['l/{locale}.json'] } });
  s.file('l/en.json', '{"k":"K"}').file('.locsync/x', '').remove('.locsync/x');
  PLANTED[what]?.(join(s.folder, '.locsync', name));
  return s;
}

/** Ends a run that hangs, so that the test fails with its story: exit code 124. */
const bounded = { shell: 'timeout -k 1 30 "$@"' };

describe.skipIf(process.platform === 'win32')(
  'F4 what came in .locsync/ with the repository never hangs a run',
  () => {
    it.each(rows(['run.lock']))('%s is %s: respected, with what to do about it', async (name, what) => {
      const s = await planted(name, what);
      (await s.launch('push', bounded)).code(4).stderr('.locsync/run.lock', 'remove');
    });

    it.each(rows(['replaced.json']))(
      'A2-2 %s is %s: as without one, and nothing hangs',
      async (name, what) => {
        const s = await planted(name, what);
        (await s.launch('push', bounded)).code(0);
        s.file('l/en.json', '{"k":"L"}');
        (await s.launch('push', bounded)).code(0);
        (await s.launch('pull', bounded)).code(0).stdout('Nothing to pull');
        s.reads('l/en.json', '{"k":"L"}');
      },
    );

    it.each(rows(['.gitignore', 'answers', 'index', 'undo', 'sources.json']))(
      '%s is %s: the run succeeds, or says which file it is',
      async (name, what) => {
        const s = await planted(name, what);
        const ran = await s.launch('push', bounded);
        if (name === '.gitignore' && what === 'a folder')
          ran
            .code(5)
            .stderr('.locsync/.gitignore', /folder/)
            .never('run.lock');
        else {
          ran.code(0);
          if (name === '.gitignore') s.reads('.locsync/.gitignore', '*\n');
        }
      },
    );

    it('a chain of locks that leads back to itself: respected', async () => {
      const s = await Session.start({ config: { files: ['l/{locale}.json'] } });
      const [a, b] = ['a'.repeat(32), 'b'.repeat(32)];
      const record = (id: string): string => JSON.stringify({ id, pid: 1, host: 'x', since: '' });
      s.file('l/en.json', '{"k":"K"}').file('.locsync/run.lock', record(a));
      s.file(`.locsync/run-${a}.lock`, record(b)).file(`.locsync/run-${b}.lock`, record(a));
      (await s.launch('push', bounded)).code(4).stderr('.lock', 'remove');
    });

    it.each([
      ...rows(['service.db']),
      ...['-journal', '-wal', '.owner', '.lock'].flatMap((tail) =>
        ['a link to nothing', 'a named pipe'].map((what): [string, string] => [`service.db${tail}`, what]),
      ),
    ])('%s is %s: serve refuses it at once', async (name, what) => {
      const s = await planted(name, what);
      const ran = await s.launch('serve --port 0', { shell: 'timeout -k 1 30 "$@"' });
      ran.code(5).stderr('service.db');
      if (what === 'a link to nothing')
        expect(readlinkSync(join(s.folder, '.locsync', name))).toBe('/nowhere/at/all');
    });
  },
);
