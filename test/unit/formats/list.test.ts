import { describe, expect, it } from 'vitest';
import { keyPath } from '../../../src/core/keys/key.js';
import { formatOf } from '../../../src/formats/index.js';
import { FormatError, type Document, type Edit, type Format } from '../../../src/formats/format.js';

const of = (name: string): Format => {
  const format = formatOf(name);
  if (format === undefined) throw new Error(name);
  return format;
};
const JSON_FILE = of('a.json');
const YAML_FILE = of('a.yaml');

const textsOf = (document: Document): Record<string, string> =>
  Object.fromEntries([...document.leaves].map(([id, { text }]) => [keyPath(id).join('/'), text]));

const edited = (
  format: Format,
  text: string,
  edits: Readonly<Record<string, string | undefined>>,
  order?: string,
): string => {
  const list: Edit[] = Object.entries(edits).map(([key, value]) => ({ path: key.split('/'), text: value }));
  const result = format.parse(text).edit(list, order === undefined ? undefined : format.parse(order).outline);
  return result.ok ? result.text : `refused: ${result.refused.map(({ reason }) => reason).join('; ')}`;
};

const faultOf = (format: Format, text: string): string => {
  try {
    format.parse(text);
    return 'read';
  } catch (error) {
    if (error instanceof FormatError) return error.message;
    throw error;
  }
};

const HUGO = `# Texts of the theme
- id: home
  translation: "Home" # in the menu

# How long it takes
- id: readingTime
  translation:
    one: "One minute"
    other: "{{ .Count }} minutes"

- id: back
  translation: "Back"
`;

const GO = `[
  {
    "id": "greeting",
    "description": "On the first page",
    "other": "Hello {{.Name}}"
  },
  {
    "id": "cats",
    "one": "{{.Count}} cat",
    "other": "{{.Count}} cats"
  }
]
`;

describe('a list of items with ids is read', () => {
  it('with the id as the key', () => {
    expect(textsOf(YAML_FILE.parse(HUGO))).toEqual({
      home: 'Home',
      'readingTime/one': 'One minute',
      'readingTime/other': '{{ .Count }} minutes',
      back: 'Back',
    });
    expect(textsOf(JSON_FILE.parse(GO))).toEqual({
      'greeting/other': 'Hello {{.Name}}',
      'cats/one': '{{.Count}} cat',
      'cats/other': '{{.Count}} cats',
    });
  });

  it('with the places of the file', () => {
    const places = (document: Document): string[] =>
      [...document.leaves.values()].map(({ position: { line, column } }) => `${line}:${column}`);
    expect(places(YAML_FILE.parse(HUGO))).toEqual(['3:16', '8:10', '9:12', '12:16']);
    expect(places(JSON_FILE.parse(GO))).toEqual(['5:14', '9:12', '10:14']);
    expect(places(JSON_FILE.parse('[{"id":"a","translation":"A"},{"id":"b","translation":"B"}]'))).toEqual([
      '1:26',
      '1:55',
    ]);
    expect(YAML_FILE.parse(HUGO).topKeys).toEqual([
      { name: 'home', position: { line: 2, column: 1 } },
      { name: 'readingTime', position: { line: 6, column: 1 } },
      { name: 'back', position: { line: 11, column: 1 } },
    ]);
  });

  it.each([
    ['brackets', '[{id: a, translation: A}, {id: b, other: B}]\n'],
    ['brackets after dashes', '- {id: a, translation: A}\n- {id: b, other: B}\n'],
    ['dashes alone', '-\n  id: a\n  translation: A\n- # of b\n  id: b\n  other: B\n'],
    ['anchors and merge keys', '- &x\n  id: a\n  translation: A\n- <<: {other: B}\n  id: b\n'],
    ['indented dashes', '---\n  -   id: a\n      translation: A\n  -   id: b\n      other: B\n...\n'],
    ['CRLF', '- id: a\r\n  translation: A\r\n- id: b\r\n  other: B\r\n'],
  ])('in YAML with %s', (_, text) => {
    expect(textsOf(YAML_FILE.parse(text))).toEqual({ a: 'A', 'b/other': 'B' });
    expect(edited(YAML_FILE, text, { a: 'C' })).toBe(text.replace('A', 'C'));
  });
});

describe('a list is refused', () => {
  it.each([
    ['items that are texts', '["a", "b"]', 'item 1 of the list at the root is not a map'],
    [
      'an item without an id',
      '[{"id": "a", "other": "A"},\n {"other": "B"}]',
      'item 2 of the list at the root has no `id`',
    ],
    [
      'an id that is a number',
      '[{"id": 1, "other": "A"}]',
      'the `id` of item 1 in the list at the root is not a text',
    ],
    ['an empty id', '[{"id": "", "other": "A"}]', 'the `id` of item 1 in the list at the root is not a text'],
    [
      'an id twice',
      '[{"id": "a", "other": "A"},\n {"id": "a", "other": "B"}]',
      'item 2 of the list has the `id` of item 1, "a"',
    ],
    [
      'two places for texts',
      '[{"id": "a", "other": "A", "translation": "B"}]',
      'has both `translation` and `other`',
    ],
    ['no place for texts', '[{"id": "a", "text": "A"}]', 'has neither `translation` nor `other`, but `text`'],
  ])('with %s', (_, text, reason) => {
    for (const format of [JSON_FILE, YAML_FILE]) {
      const fault = faultOf(format, text);
      expect(fault).toContain(reason);
      const inLineTwo = text.includes('\n');
      expect(fault).toContain(inLineTwo ? '(2:2)' : '(1:2)');
    }
  });
});

describe('a list is edited', () => {
  it('by id, one line at a time', () => {
    expect(edited(YAML_FILE, HUGO, { back: 'Return' })).toBe(HUGO.replace('"Back"', '"Return"'));
    expect(edited(YAML_FILE, HUGO, { 'readingTime/one': '1 minute' })).toBe(
      HUGO.replace('One minute', '1 minute'),
    );
    expect(edited(JSON_FILE, GO, { 'cats/other': 'Cats' })).toBe(GO.replace('{{.Count}} cats', 'Cats'));
  });

  it('with a new item where the other file has it', () => {
    const order = HUGO.replace('- id: back', '- id: search\n  translation: "Search"\n\n- id: back');
    expect(edited(YAML_FILE, HUGO, { search: 'Suche' }, order)).toMatchInlineSnapshot(`
      "# Texts of the theme
      - id: home
        translation: "Home" # in the menu

      # How long it takes
      - id: readingTime
        translation:
          one: "One minute"
          other: "{{ .Count }} minutes"
      - id: search
        translation: "Suche"

      - id: back
        translation: "Back"
      "
    `);
    const goOrder = GO.replace(
      '  {\n    "id": "cats"',
      '  {\n    "id": "bye",\n    "other": "Bye"\n  },\n  {\n    "id": "cats"',
    );
    expect(edited(JSON_FILE, GO, { 'bye/other': 'Auf Wiedersehen' }, goOrder)).toMatchInlineSnapshot(`
      "[
        {
          "id": "greeting",
          "description": "On the first page",
          "other": "Hello {{.Name}}"
        },
        {
          "id": "bye",
          "other": "Auf Wiedersehen"
        },
        {
          "id": "cats",
          "one": "{{.Count}} cat",
          "other": "{{.Count}} cats"
        }
      ]
      "
    `);
  });

  it('with a new item at the end, in the style of the others', () => {
    expect(edited(YAML_FILE, HUGO, { search: 'Suche' })).toMatchInlineSnapshot(`
      "# Texts of the theme
      - id: home
        translation: "Home" # in the menu

      # How long it takes
      - id: readingTime
        translation:
          one: "One minute"
          other: "{{ .Count }} minutes"

      - id: back
        translation: "Back"
      - id: search
        translation: "Suche"
      "
    `);
    expect(edited(YAML_FILE, HUGO, { 'n/one': 'eins', 'n/other': 'viele' })).toMatchInlineSnapshot(`
      "# Texts of the theme
      - id: home
        translation: "Home" # in the menu

      # How long it takes
      - id: readingTime
        translation:
          one: "One minute"
          other: "{{ .Count }} minutes"

      - id: back
        translation: "Back"
      - id: "n"
        translation:
          one: "eins"
          other: "viele"
      "
    `);
    expect(edited(JSON_FILE, GO, { 'n/one': 'eins', 'n/other': 'viele' })).toMatchInlineSnapshot(`
      "[
        {
          "id": "greeting",
          "description": "On the first page",
          "other": "Hello {{.Name}}"
        },
        {
          "id": "cats",
          "one": "{{.Count}} cat",
          "other": "{{.Count}} cats"
        },
        {
          "id": "n",
          "one": "eins",
          "other": "viele"
        }
      ]
      "
    `);
    expect(edited(JSON_FILE, '[{"id":"a","translation":"A"}]', { b: 'B' })).toMatchInlineSnapshot(
      `"[{"id":"a","translation":"A"},{"id":"b","translation":"B"}]"`,
    );
    expect(edited(JSON_FILE, '[\n  {"id": "a", "translation": "A"}\n]\n', { b: 'B' })).toMatchInlineSnapshot(`
      "[
        {"id": "a", "translation": "A"},
        {"id": "b", "translation": "B"}
      ]
      "
    `);
    expect(edited(YAML_FILE, '- {id: a, translation: A}\n', { b: 'B' })).toMatchInlineSnapshot(`
      "- {id: a, translation: A}
      - id: b
        translation: B
      "
    `);
    expect(edited(YAML_FILE, '[{id: a, translation: A}]\n', { b: 'B' })).toMatchInlineSnapshot(`
      "[{id: a, translation: A}, {id: b, translation: B}]
      "
    `);
    expect(edited(YAML_FILE, "-   id: 'a'\n    translation: 'A'\n", { b: 'B' })).toMatchInlineSnapshot(`
      "-   id: 'a'
          translation: 'A'
      -   id: 'b'
          translation: 'B'
      "
    `);
  });

  it('with a new form in the item', () => {
    expect(edited(YAML_FILE, HUGO, { 'readingTime/few': 'kilka' })).toMatchInlineSnapshot(`
      "# Texts of the theme
      - id: home
        translation: "Home" # in the menu

      # How long it takes
      - id: readingTime
        translation:
          one: "One minute"
          other: "{{ .Count }} minutes"
          few: "kilka"

      - id: back
        translation: "Back"
      "
    `);
    expect(edited(JSON_FILE, GO, { 'cats/few': 'kilka' })).toMatchInlineSnapshot(`
      "[
        {
          "id": "greeting",
          "description": "On the first page",
          "other": "Hello {{.Name}}"
        },
        {
          "id": "cats",
          "one": "{{.Count}} cat",
          "other": "{{.Count}} cats",
          "few": "kilka"
        }
      ]
      "
    `);
  });

  it('without an item, which goes as a whole', () => {
    expect(edited(YAML_FILE, HUGO, { 'readingTime/one': undefined, 'readingTime/other': undefined }))
      .toMatchInlineSnapshot(`
        "# Texts of the theme
        - id: home
          translation: "Home" # in the menu


        - id: back
          translation: "Back"
        "
      `);
    expect(edited(YAML_FILE, HUGO, { home: undefined })).toMatchInlineSnapshot(`
      "# Texts of the theme

      # How long it takes
      - id: readingTime
        translation:
          one: "One minute"
          other: "{{ .Count }} minutes"

      - id: back
        translation: "Back"
      "
    `);
    expect(edited(JSON_FILE, GO, { 'greeting/other': undefined })).toMatchInlineSnapshot(`
      "[
        {
          "id": "cats",
          "one": "{{.Count}} cat",
          "other": "{{.Count}} cats"
        }
      ]
      "
    `);
  });

  it('without one form', () => {
    expect(edited(JSON_FILE, GO, { 'cats/one': undefined })).toMatchInlineSnapshot(`
      "[
        {
          "id": "greeting",
          "description": "On the first page",
          "other": "Hello {{.Name}}"
        },
        {
          "id": "cats",
          "other": "{{.Count}} cats"
        }
      ]
      "
    `);
  });

  it('to an empty list and back', () => {
    for (const [format, text] of [
      [YAML_FILE, '- id: a\n  translation: A\n'],
      [JSON_FILE, '[\n  {\n    "id": "a",\n    "translation": "A"\n  }\n]\n'],
    ] as const) {
      const empty = edited(format, text, { a: undefined });
      expect(empty).toBe('[]\n');
      expect(edited(format, empty, { a: 'A' }, text)).toBe(text);
    }
  });

  it('and refuses what an item cannot hold', () => {
    expect(edited(YAML_FILE, HUGO, { 'home/one': 'x' })).toContain('it is one text here');
    expect(edited(YAML_FILE, HUGO, { readingTime: 'x' })).toContain('it is a map here');
    expect(edited(JSON_FILE, GO, { cats: 'x' })).toContain('it has plural forms here');
    expect(edited(JSON_FILE, GO, { 'new/key': 'x' })).toContain('and no other keys');
    expect(edited(JSON_FILE, GO, { 'new/one/two': 'x' })).toContain('and no other keys');
    const map = JSON_FILE.parse('{"a": "A"}').outline;
    const result = JSON_FILE.parse('[]').edit([{ path: ['a'], text: 'A' }], map);
    expect(result).toMatchObject({ ok: false });
  });
});
