import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { FakeService, type Texts } from '../support/fake-service.js';
import { PROJECT, scriptedServer, type Received, type Step } from '../support/scripted-server.js';
import { runInProcess, type Output } from '../support/in-process.js';

/**
 * One thing that one of the machines asks of the service: reading before its upload, the upload,
 * reading back.
 */
type Turn = `${'A' | 'B'} ${'reads' | 'uploads' | 'looks'}`;

/** Lets requests through in one order, whenever they come. */
class Order {
  #next = 0;
  readonly #waiting = new Map<string, () => void>();

  constructor(private readonly turns: readonly Turn[]) {}

  async wait(turn: Turn): Promise<void> {
    if (this.turns[this.#next] !== turn) await new Promise<void>((go) => this.#waiting.set(turn, go));
  }

  done(): void {
    this.#next++;
    const next = this.turns[this.#next];
    if (next !== undefined) this.#waiting.get(next)?.();
  }
}

/** A clone of the project on a machine with a door of its own to the service. */
class Machine {
  readonly folder = mkdtempSync(join(tmpdir(), 'locsync-machine-'));

  private constructor(
    readonly url: string,
    private readonly start: (order: Order | undefined) => void,
  ) {
    onTestFinished(() => rmSync(this.folder, { recursive: true, force: true }));
    mkdirSync(join(this.folder, '.git'));
    this.write('.locsyncrc', { files: ['l/{locale}.json'] });
  }

  static async of(
    fakeService: FakeService | undefined,
    name: 'A' | 'B',
  ): Promise<{ machine: Machine; fakeService: FakeService }> {
    const server = await scriptedServer();
    onTestFinished(() => server.close());
    const memory = fakeService ?? new FakeService(server);
    memory.serve(server);
    let order: Order | undefined;
    let reads = 0;
    const inTurn = (turn: Turn | undefined, answer: () => Step): Step => {
      if (!order || turn === undefined) return answer();
      const current = order;
      return {
        raw: (socket) =>
          void current.wait(turn).then(() => {
            const step = answer();
            const text = JSON.stringify('body' in step ? step.body : {});
            const head = `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\nconnection: close\r\ncontent-length: ${Buffer.byteLength(text)}\r\n\r\n`;
            socket.end(head + text, () => current.done());
          }),
      };
    };
    server.on('texts', (request: Received) => {
      // German is the sample that tells whether uploads leave other languages alone.
      if (!request.url.includes('loc_en')) return memory.read(request);
      reads++;
      const what = reads === 2 ? 'reads' : reads === 3 ? 'looks' : undefined;
      return inTurn(what && `${name} ${what}`, () => memory.read(request));
    });
    let uploads = 0;
    server.on('upload', (request: Received) => {
      uploads++;
      return inTurn(uploads === 1 ? `${name} uploads` : undefined, () => memory.take(request));
    });
    const start = (next: Order | undefined): void => {
      order = next;
      reads = 0;
      uploads = 0;
    };
    return { machine: new Machine(server.url.href, start), fakeService: memory };
  }

  write(path: string, value: unknown): void {
    const at = join(this.folder, path);
    mkdirSync(dirname(at), { recursive: true });
    writeFileSync(at, `${JSON.stringify(value, undefined, 2)}\n`);
  }

  get texts(): Texts {
    return JSON.parse(readFileSync(join(this.folder, 'l/en.json'), 'utf8')) as Texts;
  }

  run(command: string, order?: Order): Promise<Output> {
    this.start(order);
    const env = { LOCSYNC_BASE_URL: this.url, LOCSYNC_PROJECT: PROJECT, LOCSYNC_TOKEN: 'loc_two_machines' };
    return runInProcess(this.folder, [command], { env });
  }
}

/** Two clones that hold what the service holds, and then each a change of its own. */
async function clones(mine: Texts, yours: Texts) {
  const { machine: a, fakeService } = await Machine.of(undefined, 'A');
  const { machine: b } = await Machine.of(fakeService, 'B');
  const texts = { a: 'A', b: 'B', c: 'C' };
  fakeService.set('en', texts);
  for (const [machine, changes] of [
    [a, mine],
    [b, yours],
  ] as const) {
    machine.write('l/en.json', texts);
    expect((await machine.run('push')).exitCode).toBe(0);
    machine.write('l/en.json', { ...texts, ...changes });
  }
  return { a, b, fakeService, texts };
}

const turnsOf = (name: 'A' | 'B'): Turn[] => [`${name} reads`, `${name} uploads`, `${name} looks`];

/** Every order in which the turns of both can come. */
function orders(one: readonly Turn[], other: readonly Turn[]): Turn[][] {
  const [first, ...rest] = one;
  const [second, ...more] = other;
  if (first === undefined) return [[...other]];
  if (second === undefined) return [[...one]];
  return [
    ...orders(rest, other).map((turns) => [first, ...turns]),
    ...orders(one, more).map((turns) => [second, ...turns]),
  ];
}

/**
 * One machine uploads and looks, all between the other's reading and its upload: then no one can
 * see that the second undid the first.
 */
const unseen = (turns: readonly Turn[]): boolean =>
  (['A', 'B'] as const).some((one) => {
    const other = one === 'A' ? 'B' : 'A';
    const at = (turn: Turn): number => turns.indexOf(turn);
    return at(`${other} reads`) < at(`${one} uploads`) && at(`${one} looks`) < at(`${other} uploads`);
  });

const ALL = orders(turnsOf('A'), turnsOf('B'));

describe('two machines push one file at the same moment', () => {
  it('different keys: whatever the order, both changes arrive and stay on both disks', async () => {
    const met = ALL.filter((turns) => !unseen(turns));
    expect([ALL.length, met.length]).toEqual([20, 16]);
    let overtaken = 0;
    await Promise.all(
      met.map(async (turns) => {
        const { a, b, fakeService, texts } = await clones({ a: 'mine' }, { b: 'yours' });
        const order = new Order(turns);
        const pushes = await Promise.all([a.run('push', order), b.run('push', order)]);
        const story = `${turns.join(', ')}\n${pushes.map((push) => push.story).join('\n')}`;
        for (const { exitCode, err } of pushes) {
          expect(exitCode, story).toBe(0);
          if (err.includes('uploaded once more')) overtaken++;
        }
        for (const command of ['pull', 'push'])
          for (const machine of [a, b]) expect((await machine.run(command)).exitCode, story).toBe(0);
        const whole = { ...texts, a: 'mine', b: 'yours' };
        expect([a.texts, b.texts, fakeService.texts('en')], story).toEqual([whole, whole, whole]);
        expect((await a.run('status')).out, story).toContain('Everything is in sync');
      }),
    );
    // Both read before either uploads: four orders, in each of which the first to upload is
    // reported.
    expect(overtaken).toBeGreaterThan(3);
  });

  it('the same key: one of them has a conflict, and no text is gone', async () => {
    await Promise.all(
      ALL.filter((turns) => !unseen(turns) && turns.slice(0, 2).every((turn) => turn.endsWith('reads'))).map(
        async (turns) => {
          const { a, b, fakeService } = await clones({ a: 'mine', c: 'C2' }, { a: 'yours' });
          const order = new Order(turns);
          const pushes = await Promise.all([a.run('push', order), b.run('push', order)]);
          const story = `${turns.join(', ')}\n${pushes.map((push) => push.story).join('\n')}`;
          expect(pushes.map(({ exitCode }) => exitCode).sort(), story).toEqual([0, 1]);
          for (const machine of [a, b]) await machine.run('pull');
          expect([a.texts['a'], b.texts['a']], story).toEqual(['mine', 'yours']);
          const loser = pushes[0].exitCode === 1 ? a : b;
          expect((await loser.run('push')).err, story).toContain('changed on both sides: a');
          expect([a.texts['a'], b.texts['a']], story).toContain(fakeService.texts('en')['a']);
        },
      ),
    );
  });

  it('a number of a version that jumps tells of the other, and the files of the set that are still to go are read again', async () => {
    const server = await scriptedServer();
    onTestFinished(() => server.close());
    const codes = ['en', 'de', 'fr'];
    const fakeService = new FakeService(server, codes);
    const folder = mkdtempSync(join(tmpdir(), 'locsync-machine-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    mkdirSync(join(folder, '.git'));
    mkdirSync(join(folder, 'l'));
    // One request at a time: no place to read a file again while another is on its way.
    writeFileSync(join(folder, '.locsyncrc'), '{"files": ["l/{locale}.json"], "concurrency": 1}');
    const write = (text: string): void => {
      for (const code of codes)
        writeFileSync(join(folder, `l/${code}.json`), `${JSON.stringify({ k: text, theirs: 'B' })}\n`);
    };
    write('K');
    for (const code of codes) fakeService.set(code, { k: 'K', theirs: 'B' });
    const env = { LOCSYNC_BASE_URL: server.url.href, LOCSYNC_PROJECT: PROJECT, LOCSYNC_TOKEN: 'loc_two' };
    expect((await runInProcess(folder, ['push'], { env })).exitCode).toBe(0);
    write('K2');
    server.on('upload', (request) => {
      const step = fakeService.take(request);
      const { filename } = JSON.parse(request.body) as { filename: string };
      if (filename === 'l/en.json')
        fakeService.take({
          ...request,
          body: JSON.stringify({ filename: 'l/fr.json', content: '{"theirs": "B2"}' }),
        });
      return step;
    });
    const push = await runInProcess(folder, ['push'], { env });
    expect(push.exitCode, push.story).toBe(0);
    expect(fakeService.texts('fr'), push.story).toEqual({ k: 'K2', theirs: 'B2' });
    expect(server.of('upload')).toHaveLength(3);
  });
});
