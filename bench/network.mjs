// What the network's own limits leave to be saved: against curl on the same addresses, against the
// round trips that cannot be avoided, and in bytes.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { has, NODE, run } from './child.mjs';
import { whenWanted } from './world.mjs';

const BARE = fileURLToPath(new URL('bare.mjs', import.meta.url));
const IN_FLIGHT = 16;
const LATENCY_MS = 50;
const PULL = { sets: 500, locales: ['en', 'de'], keys: 20 };
const PUSH = { sets: 300, locales: ['en'], keys: 20, latencyMs: LATENCY_MS };

const few = (rounds) => Math.min(rounds, 5);
const wall = async (running) => (await running).wallMs;

/** The rows about transfer; `skip` is called with what could not be measured and why. */
export function networkRows(skip, stops) {
  const world = (options, prepare) => whenWanted(stops, { concurrency: IN_FLIGHT, ...options }, prepare);
  return [
    ...againstCurl(LATENCY_MS, 1.15, skip, world),
    ...againstCurl(0, undefined, skip, world),
    ...againstFirst(world),
    ...againstRounds(world),
  ];
}

/** A pull that fetches and compares everything and finds nothing to write. */
function againstCurl(latencyMs, limit, skip, world) {
  const name = `pull, 1,000 answers of ${latencyMs} ms, ${IN_FLIGHT} in flight / curl`;
  if (!has('curl')) {
    skip(name, 'there is no curl');
    return [];
  }
  const ready = world({ ...PULL, latencyMs }, async ({ run: locsync, folder, urls }) => {
    await locsync('pull');
    const addresses = urls.map((url) => `url = "${url}"\noutput = "/dev/null"\n`);
    writeFileSync(join(folder, 'curl.txt'), addresses.join(''));
  });
  const parallel = ['--parallel', '--parallel-max', String(IN_FLIGHT)];
  const flags = ['--silent', '--fail', '--header', 'Authorization: Bearer x', '--config', 'curl.txt'];
  const at = async () => ({ cwd: (await ready()).folder });
  const curl = async () => wall(run('curl', [...parallel, ...flags], await at()));
  const undici = async () => wall(run(NODE, [BARE, 'curl.txt', String(IN_FLIGHT)], await at()));
  return [
    {
      name,
      limit,
      unit: 'ms',
      rounds: few,
      subject: async () => wall((await ready()).run('pull')),
      baseline: curl,
    },
    {
      name: `1,000 answers of ${latencyMs} ms with undici and nothing else / curl`,
      unit: 'ms',
      rounds: few,
      subject: undici,
      baseline: curl,
    },
    // curl needs a fifth of the time that any program with Node needs.
    ...(latencyMs === 0
      ? [
          {
            name: `pull, 1,000 answers of 0 ms, ${IN_FLIGHT} in flight / undici and nothing else`,
            limit: 2,
            unit: 'ms',
            rounds: few,
            subject: async () => wall((await ready()).run('pull')),
            baseline: undici,
          },
        ]
      : []),
  ];
}

/** The bytes of a pull, and the time of one that writes every file. */
function againstFirst(world) {
  const named = world({ ...PULL, keys: 100, etags: true }, (one) => one.run('pull'));
  const plain = world(PULL, (one) => one.run('pull'));
  const bytes = async (forget) => {
    const one = await named();
    for (const path of forget) one.forget(path);
    const before = await one.counts();
    await one.run('pull');
    return (await one.counts()).bytes - before.bytes;
  };
  return [
    {
      name: 'bytes of a pull with nothing changed, 1,000 answers of 100 keys with ETags / of the first pull',
      limit: 0.05,
      unit: 'bytes',
      rounds: few,
      subject: () => bytes([]),
      baseline: () => bytes(['locales', 'locsync.lock', '.locsync']),
    },
    {
      name: 'pull, 1,000 answers of 0 ms, every file written / nothing to write',
      unit: 'ms',
      rounds: few,
      subject: async () => {
        const one = await plain();
        one.forget('locales');
        one.forget('locsync.lock');
        return wall(one.run('pull'));
      },
      baseline: async () => wall((await plain()).run('pull')),
    },
  ];
}

/** Pushes against the round trips that no client can do without, at the service's latency. */
function againstRounds(world) {
  const rounds = (requests) => Math.ceil(requests / IN_FLIGHT);
  const { sets } = PUSH;
  const [lists, event] = [1, 1];
  const physical = (count) => () => Promise.resolve(count * LATENCY_MS);
  const first = world({ ...PUSH, held: false });
  const later = world(PUSH, (one) => one.run('pull'));
  let edition = 0;
  const what = `${LATENCY_MS} ms, ${IN_FLIGHT} in flight`;
  const changed = async () => {
    const one = await later();
    edition += 1;
    one.edit(edition);
    return wall(one.run('push'));
  };
  return [
    {
      name: `push of ${sets} new files, ${what} / lists + event + uploads + reading back`,
      limit: 1.25,
      unit: 'ms',
      rounds: few,
      subject: async () => {
        const one = await first();
        await one.reset();
        one.forget('locsync.lock');
        one.edit(0);
        return wall(one.run('push'));
      },
      baseline: physical(lists + event + 2 * rounds(sets)),
    },
    {
      name: `push of ${sets} changed files, ${what} / lists + comparison + event + reading before uploads + uploads + reading back`,
      limit: 1.25,
      unit: 'ms',
      rounds: few,
      subject: changed,
      baseline: physical(lists + event + 4 * rounds(sets)),
    },
    {
      name: `push of ${sets} changed files, ${what} / the same without the reading before uploads`,
      unit: 'ms',
      rounds: few,
      subject: changed,
      baseline: physical(lists + event + 3 * rounds(sets)),
    },
  ];
}
