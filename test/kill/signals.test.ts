import type { ChildProcess } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { drip, hang, type Endpoint, type Step } from '../support/scripted-server.js';
import { readDocument } from '../support/document.js';
import { Session, type Ran } from '../support/session.js';
import { leftovers, Place, type Outcome, type Scene } from './place.js';
import { PULL, PUSH } from './scenes.js';

/**
 * Far longer than any of these runs needs, far shorter than what they would wait for without the
 * signal.
 */
const SOON_MS = 20_000;
/** From the signal to the end, at the very most: a CI service kills what takes longer (CO-13). */
const GRACE_MS = 7_000;
const EN = 'en:\n  hello: Hi\n  bye: Bye now\n';
const DE = 'de:\n  hello: Hallo\n  bye: Tschüss\n';

async function shop() {
  const s = await Session.scripted();
  s.service.script.on('sourceFiles', { body: [] });
  return s.file('config/locales/en.yml', EN).file('config/locales/de.yml', DE);
}
type Shop = Awaited<ReturnType<typeof shop>>;

/**
 * Runs a command and sends it a signal as soon as a request of this kind has arrived; `then` is the
 * answer to it.
 */
async function signalled(
  s: Shop,
  args: string,
  kind: Endpoint,
  then: Step,
  signal: NodeJS.Signals,
): Promise<Ran> {
  let child: ChildProcess | undefined;
  let sentAt: number | undefined;
  s.service.script.on(kind, () => {
    // Requests that are side by side must not become a second signal, which would end the run at
    // once.
    if (sentAt === undefined) child?.kill(signal);
    sentAt ??= Date.now();
    return then;
  });
  const ran = await s.run(args, { during: (started) => (child = started) });
  expect(Date.now() - (sentAt ?? 0), ran.transcript).toBeLessThan(GRACE_MS);
  return ran;
}

/** More files than are written at the same time. */
const SETS = 200;
const sets = Array.from({ length: SETS }, (_, i) => `m/${i}/en.json`);
const MANY: Scene = {
  name: 'pull of many',
  argv: ['pull'],
  files: {
    '.locsyncrc': '{ "files": ["m/*/{locale}.json"] }\n',
    ...Object.fromEntries(sets.map((path) => [path, '{ "k": "old" }\n'])),
  },
  before: async (place) => {
    const told = await place.run(['push']);
    if (told.exitCode !== 0) throw new Error(told.story);
    for (const path of sets) await place.service.put('en', path, { k: 'new' });
  },
};

describe('a run that is interrupted', () => {
  it.each([
    { signal: 'SIGINT', scene: PULL, exit: 130, variable: 'INT_AT' },
    { signal: 'SIGTERM', scene: PULL, exit: 143, variable: 'TERM_AT' },
    { signal: 'SIGINT', scene: PUSH, exit: 130, variable: 'INT_AT' },
    { signal: 'SIGTERM', scene: PUSH, exit: 143, variable: 'TERM_AT' },
  ])(
    'CO-07 CO-10 CO-13 $scene.name: $signal at calls throughout the run leaves files whole and nothing behind, and the next run finishes',
    async ({ scene, exit, variable }) => {
      const place = await Place.make(scene);
      let points: string[];
      let undisturbed: Outcome;
      const old = await place.outcome();
      try {
        const { lines } = await place.points(scene.argv);
        // Every third call: the sweep of kills is what tries them all.
        points = lines
          .filter((_, i) => i % 3 === 0)
          .map((line) => `before:${line.split(' ').slice(0, 2).join(':')}`);
        undisturbed = await place.outcome();
      } finally {
        await place.close();
      }
      const codes = new Set<number | null>();
      const left = points.values();
      const lane = async (): Promise<void> => {
        for (const point of left) codes.add(await interruptedAt(point));
      };
      const interruptedAt = async (point: string): Promise<number | null> => {
        const here = await Place.make(scene);
        try {
          const ended = await here.hooked(scene.argv, { [variable]: point });
          const story = `${point}\n${ended.out}${ended.err}`;
          expect([0, exit], story).toContain(ended.exitCode);
          expect(ended.ms, story).toBeLessThan(SOON_MS);
          const files = here.files();
          expect(leftovers(Object.keys(files)), story).toEqual([]);
          for (const [path, text] of Object.entries(files)) {
            // The base may speak of some files and not yet of others.
            if (path === 'locsync.lock') expect(() => JSON.parse(text) as unknown, story).not.toThrow();
            else
              expect([old.files[path], undisturbed.files[path], '*\n'], `${path} ${story}`).toContain(text);
          }
          if (ended.exitCode === 0) expect(await here.outcome(), story).toEqual(undisturbed);
          const again = await here.run(scene.argv);
          expect(again.exitCode, again.story).toBe(0);
          expect(await here.outcome(), story).toEqual(undisturbed);
          return ended.exitCode;
        } finally {
          await here.close();
        }
      };
      await Promise.all([lane(), lane()]);
      expect(codes).toContain(exit);
    },
  );

  it('CO-10 between two renames: the report tells the files that are done from those that are not', async () => {
    const argv = ['pull', '--json'];
    const place = await Place.make(MANY);
    const old = place.files();
    const { lines } = await place.points(argv);
    const done = place.files();
    await place.close();
    const renames = lines.flatMap((line) => /^fs (\d+) rename$/.exec(line)?.[1] ?? []);
    expect(renames.length).toBeGreaterThan(SETS);
    const seen = new Set<string>();
    for (const n of [renames[0], renames[4], renames[SETS / 2]]) {
      const here = await Place.make(MANY);
      try {
        const ended = await here.hooked(argv, { INT_AT: `before:fs:${n}` });
        expect([0, 130], ended.err).toContain(ended.exitCode);
        const report = readDocument(ended.out, ended.err);
        const files = here.files();
        for (const { path, state } of report.files) {
          if (old[path] === done[path]) continue;
          expect(state, `${path} at ${n}\n${ended.out}`).toBe(
            files[path] === done[path] ? 'pulled' : 'skipped',
          );
          seen.add(state);
        }
        const codes = report.errors.map(({ code }) => code);
        expect(codes).toEqual(ended.exitCode === 130 ? ['INTERRUPTED'] : []);
      } finally {
        await here.close();
      }
    }
    expect([...seen].sort()).toEqual(['pulled', 'skipped']);
  });

  it('CO-08 in the middle of a wait that the service asked for ends at once', async () => {
    const s = await shop();
    const before = s.snapshot();
    const ran = await signalled(
      s,
      'pull',
      'locales',
      { status: 429, headers: { 'retry-after': '50' } },
      'SIGINT',
    );
    ran.code(130).stderr(/interrupted/);
    expect(ran.ms).toBeLessThan(SOON_MS);
    expect([...s.snapshot().keys()].filter((path) => !path.startsWith('.locsync/'))).toEqual([
      ...before.keys(),
    ]);
  });

  it('CO-09 in the middle of an answer leaves no temporary file and no lock', async () => {
    const s = await shop();
    s.service.script.on('sourceFiles', {
      body: [{ api_id: 'fil_1', name: 'config/locales/en.yml', keys: 2 }],
    });
    const ran = await signalled(s, 'pull', 'texts', drip(20), 'SIGINT');
    ran.code(130).stderr(/interrupted/);
    expect(ran.ms).toBeLessThan(SOON_MS);
    s.reads('config/locales/en.yml', EN).reads('config/locales/de.yml', DE);
    expect([...s.snapshot().keys()].sort()).toEqual(
      [
        '.git/',
        '.locsync/',
        '.locsync/.gitignore',
        '.locsyncrc',
        'config/',
        'config/locales/',
        'config/locales/de.yml',
        'config/locales/en.yml',
      ].sort(),
    );
  });

  it.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)(
    'CO-11 B3 %s while an upload is in flight waits for its answer, reports it and sends no other',
    async (signal, exit) => {
      const s = await shop();
      const last_version = { id: 'fiv_1', number: 1, upload: 'api' };
      const name = 'config/locales/en.yml';
      const body = JSON.stringify({ api_id: 'fil_1', name, project_id: 'pro_1', last_version });
      const late: Step = {
        raw: (socket) =>
          void setTimeout(
            () =>
              socket.end(
                `HTTP/1.1 201 Created\r\ncontent-type: application/json\r\nconnection: close\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
              ),
            1_000,
          ),
      };
      const ran = await signalled(s, 'push --json', 'upload', late, signal);
      ran.code(exit);
      expect(ran.states).toEqual({ [name]: 'pushed', 'config/locales/de.yml': 'skipped' });
      expect(s.service.script.of('upload')).toHaveLength(1);
      // It was not read back: the next run compares, and sets the base.
      expect(s.has('locsync.lock')).toBe(false);
    },
  );

  it('CO-11 an upload that is never answered is given up after the grace, and is reported as unknown', async () => {
    const s = await shop();
    const ran = await signalled(s, 'push --json', 'upload', hang, 'SIGINT');
    ran.code(130);
    expect(ran.ms).toBeLessThan(SOON_MS);
    expect(ran.errors).toEqual(expect.arrayContaining(['UPLOAD_INTERRUPTED', 'INTERRUPTED']));
    expect(s.service.script.of('upload')).toHaveLength(1);
    expect(s.has('locsync.lock')).toBe(false);
  });

  it.each([
    ['the list of locales', 'locales'],
    ['the list of source files', 'sourceFiles'],
    ['the texts', 'texts'],
    ['the event', 'event'],
    ['an upload', 'upload'],
  ] as const)(
    'CO-13 SIGTERM while the service is silent about %s: ends within the grace, nothing half-written',
    async (_, kind) => {
      const s = await shop();
      if (kind === 'texts')
        s.service.script.on('sourceFiles', {
          body: [{ api_id: 'fil_1', name: 'config/locales/en.yml', keys: 2 }],
        });
      const ran = await signalled(s, 'push', kind, hang, 'SIGTERM');
      ran.code(143).stderr(/terminated/);
      s.reads('config/locales/en.yml', EN).reads('config/locales/de.yml', DE);
      expect(s.service.script.of('upload').length).toBe(kind === 'upload' ? 1 : 0);
      expect(s.has('locsync.lock')).toBe(false);
    },
  );

  it('CO-12 a second SIGINT ends at once; the next run takes over what the first left', async () => {
    const s = await shop();
    let child: ChildProcess | undefined;
    s.service.script.on('upload', () => {
      for (const wait of [0, 300]) setTimeout(() => child?.kill('SIGINT'), wait);
      return hang;
    });
    const ran = await s.run('push', { during: (started) => (child = started), killed: true });
    ran.code(130);
    // The grace alone would take five seconds from the first signal on.
    expect(ran.out, 'a report would mean that the run went on to its end').toBe('');
    s.service.script.on('upload', { status: 422, body: { error: 'not now' } });
    (await s.run('push --json')).code(4);
  });
});
