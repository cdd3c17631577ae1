import fc from 'fast-check';

/** One item of a list, as a person thinks of it. */
export interface Item {
  readonly id: string;
  readonly note?: string | undefined;
  readonly shape: 'translation' | 'forms';
  /** One text, or plural forms. */
  readonly text?: string | undefined;
  readonly forms?: Readonly<Record<string, string>> | undefined;
}

/** How a file spells a list. */
export interface Look {
  readonly syntax: 'json' | 'yaml' | 'yaml-flow';
  /** Items on one line. */
  readonly isCompact: boolean;
  readonly hasComments: boolean;
  readonly newline: '\n' | '\r\n';
  readonly isMarked: boolean;
  /** Spaces before the dash and after it. */
  readonly outer: number;
  readonly gap: number;
  readonly quote: 'plain' | 'single' | 'double';
  readonly noteFirst: boolean;
}

export const words = fc.constantFrom(
  'Hello',
  'yes',
  '404',
  'a: b',
  '# no comment',
  "it's",
  'say "hi"',
  '- dash',
  'Größe',
  '{{ .Count }} cats',
  ' blank ',
  '[x]',
  '日本語',
  'back\\slash',
);
const ids = fc.constantFrom(
  ...[
    'home',
    'nav.back',
    'de',
    'readingTime',
    'with blank',
    '404',
    'true',
    'id',
    'translation',
    'other',
    "o'clock",
    'item 1',
    'x: y',
  ],
);
const forms = fc.subarray(['zero', 'one', 'two', 'few', 'many', 'other'], { minLength: 1 });

const item: fc.Arbitrary<Item> = fc
  .record({
    id: ids,
    note: fc.option(words, { nil: undefined, freq: 2 }),
    kind: fc.constantFrom('text', 'plural', 'forms'),
    names: forms,
    texts: fc.array(words, { minLength: 6, maxLength: 6 }),
  })
  .map(({ id, note, kind, names, texts }): Item => {
    if (kind === 'text') return { id, note, shape: 'translation', text: texts[0] ?? '' };
    const all = Object.fromEntries(names.map((name, i) => [name, texts[i] ?? '']));
    return { id, note, shape: kind === 'forms' ? 'forms' : 'translation', forms: all };
  });

export const items = fc.uniqueArray(item, { selector: ({ id }) => id, maxLength: 6 });

const look: fc.Arbitrary<Look> = fc.record({
  syntax: fc.constantFrom('json', 'yaml', 'yaml', 'yaml-flow'),
  isCompact: fc.boolean(),
  hasComments: fc.boolean(),
  newline: fc.constantFrom('\n', '\r\n'),
  isMarked: fc.boolean(),
  outer: fc.constantFrom(0, 0, 2),
  gap: fc.constantFrom(1, 1, 3),
  quote: fc.constantFrom('plain', 'single', 'double'),
  noteFirst: fc.boolean(),
});

/** Lists in all looks. */
export const files = fc.record({ list: items, look });

/** The item as another program reads it. */
export function itemOf({ id, note, shape, text, forms: all }: Item): unknown {
  const notes = note === undefined ? {} : { description: note };
  if (all === undefined) return { id, ...notes, translation: text };
  return { id, ...notes, ...(shape === 'forms' ? all : { translation: all }) };
}

/** The keys of an item. */
export const keysOf = ({ id, forms: all }: Item): readonly string[][] =>
  all === undefined ? [[id]] : Object.keys(all).map((form) => [id, form]);

export const textAt = ({ text, forms: all }: Item, [, form]: readonly string[]): string | undefined =>
  form === undefined ? text : all?.[form];

/** The file, and for each of its lines the id of the item that it belongs to. */
export function write(
  list: readonly Item[],
  look: Look,
): { readonly text: string; readonly owners: readonly string[] } {
  const lines: { readonly line: string; readonly owner: string }[] = [];
  const put = (line: string, owner = ''): void => void lines.push({ line, owner });
  if (look.syntax === 'json') writeJson(list, look, put);
  else writeYaml(list, look, put);
  return {
    text: lines.map(({ line }) => line + look.newline).join(''),
    owners: lines.map(({ owner }) => owner),
  };
}

type Put = (line: string, owner?: string) => void;

function fieldsOf(item: Item, look: Look): [string, string | Readonly<Record<string, string>>][] {
  const { id, note, shape, text, forms: all } = item;
  const texts: [string, string | Readonly<Record<string, string>>][] =
    all === undefined
      ? [['translation', text ?? '']]
      : shape === 'forms'
        ? Object.entries(all)
        : [['translation', all]];
  const notes: [string, string][] = note === undefined ? [] : [['description', note]];
  return look.noteFirst ? [...notes, ['id', id], ...texts] : [['id', id], ...notes, ...texts];
}

function writeJson(list: readonly Item[], look: Look, put: Put): void {
  const q = JSON.stringify;
  put('[');
  list.forEach((item, i) => {
    const comma = i < list.length - 1 ? ',' : '';
    if (look.hasComments) put(`  // about item ${i}`, item.id);
    if (look.isCompact) {
      put(`  ${JSON.stringify(Object.fromEntries(fieldsOf(item, look)))}${comma}`, item.id);
      return;
    }
    put('  {', item.id);
    const fields = fieldsOf(item, look);
    fields.forEach(([name, value], at) => {
      const end = at < fields.length - 1 ? ',' : '';
      if (typeof value === 'string') put(`    ${q(name)}: ${q(value)}${end}`, item.id);
      else {
        put(`    ${q(name)}: {`, item.id);
        const inner = Object.entries(value);
        inner.forEach(([form, text], n) => {
          put(`      ${q(form)}: ${q(text)}${n < inner.length - 1 ? ',' : ''}`, item.id);
        });
        put(`    }${end}`, item.id);
      }
    });
    put(`  }${comma}`, item.id);
  });
  put(']');
}

// What needs no quotes, whatever reads it.
const PLAIN = /^(?!(?:yes|no|on|off|true|false|null)$)\p{L}[\p{L} .]*(?<! )$/u;

function scalar(text: string, { quote, syntax }: Look): string {
  if (quote === 'plain' && syntax !== 'yaml-flow' && PLAIN.test(text)) return text;
  return quote === 'single' ? `'${text.replaceAll("'", "''")}'` : JSON.stringify(text);
}

function writeYaml(list: readonly Item[], look: Look, put: Put): void {
  const { outer, gap, hasComments, isMarked, isCompact, syntax } = look;
  if (hasComments) put('# All of them');
  if (isMarked) put('---');
  if (list.length === 0) put('[]');
  const flow = (item: Item): string => {
    const pairs = fieldsOf(item, look).map(([name, value]) => {
      if (typeof value === 'string') return `${name}: ${scalar(value, look)}`;
      const inner = Object.entries(value).map(([form, text]) => `${form}: ${scalar(text, look)}`);
      return `${name}: {${inner.join(', ')}}`;
    });
    return `{${pairs.join(', ')}}`;
  };
  if (syntax === 'yaml-flow') {
    if (list.length > 0) put('[');
    list.forEach((item, i) => {
      put(`  ${flow(item)}${i < list.length - 1 ? ',' : ''}`, item.id);
    });
    if (list.length > 0) put(']');
    return;
  }
  const pad = ' '.repeat(outer);
  list.forEach((item, i) => {
    if (hasComments && i > 0) {
      put('');
      put(`${pad}# about item ${i}`, item.id);
    }
    if (isCompact) {
      put(`${pad}- ${flow(item)}`, item.id);
      return;
    }
    const inner = pad + ' '.repeat(gap + 1);
    fieldsOf(item, look).forEach(([name, value], at) => {
      const lead = at === 0 ? `${pad}-${' '.repeat(gap)}` : inner;
      if (typeof value === 'string') {
        const comment = hasComments && at > 0 ? ' # a note' : '';
        put(`${lead}${name}: ${scalar(value, look)}${comment}`, item.id);
      } else {
        put(`${lead}${name}:`, item.id);
        for (const [form, text] of Object.entries(value))
          put(`${inner}  ${form}: ${scalar(text, look)}`, item.id);
      }
    });
  });
}
