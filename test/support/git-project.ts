import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { expect } from 'vitest';
import { COMPILED } from './compiled.js';
import { PROGRAM, type Session } from './session.js';

/** How a command of git ended. */
export interface GitRan {
  readonly exit: number | null;
  /** Both streams. */
  readonly said: string;
}

/** The project of a session as a clone of git, in whose PATH the built program is. */
export class GitProject {
  readonly #env: Record<string, string>;

  constructor(
    private readonly session: Session,
    options: { readonly program?: boolean } = {},
  ) {
    const home = join(dirname(session.folder), 'home');
    const bin = join(home, 'bin');
    mkdirSync(bin, { recursive: true });
    const program = join(bin, 'locsync');
    if (options.program !== false) {
      writeFileSync(program, `#!/bin/sh\nexec '${process.execPath}' '${PROGRAM}' "$@"\n`);
      chmodSync(program, 0o755);
    }
    this.#env = {
      PATH: `${bin}${delimiter}${process.env['PATH'] ?? ''}`,
      HOME: home,
      ...COMPILED,
      LANG: 'C.UTF-8',
      GIT_CONFIG_GLOBAL: '/dev/null',
      GIT_CONFIG_NOSYSTEM: '1',
      GIT_EDITOR: 'true',
      ...Object.fromEntries(
        ['AUTHOR', 'COMMITTER'].flatMap((who) => [
          [`GIT_${who}_NAME`, 'Dana'],
          [`GIT_${who}_EMAIL`, 'dana@example.invalid'],
        ]),
      ),
    };
    // A session begins with an empty folder of that name.
    rmSync(join(session.folder, '.git'), { recursive: true });
    this.git('init', '--quiet', '--initial-branch=main');
  }

  /** PATH of this clone, for commands of the session. */
  get path(): string {
    return this.#env['PATH'] ?? '';
  }

  /** Runs git; fails if it ends with another exit code. */
  git(...args: readonly string[]): string {
    const { exit, said } = this.tryGit(...args);
    expect(exit, `git ${args.join(' ')}\n${said}`).toBe(0);
    return said;
  }

  tryGit(...args: readonly string[]): GitRan {
    const { status, stdout, stderr } = spawnSync('git', args, {
      cwd: this.session.folder,
      env: this.#env,
      encoding: 'utf8',
    });
    return { exit: status, said: `${stdout}${stderr}` };
  }

  commit(message: string): void {
    this.git('add', '--all');
    this.git('commit', '--quiet', '--message', message);
  }

  /** Commits these files on a new branch from `from`, and goes back. */
  branch(name: string, files: Readonly<Record<string, string>>, from = 'main'): void {
    this.git('checkout', '--quiet', '-b', name, from);
    for (const [path, text] of Object.entries(files)) this.session.file(path, text);
    this.commit(name);
    this.git('checkout', '--quiet', from);
  }

  /** The configuration of the clone. */
  get config(): string {
    return readFileSync(join(this.session.folder, '.git/config'), 'utf8');
  }
}
