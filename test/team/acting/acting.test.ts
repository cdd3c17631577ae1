import { afterAll, describe, expect, it } from 'vitest';
import { luckOf } from '../project.js';
import { LAYOUTS, type Layout } from './layouts.js';
import { ActingTeam } from './team.js';

// Fixed where nobody asks for another one: what the program still gets wrong is listed below, and no push may turn red by chance.
const first = Number(process.env['LOCSYNC_SEED'] ?? 1);
const histories = Number(process.env['LOCSYNC_HISTORIES'] ?? 1);
/** Every behaviour with every layout, those that still fail included. */
const all = process.env['LOCSYNC_TEAM'] === 'all';
const ROUNDS = 20;

/** How services act, one or two behaviours at a time. */
const BEHAVE = [
  '',
  'nested-keys',
  'slash-keys',
  'locale-keys',
  'locale-keys,nested-keys',
  'cut=40',
  'strip-tags',
  'strip-braces',
  'trim',
  'collapse-blanks',
  'text-case=upper',
  'text-unicode=nfd',
  'respell-values,typed-values',
  'untranslated=null',
  'untranslated=empty',
  'untranslated=source',
  'key-limit=6',
  'late=120',
  'lost=2',
  'lost',
  'event-strings',
  'merge-any-code',
  'locale-id=all',
  'locale-id=first',
  'locale-id=required',
  'locale-codes=upper',
  'content-code=underscore',
  'wrapped-locales',
  'etags=keys',
];

/** Not repaired yet: a behaviour moves to the list above once all its layouts pass (findings B4, B14, B17). */
const OPEN = [
  'key-case=lower',
  'key-case=upper',
  'key-unicode=nfd',
  'boolean-keys',
  'escape-html',
  'unapproved=30',
  'replace',
];
const OPEN_LAYOUTS: Readonly<Record<string, readonly string[]>> = {
  'flat keys with dots': ['nested-keys', 'slash-keys', 'locale-keys,nested-keys'],
};
const OPEN_LAYOUT = 'names with another code in them';

const asked = process.env['LOCSYNC_BEHAVE'];
const behaviours = asked !== undefined ? asked.split(';') : all ? [...BEHAVE, ...OPEN] : BEHAVE;

/** One layout for each behaviour, so that a run takes seconds. */
function layoutsFor(behave: string, index: number): readonly Layout[] {
  if (all || asked !== undefined) return LAYOUTS;
  const sound = LAYOUTS.filter(
    ({ name }) => name !== OPEN_LAYOUT && !(OPEN_LAYOUTS[name] ?? []).includes(behave),
  );
  const one = sound[index % sound.length];
  return one === undefined ? [] : [one];
}

const cases = behaviours.flatMap((behave, b) =>
  layoutsFor(behave, b).flatMap((layout, l) =>
    Array.from({ length: histories }, (_, i) => ({
      behave,
      layout,
      name: layout.name,
      lockInGit: (first + i + l + b) % 3 > 0,
      seed: first + i,
    })),
  ),
);

describe(`a team with services that act in their own way, from seed ${first} on`, () => {
  const codes = new Map<number, number>();
  afterAll(() => {
    const told = [...codes].sort(([a], [b]) => a - b).map(([code, count]) => `${count} with ${code}`);
    process.stdout.write(`\nacting team: seed ${first}, runs of locsync: ${told.join(', ')}\n`);
    expect((codes.get(0) ?? 0) + (codes.get(1) ?? 0)).toBeGreaterThan(cases.length);
  });

  it.concurrent.each(cases)(
    'loses no text: $behave, $name, LOCSYNC_SEED=$seed',
    async ({ behave, layout, lockInGit, seed }) => {
      const team = await ActingTeam.start(luckOf(seed), {
        layout,
        lockInGit,
        behave: behave === '' ? [] : behave.split(','),
      });
      try {
        for (let round = 0; round < ROUNDS; round += 1) await team.round();
        await team.settle();
      } finally {
        await team.close();
        for (const [code, count] of team.codes) codes.set(code, (codes.get(code) ?? 0) + count);
      }
    },
    120_000,
  );
});
