import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { conflictSides } from '../../src/core/text/conflict-markers.js';
import { runInProcess } from '../support/in-process.js';
import { runs } from '../support/runs.js';
import {
  flatJson,
  flatYaml,
  jsonBrancher,
  oracleOf,
  sameKeys,
  yamlBrancher,
  type Branches,
} from './branches.js';
import { corpusIsThere, jsonCorpus, type CorpusFile } from './json-corpus.js';
import { random, sample, yamlCorpus } from './yaml-corpus.js';

const LARGEST = 200_000;
const seed = Number(process.env['LOCSYNC_SEED'] ?? 1);

interface Kind {
  readonly name: string;
  readonly files: () => readonly CorpusFile[];
  readonly flat: (text: string) => Map<string, string>;
  /** The base, and a brancher for it; undefined if the file is not for this test. */
  readonly open: (text: string, next: () => number) => Opened | undefined;
}
interface Opened {
  readonly base: string;
  readonly branch: (text: string, focus: number, name: string) => string;
}

const KINDS: readonly Kind[] = [
  {
    name: 'JSON',
    files: jsonCorpus,
    flat: flatJson,
    open: (text, next) => {
      const indent = /^([ \t]+)"/m.exec(text)?.[1] ?? '  ';
      const base = `${JSON.stringify(JSON.parse(text), undefined, indent)}\n`;
      return flatJson(base).size < 2 ? undefined : { base, branch: jsonBrancher(next, indent) };
    },
  },
  {
    name: 'YAML',
    files: yamlCorpus,
    flat: flatYaml,
    open: (text, next) => (flatYaml(text).size < 2 ? undefined : { base: text, branch: yamlBrancher(next) }),
  },
];

/** How the merges of both programs ended. */
interface Figures {
  readonly pairs: number;
  /** What an ideal merge does: the rest are real conflicts. */
  readonly mergeable: number;
  readonly git: { merged: number; conflict: number; wrong: number };
  readonly locsync: { merged: number; conflict: number; wrong: number };
}

function branchesOf(kind: Kind, file: CorpusFile, next: () => number): Branches | undefined {
  if (file.text === undefined || file.text.length > LARGEST) return undefined;
  try {
    const opened = kind.open(file.text, next);
    if (opened === undefined) return undefined;
    const { base, branch } = opened;
    const focus = next();
    const ours = branch(base, focus, 'ours');
    const theirs = branch(base, focus, 'theirs');
    if (new Set([base, ours, theirs]).size < 3) return undefined;
    return { base, ours, theirs, oracle: oracleOf(kind.flat(base), kind.flat(ours), kind.flat(theirs)) };
  } catch {
    // A file that another parser does not read: other tests have those.
    return undefined;
  }
}

describe.skipIf(!corpusIsThere)('random branches of real locale files', () => {
  it.each(KINDS)(
    'GIT-07 merges $name as plain maps merge, never wrongly',
    async (kind) => {
      const folder = mkdtempSync(join(tmpdir(), 'locsync-merges-'));
      onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
      const next = random(seed);
      const wanted = runs(60);
      const figures: Figures = {
        pairs: wanted,
        mergeable: 0,
        git: { merged: 0, conflict: 0, wrong: 0 },
        locsync: { merged: 0, conflict: 0, wrong: 0 },
      };
      const files = kind.files();
      const counted = { ...figures };
      for (let done = 0; done < wanted;) {
        const [file] = sample(files, 1, next);
        const branches = file && branchesOf(kind, file, next);
        if (!file || !branches) continue;
        done += 1;
        const { oracle } = branches;
        if (oracle.conflicts === 0) counted.mergeable += 1;
        counted.git[byGit(folder, kind, branches)] += 1;
        const { how, story } = await byLocsync(folder, kind, branches);
        counted.locsync[how] += 1;
        if (how === 'wrong' && process.env['LOCSYNC_KEEP'] !== undefined)
          for (const name of ['base', 'ours', 'theirs'] as const)
            writeFileSync(join(process.env['LOCSYNC_KEEP'], name), branches[name]);
        expect(how, `${file.name}, pair ${done}\n${story}`).not.toBe('wrong');
      }
      process.stderr.write(`${kind.name}: ${JSON.stringify(counted)}\n`);
      expect(counted.locsync.merged).toBeGreaterThanOrEqual(counted.git.merged);
      // What an ideal merge can do, but for files that the editor refuses.
      expect(counted.locsync.merged).toBeGreaterThan(counted.mergeable * 0.97);
    },
    3_600_000,
  );
});

type How = 'merged' | 'conflict' | 'wrong';

/** The three files as git gives them to a driver. */
function write(folder: string, { base, ours, theirs }: Branches): readonly string[] {
  const versions = { base, ours, theirs };
  return Object.entries(versions).map(([name, text]) => {
    writeFileSync(join(folder, name), text);
    return name;
  });
}

function byGit(folder: string, kind: Kind, branches: Branches): How {
  const [base = '', ours = '', theirs = ''] = write(folder, branches);
  const { status, stdout } = spawnSync('git', ['merge-file', '-p', '-q', ours, base, theirs], {
    cwd: folder,
    encoding: 'utf8',
  });
  if (status !== 0) return 'conflict';
  return branches.oracle.conflicts === 0 && reads(kind, stdout, branches.oracle.ours) ? 'merged' : 'wrong';
}

async function byLocsync(
  folder: string,
  kind: Kind,
  branches: Branches,
): Promise<{ readonly how: How; readonly story: string }> {
  const path = `x.${kind.name.toLowerCase()}`;
  const argv = ['merge-driver', ...write(folder, branches), path];
  const env = { PATH: process.env['PATH'] ?? '', NO_COLOR: '1' };
  const { exitCode, story } = await runInProcess(folder, argv, { env });
  const result = readFileSync(join(folder, 'ours'), 'utf8');
  const { oracle } = branches;
  if (exitCode === 0)
    return { how: oracle.conflicts === 0 && reads(kind, result, oracle.ours) ? 'merged' : 'wrong', story };
  const sides = conflictSides(result);
  // git's own markers, of a file that cannot be edited, are around more than the keys.
  if (exitCode === 1 && sides !== undefined && story.includes('the keys cannot be merged'))
    return { how: 'conflict', story };
  const isRight =
    exitCode === 1 &&
    oracle.conflicts > 0 &&
    sides !== undefined &&
    reads(kind, sides.ours, oracle.ours) &&
    reads(kind, sides.theirs, oracle.theirs);
  return { how: isRight ? 'conflict' : 'wrong', story: `${story}\n${oracle.conflicts} conflicts` };
}

function reads(kind: Kind, text: string, wanted: ReadonlyMap<string, string>): boolean {
  try {
    return sameKeys(withoutEmpty(kind.flat(text)), withoutEmpty(wanted));
  } catch {
    return false;
  }
}

/** A map that has lost all its keys may stay as an empty one. */
const withoutEmpty = (keys: ReadonlyMap<string, string>): Map<string, string> =>
  new Map([...keys].filter(([, value]) => value !== '{}'));
