import fc from 'fast-check';
import { expect, it } from 'vitest';
import { mergeFile } from '../../src/plan/git-merge/merge-file.js';
import type { GitVersions } from '../../src/plan/git-merge/read-versions.js';
import { formatNamed } from '../unit/plan/world.js';
import { runs } from '../support/runs.js';

const STYLE = { size: 7, ours: 'ours', theirs: 'theirs' };

type Name = 'yaml' | 'json';

const lines = (...all: readonly string[]): string => all.map((line) => `${line}\n`).join('');

/** A key in three versions: each has a text or none, and two comments, '' for none. */
interface Entry {
  readonly text?: string | undefined;
  readonly above: string;
  readonly after: string;
}
type Row = Readonly<Record<keyof GitVersions, Entry>>;

const KEYS = ['one', 'two', 'g.three', 'g.four', 'h.five', 'six'] as const;

const rowOf = (key: string): fc.Arbitrary<Row> => {
  const comment = fc.constantFrom('', '', `${key} P`, `${key} Q`, `${key} R`);
  const entry = fc.record({ above: comment, after: comment.map((text) => text && `${text} end`) });
  const text = fc.option(fc.constantFrom('A', 'B'), { nil: undefined });
  return fc
    .record({
      was: text,
      is: text,
      changer: fc.constantFrom('ours', 'theirs'),
      all: fc.tuple(entry, entry, entry),
    })
    .chain(({ was, is, changer, all: [base, ...sides] }) =>
      // Most comments are the same in two versions.
      fc.tuple(fc.boolean(), fc.boolean(), fc.boolean(), fc.boolean()).map((same): Row => {
        const side = (at: 0 | 1): Entry => ({
          text: changer === (at === 0 ? 'ours' : 'theirs') ? is : was,
          above: same[at] ? base.above : sides[at].above,
          after: same[at === 0 ? 2 : 3] ? base.after : sides[at].after,
        });
        return { base: { text: was, ...base }, ours: side(0), theirs: side(1) };
      }),
    );
};

function written(name: Name, version: readonly Entry[], indent: string): string {
  const sign = name === 'yaml' ? '#' : '//';
  const out: string[] = [];
  let group = '';
  const close = (): void => {
    if (group !== '' && name === 'json') out.push(`${indent}}`);
    group = '';
  };
  const present = KEYS.flatMap((key, i) => (version[i]?.text === undefined ? [] : [{ key, ...version[i] }]));
  for (const { key, text = '', above, after } of present) {
    const [leaf = '', parent = ''] = key.split('.').toReversed();
    if (parent !== group) {
      close();
      if (parent !== '') out.push(name === 'yaml' ? `${indent}${parent}:` : `${indent}"${parent}": {`);
      if (parent === 'g') out.push(`${indent}${indent}${name === 'yaml' ? 'top: T' : '"top": "T"'}`);
      group = parent;
    }
    const blanks = parent === '' ? indent : indent + indent;
    if (above !== '') out.push(`${blanks}${sign} ${above}`);
    const pair = name === 'yaml' ? `${leaf}: ${text}` : `"${leaf}": "${text}"`;
    out.push(after === '' ? blanks + pair : `${blanks}${pair} ${sign} ${after}`);
  }
  close();
  if (name === 'yaml') return lines('de:', `${indent}first: F # always`, ...out);
  const members = out.map((line, at) => {
    const next = out.slice(at + 1).find((other) => !other.trim().startsWith('//'));
    const isLast = next === undefined || next.trim() === '}';
    const hasComma = !line.trim().startsWith('//') && !line.endsWith('{') && !isLast;
    return hasComma ? line.replace(/( \/\/.*)?$/, ',$1') : line;
  });
  return lines('{', `${indent}"first": "F"${members.length > 0 ? ',' : ''} // always`, ...members, '}');
}

/** The comments of a key in a text, as its lines show them. */
function commentsAt(text: string, leaf: string): { above: string; after: string } | undefined {
  const all = text.split('\n').map((line) => line.trim());
  const at = all.findIndex((line) => line.startsWith(`${leaf}:`) || line.startsWith(`"${leaf}":`));
  if (at < 0) return undefined;
  const comment = /^(?:#|\/\/) (.*)$/;
  const above: string[] = [];
  for (let line = at - 1; comment.test(all[line] ?? ''); line--)
    above.unshift(comment.exec(all[line] ?? '')?.[1] ?? '');
  return { above: above.join('\n'), after: / (?:#|\/\/) (.*)$/.exec(all[at] ?? '')?.[1] ?? '' };
}

it('GIT-32 each comment of a key that only one side has changed is at its key, once', () => {
  fc.assert(
    fc.property(
      fc.constantFrom<Name>('yaml', 'json'),
      fc.tuple(...KEYS.map(rowOf)),
      fc.tuple(fc.constantFrom('  ', '    '), fc.constantFrom('  ', '    ')),
      (name, rows, [ourIndent, theirIndent]) => {
        const version = (side: keyof GitVersions, indent: string): string =>
          written(
            name,
            rows.map((row) => row[side]),
            indent,
          );
        const base = version('base', ourIndent);
        const ours = version('ours', ourIndent);
        const theirs = version('theirs', theirIndent);
        const versions = { base, ours, theirs };
        const result = mergeFile(formatNamed(name), versions, { clean: undefined }, STYLE);
        expect(result).toMatchObject({ kind: 'merged', conflicts: [] });
        // One side has changed nothing: the other one is the merge.
        if (result.kind !== 'merged' || [ours, theirs].includes(base)) return;
        const { text, lostComments } = result;
        for (const [at, key] of KEYS.entries()) {
          const row = rows[at];
          const leaf = key.split('.').at(-1) ?? '';
          const found = commentsAt(text, leaf);
          if (row === undefined || found === undefined) continue;
          for (const side of ['above', 'after'] as const) {
            const of = (entry: Entry): string => (entry.text === undefined ? '' : entry[side]);
            const [was, here, there] = [of(row.base), of(row.ours), of(row.theirs)];
            if (here !== there && here !== was && there !== was) continue;
            const wanted = here === was ? there : here;
            expect({ key, side, comment: found[side] }).toEqual({ key, side, comment: wanted });
            if (wanted === '') continue;
            expect(text.split('\n').filter((line) => line.endsWith(` ${wanted}`))).toHaveLength(1);
            expect(lostComments.some((comment) => comment.endsWith(` ${wanted}`))).toBe(false);
          }
        }
      },
    ),
    { numRuns: runs(2_000) },
  );
});
