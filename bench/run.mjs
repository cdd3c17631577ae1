// npm run bench: what the hot paths cost, against the limits and the peers of docs/performance.md.
// `--json` prints one JSON document, `--rounds <n>` sets how often each pair is measured (9),
// `--only <words>` keeps the rows whose name has the words, `--check` exits with 1 where a limit is
// missed. `--list` prints the names of the rows and measures nothing.
import { existsSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { parseArgs } from 'node:util';
import { has } from './child.mjs';
import { formatRows } from './formats.mjs';
import { growthRows } from './growth.mjs';
import { library } from './library.mjs';
import { measure } from './measure.mjs';
import { networkRows } from './network.mjs';
import { peerResults, peerTable, samplePeers } from './peers/compare.mjs';
import { sizeRows } from './size.mjs';
import { startRows } from './start.mjs';
import { table } from './table.mjs';

const { values: options } = parseArgs({
  options: {
    json: { type: 'boolean', default: false },
    check: { type: 'boolean', default: false },
    rounds: { type: 'string', default: '9' },
    only: { type: 'string', default: '' },
    list: { type: 'boolean', default: false },
  },
});
if (!existsSync(new URL('../dist/main.js', import.meta.url)))
  throw new Error('there is no build to measure: run `npm run build` first');

const PEER_WORDS = ['first pull', 'pull again', 'push new', 'push again'];
const wants = (name) => name.includes(options.only);
const say = (line) => void process.stderr.write(`${line}\n`);
const skipped = [];
const skip = (what, why) => {
  skipped.push({ what, why });
  say(`skipped: ${what}: ${why}`);
};
const failed = [];
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
    ...growthRows(),
    ...sizeRows(),
  ].filter(({ name }) => wants(name));
  if (options.list) process.stdout.write(rows.map(({ name }) => `${name}\n`).join(''));
  for (const row of options.list ? [] : rows) {
    if (!options.json) say(`${row.name} …`);
    const { name, limit, unit } = row;
    const measured = await measure(row, Number(options.rounds)).catch((error) => {
      // The other rows are worth their time all the same.
      failed.push({ what: name, why: error.message });
      say(`failed: ${name}: ${error.message}`);
    });
    if (!measured) continue;
    const { ratio, ...figures } = measured;
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
const peers = options.list ? '' : await peersTable();

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
    failed,
    results,
    peers,
  };
  process.stdout.write(`${JSON.stringify(record, null, 2)}\n`);
} else if (!options.list) process.stdout.write(`${table(results)}${peers === '' ? '' : `\n${peers}`}`);
if (failed.length > 0 || (options.check && results.some(({ ok }) => !ok))) process.exitCode = 1;

/** Measures the work of the peers, whose rows have these words; '' if no row is asked for. */
async function peersTable() {
  if (!PEER_WORDS.some((words) => words.includes(options.only) || options.only.startsWith(words))) return '';
  if (!has('bash')) {
    skip('the work of the peers', 'there is no bash, whose `time` measures it');
    return '';
  }
  const samples = await samplePeers(Math.min(Number(options.rounds), 5), skip, say);
  results.push(...peerResults(samples).filter(({ name }) => wants(name)));
  return peerTable(samples);
}

/** The rows about large projects. */
async function projectRows(modules) {
  const file = new URL('projects.mjs', import.meta.url);
  if (!existsSync(file)) return [];
  const { projectRows: rows } = await import(file.href);
  return rows(modules).map((row) => ({ rounds: (asked) => Math.min(asked, 3), warm: false, ...row }));
}
