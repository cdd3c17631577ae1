// What large projects cost the client: its own CPU time and memory, against a service in a process
// of its own whose answers are ready at once. `node bench/projects.mjs` runs all rows;
// `--only <words>` those whose name has the words, `--program <path>` another build.
import { argv, cpuUsage, stderr } from 'node:process';
import { fileURLToPath } from 'node:url';
import { library } from './library.mjs';
import { localText, LOCALES, project, remoteTexts } from './project.mjs';

const cpuOf = (work) => {
  const before = cpuUsage();
  work();
  const { user, system } = cpuUsage(before);
  return (user + system) / 1000;
};

/**
 * Parsing the same texts once: those of the locale files with the format's parser, and the bodies
 * of the service's answers.
 */
function parseAll(shape, parse) {
  let cost = 0;
  for (let set = 0; set < shape.sets; set++)
    for (const code of LOCALES.slice(0, shape.locales)) {
      const file = { code, keys: shape.keys, set, edition: 1 };
      const text = localText(shape.format, file);
      const body = JSON.stringify({
        api_id: 'fil_1',
        name: 'en',
        keys: 1,
        content: { [code]: remoteTexts(file) },
      });
      cost += cpuOf(() => {
        parse(text);
        JSON.parse(body);
      });
    }
  return cost;
}

/** A row that runs its commands in a project of its own. */
const inProject = (shape, program, work) => async () => {
  const one = await project(shape, program);
  try {
    one.write(1);
    return await work(one);
  } finally {
    one.close();
  }
};

/**
 * The rows of the table: `subject` and `baseline` resolve with CPU milliseconds of the client's
 * process, or with megabytes where `unit` says so; their ratio has to stay under `limit`. `tools`
 * are the modules of `library()`.
 */
export function projectRows(
  { formats, parseEvents, compareLanguage, planPull, planPush, leavesUnder },
  program = PROGRAM,
) {
  const [json, yaml] = formats;
  const parsers = { json: JSON.parse, yaml: parseEvents };
  const tools = { compareLanguage, planPull, planPush, leavesUnder };
  const planning = (format, name) => [
    {
      name: `compare and plan 20 locales of 10,000 keys, ${name} / 1 s`,
      limit: 1,
      subject: async () => planCost(format, tools, 'push'),
      baseline: async () => 1000,
    },
    {
      name: `the same with 100 texts edited in each file and the file read again, ${name} / 1 s`,
      subject: async () => planCost(format, tools, 'pull'),
      baseline: async () => 1000,
    },
  ];
  const statusOf = (shape, name) => ({
    name: `status, ${name} / parsing the same texts`,
    limit: 4,
    subject: inProject(shape, program, async ({ run }) => (await run('status')).cpu),
    baseline: async () => parseAll(shape, parsers[shape.format]),
  });
  const leastStatus = (shape, name) => ({
    name: `status, ${name} / the same requests, hashes and comparison by a program with undici`,
    limit: 4,
    subject: inProject(shape, program, async ({ run }) => (await run('status')).cpu),
    baseline: inProject(shape, program, async ({ runScript }) => {
      const { cpu, summary } = await runScript(MINIMAL_STATUS);
      if (summary.keys !== shape.sets * shape.locales * shape.keys)
        throw new Error(`the minimal program did not do its work: ${JSON.stringify(summary)}`);
      return cpu;
    }),
  });
  const done = (one, expected) => {
    if (Object.entries(expected).some(([key, value]) => one.summary[key] !== value))
      throw new Error(`the command did not do its work: ${JSON.stringify(one.summary)}`);
    return one.cpu;
  };
  const works = (shape, name) => {
    const files = shape.sets * shape.locales;
    const rounds = (asked) => (files > 1000 ? 1 : Math.min(asked, 3));
    return [
      {
        name: `push, ${name} / parsing the same texts`,
        rounds,
        subject: inProject(shape, program, async ({ write, run }) => {
          write(2);
          return done(await run('push --force'), { uploads: files });
        }),
        baseline: async () => parseAll(shape, parsers[shape.format]),
      },
      {
        name: `pull, ${name} / parsing the same texts`,
        rounds,
        subject: inProject(shape, program, async ({ write, run }) => {
          write(2);
          return done(await run('pull --force'), { pulled: files });
        }),
        baseline: async () => parseAll(shape, parsers[shape.format]),
      },
    ];
  };
  const peakOf = (shape, name, megabytes, work) => ({
    name: `${name}: peak memory / ${megabytes} MB`,
    limit: 1,
    unit: 'MB',
    subject: inProject(shape, program, async (project) => (await work(project)).mb),
    baseline: async () => megabytes,
    // A peak hardly differs from run to run.
    rounds: () => 1,
  });
  const many = { sets: 500, locales: 20, keys: 100 };
  const small = { ...many, format: 'json' };
  const large = { sets: 50, locales: 20, keys: 1000, format: 'json' };
  const one = { sets: 1, locales: 1, keys: 100_000 };
  return [
    ...planning(json, 'JSON'),
    ...planning(yaml, 'YAML'),
    { ...statusOf({ ...many, format: 'json' }, '10,000 JSON files of 100 keys'), limit: undefined },
    leastStatus({ ...many, format: 'json' }, '10,000 JSON files of 100 keys'),
    statusOf({ ...many, format: 'yaml' }, '10,000 YAML files of 100 keys'),
    peakOf(large, 'status, 1,000 JSON files of 1,000 keys', 300, ({ run }) => run('status')),
    peakOf(large, 'status, 1,000 JSON files of 1,000 keys with a lock', 300, async ({ run }) => {
      await run('push');
      return run('status');
    }),
    peakOf(small, 'push, 10,000 changed JSON files of 100 keys', 400, async ({ run, write }) => {
      await run('push');
      write(2);
      return run('push');
    }),
    peakOf(small, 'pull that writes 10,000 JSON files of 100 keys', 400, async ({ run, write }) => {
      write(2);
      return run('pull --force');
    }),
    ...works({ ...many, format: 'json' }, '10,000 JSON files of 100 keys'),
    ...works({ ...one, format: 'json' }, 'one JSON file of 100,000 keys'),
    ...works({ ...one, format: 'yaml' }, 'one YAML file of 100,000 keys'),
  ];
}

const MINIMAL_STATUS = fileURLToPath(new URL('minimal-status.mjs', import.meta.url));
const PROGRAM = fileURLToPath(new URL('../bin/locsync.js', import.meta.url));

/**
 * From what both parsers give to the plan of one command, twenty locales one after another, a text
 * in a hundred differing.
 */
function planCost(format, { compareLanguage, planPull, planPush, leavesUnder }, command) {
  const keys = 10_000;
  const where = { isSource: false, isLockUnusable: false };
  const pullOptions = { force: false, prune: false, empty: false, allowShrink: false };
  const text = (code) => localText(format.name, { code, keys, set: 0, edition: 1 });
  const root = (code) => (format.name === 'yaml' ? code : undefined);
  const model = { document: format.parse(text('en')), root: root('en') };
  const inputs = LOCALES.map((code) => {
    const there = Object.entries(remoteTexts({ code, keys, set: 0, edition: 1 })).map(([key, one], n) => ({
      key: [key],
      text: n % 100 === 0 ? `${one}!` : one,
    }));
    return { code, document: format.parse(text(code)), there };
  });
  let planned = 0;
  const cost = cpuOf(() => {
    const sourceTexts = leavesUnder(model.document, model.root);
    for (const { code, document, there } of inputs) {
      const here = leavesUnder(document, root(code));
      const comparison = compareLanguage(
        { here, sourceTexts, there, base: new Map(), exists: true },
        [code],
        where,
      );
      const parts = [{ comparison, root: root(code), sentRoot: root(code), access: 'write' }];
      const { actions } =
        command === 'pull'
          ? planPull(format, document, parts, pullOptions, model)
          : planPush(document, parts, { force: false, all: false }, []);
      planned += actions[0].get(command === 'pull' ? 'write' : 'conflict').length;
    }
  });
  if (planned !== (LOCALES.length * keys) / 100) throw new Error(`${planned} keys were planned`);
  return cost;
}

if (argv[1] === fileURLToPath(import.meta.url)) {
  const value = (flag) => (argv.includes(flag) ? argv[argv.indexOf(flag) + 1] : undefined);
  const rows = projectRows(await library(), value('--program'));
  for (const { name, limit, unit = 'ms', subject, baseline } of rows) {
    if (!name.includes(value('--only') ?? '')) continue;
    const [own, base] = [await subject(), await baseline()];
    const verdict = limit === undefined ? '' : own / base <= limit ? `  ok (${limit})` : `  OVER (${limit})`;
    stderr.write(
      `${name}: ${own.toFixed(0)} ${unit} / ${base.toFixed(0)} ${unit} = ${(own / base).toFixed(2)}${verdict}\n`,
    );
  }
}
