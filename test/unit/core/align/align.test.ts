import { describe, expect, it } from 'vitest';
import { align } from '../../../../src/core/align/align.js';
import type { Aligned, RemoteText } from '../../../../src/core/align/aligned.js';
import { hashText } from '../../../../src/core/merge/hash.js';
import { keyId, keyName, keyPath, type KeyId } from '../../../../src/core/keys/key.js';
import { catalogOf } from '../../../support/sides.js';
import { keepsKind, printsAs, type LeafKind, type LeafValue } from '../../../../src/core/keys/leaf.js';

type Path = readonly string[];
const flat = (texts: Record<string, string | null>): RemoteText[] =>
  Object.entries(texts).map(([key, text]) => ({ key: [key], text }));
const nested = (...entries: [string, ...string[]][]): RemoteText[] =>
  entries.map((key) => ({ key, text: 'R' }));
const leaves = (...paths: Path[]): Map<KeyId, LeafValue> =>
  new Map(paths.map((path) => [keyId(path), { kind: 'string', text: 'L' }]));

interface Known {
  here?: ReadonlyMap<KeyId, LeafValue>;
  source?: ReadonlyMap<KeyId, unknown>;
  base?: Path[];
  codes?: string[];
  isList?: boolean;
}
type Result = Omit<Aligned, 'here' | 'there'> & Record<'here' | 'there', ReadonlyMap<KeyId, string>>;
const aligned = (remote: readonly RemoteText[], known: Known = {}): Result => {
  const sides = align(
    remote,
    {
      here: known.here ?? new Map(),
      sourceTexts: known.source ?? new Map(),
      base: new Map((known.base ?? []).map((path) => [keyId(path), hashText('B')])),
      ...(known.isList ? { isList: true } : {}),
    },
    known.codes ?? ['de'],
  );
  return { ...sides, here: catalogOf(sides, 'here'), there: catalogOf(sides, 'there') };
};
const pathsOf = ({ there }: Result): Path[] => [...there.keys()].map(keyPath);

const SHOP = leaves(
  ['shop', 'cart', 'title'],
  ['shop', 'cart', 'lines', '0'],
  ['shop', 'cart', 'lines', '1'],
  ['name'],
);
const known: Path[] = [
  ['shop', 'cart', 'title'],
  ['shop', 'cart', 'lines', '0'],
  ['shop', 'cart', 'lines', '1'],
  ['name'],
];
const fresh: Path[] = [
  ['shop', 'cart', 'empty'],
  ['shop', 'cart', 'lines', '2'],
  ['pay', 'now'],
];

describe('the forms of remote keys (docs/service-interface.md), learned from known keys and used for unknown ones', () => {
  const write = (separator: string, brackets: boolean, prefix: string) => (path: Path) =>
    prefix +
    path
      .map((s, i) => (i > 0 && brackets && /^\d+$/.test(s) ? `[${s}]` : (i > 0 ? separator : '') + s))
      .join('');
  for (const separator of ['.', '/'])
    for (const brackets of [false, true])
      for (const [prefix, codes] of [
        ['', ['de']],
        [`de${separator}`, ['de']],
        [`pt_BR${separator}`, ['pt-BR']],
        [`PT-br${separator}`, ['pt-BR']],
      ] as const)
        it(`a${separator}b, items as ${brackets ? '[0]' : `${separator}0`}, prefix "${prefix}"`, () => {
          const remote = [...known, ...fresh].map((path): RemoteText => ({
            key: [write(separator, brackets, prefix)(path)],
            text: 'R',
          }));
          expect(pathsOf(aligned(remote, { here: SHOP, codes: [...codes] }))).toEqual([...known, ...fresh]);
        });

  it.each([[[]], [['pt_BR']]] as const)('nested objects, with %j in front', (front) => {
    const remote = nested(
      ...[...known, ...fresh].map((path) => [...front, ...path] as unknown as [string, ...string[]]),
    );
    expect(pathsOf(aligned(remote, { here: SHOP, codes: ['pt-BR'] }))).toEqual([...known, ...fresh]);
  });

  it('finds the few lists of a large file', () => {
    const here = leaves(
      ...Array.from({ length: 5000 }, (_, i) => ['group', `key${i}`]),
      ['days', '0'],
      ['days', '1'],
    );
    const remote = flat({ 'group.key1': 'R', 'days[0]': 'R', 'days[1]': 'R', 'days[2]': 'R' });
    expect(pathsOf(aligned(remote, { here }))).toEqual([
      ['group', 'key1'],
      ['days', '0'],
      ['days', '1'],
      ['days', '2'],
    ]);
  });

  it.each(['.', '/'])('items in brackets beside names that are numbers, a%sb', (separator) => {
    const here = leaves(['errors', '404'], ['errors', 'x', '5'], ['days', '0'], ['grid', '7', 'row', '0']);
    const spelt = [
      ['errors', '404'],
      ['errors', 'x', '5'],
      ['days[0]'],
      ['grid', '7', 'row[0]'],
      ['errors', '500'],
      ['days[1]'],
      ['grid', '7', 'row[1]'],
      ['limits', '9'],
    ].map((path) => path.join(separator));
    expect(pathsOf(aligned(flat(Object.fromEntries(spelt.map((key) => [key, 'R']))), { here }))).toEqual([
      ['errors', '404'],
      ['errors', 'x', '5'],
      ['days', '0'],
      ['grid', '7', 'row', '0'],
      ['errors', '500'],
      ['days', '1'],
      ['grid', '7', 'row', '1'],
      ['limits', '9'],
    ]);
  });

  it.each(['.', '/'])('items in brackets below names that hold the separator, a%sb', (separator) => {
    const own = (name: string): string => name.replaceAll('.', separator);
    const spelt = (keys: readonly (readonly [string, Path])[]): RemoteText[] =>
      flat(Object.fromEntries(keys.map(([key]) => [own(key), 'R'])));
    const here: [string, Path][] = [
      ['nav.home', ['nav', 'home']],
      ['days[0]', ['days', '0']],
      ['releases.v1.0.one', ['releases', 'v1.0', 'one']],
      ['releases.v1.0.steps[0].title', ['releases', 'v1.0', 'steps', '0', 'title']],
      ['releases.v1.0.steps[0].in.short', ['releases', 'v1.0', 'steps', '0', 'in.short']],
      ['plans.a.5[0]', ['plans', 'a.5', '0']],
      ['grid[0].x.0.one', ['grid', '0', 'x.0', 'one']],
    ];
    const fresh: [string, Path][] = [
      ['releases.v1.0.few', ['releases', 'v1.0', 'few']],
      ['releases.v1.0.steps[0].text', ['releases', 'v1.0', 'steps', '0', 'text']],
      ['releases.v1.0.steps[1].title', ['releases', 'v1.0', 'steps', '1', 'title']],
      ['releases.v1.0.steps[1].in.short', ['releases', 'v1.0', 'steps', '1', 'in.short']],
      ['releases.v2.0.one', ['releases', 'v2.0', 'one']],
      ['releases.v2.0.steps[0]', ['releases', 'v2.0', 'steps', '0']],
      ['plans.a.5[1]', ['plans', 'a.5', '1']],
      ['grid[0].x.0.other', ['grid', '0', 'x.0', 'other']],
      ['grid[1].x.0.one', ['grid', '1', 'x.0', 'one']],
    ];
    const paths = [...here, ...fresh].map(([, path]) => path.map(own));
    const found = aligned(spelt([...here, ...fresh]), { here: leaves(...paths.slice(0, here.length)) });
    expect(pathsOf(found)).toEqual(paths);
  });

  it('items in brackets in a file of names with dots', () => {
    const here = leaves(['a.days', '0'], ['a.b'], ['c.d']);
    const remote = flat({ 'a.days[0]': 'R', 'a.days[1]': 'R', 'x.days[0]': 'R', 'x.y.z': 'R' });
    expect(pathsOf(aligned(remote, { here }))).toEqual([
      ['a.days', '0'],
      ['a.days', '1'],
      ['x.days', '0'],
      ['x.y.z'],
    ]);
  });

  it.each(['.', '/'])('items in brackets beside ids with dots, a%sb', (separator) => {
    const here = leaves(['v1.0', 'one'], ['v1.0', 'other'], ['list', '0']);
    const spelt = ['one', 'other', 'few'].map((form) => `v1.0${separator}${form}`);
    const remote = ['list[0]', ...spelt].map((key): RemoteText => ({ key: [key], text: 'R' }));
    expect(pathsOf(aligned(remote, { here, isList: true })).at(-1)).toEqual(['v1.0', 'few']);
  });

  it('learns from the source locale and from the base if the file is missing', () => {
    const remote = flat({ 'shop/cart/title': 'R', 'a/b': 'R' });
    expect(pathsOf(aligned(remote, { source: SHOP }))).toEqual([
      ['shop', 'cart', 'title'],
      ['a', 'b'],
    ]);
    expect(pathsOf(aligned(remote, { base: [['shop', 'cart', 'title']] }))).toEqual([
      ['shop', 'cart', 'title'],
      ['a', 'b'],
    ]);
  });

  it('takes off a code that precedes every key if nothing is known, and only then', () => {
    expect(pathsOf(aligned(flat({ 'de.a.b': 'R', 'de.c': 'R' })))).toEqual([['a', 'b'], ['c']]);
    expect(pathsOf(aligned(flat({ 'de.a.b': 'R', 'fr.c': 'R' })))).toEqual([
      ['de', 'a', 'b'],
      ['fr', 'c'],
    ]);
  });

  it('keeps a group that is called like the locale', () => {
    const here = leaves(['de', 'x'], ['fr', 'x']);
    expect(pathsOf(aligned(flat({ 'de.x': 'R', 'fr.x': 'R', 'de.y': 'R' }), { here }))).toEqual([
      ['de', 'x'],
      ['fr', 'x'],
      ['de', 'y'],
    ]);
  });
});

describe('where unknown keys go', () => {
  const place = (here: ReadonlyMap<KeyId, LeafValue>, key: string): Path | undefined =>
    pathsOf(aligned(flat({ [key]: 'R' }), { here })).at(-1);

  it('nests if the file nests, and not if it is flat', () => {
    expect(place(leaves(['a', 'b']), 'x.y.z')).toEqual(['x', 'y', 'z']);
    expect(place(leaves(['a.b'], ['c.d'], ['e']), 'x.y.z')).toEqual(['x.y.z']);
    expect(place(leaves(['a.b']), 'x.y.z')).toEqual(['x.y.z']);
    expect(place(leaves(['a.b'], ['c']), 'a.z')).toEqual(['a.z']);
  });
  it.each([
    [leaves(['v1.0'], ['title'])],
    [leaves(['v1.0'], ['title'], ['nav', 'home'])],
    [leaves(['v1.0'], ['v2.0'], ['nav', 'home'], ['nav', 'about'], ['shop', 'x'])],
  ])('B16 a name or two with a dot do not make an unknown nested key flat', (here) => {
    expect(place(here, 'z.one')).toEqual(['z', 'one']);
  });
  it('B16 nor do they hide a clash', () => {
    const { clashes } = aligned(flat({ m: 'R', 'v1.0': 'R', 'm.k': 'R' }), { here: leaves(['m'], ['v1.0']) });
    expect([...clashes.keys()].map(keyPath)).toEqual([['m', 'k']]);
  });
  it('nests beside one name with a dot', () => {
    const here = leaves(['common', 'ok'], ['nav', 'home'], ['v1.0']);
    expect(place(here, 'footer.text')).toEqual(['footer', 'text']);
  });
  it.each([
    ['beside a group with a dotted name', leaves(['a.b'], ['a.c'], ['a.d', 'x'], ['a.d', 'y']), ['a.z']],
    ['beside nested groups', leaves(['a.b'], ['nav', 'x'], ['nav', 'y'], ['nav', 'z']), ['a.z']],
    ['beside plural forms', leaves(['h.t'], ['a.b'], ['a.i', 'one'], ['a.i', 'other']), ['a.z']],
    ['beside a dotted group alone', leaves(['a.d', 'x'], ['nav', 'y']), ['a.z']],
    ['but not beside a sentence', leaves(['a. b'], ['nav', 'x'], ['nav', 'y']), ['a', 'z']],
  ])('is flat if the names that begin alike are: %s', (_, here, path) => {
    expect(place(here, 'a.z')).toEqual(path);
  });
  it('takes the shape of its own file before that of the source locale', () => {
    const here = leaves(['a.b'], ['a.e'], ['c']);
    const source = leaves(['a', 'b'], ['a', 'e'], ['c']);
    const remote = flat({ 'a.b': 'R', 'a.e': 'R', c: 'R', 'a.z': 'R', 'y.z': 'R' });
    const { keys } = aligned(remote, { here, source });
    expect(keys.map(keyPath).slice(-2)).toEqual([['a.z'], ['y.z']]);
  });
  it.each([
    [leaves(['a.b'], ['a.c'], ['a.l', '0'], ['a.l', '1'], ['x.y']), ['a.r', '0']],
    [leaves(['a.b'], ['a.c'], ['a.l', '0', 'k'], ['x.y']), ['a.r', '0']],
    [leaves(['a.b'], ['a.c'], ['a.l', '0'], ['v1.0']), ['a.r.0']],
    [leaves(['a.b'], ['a.c'], ['x.y']), ['a.r.0']],
  ])('an item among flat names is one if the file has lists, and no name with a number', (here, path) => {
    expect(place(here, 'a.r.0')).toEqual(path);
  });
  it('follows the group that it belongs to', () => {
    const mixed = leaves(['flat', 'a.b'], ['deep', 'a', 'b'], ['c']);
    expect(place(mixed, 'flat.x.y')).toEqual(['flat', 'x.y']);
    expect(place(mixed, 'deep.x.y')).toEqual(['deep', 'x', 'y']);
    expect(place(mixed, 'deep.a.y')).toEqual(['deep', 'a', 'y']);
  });
  it.each([
    [leaves(['Hello.'], ['Bye']), 'See you. Soon.', ['See you. Soon.']],
    [leaves(['Bye']), 'Loading...', ['Loading...']],
    [leaves(['errors', 'gone']), 'errors.Not found. Try again.', ['errors', 'Not found. Try again.']],
    [leaves(['home', 'main title']), 'home.sub title', ['home', 'sub title']],
  ])('does not take a sentence apart', (here, key, path) => {
    expect(place(here, key)).toEqual(path);
  });
  it('KV-02 takes __proto__ for an ordinary key', () => {
    expect(place(leaves(['a', 'b']), '__proto__.x')).toEqual(['__proto__', 'x']);
    expect(Object.prototype).not.toHaveProperty('x');
  });
  it('KV-03 keeps brackets, slashes and spaces of known keys', () => {
    const here = leaves(['a[0]'], ['b/c'], [' d '], ['e', '[f]'], ['']);
    const { there } = aligned(flat({ 'a[0]': 'R', 'b/c': 'R', ' d ': 'R', 'e.[f]': 'R', '': 'R' }), { here });
    expect([...there.keys()]).toEqual([...here.keys()]);
  });
  it('places every unknown key so that it is found under the same remote key again', () => {
    const here = leaves(['list', '0'], ['flat', 'a.b'], ['g', 'h']);
    for (const form of ['list[0]', 'list.0'])
      for (const key of ['list[1]', 'list.1', 'flat.x[0]', 'g.i[0].j', 'new[0][1]', '[0]', 'a..b', 'x.0'])
        for (const round of [flat({ [form]: 'R', 'flat.a.b': 'R', 'g.h': 'R', [key]: 'R' })]) {
          const [path] = pathsOf(aligned(round, { here })).slice(-1);
          const again = aligned(round, { here: new Map([...here, ...leaves(path ?? [])]) });
          expect(pathsOf(again).at(-1), `${key} beside ${form}`).toEqual(path);
        }
  });
});

describe('keys that cannot be told apart', () => {
  it('a.b beside a: {b} is not compared', () => {
    const { there, ambiguous } = aligned(flat({ 'a.b': 'R', c: 'R' }), {
      here: leaves(['a.b'], ['a', 'b'], ['c']),
    });
    expect([...ambiguous.keys()].map(keyPath)).toEqual([['a.b'], ['a', 'b']]);
    expect([...there.keys()]).toEqual([keyId(['c'])]);
  });
  it('is not said of a file that is flat if the source locale’s nests, nor of one that was reshaped', () => {
    const result = aligned(flat({ 'a.b': 'R' }), {
      here: leaves(['a.b']),
      source: leaves(['a', 'b']),
      base: [['a', 'b']],
    });
    expect(result.ambiguous.size).toBe(0);
    expect(pathsOf(result)).toEqual([['a.b']]);
  });
  it('a reshaped file keeps its base', () => {
    const result = aligned(flat({ 'a.b': 'R' }), {
      here: leaves(['a', 'b'], ['c']),
      base: [['a.b'], ['c'], ['gone']],
    });
    expect(new Map(result.base)).toEqual(
      new Map([keyId(['a', 'b']), keyId(['c']), keyId(['gone'])].map((id) => [id, hashText('B')])),
    );
  });
});

describe('A11 flat keys here and nested ones on the service, and the reverse', () => {
  const here = leaves(['home.title'], ['home.intro'], ['ok']);
  it('finds the flat keys in a nested answer, new ones included', () => {
    const result = aligned(
      nested(['home', 'title'], ['home', 'intro'], ['ok'], ['home', 'sub'], ['cart', 'total']),
      { here },
    );
    expect(pathsOf(result)).toEqual([['home.title'], ['home.intro'], ['ok'], ['home.sub'], ['cart.total']]);
  });
  it('with the locale in front, with lists, and for a single key', () => {
    expect(pathsOf(aligned(nested(['de', 'home', 'title'], ['de', 'ok']), { here }))).toEqual([
      ['home.title'],
      ['ok'],
    ]);
    expect(pathsOf(aligned(nested(['days', '0']), { here: leaves(['days.0']) }))).toEqual([['days.0']]);
    expect(pathsOf(aligned(nested(['home', 'title']), { here: leaves(['home.title']) }))).toEqual([
      ['home.title'],
    ]);
  });
  it('a nested file and a nested answer stay as they are, also with a dot in a name', () => {
    const mixed = leaves(['a', 'b'], ['v1.0'], ['c', 'd.e']);
    expect(pathsOf(aligned(nested(['a', 'b'], ['v1.0'], ['c', 'd.e'], ['c', 'f']), { here: mixed }))).toEqual(
      [['a', 'b'], ['v1.0'], ['c', 'd.e'], ['c', 'f']],
    );
  });
  it('two keys of the service that are one here are ambiguous', () => {
    const result = aligned(nested(['home', 'title'], ['home', 'intro'], ['home.title']), { here });
    expect([...result.ambiguous]).toEqual([
      [keyId(['home.title']), { here: 'L', there: undefined, base: undefined }],
    ]);
  });
});

describe('B14 keys that the service spells by a rule of its own', () => {
  it.each<[string, Path[], string[], Path[]]>([
    ['lower case', [['Home', 'Title'], ['ok']], ['home.title', 'ok'], [['Home', 'Title'], ['ok']]],
    ['upper case', [['home', 'title']], ['HOME.TITLE'], [['home', 'title']]],
    ['NFC', [['caf\u0065\u0301']], ['caf\u00e9'], [['caf\u0065\u0301']]],
    ['NFD', [['caf\u00e9', 'x']], ['caf\u0065\u0301.x'], [['caf\u00e9', 'x']]],
    ['trimmed', [[' a ', 'b '], ['c']], ['a.b', 'c'], [[' a ', 'b '], ['c']]],
    ['yes as true', [['yes'], ['off']], ['true', 'false'], [['yes'], ['off']]],
    ['a number', [['codes', '0x1F']], ['codes.31'], [['codes', '0x1F']]],
    ['several rules', [[' Caf\u0065\u0301 ', 'X']], ['caf\u00e9.x'], [[' Caf\u0065\u0301 ', 'X']]],
  ])('%s', (_, here, there, expected) => {
    const result = aligned(flat(Object.fromEntries(there.map((key) => [key, 'R']))), {
      here: leaves(...here),
    });
    expect(pathsOf(result)).toEqual(expected);
    expect(result.ambiguous.size).toBe(0);
  });
  it.each<[string, string[], Path[]]>([
    ['lower case', ['group.item', 'last', 'group.new'], [['Group', 'Item'], ['last'], ['Group', 'new']]],
    ['its code in capitals', ['DE.group.item', 'DE.last'], [['Group', 'Item'], ['last']]],
    [
      'its code and /',
      ['DE/group/item', 'DE/last', 'DE/group/x'],
      [['Group', 'Item'], ['last'], ['Group', 'x']],
    ],
    ['its code as no', ['NO.group.item', 'NO.last'], [['Group', 'Item'], ['last']]],
  ])('KS-07 %s in front, a new key of a group goes into the group', (_, there, expected) => {
    const result = aligned(flat(Object.fromEntries(there.map((key) => [key, 'R']))), {
      here: leaves(['Group', 'Item'], ['last']),
      codes: ['de', 'no'],
    });
    expect(pathsOf(result)).toEqual(expected);
    expect(result.doubtful).toEqual([]);
  });
  it.each<[string, string[], Path[]]>([
    [
      'words of YAML',
      ['h.true[0]', 'h.true[1]', 'h.k'],
      [
        ['h', 'yes', '0'],
        ['h', 'yes', '1'],
        ['h', 'k'],
      ],
    ],
    [
      'numbers that are names',
      ['H.YES[0]', 'H.YES[1]', 'H.K', 'HTML.2', 'HTML.NEW'],
      [
        ['h', 'yes', '0'],
        ['h', 'yes', '1'],
        ['h', 'k'],
        ['html', '2'],
        ['html', 'NEW'],
      ],
    ],
  ])('KS-08 items in brackets beside %s', (_, there, expected) => {
    const here = leaves(['h', 'yes', '0'], ['h', 'yes', '1'], ['h', 'k'], ['html', '2']);
    const result = aligned(flat(Object.fromEntries(there.map((key) => [key, 'R']))), { here });
    expect(pathsOf(result)).toEqual(expected);
    expect(result.doubtful).toEqual([]);
  });
  it('KS-07 a group of the very spelling gets the new key, not one in other letters', () => {
    const result = aligned(flat({ 'group.item': 'R', 'group.x': 'R', 'group.new': 'N' }), {
      here: leaves(['Group', 'Item'], ['group', 'x']),
    });
    expect(pathsOf(result)).toContainEqual(['group', 'new']);
  });
  it('KS-07 a new key goes into the group that is composed otherwise on the service', () => {
    const result = aligned(flat({ 'U\u0308ber.rest': 'R', 'U\u0308ber.neu': 'N' }), {
      here: leaves(['\u00dcber', 'rest']),
    });
    expect(pathsOf(result)).toEqual([
      ['\u00dcber', 'rest'],
      ['\u00dcber', 'neu'],
    ]);
  });
  it('a rule that another key contradicts is none: Home and home are two keys', () => {
    const result = aligned(flat({ Home: 'R', ABOUT: 'R', home: 'R' }), { here: leaves(['Home'], ['ABOUT']) });
    expect(pathsOf(result)).toEqual([['Home'], ['ABOUT'], ['home']]);
    const other = aligned(flat({ Home: 'R', about: 'R' }), { here: leaves(['Home'], ['About']) });
    expect(pathsOf(other)).toEqual([['Home'], ['about']]);
  });
  it('keys that become one are ambiguous, with the text that the service has for them', () => {
    const here = leaves(['Save'], ['save'], ['Home'], ['yes'], ['on']);
    const result = aligned(flat({ save: 'R', home: 'R', true: 'T' }), { here });
    expect(Object.fromEntries([...result.ambiguous].map(([id, { there }]) => [id, there]))).toEqual({
      Save: 'R',
      save: 'R',
      yes: 'T',
      on: 'T',
    });
    expect(pathsOf(result)).toEqual([['Home']]);
  });
  it('a key that looks like a known one, in a way that is not understood, is neither written nor compared', () => {
    const result = aligned(flat({ a: 'R', b: 'R', home_title: 'R' }), {
      here: leaves(['a'], ['b'], ['home', 'title']),
    });
    expect(pathsOf(result)).toEqual([['a'], ['b']]);
    expect(result.doubtful).toEqual([{ spelt: 'home_title', like: keyId(['home', 'title']) }]);
  });
  it('a key without the prefix of the others is never dropped in silence', () => {
    const result = aligned(flat({ 'de.a': 'R', 'de.b': 'R', a: 'R', new: 'R' }), {
      here: leaves(['a'], ['b']),
    });
    expect([...result.ambiguous.keys()]).toEqual([keyId(['a'])]);
    expect(result.doubtful.map(({ spelt }) => spelt)).toEqual(['a', 'new']);
  });
});

describe('an answer in which hardly a known key is found', () => {
  const many = (count: number, name: string): string[] =>
    Array.from({ length: count }, (_, i) => `${name}${i}x`);
  const told = (here: string[], there: string[], base: Path[] = []): boolean =>
    aligned(flat(Object.fromEntries(there.map((key) => [key, 'R']))), {
      here: leaves(...here.map((key) => [key])),
      base,
    }).unfamiliar !== undefined;
  it.each([
    [many(3, 'a'), many(3, 'b'), true],
    [many(2, 'a'), many(2, 'b'), false],
    [many(40, 'a'), many(2, 'b'), false],
    [many(40, 'a'), many(40, 'b'), true],
    [many(40, 'a'), [...many(40, 'b'), 'a1x'], true],
    [many(40, 'a'), [...many(40, 'b'), 'a1x', 'a2x', 'a3x'], false],
    [many(40, 'a'), many(1, 'a'), false],
    [['home.title'], ['homeTitle'], true],
    [['home.title', 'b.c', 'd.e', 'ok'], ['home_title', 'b_c', 'd_e', 'ok'], true],
    [['home.title'], [], false],
    [[], ['a'], false],
  ])('%j and %j: %s', (here, there, expected) => {
    expect(told(here, there)).toBe(expected);
  });
  it('keys that were deleted here are known', () => {
    expect(
      told(
        many(5, 'a'),
        many(5, 'b'),
        many(5, 'b').map((key) => [key]),
      ),
    ).toBe(false);
  });
  it('shows one key of either side', () => {
    const result = aligned(flat({ k_1: 'R', k_2: 'R', k_3: 'R' }), { here: leaves(['a'], ['b'], ['c']) });
    expect(result.unfamiliar).toEqual({ here: 'a', there: 'k_1' });
  });
});

describe('B12 a file that shows no form', () => {
  const here = leaves(['title'], ['intro']);
  it('takes what other files show', () => {
    const remote = flat({ title: 'R', intro: 'R', 'nav/home': 'R' });
    const known = { here, sourceTexts: new Map(), base: new Map() };
    const hinted = align(remote, known, ['de'], { separator: '/', items: undefined });
    expect(hinted.keys.at(-1)).toBe(keyId(['nav', 'home']));
    const alone = align(remote, known, ['de']);
    expect(alone.doubtful).toEqual([{ spelt: 'nav/home', like: undefined }]);
    expect(alone.guessed).toBe(true);
    expect(align(flat({ 'nav/home': 'R' }), { ...known, here: leaves(['nav', 'home']) }, []).shown).toEqual({
      separator: '/',
      items: undefined,
    });
  });
  it('takes dots for the separator if nothing contradicts, and signs of sentences for none', () => {
    expect(pathsOf(aligned(flat({ title: 'R', intro: 'R', 'nav.home': 'R' }), { here })).at(-1)).toEqual([
      'nav',
      'home',
    ]);
    const sentences = leaves(['Good bye'], ['Hello']);
    expect(
      pathsOf(aligned(flat({ 'Good bye': 'R', Hello: 'R', 'and/or': 'R' }), { here: sentences })).at(-1),
    ).toEqual(['and/or']);
  });
});

describe('KV-04 KV-12 a text on one side and a group on the other', () => {
  const clashes = (here: Path[], there: string[]): string[] =>
    [
      ...aligned(flat(Object.fromEntries(there.map((key) => [key, 'R']))), { here: leaves(...here) }).clashes,
    ].map(([key, other]) => `${keyName(key)} - ${keyName(other)}`);
  it('names both, whichever side has the group', () => {
    expect(clashes([['a']], ['a.b.c'])).toEqual(['a.b.c - a', 'a - a.b.c']);
    expect(
      clashes(
        [
          ['a', 'b'],
          ['a', 'c'],
        ],
        ['a'],
      ).sort(),
    ).toEqual(['a - a.c', 'a.b - a', 'a.c - a']);
  });
  it('finds it below a key without a name', () => {
    expect(clashes([['']], ['.b', 'x.y'])).toHaveLength(2);
  });
  it('is a clash of the service with itself too; what both sides hold stays in use', () => {
    expect(clashes([['x', 'y']], ['a', 'a.b', 'x.y'])).toEqual(['a.b - a', 'a - a.b']);
    expect(clashes([['a', 'b']], ['a', 'a.b'])).toEqual(['a - a.b']);
  });
  it('is none if the service says null or nothing of the one, or the file has null', () => {
    const here = new Map(leaves(['a', 'b']));
    expect(aligned(flat({ a: null, 'a.b': 'R' }), { here }).clashes.size).toBe(0);
    expect(aligned(flat({ a: '', 'a.b': 'R' }), { here }).clashes.size).toBe(0);
    const empty = new Map<KeyId, LeafValue>([[keyId(['a']), { kind: 'null', text: '' }]]);
    expect(aligned(flat({ 'a.b': 'R' }), { here: empty }).clashes.size).toBe(0);
  });
  it('is none between keys that only look alike', () => {
    expect(clashes([['a'], ['ab', 'c']], ['a', 'ab.c', 'ab.d'])).toEqual([]);
  });
});

describe('texts', () => {
  it('takes null for "not translated", which is not "deleted"', () => {
    const { there } = aligned(flat({ a: null, b: null }), { here: leaves(['a']) });
    expect(there.get(keyId(['a']))).toBe('');
    expect(there.get(keyId(['b']))).toBe('');
  });
  it('A7 A8 are compared letter for letter, whatever type the file has', () => {
    const here = new Map<KeyId, LeafValue>([
      [keyId(['n']), { kind: 'number', text: '9.9' }],
      [keyId(['b']), { kind: 'boolean', text: 'on' }],
      [keyId(['z']), { kind: 'null', text: '' }],
      [keyId(['y']), { kind: 'null', text: '' }],
    ]);
    const { there } = aligned(flat({ n: '9.90', b: 'yes', z: 'Null', y: null }), { here });
    expect([...there.values()]).toEqual(['9.90', 'yes', 'Null', '']);
  });
  it.each<[LeafKind, string, boolean]>([
    ['string', 'yes', true],
    ['number', '3', true],
    ['number', '-2.5', true],
    ['number', '9.90', false],
    ['number', '1.0', false],
    ['number', '+1', false],
    ['number', '.5', false],
    ['number', '-0', false],
    ['number', '012', false],
    ['number', '0x1F', false],
    ['number', '1e3', false],
    ['number', '12345678901234567890', false],
    ['number', 'Infinity', false],
    ['number', '', false],
    ['boolean', 'true', true],
    ['boolean', 'True', false],
    ['boolean', 'yes', false],
    ['null', '', true],
    ['null', 'null', false],
    ['null', '~', false],
  ])('A8 a %s spelt %j is printed as it is spelt: %s', (kind, text, same) => {
    expect(printsAs(kind, text)).toBe(same);
  });
  it('A8 a number that was not printed as it is spelt may be followed by another', () => {
    expect(keepsKind('number', '1.50', '2.50')).toBe(true);
    expect(keepsKind('number', '9.9', '9.90')).toBe(false);
    expect(keepsKind('boolean', 'yes', 'no')).toBe(false);
  });
});

it('a real key << of the source locale is a key, as JSON may have it', () => {
  const sourceTexts = leaves(['pager', '<<'], ['pager', 'm', '<<', 'x']);
  for (const remote of [
    flat({ 'pager.<<': 'R', 'pager.m.<<.x': 'R' }),
    nested(['pager', '<<'], ['pager', 'm', '<<', 'x']),
  ])
    expect(pathsOf(aligned(remote, { source: sourceTexts }))).toEqual([
      ['pager', '<<'],
      ['pager', 'm', '<<', 'x'],
    ]);
});

it('<< inside a key with dots is part of the key', () => {
  const sourceTexts = leaves(['pager.<<.label'], ['a']);
  const remote = flat({ 'pager.<<.label': 'R', a: 'R' });
  expect(pathsOf(aligned(remote, { here: sourceTexts, source: sourceTexts }))).toEqual([
    ['pager.<<.label'],
    ['a'],
  ]);
});

describe('groups whose names hold dots', () => {
  const CART = leaves(['cart.items', 'one'], ['cart.items', 'other'], ['title']);

  it('get the new keys that the service spells below them', () => {
    const remote = flat({ 'cart.items.one': 'R', 'cart.items.few': 'R', title: 'R', 'nav.x': 'R' });
    for (const known of [{ here: CART }, { source: CART }])
      expect(pathsOf(aligned(remote, known))).toEqual(
        expect.arrayContaining([
          ['cart.items', 'few'],
          ['nav', 'x'],
        ]),
      );
  });

  it('at any depth, and the longest one that is known', () => {
    const here = leaves(['a', 'b.c', 'one'], ['a', 'b.c', 'd', 'x'], ['a', 'z']);
    const remote = flat({
      'a.b.c.one': 'R',
      'a.b.c.d.x': 'R',
      'a.z': 'R',
      'a.b.c.few': 'R',
      'a.b.c.d.y.z': 'R',
    });
    expect(pathsOf(aligned(remote, { here })).slice(3)).toEqual([
      ['a', 'b.c', 'few'],
      ['a', 'b.c', 'd', 'y', 'z'],
    ]);
  });

  it('a key that fits in two groups of one spelling is in neither', () => {
    const here = leaves(['a.b', 'one'], ['a', 'b', 'two']);
    const { doubtful, there } = aligned(flat({ 'a.b.one': 'R', 'a.b.two': 'R', 'a.b.few': 'R' }), { here });
    expect(there.size).toBe(2);
    expect(doubtful).toEqual([{ spelt: 'a.b.few', like: undefined }]);
  });
});

describe('items of a list: all names and dots are the id, but for a plural form at the end', () => {
  const LIST = leaves(['a.b', 'one'], ['a.b', 'other'], ['nav.back'], ['home']);
  const FORMS = leaves(['a.b', 'one'], ['a.b', 'other'], ['home', 'other']);
  const placed = (of: ReadonlyMap<KeyId, LeafValue>, separator: string, ...paths: string[]): Path[] => {
    const remote = [...[...of.keys()].map((id) => keyPath(id).join(separator)), ...paths];
    const texts = flat(Object.fromEntries(remote.map((key) => [key, 'R'])));
    return pathsOf(aligned(texts, { source: of, isList: true })).slice(of.size);
  };

  it.each(['.', '/'])('forms of a known item, and new items, in an answer with a%sb', (separator) => {
    const at = (path: string): string => path.replaceAll('|', separator);
    expect(placed(LIST, separator, at('a.b|few'), at('a.b|many'))).toEqual([
      ['a.b', 'few'],
      ['a.b', 'many'],
    ]);
    expect(placed(LIST, separator, 'x.y', 'nav.top', at('n.m|one'), at('n.m|other'))).toEqual([
      ['x.y'],
      ['nav.top'],
      ['n.m', 'one'],
      ['n.m', 'other'],
    ]);
  });

  it('one form alone of an unknown item is a part of the id where items may be plain texts', () => {
    expect(placed(LIST, '.', 'kind.other')).toEqual([['kind.other']]);
    expect(placed(FORMS, '.', 'kind.other')).toEqual([['kind', 'other']]);
    expect(placed(LIST, '.', 'home.few')).toEqual([['home', 'few']]);
  });

  it('nested answers keep their groups', () => {
    const remote = nested(['a.b', 'one'], ['a.b', 'other'], ['home'], ['a.b', 'few']);
    expect(pathsOf(aligned(remote, { source: LIST, isList: true }))).toContainEqual(['a.b', 'few']);
  });
});
