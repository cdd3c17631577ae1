// Writes docs/faults.md: every row of the catalogue of bad inputs and which test shows it, and the
// guards that scripts/mutants.mjs removes. `--check` only compares and fails if they differ.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { format } from 'oxfmt';

const root = fileURLToPath(new URL('..', import.meta.url));
const target = join(root, 'docs/faults.md');
const read = (path) => readFileSync(join(root, path), 'utf8');

const groups = JSON.parse(read('test/faults/rows.json'));
const decided = JSON.parse(read('test/faults/decided.json'));
const rows = groups.flatMap(({ rows }) => rows);
const known = new Set(rows.map(([id]) => id));

/**
 * The ids that are in a text of this source: in a test's name, or in a table that makes names.
 * Comments do not count.
 */
function idsIn(source) {
  const code = source.replace(/^\s*(\/\/|\/?\*).*$/gm, '');
  const texts = code.match(/'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`/g) ?? [];
  return texts.flatMap(idsInText).filter((id) => known.has(id));
}

/**
 * Short ids (`A1`) count only in a text that is long enough to be a title: tests use such words as
 * texts, too.
 */
const SHORTEST_TITLE = 20;
const idsInText = (text) => [
  ...(text.match(/\b[A-Z]{2,3}-\d{2}\b/g) ?? []),
  ...(text.length < SHORTEST_TITLE ? [] : (text.match(/\b[A-Z]\d{1,2}\b(?!-)/g) ?? [])),
];

/** Each id with the test files that have it, sorted, without `.test.ts`. */
function shownBy() {
  const files = readdirSync(join(root, 'test'), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.test.ts'))
    .map((path) => path.split(sep).join('/'))
    .sort();
  const found = new Map();
  for (const file of files)
    for (const id of new Set(idsIn(read(`test/${file}`))))
      found.set(id, [...(found.get(id) ?? []), file.replace(/\.test\.ts$/, '')]);
  return found;
}

const tests = shownBy();
const stateOf = (id) => (id in decided ? 'decided otherwise' : tests.has(id) ? 'tested' : 'not covered');
const cell = (text) => text.replaceAll('|', '\\|');

function table({ group, rows }) {
  const lines = rows.map(([id, rule, input]) => {
    const where = (tests.get(id) ?? []).map((file) => `\`${file}\``).join(', ');
    return `| ${id} | ${rule} | ${cell(input)} | ${stateOf(id)} | ${where} |`;
  });
  const reasons = rows.filter(([id]) => id in decided).map(([id]) => `- **${id}**: ${decided[id]}`);
  return [
    `## ${group}`,
    ['| id | rule | input | state | tests |', '| --- | --- | --- | --- | --- |', ...lines].join('\n'),
    ...(reasons.length > 0 ? [`Decided otherwise:\n\n${reasons.join('\n')}`] : []),
  ].join('\n\n');
}

/** What `scripts/mutants.mjs` removes from the code in turn. */
const guards = JSON.parse(read('test/mutation/guards.json')).map(
  ({ guard, file, test, title }) =>
    `| ${cell(guard)} | \`${file}\` | \`${test.replace(/^test\/|\.test\.ts$/g, '')}\`: ${cell(title)} |`,
);
const guarded = [
  '## Guards',
  'Each of these is removed from the code in turn (`node scripts/mutants.mjs`), and the test beside it must fail.',
  ['| guard | file | test |', '| --- | --- | --- |', ...guards].join('\n'),
].join('\n\n');

const count = (state) => rows.filter(([id]) => stateOf(id) === state).length;
const open = rows.filter(([id]) => stateOf(id) === 'not covered');

const text = `# Bad inputs and faults

What can go wrong, and the test that shows what locsync does then. A *hard* rule protects data, secrets or the way out; a *recommended* one may be decided otherwise with a reason.
Written by \`node scripts/faults.mjs\` from the names of the tests; a test fails when this page is older than they are.

${rows.length} rows: ${count('tested')} tested, ${count('decided otherwise')} decided otherwise, ${count('not covered')} not covered.

${groups.map(table).join('\n\n')}

${guarded}
`;

const { code: page } = await format('faults.md', text);
const strangers = Object.keys(decided).filter((id) => !known.has(id));
if (known.size !== rows.length || strangers.length > 0) {
  console.error(`test/faults: an id is a duplicate, or unknown: ${strangers.join(', ')}`);
  process.exitCode = 1;
} else if (!process.argv.includes('--check')) {
  writeFileSync(target, page);
  for (const [id, rule, input] of open) console.log(`not covered: ${id} (${rule}) ${input}`);
} else if (page !== read(relative(root, target).split(sep).join('/'))) {
  console.error('docs/faults.md is not what the tests say: run `node scripts/faults.mjs`');
  process.exitCode = 1;
}
