import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { keyId } from '../../../../src/core/keys/key.js';
import { hashText } from '../../../../src/core/merge/hash.js';
import { merge } from '../../../../src/core/merge/merge.js';
import type { KeyState } from '../../../../src/core/merge/key-state.js';
import {
  dayOf,
  Replaced,
  REPLACED_DAYS,
  REPLACED_MOST,
  REPLACED_TEXTS,
} from '../../../../src/core/records/replaced.js';
import {
  noteTaken,
  takenByRemoving,
  takenByWriting,
  noteReplacedByUpload,
  withReplaced,
} from '../../../../src/core/records/replaced-rules.js';
import type { ReplacedOn } from '../../../../src/core/merge/key-state.js';

const OWNER = { origin: 'https://api.example.com', project: 'pro_1' };
const key = keyId(['k']);
const where = { section: 'l/de.json', key };
const fresh = (today = 0): Replaced => Replaced.read(undefined, OWNER, today);
const again = (replaced: Replaced, today: number): Replaced => Replaced.read(replaced.render(), OWNER, today);

/** What a plain array remembers of one place: the oracle. */
class Model {
  texts: { text: string; day: number }[] = [];
  add(text: string, day: number): void {
    this.drop(text);
    this.texts = [...this.texts, { text, day }].slice(-REPLACED_TEXTS);
  }
  drop(text: string): void {
    this.texts = this.texts.filter((one) => one.text !== text);
  }
  expire(day: number): void {
    this.texts = this.texts.filter((one) => day - one.day <= REPLACED_DAYS);
  }
}

const text = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', '');
const step = fc.record({
  what: fc.constantFrom('add', 'drop', 'save'),
  on: fc.constantFrom<ReplacedOn>('service', 'disk'),
  section: fc.constantFrom('l/de.json', 'm.yml#de', 'm.yml#fr'),
  text,
  later: fc.nat(9),
});

const PLACES = (['service', 'disk'] as const).flatMap((side) =>
  ['l/de.json', 'm.yml#de', 'm.yml#fr'].flatMap((section) =>
    ['a', 'b', 'c', 'd', 'e', 'f', ''].map((each) => ({ side, section, text: each })),
  ),
);

describe('A2-2 what was replaced', () => {
  it('is remembered as a list of the last texts of each place, through every file and day', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        let day = 20_000;
        let replaced = fresh(day);
        const models = new Map<string, Model>();
        for (const { what, on, section, text: one, later } of steps) {
          const name = `${on} ${section}`;
          const model = models.get(name) ?? new Model();
          models.set(name, model);
          if (what === 'add') {
            replaced.add(on, { section, key }, one);
            model.add(one, day);
          } else if (what === 'drop') {
            replaced.drop([on], { section, key }, one);
            model.drop(one);
          } else {
            day += later;
            replaced = again(replaced, day);
            for (const each of models.values()) each.expire(day);
          }
          const wrong = PLACES.filter(
            ({ side, section: place, text: other }) =>
              replaced.has(side, { section: place, key }, other) !==
              (models.get(`${side} ${place}`)?.texts.some((known) => known.text === other) ?? false),
          );
          // One assertion for all: a hundred thousand of them take seconds.
          expect(wrong).toEqual([]);
        }
      }),
    );
  });

  it('is forgotten after 14 days, and not before', () => {
    const replaced = fresh(100);
    replaced.add('service', where, 'old');
    expect(again(replaced, 100 + REPLACED_DAYS).has('service', where, 'old')).toBe(true);
    expect(again(replaced, 101 + REPLACED_DAYS).has('service', where, 'old')).toBe(false);
  });

  it('does not last longer since a clock was ahead once', () => {
    const replaced = fresh(9_000);
    replaced.add('service', where, 'old');
    const back = again(replaced, 100);
    expect(back.has('service', where, 'old')).toBe(true);
    expect(again(back, 101 + REPLACED_DAYS).has('service', where, 'old')).toBe(false);
  });

  it('belongs to one project of one service, and keeps that of the others', () => {
    const replaced = fresh();
    replaced.add('service', where, 'old');
    const file = replaced.render();
    for (const owner of [
      { ...OWNER, project: 'pro_2' },
      { ...OWNER, origin: 'https://x.example.com' },
    ]) {
      const other = Replaced.read(file, owner, 0);
      expect(other.has('service', where, 'old')).toBe(false);
      other.add('service', where, 'theirs');
      expect(again(other, 0).has('service', where, 'old')).toBe(true);
    }
  });

  it('is found under another spelling of the code of a language', () => {
    const replaced = fresh();
    replaced.add('service', { section: 'm.yml#pt-BR', key }, 'old');
    expect(replaced.has('service', { section: 'm.yml#pt_br', key }, 'old')).toBe(true);
    expect(replaced.has('service', { section: 'm.yml#pt-PT', key }, 'old')).toBe(false);
  });

  it('has a bound, beyond which the oldest are forgotten', () => {
    let replaced = fresh(1);
    const at = (n: number) => ({ section: 'l/de.json', key: keyId([`k${n}`]) });
    for (let n = 0; n < REPLACED_MOST; n++) replaced.add('service', at(n), 'x');
    replaced = again(replaced, 2);
    for (let n = 0; n < 10; n++) replaced.add('service', at(n), 'y');
    const file = replaced.render();
    expect(file.length).toBeLessThan(8 * 1024 * 1024);
    const kept = Replaced.read(file, OWNER, 2);
    for (let n = 0; n < 10; n++) expect(kept.has('service', at(n), 'y')).toBe(true);
    expect(file.match(/"[\w-]{23,29}"/g)).toHaveLength(REPLACED_MOST);
  });

  it('keeps the newest of more texts than it may hold, also within one run', () => {
    const replaced = fresh(1);
    const at = (n: number) => ({ section: 'l/de.json', key: keyId([`k${n}`]) });
    const many = 2 * REPLACED_MOST + 10;
    for (let n = 0; n < many; n++) replaced.add('service', at(n), `text ${n}`);
    for (const n of [many - 1, many - REPLACED_MOST + 10])
      expect(replaced.has('service', at(n), `text ${n}`)).toBe(true);
    expect(replaced.has('service', at(0), 'text 0')).toBe(false);
    expect(again(replaced, 1).has('service', at(many - REPLACED_MOST), `text ${many - REPLACED_MOST}`)).toBe(
      true,
    );
  });

  it('reads what earlier versions have written', () => {
    const file =
      '{\n  "version": 1,\n  "replaced": [\n    "uwIywC3IcmU10b52Rxed-Q20000",\n    "dsOo5aXsoXMU8KIpoV5xhU20000"\n  ]\n}\n';
    const replaced = Replaced.read(file, OWNER, 20_000);
    expect(replaced.has('service', { section: 'm.yml#pt_BR', key: keyId(['a', 'b "c"']) }, 'old')).toBe(true);
    expect(replaced.has('disk', where, 'Ö\u2028')).toBe(true);
    expect(replaced.has('disk', where, 'old')).toBe(false);
    expect(replaced.render()).toBe(file);
  });

  it('knows whether there is anything to write', () => {
    const replaced = fresh();
    expect(replaced.isChanged).toBe(false);
    replaced.drop(['disk'], where, 'x');
    expect(replaced.isChanged).toBe(false);
    replaced.add('disk', where, 'x');
    expect(replaced.isChanged).toBe(true);
    const file = replaced.render();
    expect(replaced.isChanged).toBe(false);
    replaced.add('disk', where, 'x');
    expect(replaced.isChanged).toBe(false);
    expect(replaced.render()).toBe(file);
  });

  it('no file, however damaged, is an error', () => {
    const anything = fc.oneof(
      fc.string(),
      fc.json(),
      fc.json().map((one) => `{"version":1,"replaced":${one}}`),
    );
    fc.assert(
      fc.property(anything, (file) => {
        const replaced = Replaced.read(file, OWNER, 0);
        expect(replaced.has('service', where, 'old')).toBe(false);
        replaced.add('service', where, 'old');
        expect(again(replaced, 0).has('service', where, 'old')).toBe(true);
      }),
    );
  });

  it('counts the days of the Unix era', () => {
    expect([dayOf(0), dayOf(86_399_999), dayOf(86_400_000), dayOf(-1)]).toEqual([0, 0, 1, -1]);
  });
});

describe('A2-2, K4 the verdicts once it is known what was replaced', () => {
  const maybe = fc.option(text, { nil: undefined });
  const one = (base: string | undefined, here: string | undefined, there: string | undefined): KeyState[] =>
    merge(new Map(base === undefined ? [] : [[key, hashText(base)]]), {
      keys: [key],
      here: [here],
      there: [there],
    });

  it('only a change on one side that brings a replaced text back becomes a conflict', () => {
    fc.assert(
      fc.property(maybe, maybe, maybe, fc.array(text), fc.array(text), (base, here, there, up, down) => {
        const replaced = fresh();
        for (const each of up) replaced.add('service', where, each);
        for (const each of down) replaced.add('disk', where, each);
        const [before] = one(base, here, there);
        const [after] = withReplaced(before ? [before] : [], where.section, replaced);
        const last = (texts: string[], of: string | undefined): boolean =>
          of !== undefined && replaced.has(texts === up ? 'service' : 'disk', where, of);
        const back =
          before?.verdict === 'pull' && before.base !== undefined && last(up, there)
            ? 'service'
            : before?.verdict === 'push' && last(down, here)
              ? 'disk'
              : undefined;
        expect(after).toEqual(back ? { ...before, verdict: 'conflict', back } : before);
      }),
    );
  });

  it('a push and the return of what it replaced; a pull and the return of what that replaced', () => {
    fc.assert(
      fc.property(text, text, text, (old, mine, theirs) => {
        fc.pre(old !== mine && old !== '' && mine !== theirs);
        const replaced = fresh();
        noteReplacedByUpload(replaced, where.section, one(old, mine, old));
        const [stale] = withReplaced(one(mine, mine, old), where.section, replaced);
        expect(stale).toMatchObject({ verdict: 'conflict', back: 'service' });
        // Taken with force, it is settled, and the text of the disk is one that a pull replaced.
        noteTaken(replaced, where.section, takenByWriting(stale ? [stale] : []));
        expect(replaced.has('service', where, old)).toBe(false);
        const [reverted] = withReplaced(one(old, mine, old), where.section, replaced);
        expect(reverted).toMatchObject({ verdict: 'conflict', back: 'disk' });
        // Sent with force, that is settled, too.
        noteReplacedByUpload(replaced, where.section, reverted ? [reverted] : []);
        expect(replaced.has('disk', where, mine)).toBe(false);
        expect(replaced.has('service', where, old)).toBe(true);
      }),
    );
  });

  it('a key that a pull removed and that is on disk again', () => {
    const replaced = fresh();
    noteTaken(replaced, where.section, takenByRemoving(one('old', 'old', undefined)));
    const [back] = withReplaced(one(undefined, 'old', undefined), where.section, replaced);
    expect(back).toMatchObject({ verdict: 'conflict', back: 'disk' });
    const [other] = withReplaced(one(undefined, 'new', undefined), where.section, replaced);
    expect(other).toMatchObject({ verdict: 'push' });
  });

  it('a new key, a text without a base and an empty text of the service are as they were', () => {
    const replaced = fresh();
    noteReplacedByUpload(replaced, where.section, one(undefined, 'new', undefined));
    noteReplacedByUpload(replaced, where.section, one(undefined, 'new', ''));
    noteTaken(replaced, where.section, takenByWriting(one(undefined, undefined, 'new')));
    expect(replaced.isEmpty).toBe(true);
  });
});

it('the file of an earlier program, which does not say of which kinds its texts are, is read and kept', () => {
  const replaced = fresh();
  replaced.add('given-up', where, 'a');
  replaced.add('disk', where, 'b');
  const text = replaced.render();
  const earlier = text.replace(/ {2}"kinds".*\n/, '');
  expect(earlier).not.toBe(text);
  for (const file of [earlier, Replaced.read(earlier, OWNER, 0).render()]) {
    const read = Replaced.read(file, OWNER, 0);
    expect(read.has('given-up', where, 'a')).toBe(true);
    expect(read.hashesOf(['service', 'disk'], where)).toEqual([hashText('b')]);
    read.drop(['disk'], where, 'b');
    expect(read.hashesOf(['service', 'disk'], where)).toEqual([]);
  }
});

it('a kind that only a later program knows stays in the file', () => {
  const replaced = fresh();
  replaced.add('disk', where, 'b');
  const later = replaced.render().replace('["disk"]', '["disk","later"]');
  const read = Replaced.read(later, OWNER, 0);
  expect(read.has('disk', where, 'b')).toBe(true);
  read.add('service', where, 'c');
  expect(read.render()).toContain('"kinds": ["disk","later","service"]');
});
