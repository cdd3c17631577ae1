import { describe, expect, it } from 'vitest';
import { keyId } from '../../../../src/core/keys/key.js';
import { hashText } from '../../../../src/core/merge/hash.js';
import { joinedUndo } from '../../../../src/core/records/unfinished-undo.js';
import {
  parseUndo,
  renderUndo,
  undoBase,
  type UndoBase,
  type RecordedFile,
} from '../../../../src/core/records/undo-record.js';

const A = keyId(['a']);
const B = keyId(['b']);
const base = (a: string, b: string) =>
  new Map([
    [A, hashText(a)],
    [B, hashText(b)],
  ]);
const made = (source: string) => ({ source: hashText(source), text: hashText('translation') });

const fileOf = (changed: UndoBase, before: string, after: string): RecordedFile => ({
  path: 'en.json',
  before,
  after: `hash of ${after}`,
  locales: [{ locale: 'en', keys: 1 }],
  bases: [changed],
});
const hashOf = (text: string): string => `hash of ${text}`;

describe('two runs that are undone together', () => {
  // The first run changes `a`, the second one both.
  const first = {
    ...undoBase('en.json', base('a1', 'b1'), base('a2', 'b1')),
    translations: new Map([['de.json', new Map()]]),
  };
  const notes = new Map([
    [A, made('a1')],
    [B, made('b0')],
  ]);
  const second = {
    ...undoBase('en.json', base('a2', 'b1'), base('a3', 'b2')),
    translations: new Map([['de.json', notes]]),
  };

  it('UN-18 what the lock said of a translation before the first run stays, and what only the second run changed is added', () => {
    const [joined] = joinedUndo([fileOf(first, '1', '2')], [fileOf(second, '2', '3')], hashOf);
    const [undone] = joined?.bases ?? [];
    expect(undone?.keys.get(A)).toEqual({ before: hashText('a1'), after: hashText('a3') });
    expect(undone?.translations).toEqual(new Map([['de.json', new Map([[B, made('b0')]])]]));
  });

  it('UN-45 a run that has changed only the base leaves the text of the other to be put back', () => {
    const file = fileOf(first, '1', '2');
    const decided: RecordedFile = { ...fileOf(second, '2', '2'), before: undefined, after: undefined };
    const [after] = joinedUndo([file], [decided], hashOf);
    expect(after).toMatchObject({ before: '1', after: 'hash of 2' });
    expect(after?.bases[0]?.keys.get(A)).toEqual({ before: hashText('a1'), after: hashText('a3') });
    const base: RecordedFile = { ...file, before: undefined, after: undefined };
    const [before] = joinedUndo([base], [fileOf(second, '2', '3')], hashOf);
    expect(before).toMatchObject({ before: '2', after: 'hash of 3' });
    expect(before?.bases[0]?.keys.get(A)?.before).toBe(hashText('a1'));
  });

  it('UN-18 a record is read as it was written', () => {
    const record = {
      owner: { origin: 'https://x.test', project: 'p' },
      lock: 'locsync.lock',
      files: [fileOf(second, '2', '3')],
    };
    expect(parseUndo(renderUndo(record))?.files[0]?.bases).toEqual([second]);
  });
});
