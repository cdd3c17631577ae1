import { expect, it } from 'vitest';
import type { Format } from '../../../src/formats/format.js';
import { FormatError } from '../../../src/formats/format.js';
import { json } from '../../../src/formats/json.js';
import { yaml } from '../../../src/formats/yaml.js';

const BOM = '\uFEFF';
const variants = (text: string): string[] =>
  [text, text.replaceAll('\n', '\r\n')].flatMap((each) => [each, BOM + each]);

function failure(format: Format, text: string): string {
  try {
    format.parse(text);
  } catch (error) {
    if (error instanceof FormatError)
      return `${error.position.line}:${error.position.column} ${error.reason}`;
    throw error;
  }
  return 'read';
}

it.each<[Format, string, string]>([
  [json, '{\n  "a": 1,\n  "b" 2\n}', '3:7 unexpected 2; expected : after the key'],
  [json, '{\n "a": 1\n "b": 2}', '3:2 unexpected "; expected , or }'],
  [json, '{"a" 1}', '1:6 unexpected 1; expected : after the key'],
  [json, '{\n "a": "x"\n', '3:1 the file ends inside the object that begins at 1:1'],
  [yaml, 'a: 1\n---\nb: 2\n', '2:1 several documents in one file'],
  [yaml, 'a: 1\n? [x]\n: y\n', '2:3 complex key'],
  [yaml, 'a: *x\n', '1:4 alias *x has no anchor'],
  [yaml, 'a: 1\nb: !ruby/object:X {}\n', '2:4 unsupported tag !ruby/object:X'],
  [yaml, 'a:\n  b: 1\n c: 2\n', '3:2 bad indentation of a mapping entry'],
  [yaml, 'a: 1\nb: x\u0001\n', '2:5 a character that YAML does not allow (U+0001)'],
  [
    yaml,
    '# c\n- a\n',
    '2:1 item 1 of the list at the root is not a map; a list is read if each item is a map with an `id` of its own',
  ],
])('case %#: refused at its place, also with CRLF and a byte-order mark', (format, text, expected) => {
  expect(variants(text).map((each) => failure(format, each))).toEqual(variants(text).map(() => expected));
});

it.each<[Format, string, string[], string]>([
  [json, '{\n "a": "1",\n "a": "2"\n}', ['a'], '3:2'],
  [json, '{\n "a": "1"\n}', ['a', 'b'], '2:7'],
  [json, '{\n "a": {"b": "1"}\n}', ['a'], '2:7'],
  [yaml, 'a: 1\nb: 2\na: 3\n', ['a'], '3:4'],
  [yaml, 'a: &x {k: v}\nb: *x\n', ['b', 'k'], '2:4'],
  [yaml, 'a: &x\n  k: {l: v}\nb:\n  <<: *x\n', ['b', 'k', 'l'], '4:3'],
  [yaml, 'a: 1\nb: t\n', ['b', 'c'], '2:4'],
  [yaml, 'a: 1\nb:\n  c: d\n', ['b'], '3:3'],
])('case %#: an edit is refused at its place', (format, text, path, expected) => {
  for (const each of variants(text)) {
    const result = format.parse(each).edit([{ path, text: 'new' }]);
    const position = result.ok ? undefined : result.refused[0].position;
    expect(`${position?.line}:${position?.column}`).toBe(expected);
  }
});
