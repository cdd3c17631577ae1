import fc from 'fast-check';

/** A JSON value as a model: a map by its entries, so that any key may be in any place. */
export type Model =
  | { readonly map: readonly (readonly [key: string, value: Model])[] }
  | { readonly list: readonly Model[] }
  | { readonly leaf: string | number | boolean | null };

export interface Look {
  readonly unit: string;
  readonly newline: string;
  readonly colon: string;
  readonly blank: string;
  readonly padding: string;
  readonly bom: boolean;
  readonly final: string;
  readonly trailingComma: boolean;
  readonly commaFirst: boolean;
  readonly comments: boolean;
  readonly ascii: boolean;
  /** How often, of 10, a map or list is on one line. */
  readonly inline: number;
  readonly seed: number;
}

const CHARACTERS = [
  'a',
  'b',
  'Z',
  '0',
  ' ',
  '"',
  '\\',
  '/',
  '\n',
  '\t',
  '\u0000',
  '\u2028',
  'é',
  '日',
  '😀',
  '\u200f',
  '\ud800',
  '#',
  ':',
  ',',
  '{',
  '}',
  '//',
  '/*',
  '*/',
];

export const texts = fc
  .array(fc.constantFrom(...CHARACTERS), { maxLength: 8 })
  .map((parts) => parts.join(''));
export const keys = fc.oneof(
  { weight: 1, arbitrary: fc.constantFrom('__proto__', 'constructor', '', '10', '2', 'a.b', 'toString') },
  { weight: 3, arbitrary: texts },
);

const leaf: fc.Arbitrary<Model> = fc
  .oneof(
    { weight: 6, arbitrary: texts },
    { weight: 1, arbitrary: fc.constantFrom(null, true, false, 0, -1.5, 12) },
  )
  .map((value) => ({ leaf: value }));

const { node } = fc.letrec<{ node: Model; map: Model; list: Model }>((tie) => ({
  node: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    { weight: 4, arbitrary: leaf },
    { weight: 2, arbitrary: tie('map') },
    { weight: 1, arbitrary: tie('list') },
  ),
  map: fc
    .uniqueArray(fc.tuple(keys, tie('node')), { selector: ([key]) => key, maxLength: 6 })
    .map((map) => ({ map })),
  list: fc.array(tie('node'), { maxLength: 4 }).map((list) => ({ list })),
}));

export const roots = fc
  .uniqueArray(fc.tuple(keys, node), { selector: ([key]) => key, maxLength: 8 })
  .map((map) => ({ map }));

export const looks: fc.Arbitrary<Look> = fc.record({
  unit: fc.constantFrom('  ', '    ', '\t', ' ', '   ', ''),
  newline: fc.constantFrom('\n', '\r\n', '\r'),
  colon: fc.constantFrom(': ', ':', ' : ', ' :', ':\t'),
  blank: fc.constantFrom(' ', '', '  '),
  padding: fc.constantFrom('', ' '),
  bom: fc.boolean(),
  final: fc.constantFrom('', '\n', '\n\n'),
  trailingComma: fc.boolean(),
  commaFirst: fc.constantFrom(false, false, false, true),
  comments: fc.boolean(),
  ascii: fc.boolean(),
  inline: fc.constantFrom(0, 1, 5, 10),
  seed: fc.integer(),
});

/** The model as a text of this look; what the look leaves open is drawn from its seed. */
export function write(model: Model, look: Look): string {
  let state = look.seed;
  const chance = (of10: number): boolean => {
    state = (Math.imul(state, 1664525) + 1013904223) | 0;
    return (state >>> 16) % 10 < of10;
  };
  const quote = (text: string): string => {
    const plain = JSON.stringify(text);
    return look.ascii
      ? plain.replace(/[\u0080-\uffff]/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`)
      : plain;
  };
  const value = (item: Model, indent: string, flat: boolean): string => {
    if ('leaf' in item) return typeof item.leaf === 'string' ? quote(item.leaf) : String(item.leaf);
    const [open, close] = 'map' in item ? '{}' : '[]';
    const entries: (readonly [string | undefined, Model])[] =
      'map' in item ? [...item.map] : item.list.map((child) => [undefined, child]);
    const oneLine = flat || chance(look.inline);
    const inner = indent + look.unit;
    const members = entries.map(
      ([key, child]) => `${key === undefined ? '' : quote(key) + look.colon}${value(child, inner, oneLine)}`,
    );
    if (oneLine) {
      const remark = look.comments && chance(2) ? '/* here */' : '';
      const tail = look.trailingComma && members.length > 0 && chance(5) ? ',' : '';
      return `${open ?? ''}${look.padding}${remark}${members.join(`,${look.blank}`)}${tail}${look.padding}${close ?? ''}`;
    }
    let out = open ?? '';
    members.forEach((member, index) => {
      const last = index === members.length - 1;
      const blankLine = chance(1) ? look.newline : '';
      const above = look.comments && chance(2) ? `${look.newline}${inner}// "about": ${index},` : '';
      const behind =
        look.comments && chance(2)
          ? ` // behind ${index}`
          : look.comments && chance(1)
            ? ' /* behind */'
            : '';
      const before = look.commaFirst && index > 0 ? `, ` : '';
      const after = look.commaFirst ? '' : last ? (look.trailingComma ? ',' : '') : ',';
      out += `${blankLine}${above}${look.newline}${inner}${before}${member}${after}${behind}`;
    });
    if (members.length === 0 && look.comments && chance(3)) out += `${look.newline}${inner}// nothing yet`;
    return `${out}${look.newline}${indent}${close ?? ''}`;
  };
  const head = look.comments && chance(3) ? `// a header${look.newline}` : '';
  return `${look.bom ? '\ufeff' : ''}${head}${value(model, '', false)}${look.final.replaceAll('\n', look.newline)}`;
}

export interface ModelLeaf {
  readonly path: readonly string[];
  readonly text: string;
  readonly kind: 'string' | 'number' | 'boolean' | 'null';
  readonly inList: boolean;
}

/** The leaves of a model in order. */
export function leavesOf(model: Model, path: readonly string[] = [], inList = false): ModelLeaf[] {
  if ('map' in model) return model.map.flatMap(([key, child]) => leavesOf(child, [...path, key], inList));
  if ('list' in model)
    return model.list.flatMap((child, index) => leavesOf(child, [...path, String(index)], true));
  const { leaf: value } = model;
  const kind =
    value === null
      ? 'null'
      : typeof value === 'number'
        ? 'number'
        : typeof value === 'boolean'
          ? 'boolean'
          : 'string';
  return [{ path, text: value === null ? '' : String(value), kind, inList }];
}

/** The paths of all maps, the root's included, that hold something and are in no list. */
export function mapsOf(
  model: Model,
  path: readonly string[] = [],
): { path: readonly string[]; size: number; keys: ReadonlySet<string> }[] {
  if (!('map' in model)) return [];
  const own = { path, size: model.map.length, keys: new Set(model.map.map(([key]) => key)) };
  return [own, ...model.map.flatMap(([key, child]) => mapsOf(child, [...path, key]))];
}

/** Whether a map or list somewhere in the model is empty. */
export function hasEmpty(model: Model): boolean {
  if ('map' in model) return model.map.length === 0 || model.map.some(([, child]) => hasEmpty(child));
  return 'list' in model && (model.list.length === 0 || model.list.some(hasEmpty));
}
