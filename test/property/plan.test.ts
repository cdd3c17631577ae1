import fc from 'fast-check';
import { expect, it } from 'vitest';
import { DataMismatch } from '../../src/core/json/data.js';
import { movedSince, parsePlan, renderPlan, type SavedPlan } from '../../src/plan/saved-plan.js';
import { runs } from '../support/runs.js';

const text = fc.string({ unit: 'grapheme', maxLength: 6 });
const orNull = fc.option(text);
const change = fc.record({
  key: text,
  kind: fc.constantFrom('added' as const, 'changed' as const, 'removed' as const),
  from: orNull,
  to: orNull,
});
const locale = fc.record({ locale: text, there: text, changes: fc.array(change, { maxLength: 2 }) });
const file = fc.record({
  path: fc.constantFrom('a.json', 'b.json', 'c.json'),
  here: fc.option(text, { nil: undefined }),
  locales: fc.array(locale, { maxLength: 2 }),
});
const plan: fc.Arbitrary<SavedPlan> = fc.record({
  command: fc.constantFrom('push' as const, 'pull' as const),
  origin: text,
  project: text,
  switches: fc.array(text),
  locales: fc.array(text),
  paths: fc.array(text),
  minTranslated: fc.option(fc.nat(), { nil: undefined }),
  lock: fc.option(text, { nil: undefined }),
  files: fc.uniqueArray(file, { selector: ({ path }) => path }),
});

it('PF-05 a plan written is the plan read, and holds', () => {
  fc.assert(
    fc.property(plan, (one) => {
      const read = parsePlan(renderPlan(one));
      expect(read).toEqual(one);
      expect(movedSince(read, one, 'lock')).toEqual([]);
    }),
    { numRuns: runs(500) },
  );
});

it('PF-02 two plans that differ in anything but their options never hold for each other', () => {
  fc.assert(
    fc.property(plan, plan, (one, other) => {
      const byPath = ({ files }: SavedPlan): object => Object.fromEntries(files.map((of) => [of.path, of]));
      const equal =
        JSON.stringify([one.lock]) === JSON.stringify([other.lock]) && isEqual(byPath(one), byPath(other));
      expect(movedSince(one, other, 'lock').length === 0).toBe(equal);
    }),
    { numRuns: runs(500) },
  );
});

function isEqual(one: object, other: object): boolean {
  try {
    expect(one).toEqual(other);
    return true;
  } catch {
    return false;
  }
}

it('PF-03 any other JSON is no plan', () => {
  fc.assert(
    fc.property(fc.oneof(fc.json(), fc.string()), (other) => {
      expect(() => parsePlan(other)).toThrow(DataMismatch);
    }),
  );
});
