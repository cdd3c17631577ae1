// The same work by locsync and by its peers: each against a stand-in of its own service, in turn.
import { existsSync } from 'node:fs';
import { spread } from '../measure.mjs';
import { placeFor } from './place.mjs';
import { MINIMAL, tools } from './tools.mjs';

const SHAPE = { sets: 10, locales: 20, keys: 100 };
const LATENCIES_MS = [0, 50];
const IN_FLIGHT = 16;

/**
 * The first run after an installation: what a tool keeps for a user, such as compiled code, is not
 * there. In all other work it is.
 */
const FIRST_RUN = { name: 'first run', command: 'pull', held: true, disk: 'empty', user: 'new' };

/** What is measured, in this order: each one finds what the one before has left. */
const WORK = [
  { name: 'first pull', command: 'pull', held: true, disk: 'empty' },
  { name: 'pull again', command: 'pull' },
  { name: 'push new', command: 'push', held: false, disk: 'full' },
  { name: 'push again', command: 'push', held: true },
];

/**
 * The round trips that the interface demands of a push of new files: the lists, the event, the
 * uploads (file sets side by side, the languages of one set in turn, since the service merges by
 * name), and one answer for each file to read it back.
 */
const rounds = (requests) => Math.ceil(requests / IN_FLIGHT);
const PUSH_NEW_ROUNDS = 2 + SHAPE.locales * rounds(SHAPE.sets) + rounds(SHAPE.sets);

/** All figures of all tools; `skip` is called with what could not be measured and why. */
export async function samplePeers(times, skip, say) {
  const places = [];
  const samples = new Map();
  try {
    for (const tool of [...tools(skip), MINIMAL]) places.push({ tool, place: await placeFor(tool, SHAPE) });
    for (const latencyMs of LATENCIES_MS)
      for (let time = 0; time < times; time++) {
        say(`the work of the peers at ${latencyMs} ms, round ${time + 1} of ${times} …`);
        for (const { tool, place } of places)
          await sampleTool(tool, place, latencyMs, latencyMs === 0 ? [FIRST_RUN, ...WORK] : WORK, samples);
      }
  } finally {
    for (const { place } of places) place.close();
  }
  return samples;
}

async function sampleTool(tool, place, latencyMs, work, samples) {
  for (const { name, command, held, disk, user } of work) {
    await place.serve({ latencyMs, held });
    if (user === 'new') place.forgetUser();
    if (disk !== undefined) place.forget();
    if (disk === 'full') place.write();
    if (tool[command] === undefined || tool.waits.includes(name)) continue;
    if (tool === MINIMAL && disk === undefined) continue;
    const cost = await place.run(tool[command]);
    if (cost.requests === 0) throw new Error(`${tool.name} asked its service for nothing: ${name}`);
    if (command === 'pull' && !place.isComplete())
      throw new Error(`${tool.name} did not write all files: ${name}`);
    const key = `${latencyMs} ${name} ${tool.name}`;
    samples.set(key, [...(samples.get(key) ?? []), cost]);
  }
}

/** The rows with a limit, in the form that run.mjs prints. */
export function peerResults(samples) {
  const of = (latencyMs, work, tool, figure) =>
    samples.get(`${latencyMs} ${work} ${tool}`)?.map((cost) => cost[figure]);
  const peers = [...new Set([...samples.keys()].map((key) => key.split(' ').slice(3).join(' ')))].filter(
    (name) => name !== 'locsync' && name !== MINIMAL.name,
  );
  const row = (name, unit, limit, ours, theirs) =>
    theirs === undefined ? [] : [compared(name, unit, limit, ours, theirs)];
  const against = (work, latencyMs, figure, unit, limitOf) =>
    peers.flatMap((peer) =>
      row(
        `${work}, ${SHAPE.sets} x ${SHAPE.locales} files, ${latencyMs} ms, ${WORDS[figure]} / ${peer}`,
        unit,
        limitOf(peer),
        of(latencyMs, work, 'locsync', figure),
        of(latencyMs, work, peer, figure),
      ),
    );
  const demanded = PUSH_NEW_ROUNDS * 50;
  const median = (work, tool) => spread(of(50, work, tool, 'wall')).median;
  // A tool that is faster than the minimal program does less: it flushes no file.
  const isReachable = (work, peer) => median(work, MINIMAL.name) <= median(work, peer);
  return [
    ...against('first pull', 50, 'wall', 'ms', (peer) => (isReachable('first pull', peer) ? 1 : undefined)),
    ...['pull again', 'push again'].flatMap((work) => against(work, 50, 'wall', 'ms', () => 1)),
    ...against('push new', 50, 'wall', 'ms', () => undefined),
    ...row(
      `push new, ${SHAPE.sets} x ${SHAPE.locales} files, 50 ms, wall time / ${PUSH_NEW_ROUNDS} round trips`,
      'ms',
      undefined,
      of(50, 'push new', 'locsync', 'wall'),
      [demanded],
    ),
    ...row(
      `the same push by ${MINIMAL.name}, wall time / ${PUSH_NEW_ROUNDS} round trips`,
      'ms',
      undefined,
      of(50, 'push new', MINIMAL.name, 'wall'),
      [demanded],
    ),
    ...['pull again', 'push again'].flatMap((work) =>
      against(work, 0, 'cpu', 'ms', (peer) => (peer === 'loco-cli' ? 1 : undefined)),
    ),
    ...row(
      `first pull, processor time / ${MINIMAL.name}`,
      'ms',
      1.25,
      of(0, 'first pull', 'locsync', 'cpu'),
      of(0, 'first pull', MINIMAL.name, 'cpu'),
    ),
    ...row(
      `first run after the installation, a first pull, processor time / ${MINIMAL.name}`,
      'ms',
      undefined,
      of(0, FIRST_RUN.name, 'locsync', 'cpu'),
      of(0, FIRST_RUN.name, MINIMAL.name, 'cpu'),
    ),
    ...[
      { work: 'first pull', latencyMs: 50, figure: 'wall', limit: 1.25 },
      { work: 'push new', latencyMs: 50, figure: 'wall', limit: 1.25 },
      { work: 'push new', latencyMs: 0, figure: 'cpu', limit: undefined },
    ].flatMap(({ work, latencyMs, figure, limit }) =>
      row(
        `${work}, ${latencyMs} ms, ${WORDS[figure]} / ${MINIMAL.name}`,
        'ms',
        limit,
        of(latencyMs, work, 'locsync', figure),
        of(latencyMs, work, MINIMAL.name, figure),
      ),
    ),
    ...(existsSync('/proc/self/status') ? WORK.flatMap(({ name }) => memoryRow(name, of, peers)) : []),
  ];
}

const WORDS = { wall: 'wall time', cpu: 'processor time' };

/** Our peak memory against that of the peer that needs most. */
function memoryRow(work, of, peers) {
  const theirs = peers
    .map((peer) => of(0, work, peer, 'mb'))
    .filter((figures) => figures !== undefined)
    .sort((a, b) => spread(b).median - spread(a).median)[0];
  return theirs
    ? [compared(`${work}, peak memory / the largest peer`, 'MB', 1, of(0, work, 'locsync', 'mb'), theirs)]
    : [];
}

function compared(name, unit, limit, ours, theirs) {
  const [subject, baseline] = [spread(ours), spread(theirs)];
  const ratios = ours.map((figure, round) => figure / (theirs[round] ?? baseline.median));
  const ratio = { ...spread(ratios), median: subject.median / baseline.median };
  return {
    name,
    limit,
    unit,
    ok: limit === undefined || ratio.median <= limit,
    compared: true,
    ratio,
    figures: { subject, baseline },
  };
}

/** The medians of all tools, a line for each work and tool. */
export function peerTable(samples) {
  const tools = [...new Set([...samples.keys()].map((key) => key.split(' ').slice(3).join(' ')))];
  const median = (key, figure) => {
    const costs = samples.get(key);
    return costs ? Math.round(spread(costs.map((cost) => cost[figure])).median).toLocaleString('en') : '';
  };
  const head = ['', '', 'wall ms, 50 ms', 'CPU ms, 0 ms', 'wall ms, 0 ms', 'MB', 'requests', 'bytes'];
  const lines = [FIRST_RUN, ...WORK].flatMap(({ name }) =>
    tools
      .filter((tool) => samples.has(`0 ${name} ${tool}`))
      .map((tool) => [
        name,
        tool,
        median(`50 ${name} ${tool}`, 'wall'),
        ...['cpu', 'wall', 'mb', 'requests', 'bytes'].map((figure) => median(`0 ${name} ${tool}`, figure)),
      ]),
  );
  const widths = head.map((_, at) => Math.max(...[head, ...lines].map((line) => line[at].length)));
  return [head, ...lines]
    .map((line) =>
      line.map((cell, at) => (at < 2 ? cell.padEnd(widths[at]) : cell.padStart(widths[at]))).join('  '),
    )
    .map((line) => `${line.trimEnd()}\n`)
    .join('');
}
