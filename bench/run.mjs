// npm run bench: what the hot paths cost, against the limits and the peers of docs/performance.md.
// `--json` prints one JSON document, `--rounds <n>` sets how often each pair is measured (9),
// `--only <words>` keeps the rows whose name has the words, `--check` exits with 1 where a limit is
// missed.
import { existsSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { parseArgs } from 'node:util';
import { formatRows } from './formats.mjs';
import { library } from './library.mjs';
import { measure } from './measure.mjs';
import { networkRows } from './network.mjs';
import { sizeRows } from './size.mjs';
import { startRows } from './start.mjs';
import { table } from './table.mjs';

const { values: options } = parseArgs({
  options: {
    json: { type: 'boolean', default: false },
    check: { type: 'boolean', default: false },
    rounds: { type: 'string', default: '9' },
    only: { type: 'string', default: '' },
  },
});
if (!existsSync(new URL('../dist/main.js', import.meta.url)))
  throw new Error('there is no build to measure: run `npm run build` first');

const wants = (name) => name.includes(options.only);
const say = (line) => void process.stderr.write(`${line}\n`);
const skipped = [];
const skip = (what, why) => {
  skipped.push({ what, why });
  say(`skipped: ${what}: ${why}`);
};
const stops = [];
const results = [];
try {
  const modules = await library();
  // A table of rows a part of the program; see measure.mjs for what a row is.
  const rows = [
    ...startRows(skip, stops, wants),
    ...networkRows(skip, stops),
    ...(await projectRows(modules)),
    ...formatRows(modules),
    ...sizeRows(),
  ].filter(({ name }) => wants(name));
  for (const row of rows) {
    if (!options.json) say(`${row.name} …`);
    const { ratio, ...figures } = await measure(row, Number(options.rounds));
    const { name, limit, unit } = row;
    const compared = row.baseline !== undefined;
    results.push({
      name,
      limit,
      unit,
      ok: limit === undefined || ratio.median <= limit,
      compared,
      ratio,
      figures,
    });
  }
} finally {
  for (const stop of stops) await stop();
}

if (options.json) {
  const machine = {
    node: process.version,
    platform: `${process.platform} ${process.arch}`,
    processors: `${cpus().length} x ${cpus()[0]?.model ?? ''}`,
    memoryMB: Math.round(totalmem() / 1e6),
  };
  const record = {
    date: new Date().toISOString(),
    ...machine,
    rounds: Number(options.rounds),
    skipped,
    results,
  };
  process.stdout.write(`${JSON.stringify(record, null, 2)}\n`);
} else process.stdout.write(table(results));
if (options.check && results.some(({ ok }) => !ok)) process.exitCode = 1;

/** The rows about large projects. */
async function projectRows(modules) {
  const file = new URL('projects.mjs', import.meta.url);
  if (!existsSync(file)) return [];
  const { projectRows: rows } = await import(file.href);
  return rows(modules).map((row) => ({ rounds: (asked) => Math.min(asked, 3), warm: false, ...row }));
}
