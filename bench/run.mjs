// npm run bench: what the hot paths cost. `--json` prints one JSON document, `--rounds <n>` sets how often each pair is measured (9),
// `--only <words>` keeps the rows whose name has the words, `--check` exits with 1 where a limit is missed.
import { parseArgs } from 'node:util';
import { formatRows } from './formats.mjs';
import { library } from './library.mjs';
import { compare } from './measure.mjs';

const { values: options } = parseArgs({
  options: {
    json: { type: 'boolean', default: false },
    check: { type: 'boolean', default: false },
    rounds: { type: 'string', default: '9' },
    only: { type: 'string', default: '' },
  },
});

const modules = await library();
// A table of rows a part of the program: { name, limit?, subject(), baseline() }.
const rows = [...formatRows(modules)].filter(({ name }) => name.includes(options.only));

const results = rows.map(({ name, limit, subject, baseline }) => {
  if (!options.json) process.stderr.write(`${name} …\n`);
  const { ratio, ...times } = compare(subject, baseline, Number(options.rounds));
  return { name, limit, ok: limit === undefined || ratio.median <= limit, ratio, ms: times };
});

if (options.json) {
  const machine = { node: process.version, platform: `${process.platform} ${process.arch}` };
  process.stdout.write(
    `${JSON.stringify({ ...machine, rounds: Number(options.rounds), results }, null, 2)}\n`,
  );
} else process.stdout.write(table(results));
if (options.check && results.some(({ ok }) => !ok)) process.exitCode = 1;

function table(all) {
  const head = [
    '',
    'ms',
    '(min to max)',
    'baseline ms',
    '(min to max)',
    'ratio',
    '(min to max)',
    'limit',
    '',
  ];
  const range = ({ min, max }, digits) => `${min.toFixed(digits)} to ${max.toFixed(digits)}`;
  const lines = all.map(({ name, limit, ok, ratio, ms }) => [
    name,
    ms.subject.median.toFixed(2),
    range(ms.subject, 2),
    ms.baseline.median.toFixed(2),
    range(ms.baseline, 2),
    ratio.median.toFixed(2),
    range(ratio, 2),
    limit === undefined ? '' : String(limit),
    limit === undefined ? '' : ok ? 'ok' : 'over',
  ]);
  const widths = head.map((_, at) => Math.max(...[head, ...lines].map((line) => line[at].length)));
  return [head, ...lines]
    .map((line) =>
      line
        .map((cell, at) => (at === 0 ? cell.padEnd(widths[at]) : cell.padStart(widths[at])))
        .join('  ')
        .trimEnd(),
    )
    .map((line) => `${line}\n`)
    .join('');
}
