import { describe, expect, it } from 'vitest';
import { keyId, type KeyId } from '../../../src/core/keys/key.js';
import { hashText } from '../../../src/core/merge/hash.js';
import { merge } from '../../../src/core/merge/merge.js';
import type { KeyState } from '../../../src/core/merge/key-state.js';
import { joinedTexts, lostTexts, newerTexts, withLost } from '../../../src/plan/alterations.js';

const KEY: KeyId = keyId(['a']);
const NONE = new Map<KeyId, string>();
const RECEIPT = { settled: new Map(), changed: [], notStored: [], arrived: 0 };

const states = (base: string | undefined, here: string, there: string | undefined): KeyState[] =>
  merge(new Map(base === undefined ? [] : [[KEY, hashText(base)]]), {
    keys: [KEY],
    here: [here],
    there: [there],
  });

describe('texts of the service that are gone after an upload', () => {
  it.each<[string, string | undefined, boolean]>([
    ['the same text', 'Ein Text & mehr', false],
    ['no text', undefined, true],
    ['an empty text', '', true],
    ['a cut one', 'Ein T', true],
    ['an escaped one', 'Ein Text &amp; mehr', true],
    ["the disk's", 'alt  er', true],
    ["UP-95 the service's form of the disk's", 'alt er', true],
    ['the text of the base', 'uralt', true],
    ['other words', 'Ganz andere Worte', false],
  ])('%s', (_, there, isLost) => {
    const held = new Map([[KEY, 'Ein Text & mehr']]);
    expect(lostTexts(held, held, states('uralt', 'alt  er', there))).toEqual(isLost ? held : NONE);
  });

  it('a text that a look showed is gone if the service holds again what was sent', () => {
    const seen = new Map([[KEY, 'ganz neu']]);
    expect(lostTexts(seen, new Map([[KEY, 'gesendet']]), states('alt', 'alt', 'gesendet'))).toEqual(seen);
  });

  it('of several groups the last text of a key counts, and what is the same is not copied', () => {
    const first = new Map([[KEY, 'a']]);
    const other = keyId(['b']);
    expect(joinedTexts([first], [NONE], [new Map([[KEY, 'a']])])[0]).toBe(first);
    expect(joinedTexts([NONE], [first])[0]).toBe(first);
    const joined = joinedTexts([first], [new Map([[other, 'b']])], [new Map([[KEY, 'c']])], [NONE, first]);
    expect(joined).toEqual([
      new Map([
        [KEY, 'c'],
        [other, 'b'],
      ]),
      first,
    ]);
    expect(first).toEqual(new Map([[KEY, 'a']]));
  });

  it('only a text that is neither sent nor known is newer', () => {
    const newer = (there: string, sent = NONE, upload = false): number => {
      const now = states('alt', upload ? 'neu' : 'alt', there);
      const actions = new Map([['upload', states('alt', 'neu', 'alt')] as const]);
      return newerTexts(sent, upload ? actions : new Map(), now, () => false).size;
    };
    expect([newer('alt'), newer(''), newer('andere'), newer('andere', new Map([[KEY, 'andere']]))]).toEqual([
      0, 0, 1, 0,
    ]);
    expect([newer('alt', NONE, true), newer('neu', NONE, true), newer('andere', NONE, true)]).toEqual([
      0, 0, 1,
    ]);
  });

  it('of a key that the disk lacks, only a text that was not there before is newer', () => {
    const now: KeyState[] = [{ key: KEY, here: undefined, there: 'neu', base: undefined, verdict: 'pull' }];
    const newer = (before: string): string[] =>
      [...newerTexts(NONE, new Map(), now, (key, text) => key === KEY && text === before).values()].map(
        ({ text }) => text,
      );
    expect([newer('neu'), newer('alt'), newer('')]).toEqual([[], ['neu'], ['neu']]);
  });

  it('the base forgets such a key only if both sides differ', () => {
    const lost = new Map([[KEY, 'Text']]);
    expect(withLost(RECEIPT, lost, states('alt', 'alt', 'T')).settled).toEqual(
      new Map([[KEY, { unknown: true }]]),
    );
    expect(withLost(RECEIPT, lost, states('alt', 'alt', 'alt')).settled.size).toBe(0);
  });
});
