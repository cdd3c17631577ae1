import { execFileSync, spawn } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { load } from 'js-yaml';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { blocksOf } from '../docs/markdown.js';
import { withService, type TestService } from '../support/service.js';

const ROOT = resolve(import.meta.dirname, '../..');
const PAGE = readFileSync(join(ROOT, 'docs/ci.md'), 'utf8');

interface GitHubJob {
  readonly steps: readonly { readonly run?: string; readonly uses?: string }[];
}
interface GitLabJob {
  readonly before_script?: readonly string[];
  readonly script?: readonly string[];
}

const recipe = (name: string): unknown =>
  load(
    blocksOf(PAGE)
      .find(({ body }) => body[0] === `# ${name}`)
      ?.body.join('\n') ?? '',
  );

/** The scripts of each step of a workflow, as GitHub runs them one after the other. */
const github = (name: string): readonly string[] =>
  Object.values((recipe(`.github/workflows/${name}`) as { jobs: Record<string, GitHubJob> }).jobs).flatMap(
    ({ steps }) => steps.flatMap(({ run = [] }) => run),
  );

/** A job of GitLab as one script: its runner joins all lines. */
const gitlab = (job: string): readonly string[] => {
  const jobs = recipe('.gitlab-ci.yml') as Record<string, GitLabJob>;
  return [[...(jobs['.locsync']?.before_script ?? []), ...(jobs[job]?.script ?? [])].join('\n')];
};

const temp = mkdtempSync(join(tmpdir(), 'locsync-recipes-'));
const packed = join(temp, 'packed');
beforeAll(() => {
  mkdirSync(packed);
  // --ignore-scripts: the suite has built dist/ already.
  execFileSync('npm', ['pack', '--ignore-scripts', '--silent', '--pack-destination', packed], {
    cwd: ROOT,
    env: { PATH: process.env['PATH'], HOME: temp },
  });
});
afterAll(() => rmSync(temp, { recursive: true, force: true }));

/** A repository with its origin, without package.json, and a job that runs in a clone of it. */
class Pipeline {
  readonly #folder = mkdtempSync(join(temp, 'run-'));
  readonly origin = join(this.#folder, 'origin.git');
  /** The developer's clone. */
  readonly work = join(this.#folder, 'work');

  private constructor(readonly service: TestService) {}

  static async open(): Promise<Pipeline> {
    const service = await withService({ locales: ['en', 'de'] });
    onTestFinished(() => service.close());
    const pipeline = new Pipeline(service);
    pipeline.#git('.', 'init', '--quiet', '--bare', '--initial-branch=main', pipeline.origin);
    // For `git push -o`, as GitLab has it.
    pipeline.#git('origin.git', 'config', 'receive.advertisePushOptions', 'true');
    pipeline.clone(pipeline.work);
    pipeline.#git('work', 'checkout', '--quiet', '-B', 'main');
    cpSync(packed, join(pipeline.work, 'tools'), { recursive: true });
    pipeline
      .write('.locsyncrc', 'files: ["config/locales/{locale}.yml"]\n')
      .write('config/locales/en.yml', 'en:\n  hello: Hello\n')
      .write('config/locales/de.yml', 'de:\n  hello: Hallo\n');
    pipeline.commit('Start');
    for (const [name, body] of [
      ['gh', 'case "$1 $2" in "pr view") exit 1 ;; esac; echo "gh $*"'],
      [
        'jq',
        `shift; exec node -p 'JSON.parse(require("fs").readFileSync(process.argv[2],"utf8"))[process.argv[1].slice(1)]' "$@"`,
      ],
    ] as const) {
      const program = join(pipeline.#folder, 'bin', name);
      mkdirSync(dirname(program), { recursive: true });
      writeFileSync(program, `#!/bin/sh\n${body}\n`);
      chmodSync(program, 0o755);
    }
    return pipeline;
  }

  write(path: string, text: string): this {
    mkdirSync(dirname(join(this.work, path)), { recursive: true });
    writeFileSync(join(this.work, path), text);
    return this;
  }

  /** Everything in the developer's clone, on top of what the origin has. */
  commit(message: string): void {
    this.#git('work', 'add', '--all');
    this.#git('work', 'commit', '--quiet', '-m', message);
    if (this.#git('work', 'ls-remote', 'origin', 'main') !== '')
      this.#git('work', 'pull', '--quiet', '--rebase', 'origin', 'main');
    this.#git('work', 'push', '--quiet', 'origin', 'HEAD:main');
  }

  /** A file as the origin has it on a branch. */
  pushed(path: string, branch = 'main'): string {
    return this.#git('origin.git', 'show', `${branch}:${path}`);
  }

  subjects(branch = 'main'): readonly string[] {
    return this.#git('origin.git', 'log', '--format=%s', branch).trim().split('\n');
  }

  branches(): readonly string[] {
    return this.#git('origin.git', 'branch', '--format=%(refname:short)').trim().split('\n');
  }

  /** What the last commit of a branch changed. */
  filesOf(branch: string): readonly string[] {
    return this.#git('origin.git', 'show', '--format=', '--name-only', branch).trim().split('\n');
  }

  clone(folder: string): void {
    this.#git('.', 'clone', '--quiet', this.origin, folder);
  }

  /** Runs a job in a new clone, step by step, until one fails. */
  async run(steps: readonly string[], prelude = ''): Promise<{ code: number | null; out: string }> {
    const checkout = mkdtempSync(join(this.#folder, 'checkout-'));
    this.clone(checkout);
    const out: string[] = [];
    for (const step of steps) {
      const child = spawn('bash', ['-e', '-c', prelude + step], {
        cwd: checkout,
        stdio: ['ignore', 'pipe', 'pipe'],
        env: {
          ...this.#environment(),
          LOCSYNC_BASE_URL: this.service.url,
          LOCSYNC_PROJECT: this.service.project.id,
          LOCSYNC_TOKEN: this.service.token,
        },
      });
      for (const stream of [child.stdout, child.stderr])
        stream.on('data', (chunk: Buffer) => out.push(chunk.toString()));
      const code = await new Promise<number | null>((done) => child.on('close', done));
      if (code !== 0) return { code, out: out.join('') };
    }
    return { code: 0, out: out.join('') };
  }

  #git(folder: string, ...args: readonly string[]): string {
    return execFileSync('git', [...args], {
      cwd: join(this.#folder, folder),
      encoding: 'utf8',
      env: this.#environment(),
      stdio: ['ignore', 'pipe', 'ignore'],
    });
  }

  #environment(): Record<string, string> {
    const url = 'https://locsync:push@gitlab.example.com/shop/shop.git';
    return {
      PATH: [join(this.#folder, 'bin'), join(this.#folder, 'npm/bin'), process.env['PATH']].join(':'),
      HOME: this.#folder,
      NO_COLOR: '1',
      npm_config_prefix: join(this.#folder, 'npm'),
      npm_config_offline: 'true',
      LOCSYNC_PUSH_TOKEN: 'push',
      CI_SERVER_HOST: 'gitlab.example.com',
      CI_PROJECT_PATH: 'shop/shop',
      CI_COMMIT_BRANCH: 'main',
      GIT_CONFIG_COUNT: '4',
      GIT_CONFIG_KEY_0: 'user.name',
      GIT_CONFIG_VALUE_0: 'Ann',
      GIT_CONFIG_KEY_1: 'user.email',
      GIT_CONFIG_VALUE_1: 'ann@example.com',
      GIT_CONFIG_KEY_2: `url.${this.origin}.insteadOf`,
      GIT_CONFIG_VALUE_2: url,
      GIT_CONFIG_KEY_3: 'init.defaultBranch',
      GIT_CONFIG_VALUE_3: 'main',
    };
  }
}

/** A pipeline whose project has a second file set, all of it pushed. */
async function withCart(): Promise<Pipeline> {
  const p = await Pipeline.open();
  p.write('.locsyncrc', 'files: ["config/locales/{locale}.yml", "src/i18n/{locale}/cart.json"]\n')
    .write('src/i18n/en/cart.json', '{ "pay": "Pay" }\n')
    .write('src/i18n/de/cart.json', '{ "pay": "Zahlen" }\n')
    .commit('Add the cart');
  await p.run(github('push-translations.yml'));
  return p;
}

const EN = 'config/locales/en.yml';
const DE = 'config/locales/de.yml';
const RECORDED = 'Record what was pushed to the localization service';

describe.each([
  ['GitHub', github('push-translations.yml')],
  ['GitLab', gitlab('push-translations')],
])('the recipe that pushes on %s', (_, steps) => {
  it('pushes, and commits the lock once', async () => {
    const p = await Pipeline.open();
    expect(await p.run(steps)).toMatchObject({ code: 0 });
    expect(await p.service.texts(EN, 'de')).toEqual({ hello: 'Hallo' });
    expect(p.subjects()).toEqual([RECORDED, 'Start']);
    expect(p.pushed('locsync.lock')).toContain('hello');
    expect(await p.run(steps)).toMatchObject({ code: 0 });
    expect(p.subjects()).toHaveLength(2);
  });

  it('commits the lock after a conflict too, and ends with its exit code', async () => {
    const p = await Pipeline.open();
    await p.run(steps);
    await p.service.put('de', EN, { hello: 'Servus' });
    p.write(DE, 'de:\n  hello: Moin\n').write(EN, 'en:\n  hello: Hello\n  bye: Bye\n').commit('Reword');
    expect(await p.run(steps)).toMatchObject({ code: 1 });
    expect(p.subjects()).toEqual([RECORDED, 'Reword', RECORDED, 'Start']);
    expect(await p.service.texts(EN, 'en')).toEqual({ hello: 'Hello', bye: 'Bye' });
    expect(p.pushed('locsync.lock')).toContain('bye');
  });

  it('commits the lock if a file cannot be read, too: what was uploaded can be taken back later', async () => {
    const p = await Pipeline.open();
    await p.run(steps);
    p.write(DE, 'de:\n  hello: "Hallo\n').write(EN, 'en:\n  hello: Wrong\n').commit('Break a file');
    expect(await p.run(steps)).toMatchObject({ code: 5 });
    expect(p.subjects()[0]).toBe(RECORDED);
    p.write(DE, 'de:\n  hello: Hallo\n').write(EN, 'en:\n  hello: Hello\n').commit('Take it back');
    expect(await p.run(steps)).toMatchObject({ code: 0 });
    expect(await p.service.texts(EN, 'en')).toEqual({ hello: 'Hello' });
  });

  it('merges its lock with one that somebody has pushed in the meantime', async () => {
    const p = await Pipeline.open();
    await p.run(steps);
    const setUp = await p.run(['locsync git-setup', 'git add --all', 'git commit -qm Setup', 'git push -q']);
    expect(setUp, setUp.out).toMatchObject({ code: 0 });
    p.write(EN, 'en:\n  hello: Hi\n').commit('Reword');
    const meanwhile = `git() { if [ "$1" = pull ]; then (cd '${p.work}'; command git pull -q --rebase origin main; printf 'de:\\n  hello: Moin\\n' > ${DE}; locsync push; command git commit -qam Other; command git push -q origin HEAD:main); fi; command git "$@"; }\n`;
    const ran = await p.run(steps, meanwhile);
    expect(ran, ran.out).toMatchObject({ code: 0 });
    expect(p.subjects().slice(0, 3)).toEqual([RECORDED, 'Other', 'Reword']);
    const next = await p.run(['locsync status --check']);
    expect(next, next.out).toMatchObject({ code: 0 });
  });

  it('rebases on what somebody has pushed in the meantime', async () => {
    const p = await Pipeline.open();
    const meanwhile = `git() { if [ "$1" = pull ]; then (cd '${p.work}'; echo >other.txt; command git add other.txt; command git commit -qm Other; command git push -q origin HEAD:main); fi; command git "$@"; }\n`;
    expect(await p.run(steps, meanwhile)).toMatchObject({ code: 0 });
    expect(p.subjects()).toEqual([RECORDED, 'Other', 'Start']);
  });

  it('commits nothing after a mistake in the configuration', async () => {
    const p = await Pipeline.open();
    p.write('.locsyncrc', 'fils: []\n').commit('Break it');
    expect(await p.run(steps)).toMatchObject({ code: 2 });
    expect(p.subjects()).toEqual(['Break it', 'Start']);
  });
});

describe.each([
  ['GitHub', github('translations.yml')],
  ['GitLab', gitlab('translations')],
])('the recipe for a pull request on %s', (_, steps) => {
  it('passes one that adds a source text, and fails one that a translator contradicts', async () => {
    const p = await Pipeline.open();
    await p.run(github('push-translations.yml'));
    p.write(EN, 'en:\n  hello: Hello\n  bye: Bye\n').commit('Add a text');
    const added = await p.run(steps);
    expect(added.code, added.out).toBe(0);
    await p.service.put('de', EN, { hello: 'Servus' });
    p.write(DE, 'de:\n  hello: Moin\n').commit('Reword');
    expect((await p.run(steps)).code).toBe(1);
  });

  it('fails one that loses a placeholder', async () => {
    const p = await Pipeline.open();
    p.write(EN, 'en:\n  hello: Hello %{name}\n').write(DE, 'de:\n  hello: Hallo %{nme}\n').commit('Greet');
    expect(await p.run(steps)).toMatchObject({ code: 1 });
  });
});

describe.each([
  ['GitHub', github('pull-translations.yml'), 'gh pr create --fill --head translations'],
  ['GitLab', gitlab('pull-translations'), undefined],
])('the recipe that pulls on %s', (_, steps, opens) => {
  it('commits every file of the pull with the lock, and nothing else', async () => {
    const p = await withCart();
    const nothing = await p.run(steps);
    expect(nothing, nothing.out).toMatchObject({ code: 0 });
    expect(p.branches()).toEqual(['main']);
    await p.service.put('de', EN, { hello: 'Servus' });
    await p.service.put('de', 'src/i18n/en/cart.json', { pay: 'Bezahlen' });
    const ran = await p.run(steps);
    expect(ran, ran.out).toMatchObject({ code: 0 });
    if (opens !== undefined) expect(ran.out).toContain(opens);
    expect(p.pushed(DE, 'translations')).toBe('de:\n  hello: Servus\n');
    expect(p.pushed('src/i18n/de/cart.json', 'translations')).toBe('{ "pay": "Bezahlen" }\n');
    expect(p.subjects('translations')[0]).toBe('New translations');
    expect(p.filesOf('translations')).toEqual([DE, 'locsync.lock', 'src/i18n/de/cart.json']);
    expect(p.pushed(DE)).toBe('de:\n  hello: Hallo\n');
  });
});

it.each([
  ['GitHub', github('pull-translations.yml')],
  ['GitLab', gitlab('pull-translations')],
])('the recipe that pulls on %s delivers the other files if one cannot be written', async (_, steps) => {
  const p = await withCart();
  p.write('src/i18n/de/cart.json', '{ "pay": "Zahlen\n').commit('Break it');
  await p.service.put('de', EN, { hello: 'Servus' });
  expect(await p.run(steps)).toMatchObject({ code: 5 });
  expect(p.pushed(DE, 'translations')).toBe('de:\n  hello: Servus\n');
});

it('the recipe without a network pushes to a service of its own', async () => {
  const p = await Pipeline.open();
  await p.run(github('push-translations.yml'));
  const ran = await p.run(github('offline.yml'), "trap 'kill %1 2>/dev/null || true' EXIT; ");
  expect(ran.code, ran.out).toBe(0);
  expect(ran.out).toContain('Everything is in sync');
});
