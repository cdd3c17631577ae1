import { describe, expect, it } from 'vitest';
import { moveSections } from '../../../../src/core/lock/move-sections.js';
import { keyId, type KeyId } from '../../../../src/core/keys/key.js';
import { hashText } from '../../../../src/core/merge/hash.js';
import { baseOf, renderLock, renderSection } from '../../../../src/core/lock/lock-file.js';
import { parseLock } from '../../../../src/core/lock/conflicted-lock.js';
import {
  madeFromIn,
  madeFromName,
  renderMadeFrom,
  sectionOfMadeFrom,
  withMadeFrom,
} from '../../../../src/core/lock/made-from.js';
import { mergeLocks } from '../../../../src/core/lock/merge-locks.js';

const OWNER = { origin: 'https://l10n.example.com', project: 'pro_1' };
const FILE = 'l/de.json';
const key = (name: string): KeyId => keyId(name.split('.'));

/** A lock of one German file: its texts, and the source texts that some were made from. */
function lockWith(
  texts: Readonly<Record<string, string>>,
  madeFrom: Readonly<Record<string, string>> = {},
): string {
  const base = new Map(Object.entries(texts).map(([name, text]) => [key(name), hashText(text)]));
  const entries = new Map(
    Object.entries(madeFrom).map(([name, source]) => [
      key(name),
      { source: hashText(source), text: hashText(texts[name] ?? '') },
    ]),
  );
  const lines = new Map([[FILE, renderMadeFrom(entries)]]);
  return [...renderLock(OWNER, withMadeFrom(new Map([[FILE, renderSection(base)]]), lines))].join('');
}

const made = (text: string, section = FILE): readonly KeyId[] => [
  ...madeFromIn(parseLock(text, OWNER), section).keys(),
];

describe('ST-02 the lock with what translations were made from', () => {
  it('names the section after the one that it is about, and finds that again', () => {
    for (const section of ['l/de.json', 'all.yml#de', 'all.yml#de-AT', 'a#b.yml', 'de.yml!source.yml'])
      expect(sectionOfMadeFrom(madeFromName(section))).toBe(section);
    expect(madeFromName('all.yml#de')).toBe('all.yml!source#de');
    for (const section of ['l/de.json', 'all.yml#de']) expect(sectionOfMadeFrom(section)).toBeUndefined();
  });

  it('is the same file if nothing is stale, and has one more section otherwise', () => {
    const plain = lockWith({ a: 'Eins', 'b.c': 'Zwei' });
    expect(plain).not.toContain('!source');
    const text = lockWith({ a: 'Eins', 'b.c': 'Zwei' }, { 'b.c': 'Two' });
    expect(text).toContain(
      `"l/de.json!source": {\n      "b.c": "${hashText('Two')}${hashText('Zwei')}"\n    }`,
    );
    expect(made(text)).toEqual([key('b.c')]);
    // The base is what it was, for this program and for one that does not know the section.
    expect(baseOf(parseLock(text, OWNER), FILE)).toEqual(baseOf(parseLock(plain, OWNER), FILE));
    expect([...parseLock(text, OWNER).sections.keys()]).toEqual([FILE]);
  });

  it('knows nothing of a key that git marked, that occurs twice, or that makes no sense', () => {
    const text = lockWith({ a: 'Eins', b: 'Zwei' }, { a: 'One', b: 'Two' });
    const line = text.split('\n').find((one) => one.includes(hashText('One'))) ?? '';
    const marked = text.replace(line, `<<<<<<< ours\n${line}\n=======\n>>>>>>> theirs`);
    expect(made(marked)).toEqual([key('b')]);
    expect(parseLock(marked, OWNER).isUnusable).toBe(false);
    const twice = text.replace(line, `${line}\n${line.replace(hashText('One'), hashText('Uno'))}`);
    expect(made(twice)).toEqual([key('b')]);
    expect(made(text.replace(hashText('One'), '?'))).toEqual([key('b')]);
  });

  it('goes along with a file that gets another name', () => {
    const lock = parseLock(lockWith({ a: 'Eins' }, { a: 'One' }), OWNER);
    const moved = moveSections(lock, new Map([['new/de.json', [FILE]]]));
    expect([...madeFromIn(moved, 'new/de.json').keys()]).toEqual([key('a')]);
    expect(madeFromIn(moved, FILE).size).toBe(0);
  });

  it('is merged by the merge driver: what one side says is taken, what both say differently is unknown', () => {
    const texts = { a: 'Eins', b: 'Zwei', c: 'Drei' };
    const base = lockWith(texts, { a: 'One' });
    const ours = lockWith(texts, { a: 'One', b: 'Two', c: 'Three' });
    const theirs = lockWith(texts, { c: 'Tres' });
    const merged = mergeLocks(base, ours, theirs)?.text ?? '';
    expect(made(merged)).toEqual([key('b')]);
    expect(mergeLocks('', base, base)?.text).toBe(base);
  });
});
