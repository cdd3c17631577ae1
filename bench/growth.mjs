// Whether the cost of one file, one language or one key stays the same in larger projects:
// processor time of the client, in a project and in one of a tenth of its size. In a smaller one
// the start would be most of the cost.
import { has } from './child.mjs';
import { placeFor } from './peers/place.mjs';
import { locsyncTool } from './peers/tools.mjs';

const LIMIT = 1.2;

/** What grows, the two shapes, and how many units each has. */
const GROWTH = [
  {
    unit: 'file',
    what: '10,000 files of 20 keys / 1,000 files',
    large: { sets: 200, locales: 50, keys: 20 },
    small: { sets: 20, locales: 50, keys: 20 },
    units: ({ sets, locales }) => sets * locales,
  },
  {
    unit: 'language',
    what: '200 languages of 10 files of 20 keys / 20 languages',
    large: { sets: 10, locales: 200, keys: 20 },
    small: { sets: 10, locales: 20, keys: 20 },
    units: ({ locales }) => locales,
  },
  {
    unit: 'key',
    what: '200,000 keys in one file of 2 languages / 20,000 keys',
    large: { sets: 1, locales: 2, keys: 200_000 },
    small: { sets: 1, locales: 2, keys: 20_000 },
    units: ({ keys }) => keys,
  },
];

/** What is measured: the command, and what the disk and the service hold before it. */
const WORK = [
  { name: 'a first pull', command: 'pull', held: true, disk: 'empty' },
  { name: 'a pull with nothing new', command: 'pull', held: true, disk: 'synced' },
  { name: 'a pull that changes every text', command: 'pull', held: true, disk: 'synced', edition: 'now' },
  { name: 'a push of new files', command: 'push', held: false, disk: 'full' },
];

/** A row for each of {@link WORK} and {@link GROWTH}. */
export function growthRows() {
  if (!has('bash')) return [];
  return WORK.flatMap((work) =>
    GROWTH.map(({ unit, what, large, small, units }) => ({
      name: `one ${unit} of ${work.name}, processor time: ${what}`,
      limit: LIMIT,
      unit: 'ms',
      rounds: () => 1,
      warm: false,
      subject: async () => (await costOf(work, large)) / units(large),
      baseline: async () => (await costOf(work, small)) / units(small),
    })),
  );
}

async function costOf({ command, held, disk, edition }, shape) {
  const tool = locsyncTool();
  const place = await placeFor(tool, shape);
  try {
    await place.serve({ latencyMs: 0, held });
    place.forget();
    if (disk === 'full') place.write();
    if (disk === 'synced') await place.run(tool.pull);
    if (edition) await place.serve({ latencyMs: 0, held, edition });
    return (await place.run(tool[command])).cpu;
  } finally {
    place.close();
  }
}
