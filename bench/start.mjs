// What a start costs: processor time, since wall time on a busy machine measures the others.
import { has, locsync, NODE, run } from './child.mjs';
import { installed } from './peers/install.mjs';
import { whenWanted } from './world.mjs';

const PEERS = ['loco-cli', '@tolgee/cli', 'locize-cli'];

const cpu = async (running) => (await running).cpuMs;
const nothing = () => cpu(run(NODE, ['-e', '0']));

/**
 * The rows about a start; `skip` is called with what could not be measured and why, `wants` says
 * which rows are asked for.
 */
export function startRows(skip, stops, wants) {
  if (!has('bash')) {
    skip('the rows about processor time', 'there is no bash, whose `time` measures it');
    return [];
  }
  const world = whenWanted(stops, { sets: 1, locales: ['en', 'de'], keys: 20 }, (one) => one.run('pull'));
  return [
    ...['--version', '--help'].map((option) => ({
      name: `${option}, processor time / node -e 0`,
      limit: 1.3,
      unit: 'ms',
      subject: () => cpu(locsync([option])),
      baseline: nothing,
    })),
    {
      name: 'status, one file set, answers at once, processor time / node -e 0',
      limit: 2.2,
      unit: 'ms',
      subject: async () => cpu((await world()).run('status')),
      baseline: nothing,
    },
    ...PEERS.flatMap((peer) => peerRows(peer, skip, wants)),
  ];
}

function peerRows(peer, skip, wants) {
  let script;
  const rows = ['--version', '--help']
    .map((option) => ({
      name: `${option}, processor time / ${peer} ${option}`,
      limit: 0.5,
      unit: 'ms',
      subject: () => cpu(locsync([option])),
      baseline: () => cpu(run(NODE, [script, option])),
    }))
    .filter(({ name }) => wants(name));
  if (rows.length === 0) return [];
  script = installed(peer)?.script;
  if (script !== undefined) return rows;
  skip(`the start of ${peer}`, 'it could not be installed from the npm registry');
  return [];
}
