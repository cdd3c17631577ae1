import { expect, it } from 'vitest';
import { keyId } from '../../../../src/core/keys/key.js';
import type { KeyState } from '../../../../src/core/merge/key-state.js';
import { hashText } from '../../../../src/core/merge/hash.js';
import { REPLACED_MOST } from '../../../../src/core/records/replaced.js';
import { ReplacedTexts } from '../../../../src/sync/local-state/replaced-texts.js';

const K3 = { section: 'l/1.json', key: keyId(['k3']) };

/** Whether a push or a pull has replaced this text of the third key. */
const wasReplaced = (texts: ReplacedTexts, text: string): boolean =>
  texts.hashesOf(K3).includes(hashText(text));

const OWNER = { origin: 'https://api.example.com', project: 'pro_1' };

/** What is remembered on a day, and how often it was written. */
function remembered(): { readonly texts: ReplacedTexts; readonly written: string[] } {
  const written: string[] = [];
  const file = {
    read: () => undefined,
    write: (text: string) => Promise.resolve(void written.push(text)),
    append: () => Promise.resolve('it is written as a whole'),
  };
  const host = { replaced: () => file, clock: { date: () => 0 } };
  return { texts: ReplacedTexts.open(host, '/project', OWNER), written };
}

const KEYS = 1_000;
const FILES = (2 * REPLACED_MOST) / KEYS + 20;
const file = (n: number) => ({ locales: [{ section: `l/${n}.json` }] });
const states = (there: string): KeyState[] =>
  Array.from({ length: KEYS }, (_, i) => ({
    key: keyId([`k${i}`]),
    here: 'new',
    there: `${there} ${i}`,
    base: undefined,
    verdict: 'push',
  }));
const uploads = (there: string) => [new Map([['upload' as const, states(there)]])];

it('UP-91 writes nothing before an upload that was planned so, also if it has forgotten the oldest texts', async () => {
  const { texts, written } = remembered();
  for (let n = 0; n < FILES; n++) texts.notePlanned(file(n), uploads(`old ${n}`));
  await texts.save();
  expect(written).toHaveLength(1);
  for (let n = 0; n < FILES; n++) {
    texts.noteUpload(file(n), uploads(`old ${n}`));
    await texts.save();
  }
  expect(written).toHaveLength(1);
});

it('UP-91 writes what an upload replaces that was planned otherwise', async () => {
  const { texts, written } = remembered();
  texts.notePlanned(file(1), uploads('old'));
  await texts.save();
  texts.noteUpload(file(1), uploads('newer'));
  await texts.save();
  expect(written).toHaveLength(2);
  expect(wasReplaced(texts, 'newer 3')).toBe(true);
});

it('UP-91 notes another attempt of an upload again: its texts may have been dropped meanwhile', async () => {
  const { texts, written } = remembered();
  texts.notePlanned(file(1), uploads('old'));
  texts.noteUpload(file(1), uploads('old'));
  texts.notStored(K3, 'new', 'old 3');
  texts.notStored(K3, 'new', 'old 3');
  expect(wasReplaced(texts, 'old 3')).toBe(false);
  texts.noteUpload(file(1), uploads('old'));
  expect(wasReplaced(texts, 'old 3')).toBe(true);
  await texts.save();
  expect(written).toHaveLength(1);
});
