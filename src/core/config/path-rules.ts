import { LocsyncError } from '../errors/index.js';
import { endingOf, EXTENSION_LIST, EXTENSION_PATTERN } from '../formats.js';
import { nearest } from '../text/nearest.js';
import { unsafePath, unsafeShape } from '../patterns/paths.js';
import { compilePattern } from '../patterns/compile.js';
import type { Pattern } from '../patterns/pattern.js';
import { printable } from '../text/printable.js';
import type { TextRule } from './rules.js';

const MAX_LENGTH = 1_000;
const CONTROL = /[\u0000-\u001f\u007f-\u009f]/;

/** A path or pattern without the `./` that some write in front. */
export const withoutDot = (path: string): string => path.replace(/^(?:\.\/+)+/, '');

/** A glob of `ignore` as fast-glob takes it: a folder may be written with a slash at its end. */
export const ignoreGlob = (glob: string): string => {
  const plain = withoutDot(glob);
  return plain.endsWith('/') ? `${plain}**` : plain;
};

/** The pattern, or what is wrong with it. */
function compileOrReason(text: string): Pattern | string {
  if (text.length > MAX_LENGTH) return `it is longer than ${MAX_LENGTH} characters`;
  try {
    return compilePattern(text);
  } catch (error) {
    if (!(error instanceof LocsyncError)) throw error;
    // `the pattern "x" is too complex`: the message round it names the pattern already.
    return error.message.replace(`the pattern "${printable(text)}"`, 'it');
  }
}

/** What a token of a pattern may stand for, for checks of the parts that the pattern spells out. */
const sampleOf = (token: Pattern['alternatives'][number][number]): string =>
  token.kind === 'text' ? token.text : token.kind === 'folders' ? 'x/' : 'x';

/** A pattern of `files` (docs/configuration.md). */
export const PATTERN_RULE: TextRule = {
  expected: `a relative pattern such as locales/{locale}.json that ends in ${EXTENSION_LIST}`,
  maxLength: MAX_LENGTH,
  fault: (text) => {
    const pattern = compileOrReason(text);
    if (typeof pattern === 'string') return pattern;
    for (const tokens of pattern.alternatives) {
      const last = tokens.at(-1);
      if (last?.kind !== 'text' || endingOf(last.text) === undefined)
        return `it does not end in ${EXTENSION_LIST}`;
      // Braces may hide what the text does not show: `{a,../..}/b.json`.
      const reason = unsafePath(tokens.map(sampleOf).join(''));
      if (reason !== undefined) return `it ${reason}`;
    }
    return undefined;
  },
};

/** A glob of `ignore`: bounded like a pattern, and kept from what would leave nothing out. */
export const IGNORE_RULE: TextRule = {
  expected: 'a relative glob such as **/fixtures/**',
  maxLength: MAX_LENGTH,
  fault: (text) => {
    const glob = compileOrReason(ignoreGlob(text));
    if (typeof glob === 'string') return glob;
    return glob.hasLocale ? '{locale} stands for nothing here; write *' : undefined;
  },
};

/** The path of the base. The name may be any but those of files that something else reads. */
export const LOCK_RULE: TextRule = {
  expected: 'a relative path of a file in the project, such as locsync.lock',
  maxLength: MAX_LENGTH,
  fault: (text) => {
    const path = withoutDot(text);
    const reason = unsafeShape(path) ?? unsafePath(path.replace(/(?<![^/])[^/]+\.lock$/i, 'base'));
    if (reason !== undefined) return `it ${reason}`;
    if (/[<>"|?*{}]/.test(path)) return 'not every system can have a file of this name';
    const name = path.slice(path.lastIndexOf('/') + 1);
    return endingOf(name) !== undefined && !/lock/i.test(name)
      ? 'it looks like a locale file: such a name must hold "lock"'
      : undefined;
  },
};

const PLACEHOLDERS = ['path', 'dir', 'basename', 'locale'];
/**
 * How a name may end: in what carries the file's own ending, or in one that shows the format
 * (docs/service-interface.md, "Upload").
 */
const NAME_END = `\\{(path|basename)\\}|${EXTENSION_PATTERN}`;
const NAME_ENDS = `{path}, {basename}, ${EXTENSION_LIST}`;

/** The name of an upload: `path`, `basename`, or a template (docs/configuration.md). */
export const NAME_RULE: TextRule = {
  expected: `path, basename, or a template of {path}, {dir}, {basename} and {locale} that ends in ${NAME_ENDS}`,
  pattern: `^(path|basename)$|(${NAME_END})$`,
  maxLength: 255,
  fault: (text) => {
    if (text === 'path' || text === 'basename') return undefined;
    if (text === '') return 'it is empty';
    if (text.length > 255) return 'it is longer than 255 characters';
    if (CONTROL.test(text)) return 'it holds a control character';
    const used = Array.from(text.matchAll(/\{([^{}]*)\}/g), ([, name]) => name ?? '');
    const strange = used.find((name) => !PLACEHOLDERS.includes(name));
    if (strange !== undefined) return `{${strange}} is not a placeholder${suggestion(strange, PLACEHOLDERS)}`;
    if (/[{}]/.test(text.replace(/\{[a-z]+\}/g, ''))) return 'a brace is not closed';
    // A fixed name with an ending is good for a pattern of one file; a bare word is a slip, and
    // would merge all files into one.
    if (new RegExp(`(?:${NAME_END})$`).test(text)) return undefined;
    if (used.length > 0) return `it does not end in ${NAME_ENDS}`;
    return `it holds no placeholder, so all files would share one name${suggestion(text, ['path', 'basename'])}`;
  },
};

function suggestion(word: string, words: readonly string[]): string {
  const near = nearest(word, words);
  return near === undefined ? '' : `; did you mean ${words === PLACEHOLDERS ? `{${near}}` : near}?`;
}
