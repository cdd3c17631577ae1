import { describe, expect, it } from 'vitest';
import { keyId } from '../../../../src/core/keys/key.js';
import { JsonDocument } from '../../../../src/formats/json/document.js';
import { frameOf, parsesAs, readsAs, withSameKeys } from '../../../../src/formats/json/same-keys.js';

const catalog = (texts: Readonly<Record<string, string>>): Map<ReturnType<typeof keyId>, string> =>
  new Map(Object.entries(texts).map(([path, text]) => [keyId(path.split('/')), text]));

const like = new JsonDocument('{\n  "a": {\n    "b": "one",\n    "c": null\n  },\n  "d": 5\n}\n');
const texts = catalog({ 'a/b': 'eins', 'a/c': 'zwei', d: '6' });

describe('a new file with the keys of its model', () => {
  it('is the model with its leaves replaced', () => {
    expect(withSameKeys(like, texts)).toBe(
      '{\n  "a": {\n    "b": "eins",\n    "c": "zwei"\n  },\n  "d": 6\n}\n',
    );
  });

  it.each([
    ['a key less', { 'a/b': 'eins', 'a/c': 'zwei' }],
    ['a key more', { 'a/b': 'eins', 'a/c': 'zwei', d: '6', e: '7' }],
    ['another key', { 'a/b': 'eins', 'a/e': 'zwei', d: '6' }],
    ['another order', { 'a/c': 'zwei', 'a/b': 'eins', d: '6' }],
  ])('is written in another way with %s', (_, other) => {
    expect(withSameKeys(like, catalog(other))).toBeUndefined();
  });

  it.each([
    ['a comment', '{"a": "1", /* b */ "b": "2"}'],
    ['a comment after the last key', '{"a": "1" // b\n}'],
    ['a comment at the end', '{"a": "1"} // b'],
    ['a comment before a value', '{"a": /* b */ "1"}'],
    ['a key twice', '{"a": "1", "a": "2"}'],
    ['a group without a text', '{"a": "1", "b": {}}'],
    ['no key', '{}'],
  ])('is written in another way if the model has %s', (_, text) => {
    expect(frameOf(new JsonDocument(text))).toBeUndefined();
  });

  it('may have slashes in keys and texts', () => {
    expect(frameOf(new JsonDocument('{"a//b": "https://c", "d/*": "1"}'))).toBeDefined();
  });

  it.each([
    ['what was meant', '{"a": {"b": "eins", "c": "zwei"}, "d": 6}', true],
    ['another text', '{"a": {"b": "eins", "c": "drei"}, "d": 6}', false],
    ['another key', '{"a": {"b": "eins", "e": "zwei"}, "d": 6}', false],
    ['a key more', '{"a": {"b": "eins", "c": "zwei"}, "d": 6, "e": 7}', false],
    ['a key less', '{"a": {"b": "eins", "c": "zwei"}}', false],
    ['a list for a map', '{"a": ["eins", "zwei"], "d": 6}', false],
    ['a map for a text', '{"a": {"b": "eins", "c": "zwei"}, "d": {}}', false],
    ['a key in another group', '{"a": {"b": "eins"}, "c": "zwei", "d": 6}', false],
  ])('is read back: %s', (_, text, isSame) => {
    expect(readsAs(new JsonDocument(text).tape, like.tape, texts)).toBe(isSame);
  });

  const words = catalog({ 'a/b': 'eins', 'a/c': 'zwei', d: 'drei' });
  it.each([
    ['what was meant', '{"a": {"b": "eins", "c": "zwei"}, "d": "drei"}', true],
    ['a byte-order mark', '\ufeff{"a": {"b": "eins", "c": "zwei"}, "d": "drei"}', true],
    ['another text', '{"a": {"b": "eins", "c": "drei"}, "d": "drei"}', false],
    ['a number for a text', '{"a": {"b": "eins", "c": "zwei"}, "d": 3}', false],
    ['another key', '{"a": {"b": "eins", "e": "zwei"}, "d": "drei"}', false],
    ['a key more', '{"a": {"b": "eins", "c": "zwei"}, "d": "drei", "e": "7"}', false],
    ['a key less', '{"a": {"b": "eins", "c": "zwei"}}', false],
    ['a list for a map', '{"a": ["eins", "zwei"], "d": "drei"}', false],
    ['a map for a text', '{"a": {"b": "eins", "c": "zwei"}, "d": {}}', false],
    ['a key in another group', '{"a": {"b": "eins"}, "c": "zwei", "d": "drei"}', false],
    ['a group more in a group', '{"a": {"b": "eins", "c": "zwei", "d": "drei"}}', false],
    ['another order', '{"d": "drei", "a": {"b": "eins", "c": "zwei"}}', false],
    ['a trailing comma', '{"a": {"b": "eins", "c": "zwei"}, "d": "drei",}', false],
    ['a text alone', '"eins"', false],
  ])('is parsed: %s', (_, text, isSame) => {
    expect(like.frame && parsesAs(text, like.frame, words)).toBe(isSame);
  });

  it('is not parsed if it has a list', () => {
    const list = new JsonDocument('{"a": ["one"]}');
    expect(list.frame && parsesAs('{"a": ["eins"]}', list.frame, catalog({ 'a/0': 'eins' }))).toBe(false);
  });
});
