// The texts of the comparison with the peers: `sets` files in `locales` languages of `keys` keys
// each, nested in groups of twenty.
const FIRST = 'en de fr es it pt-BR pl nl sv da fi cs uk ru tr ja ko ar he vi'.split(' ');
const LETTERS = [...'abcdefghijklmnopqrstuvwxyz'];
const GROUP = 20;

/** Two hundred and more language codes. */
export const CODES = [
  ...FIRST,
  ...otherLanguages(),
  ...regions('en', 'GB AU CA IN IE NZ ZA'),
  ...regions('es', 'MX AR CL CO PE VE'),
];

/** A locale file as nested JSON. */
export function nested(code, set, keys) {
  const tree = {};
  for (const [group, key, text] of texts(code, set, keys)) (tree[group] ??= {})[key] = text;
  return tree;
}

/** The same texts under keys like `group_0.key_1`. */
export const flat = (code, set, keys, edition) =>
  Object.fromEntries(texts(code, set, keys, edition).map(([group, key, text]) => [`${group}.${key}`, text]));

/** A locale file as the tools write it. */
export const fileText = (code, set, keys) => `${JSON.stringify(nested(code, set, keys), null, 2)}\n`;

/** The path of a locale file, below the project's folder. */
export const pathOf = (code, set) => `locales/${code}/ns${set}.json`;

const texts = (code, set, keys, edition = 'as') =>
  Array.from({ length: keys }, (_, n) => [
    `group_${Math.floor(n / GROUP)}`,
    `key_${n}`,
    `${code} text ${n} of file ${set}, ${edition} long as the texts of real projects usually are`,
  ]);

function otherLanguages() {
  const names = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' });
  const known = new Set([...FIRST, 'pt']);
  return LETTERS.flatMap((one) => LETTERS.map((other) => one + other)).filter(
    (code) => !known.has(code) && names.of(code) !== undefined,
  );
}

function regions(language, list) {
  return list.split(' ').map((region) => `${language}-${region}`);
}
