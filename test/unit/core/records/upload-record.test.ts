import fc from 'fast-check';
import { SETTLED_MS, UPLOAD_DAYS } from '../../../../src/core/records/upload-lines.js';
import { describe, expect, it } from 'vitest';
import { removedHere } from '../../../../src/core/merge/base-entry.js';
import { keyId, type KeyId } from '../../../../src/core/keys/key.js';
import { hashText, UNKNOWN_HASH } from '../../../../src/core/merge/hash.js';
import type { KeyState } from '../../../../src/core/merge/key-state.js';
import { merge } from '../../../../src/core/merge/merge.js';
import { RECORD_MOST } from '../../../../src/core/records/record-room.js';
import { serviceTextOf, withOlder, type ServiceText } from '../../../../src/core/records/upload-entry.js';
import { UploadRecord } from '../../../../src/core/records/upload-record.js';
import { withoutAltered } from '../../../../src/sync/push/state/upload-outcome.js';

const OWNER = { origin: 'https://x.test', project: 'p' };
const NOW = Date.UTC(2026, 10, 22);
const DAY = 86_400_000;
const key = (name: string): KeyId => keyId([name]);
const K = key('k');

const read = (text?: string, now = NOW, owner = OWNER): UploadRecord => UploadRecord.read(text, owner, now);

/** The state of one key that disk and base agree on, unless `base` says otherwise. */
function states(here: string | undefined, there: string | undefined, base = here): readonly KeyState[] {
  const hashes = new Map(base === undefined ? [] : [[K, hashText(base)]]);
  return merge(hashes, { keys: [K], here: [here], there: [there] });
}

interface Sent {
  readonly edit?: string;
  readonly text?: string;
  readonly here?: string;
  readonly only?: string;
  readonly replaced?: boolean;
}

/** A record with one open upload of this key, as a later run reads it. */
function sent({ edit, text = edit, here = text, only, replaced = false }: Sent, record = read()): string {
  record.sending('f', 'f', {
    edits: new Map(edit === undefined ? [] : [[K, edit]]),
    sent: text === undefined ? [] : [{ key: K, text, here: here ?? text }],
    onlyThere: new Map(only === undefined ? [] : [[K, { text: only, replaced }]]),
  });
  return record.render();
}

const verdicts = (record: UploadRecord, some: readonly KeyState[]) =>
  record.judged('f', some).map(({ verdict, back }) => [verdict, back]);

const newerText = (text: string): ReadonlyMap<KeyId, ServiceText> =>
  new Map([[K, { text, replaced: false }]]);

const NAMED = { named: true, sourceTexts: () => [], earlierSources: () => [] };

describe('c2-1 the record of uploads', () => {
  it('a text of an open upload over another one that disk and base agree on is a conflict', () => {
    const record = read(sent({ edit: 'A1' }));
    expect(verdicts(record, states('A2', 'A1'))).toEqual([['conflict', 'upload']]);
    expect(verdicts(record, states('A2', 'other'))).toEqual([['pull', undefined]]);
    expect(verdicts(record, states('A3', 'A2', 'A2'))).toEqual([['push', undefined]]);
    expect(record.judged('another', states('A2', 'A1'))[0]?.verdict).toBe('pull');
  });

  it('UP-23 open uploads of several runs are kept side by side', () => {
    const second = read(sent({ edit: 'A1' }), NOW + 1000);
    const third = read(sent({ edit: 'A2' }, second), NOW + 2000);
    for (const late of ['A1', 'A2'])
      expect(verdicts(third, states('A3', late)), late).toEqual([['conflict', 'upload']]);
  });

  it('UP-20 a text that the run names stays in the record until that is written anew', () => {
    const record = read();
    const onlyThere = new Map([[K, { text: 'theirs', replaced: false }]]);
    record.sending('f', 'f', { edits: new Map(), sent: [], onlyThere });
    const end = { isSettled: true, isReported: true, named: [K] };
    expect(record.ended('f', 'f', end)).toContain('theirs');
    expect(record.mayLose('f', 'f')).toBe(false);
    expect(record.render()).not.toContain('theirs');
  });

  it('UP-22 a text that was read back is kept, but no altered form in place of the text itself', () => {
    const record = read();
    const theirs = new Map([[K, { text: 'theirs & ours', replaced: false }]]);
    record.sending('f', 'f', { edits: new Map(), sent: [], onlyThere: theirs });
    const newer = new Map([[K, { text: 'theirs &amp; ours', replaced: false }]]);
    const end = { isSettled: true, isReported: true, named: [K] };
    const [unaltered = newer] = withoutAltered([newer], [new Map([[K, 'theirs & ours']])]);
    expect(record.noteNewer('f', 'f', { onlyThere: unaltered })).toBe('');
    expect(record.ended('f', 'f', end)).toContain('theirs & ours');
    const other = read();
    other.sending('f', 'f', { edits: new Map(), sent: [], onlyThere: new Map() });
    expect(other.noteNewer('f', 'f', { onlyThere: newer })).toContain('theirs &amp; ours');
    expect(other.noteNewer('f', 'f', { onlyThere: newer })).toBe('');
    expect(other.ended('f', 'f', { ...end, named: [] })).toContain('theirs &amp; ours');
  });

  it('UP-90 an upload that has arrived is forgotten, not one that may still lose texts', () => {
    const record = read();
    const end = { isSettled: true, isReported: true, named: [] };
    const onlyThere = new Map([[K, { text: 'theirs', replaced: false }]]);
    record.sending('arrived', 'f', { edits: new Map([[K, 'A1']]), sent: [], onlyThere: new Map() });
    record.sending('late', 'g', { edits: new Map([[K, 'A1']]), sent: [], onlyThere });
    record.sending('unclear', 'h', { edits: new Map([[K, 'A1']]), sent: [], onlyThere: new Map() });
    for (const [id, section] of [
      ['arrived', 'f'],
      ['late', 'g'],
    ] as const)
      record.ended(id, section, end);
    record.forgetArrived();
    expect(record.ended('arrived', 'f', end)).toBe('');
    expect(record.mayLose('late', 'g')).toBe(true);
    expect(record.own.open).toBe(1);
    expect(record.render()).toContain('"id":"late"');
    expect(record.render()).toContain('"id":"unclear"');
    expect(record.render()).not.toContain('"id":"arrived"');
    expect(record.lostNow('late', 'g', states(undefined, '')).dropped.map(([key]) => key)).toEqual([K]);
  });

  it('UP-90 what this run has sent is no find of an earlier upload, also after it has arrived', () => {
    const record = read(sent({ edit: 'A1' }), NOW + 1000);
    const end = { isSettled: true, isReported: true, named: [] };
    record.sending('f', 'f', { edits: new Map([[K, 'A2']]), sent: [], onlyThere: new Map() });
    record.ended('f', 'f', end);
    record.forgetArrived();
    record.compared('f', states('A2', 'theirs'), NAMED);
    expect(record.render()).not.toContain('theirs');
  });

  it('UP-92 uploads of several languages note what they may lose of another one once', () => {
    const record = read();
    const none: ReadonlyMap<KeyId, string> = new Map();
    const beside = (id: string, text: string, texts = new Map([[K, text]])): (() => string) => {
      const onlyThere = new Map([[K, { text, replaced: false }]]);
      const held = { onlyThere: texts, changed: none };
      return () => record.sendingBeside(id, 'fr', held, () => ({ edits: none, sent: [], onlyThere }));
    };
    const texts = new Map([[K, 'theirs']]);
    expect(beside('de', 'theirs', texts)()).toContain('theirs');
    expect(beside('it', 'theirs', texts)()).toBe('');
    expect(record.endedBeside('de')).toBe('');
    expect(record.render()).toContain('"state":"open"');
    // A newer one is noted, and so is the first one of the next attempt.
    expect(beside('it', 'newer')()).toContain('newer');
    expect(record.endedBeside('it')).toContain('"state":"settled"');
    const again = beside('it', 'newer');
    expect(again()).toContain('"state":"open"');
    expect(again()).toBe('');
    // What the language's own upload replaces is not lost by another one.
    record.sending('fr', 'fr', { edits: new Map([[K, 'ours']]), sent: [], onlyThere: new Map() });
    expect(record.endedBeside('it')).not.toContain('newer');
    expect(record.own.open).toBe(1);
  });

  it('UP-94 a text that went along, and comes back with a late part within a minute, is a conflict', () => {
    const record = read();
    const note = {
      edits: new Map(),
      sent: [{ key: K, text: 'carried', here: 'older' }],
      onlyThere: new Map(),
    };
    const end = { isSettled: true, isReported: true, named: [] };
    record.sending('f', 'f', note);
    record.ended('f', 'f', end);
    record.forgetArrived();
    const later = read(record.render(), NOW + 1000);
    expect(verdicts(later, states('newer', 'carried'))).toEqual([['conflict', 'upload']]);
    // The next pull has yet to bring it.
    expect(verdicts(later, states('older', 'carried'))).toEqual([['pull', undefined]]);
    later.compared('f', states('newer', 'newer'), NAMED);
    expect(verdicts(read(later.render(), NOW + 2000), states('newer', 'carried'))).toEqual([
      ['conflict', 'upload'],
    ]);
    expect(verdicts(read(record.render(), NOW + 60_001), states('newer', 'carried'))).toEqual([
      ['pull', undefined],
    ]);
  });

  it("UP-95 the service's own form of the disk's text is no translator's text after an open upload", () => {
    const record = read(sent({ text: 'T1', here: 'alt  er', only: 'T1' }));
    expect([...record.lostEarlier('f', states('alt  er', 'alt er')).altered]).toEqual([[K, 'T1']]);
    expect([...record.lostEarlier('f', states('alt  er', 'ganz neu')).altered]).toEqual([]);
  });

  it('UP-93 a long record is written anew without what has arrived', () => {
    const record = read();
    const text = 'x'.repeat(1000);
    const end = { isSettled: true, isReported: true, named: [] };
    const onlyThere = new Map([[K, { text, replaced: false }]]);
    const note = { edits: new Map([[K, 'A']]), sent: [], onlyThere };
    record.sending('named', 'named', note);
    record.ended('named', 'named', { ...end, named: [K] });
    record.sending('open', 'open', note);
    for (let i = 0; record.compacted() === undefined; i++) {
      record.sending(`${i}`, `${i}`, note);
      record.ended(`${i}`, `${i}`, end);
      // A late part of a settled upload is looked for during 60 seconds.
      if (i % 100 === 0) record.forgetArrived(NOW + 60_001);
    }
    record.forgetArrived(NOW + 60_001);
    for (let i = 0; i < RECORD_MOST / 500; i++)
      record.noteNewer('open', 'open', { onlyThere: newerText(`${text}${i}`) });
    const compacted = record.compacted() ?? '';
    const ids = compacted.match(/"id":"[^"]+"/g);
    expect(ids).toEqual(['"id":"named"', '"id":"open"']);
    expect(compacted).toContain(text);
    expect(record.compacted()).toBeUndefined();
    expect(record.isCut).toBe(false);
  });

  it('a newer text that went along is one only if the disk holds another text by now', () => {
    const record = read(sent({ text: 'T1', here: 'X', only: 'T1' }));
    expect(verdicts(record, states('X', 'T1'))).toEqual([['pull', undefined]]);
    expect(verdicts(record, states('T2', 'T1'))).toEqual([['conflict', 'upload']]);
  });

  it('UP-96 a text that went along, and that no pull has brought yet, did not arrive late', () => {
    const record = read(sent({ text: 'T1', here: 'X', only: 'T1' }));
    expect(verdicts(record, states('T2', 'T1', 'X'))).toEqual([['conflict', undefined]]);
    const removed = new Map([[K, removedHere(hashText('X'))]]);
    const gone = merge(removed, { keys: [K], here: [undefined], there: ['T1'] });
    expect(verdicts(record, gone)).toEqual([['conflict', undefined]]);
  });

  it('holds for 14 days, for its own service and project', () => {
    const text = sent({ edit: 'A1' });
    const late = states('A2', 'A1');
    expect(verdicts(read(text, NOW + UPLOAD_DAYS * DAY), late)).toEqual([['conflict', 'upload']]);
    expect(verdicts(read(text, NOW + UPLOAD_DAYS * DAY + 1), late)).toEqual([['pull', undefined]]);
    expect(verdicts(read(text, NOW - 9 * DAY), late)).toEqual([['conflict', 'upload']]);
    for (const owner of [
      { ...OWNER, project: 'q' },
      { ...OWNER, origin: 'https://y.test' },
    ]) {
      const other = read(text, NOW, owner);
      expect(verdicts(other, late)).toEqual([['pull', undefined]]);
      expect(other.render(), 'it is kept for its project').toBe(text);
    }
  });

  it('is forgotten once both sides hold what was sent, but not while a late text is a conflict', () => {
    const two = read();
    two.sending('f', 'f', {
      edits: new Map([[K, 'A1']]),
      sent: [
        { key: K, text: 'A1', here: 'A1' },
        { key: key('z'), text: 'X', here: 'X' },
      ],
      onlyThere: new Map(),
    });
    const record = read(two.render());
    const z = (here: string, there: string) =>
      merge(new Map([[key('z'), hashText(here)]]), { keys: [key('z')], here: [here], there: [there] });
    const late = record.judged('f', [...states('A1', 'A1'), ...z('T1', 'X')]);
    record.compared('f', late, NAMED);
    expect(record.has('f')).toBe(true);
    record.compared('f', record.judged('f', [...states('A1', 'v0'), ...z('T1', 'T1')]), NAMED);
    expect(record.has('f')).toBe(true);
    record.compared('f', record.judged('f', [...states('A1', 'A1'), ...z('T1', 'T1')]), NAMED);
    expect(record.render()).toBe('');
  });
});

describe('c2-2 texts that only the service had', () => {
  const CUT = 'A text that a';
  const TEXT = 'A text that a translator wrote';

  it.each([
    ['gone', TEXT, undefined, undefined, 'dropped'],
    ['empty', TEXT, 'X', '', 'dropped'],
    ['cut', TEXT, 'X', CUT, 'altered'],
    ['set back to the text on disk', TEXT, 'X', 'X', 'altered'],
    ['there', TEXT, 'X', TEXT, 'none'],
    ['on disk by now', TEXT, TEXT, 'other', 'none'],
    ['written anew', TEXT, 'X', 'Other words', 'none'],
  ] as const)('%s: named once', (_, only, here, there, what) => {
    const record = read(sent({ edit: 'E', only }));
    const now = record.judged('f', states(here, there, 'X'));
    const { dropped, altered } = record.lostEarlier('f', now);
    expect([...dropped]).toEqual(what === 'dropped' ? [[K, only]] : []);
    expect([...altered]).toEqual(what === 'altered' ? [[K, only]] : []);
    if (what === 'altered' && here !== there) expect(now).toMatchObject([{ verdict: 'conflict', base: '?' }]);
    record.compared('f', now, NAMED);
    expect(record.lostEarlier('f', now)).toEqual({ dropped: [], altered: [], reverted: [] });
  });

  it('what a text must not give way to is read as it was written, also after an unknown base', () => {
    const older = serviceTextOf(TEXT, 'X', UNKNOWN_HASH);
    const sources = { sourceTexts: () => [], earlierSources: () => [hashText('an earlier source text')] };
    const onlyThere = new Map([[K, withOlder(K, older, sources)]]);
    const record = read();
    record.sending('f', 'f', { edits: new Map(), sent: [], onlyThere });
    const later = read(record.render());
    for (const there of ['X', 'an earlier source text'])
      expect(later.lostEarlier('f', states('Y', there, 'Z')).altered).toEqual([[K, TEXT]]);
    expect(later.lostEarlier('f', states('Y', 'quite another text', 'Z')).altered).toEqual([]);
  });

  it('UP-112 a text that the service refuses does not keep an upload open for more than an hour', () => {
    const [state] = states('E', 'X');
    const refused = state === undefined ? [] : [{ ...state, verdict: 'not-accepted' as const }];
    for (const [minutes, isOpen] of [
      [59, true],
      [60, false],
    ] as const) {
      const record = read(sent({ edit: 'E' }), NOW + minutes * 60_000);
      record.compared('f', refused, NAMED);
      expect(record.render() !== '', `${minutes} minutes`).toBe(isOpen);
    }
    const other = read(sent({ edit: 'E' }), NOW + DAY);
    other.compared('f', states('E', 'X'), NAMED);
    expect(other.render()).not.toBe('');
  });

  it('stays remembered if it could not be recorded that it was named', () => {
    const record = read(sent({ edit: 'E', only: TEXT }));
    record.compared('f', states(undefined, undefined), { ...NAMED, named: false });
    expect(record.lostEarlier('f', []).dropped).toHaveLength(1);
  });

  it.each([
    ['the newest text of a person is named, not the one that it replaced', 'Other words of hers', []],
    ['a text and what the service has made of it are named', CUT, [[K, TEXT]]],
  ] as const)('UP-99 of two open uploads of killed runs, %s', (_, newest, older) => {
    const first = sent({ only: TEXT });
    const onlyThere = new Map([[K, { text: newest, replaced: false }]]);
    const note = { edits: new Map<KeyId, string>(), sent: [], onlyThere };
    const killed = first + read(first, NOW + 1000).sending('f', 'f', note);
    const record = read(killed, NOW + 2000);
    expect(record.lostEarlier('f', states('X', 'X', 'Y')).altered).toEqual([[K, newest], ...older]);
  });

  it('f1-5 a settled upload: what a late part of it would bring counts, for a minute', () => {
    const record = read();
    record.sending('f', 'f', {
      edits: new Map(),
      sent: [],
      onlyThere: new Map([[K, { text: TEXT, replaced: false }]]),
    });
    record.ended('f', 'f', { isSettled: true, isReported: true, named: [] });
    const text = record.render();
    expect(read(text).lostEarlier('f', states('X', CUT)).altered).toHaveLength(1);
    expect(read(text).lostEarlier('f', states('X', '')).dropped).toHaveLength(1);
    // UP-115: the key is in no language, although the upload carried it: a person has deleted it.
    for (const there of ['X', 'Other words', undefined])
      expect(read(text).lostEarlier('f', states('X', there))).toEqual({
        dropped: [],
        altered: [],
        reverted: [],
      });
    expect(read(text, NOW + SETTLED_MS + 1).render()).toBe('');
  });

  it('what a reported upload replaced is forgotten', () => {
    const record = read();
    record.sending('f', 'f', {
      edits: new Map([[K, 'A']]),
      sent: [],
      onlyThere: new Map([[K, { text: 'T', replaced: true }]]),
    });
    expect(record.mayLose('f', 'f')).toBe(true);
    record.ended('f', 'f', { isSettled: true, isReported: true, named: [] });
    expect(record.render()).toBe('');
    expect(record.own.open).toBe(0);
  });
});

describe('c2-1 the file of the record', () => {
  it('any text is read without an error, and a damaged line leaves the others', () => {
    const good = sent({ edit: 'A1', only: 'T' });
    fc.assert(
      fc.property(fc.string(), (noise) => {
        const line = noise.replace(/\n/g, ' ');
        expect(read(`${line}\n${good}${good.slice(0, 60)}`).has('f')).toBe(true);
      }),
    );
    for (const json of ['null', '[]', '{"version":2}', '{"version":1,"id":"f","place":1}'])
      expect(read(json).isEmpty).toBe(true);
  });

  it('what is written is read back as it was', () => {
    const word = fc.string({ maxLength: 8 });
    fc.assert(
      fc.property(fc.uniqueArray(word, { maxLength: 5 }), word, fc.boolean(), (keys, text, replaced) => {
        const record = read();
        const ids = keys.map(key);
        record.sending('f', 'f', {
          edits: new Map(ids.map((id) => [id, `${text}!`])),
          sent: ids.map((id) => ({ key: id, text: `${text}!`, here: text })),
          onlyThere: new Map(ids.map((id) => [id, { text, replaced }])),
        });
        expect(read(record.render()).render()).toBe(record.render());
      }),
    );
  });

  it('it holds no more than its size, and no more than eight uploads of one file', () => {
    const huge = { edits: new Map([[K, 'A']]), sent: [], onlyThere: new Map() };
    const record = read();
    const onlyThere = new Map([[K, { text: 'x'.repeat(RECORD_MOST / 4), replaced: false }]]);
    for (let i = 0; i < 8; i++) record.sending(`${i}`, `${i}`, { ...huge, onlyThere });
    expect(record.render().length).toBeLessThan(RECORD_MOST);
    let text = '';
    for (let i = 0; i < 20; i++) {
      const run = read(text, NOW + i);
      run.sending('f', 'f', { ...huge, edits: new Map([[K, `A${i}`]]) });
      text = run.render();
    }
    expect(text.trim().split('\n').length).toBeLessThan(20);
  });
});
