/** What the program knows of a kind of locale file without reading one. */
export interface FormatTraits {
  /** As it is called in messages. */
  readonly label: string;
  /** The file endings with their dot, in lower case; the usual one first. */
  readonly extensions: readonly [string, ...string[]];
  /** A line break at the very end belongs to a text. YAML's block scalars add one that does not. */
  readonly keepsFinalBreak: boolean;
  /** The signs that begin a comment. One with a slash needs no blank in front of it. */
  readonly comments: readonly string[];
  /** Has merge keys (`<<`), which bring the keys of other groups into one. */
  readonly hasMergeKeys: boolean;
  /** Rails reads a file of this format with its language as the top-level key. */
  readonly hasRailsRoot: boolean;
}

/**
 * Every format. `src/formats` reads and writes them, and the compiler asks for each of them there.
 */
export const FORMATS = {
  json: {
    label: 'JSON',
    extensions: ['.json'],
    keepsFinalBreak: true,
    comments: ['//', '/*'],
    hasMergeKeys: false,
    hasRailsRoot: false,
  },
  yaml: {
    label: 'YAML',
    extensions: ['.yml', '.yaml'],
    keepsFinalBreak: false,
    comments: ['#'],
    hasMergeKeys: true,
    hasRailsRoot: true,
  },
} as const satisfies Readonly<Record<string, FormatTraits>>;

export type FormatName = keyof typeof FORMATS;

const ALL: readonly FormatTraits[] = Object.values(FORMATS);

/** The names of all formats, for messages. */
export const FORMAT_LABELS: readonly string[] = ALL.map(({ label }) => label);

/** The file endings of all formats. */
export const EXTENSIONS: readonly string[] = ALL.flatMap(({ extensions }) => extensions);

/** A regular expression, as text, for an ending of a locale file in any case. */
export const EXTENSION_PATTERN = EXTENSIONS.map((extension) =>
  extension.replace(/[a-z]|[^a-z0-9]/g, (character) =>
    /[a-z]/.test(character) ? `[${character}${character.toUpperCase()}]` : `\\${character}`,
  ),
).join('|');

const ENDING = new RegExp(`(?:${EXTENSION_PATTERN})$`);

/**
 * The ending of a path, a pattern or a name as it is spelled there, and its format. Undefined for
 * other endings, and for `{path}` and `a.{json,yml}`.
 */
export function endingOf(
  text: string,
): { readonly ending: string; readonly format: FormatTraits } | undefined {
  const ending = ENDING.exec(text)?.[0];
  const format = ending && ALL.find(({ extensions }) => extensions.includes(ending.toLowerCase()));
  return ending && format ? { ending, format } : undefined;
}

/** `.json, .yml or .yaml` */
export const EXTENSION_LIST = `${EXTENSIONS.slice(0, -1).join(', ')} or ${EXTENSIONS.at(-1) ?? ''}`;
