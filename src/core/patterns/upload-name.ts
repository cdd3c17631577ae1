import { foldCode } from '../locales/locale.js';
import { nfc } from '../text/normal-form.js';
import { unsafePath } from './paths.js';
import { expand, templateOf, type Template } from './template.js';
import type { Pattern } from './pattern.js';
import type { Token } from './parse.js';

const PARTS = /\{(path|dir|basename|locale)\}/;
const ALL_PARTS = new RegExp(PARTS, 'g');

/** The `name` setting as a template: `path` is short for `{path}`, so is `basename`. */
const nameTemplate = (setting: string): string =>
  setting === 'path' || setting === 'basename' ? `{${setting}}` : setting;

/**
 * Whether a `name` setting has words of its own: they tell its files from others of the same path,
 * so that no name without them belongs to the files.
 */
export const hasOwnWords = (setting: string): boolean =>
  /[^/._-]/.test(nameTemplate(setting).replaceAll(ALL_PARTS, ''));

const dirOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')));
const basenameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

/**
 * The name under which a file is uploaded (docs/configuration.md, "Names on the service"). Slashes
 * that an empty `{dir}` leaves over are taken away; always in the normal form NFC, since a name
 * that a Mac stored as NFD is the same file to people.
 */
export function uploadName(setting: string, path: string, tag: string | undefined): string {
  const values = { path, dir: dirOf(path), basename: basenameOf(path), locale: tag ?? '' };
  const name = nameTemplate(setting)
    .replaceAll(ALL_PARTS, (_, part: keyof typeof values) => values[part])
    .replaceAll(/\/{2,}/g, '/')
    .replace(/^\//, '');
  return nfc(name);
}

/**
 * The template for a source file whose name was made by this `name` setting: the inverse of
 * {@link uploadName}. Undefined if the name and the pattern together do not determine one path: a
 * wildcard in what the name does not say, or two ways to read it.
 */
export function templateFromName(
  pattern: Pattern,
  setting: string,
  name: string,
  codes: readonly string[],
): Template | undefined {
  if (setting === 'path') return templateFor(pattern, name, codes);
  if (name.length > LONGEST_NAME) return undefined;
  const tags = likelyTags(name, codes);
  const found = new Set<Template>();
  for (const parts of readName(nameTemplate(setting), name)) {
    for (const path of pathsOf(pattern, parts, tags)) {
      const reading = pattern.match(path, codes);
      if (reading?.known !== true || unsafePath(path) !== undefined) continue;
      if (uploadName(setting, path, reading.locale) === nfc(name)) found.add(reading.template);
    }
  }
  const [only, another] = found;
  return another === undefined ? only : undefined;
}

/**
 * The codes to try if the pattern has one and the name's part does not say it: those in the name,
 * otherwise any one, which stands for all.
 */
function likelyTags(name: string, codes: readonly string[]): readonly string[] {
  const folded = foldCode(name);
  return codes.filter((code, index) => index === 0 || folded.includes(foldCode(code)));
}

interface NameParts {
  path?: string;
  dir?: string;
  basename?: string;
  locale?: string;
}

// Names come from outside: a longer one is not a path, and one that can be read in more ways
// determines nothing.
const LONGEST_NAME = 4000;
const READINGS = 200;

/** Every way in which the template gives the name. */
function readName(template: string, name: string): readonly NameParts[] {
  const pieces = template.split(PARTS); // literal, part, literal, part, …, literal
  let states: { at: number; parts: NameParts }[] = name.startsWith(pieces[0] ?? '')
    ? [{ at: (pieces[0] ?? '').length, parts: {} }]
    : [];
  for (let index = 1; index < pieces.length; index += 2) {
    const part = pieces[index] as keyof NameParts;
    const literal = pieces[index + 1] ?? '';
    const last = index + 2 >= pieces.length;
    const next: typeof states = [];
    for (const { at, parts } of states) {
      for (let end = at; end <= name.length; end += 1) {
        const text = name.slice(at, end);
        if ((part === 'basename' || part === 'locale') && text.includes('/')) break;
        if (parts[part] !== undefined && parts[part] !== text) continue;
        if (last ? name.slice(end) !== literal : !name.startsWith(literal, end)) continue;
        next.push({ at: end + literal.length, parts: { ...parts, [part]: text } });
      }
      // `{dir}/` of a file in the top folder leaves nothing at all in the name.
      if (
        part === 'dir' &&
        parts.dir === undefined &&
        literal.startsWith('/') &&
        at === 0 &&
        name.startsWith(literal.slice(1))
      ) {
        next.push({ at: literal.length - 1, parts: { ...parts, dir: '' } });
      }
    }
    if (next.length > READINGS) return [];
    states = next;
  }
  return states.map(({ parts }) => parts);
}

/**
 * The paths that these parts of a name could belong to, the rest taken from the pattern if that has
 * no wildcards there.
 */
function pathsOf(pattern: Pattern, parts: NameParts, tags: readonly string[]): readonly string[] {
  if (parts.path !== undefined) return [parts.path];
  const codes = parts.locale === undefined || parts.locale === '' ? tags : [parts.locale];
  return pattern.alternatives.flatMap((tokens) => {
    const template = fixedParts(tokens);
    const dirs = parts.dir !== undefined ? [parts.dir] : spell(template.dir, codes);
    const names = parts.basename !== undefined ? [parts.basename] : spell(template.basename, codes);
    return dirs.flatMap((dir) => names.map((basename) => (dir === '' ? basename : `${dir}/${basename}`)));
  });
}

/** A pattern's folder and name as templates; undefined for one with a wildcard. */
function fixedParts(tokens: readonly Token[]): { dir: Template | undefined; basename: Template | undefined } {
  const lastSlash = tokens.findLastIndex(
    (token) => token.kind === 'folders' || (token.kind === 'text' && token.text.includes('/')),
  );
  const slashToken = tokens[lastSlash];
  const text = slashToken?.kind === 'text' ? slashToken.text : '';
  const cut = text.lastIndexOf('/');
  const rest: readonly Token[] = cut < 0 ? [] : [{ kind: 'text', text: text.slice(cut + 1) }];
  const head: readonly Token[] = cut < 0 ? [] : [{ kind: 'text', text: text.slice(0, cut) }];
  const before =
    slashToken?.kind === 'folders' ? tokens.slice(0, lastSlash + 1) : tokens.slice(0, Math.max(0, lastSlash));
  return {
    dir: nameTemplateOf([...before, ...head]),
    basename: nameTemplateOf([...rest, ...tokens.slice(lastSlash + 1)]),
  };
}

/**
 * The one template of a pattern in which nothing but `{locale}` is left open, so that it names its
 * file set even if no file of it is on disk; undefined for a pattern with a wildcard or with
 * alternatives.
 */
export function soleTemplate(pattern: Pattern): Template | undefined {
  const [only, another] = pattern.alternatives;
  return only === undefined || another !== undefined ? undefined : nameTemplateOf(only);
}

/** The template of tokens that are all text or placeholders. */
function nameTemplateOf(tokens: readonly Token[]): Template | undefined {
  let result = '';
  for (const token of tokens) {
    if (token.kind === 'locale') result += '{locale}';
    else if (token.kind === 'text') result += templateOf(token.text, [], '');
    else return undefined;
  }
  return result as Template;
}

function spell(template: Template | undefined, tags: readonly string[]): readonly string[] {
  if (template === undefined) return [];
  const fixedText = expand(template, '');
  return expand(template, 'x') === fixedText ? [fixedText] : tags.map((tag) => expand(template, tag));
}

/**
 * The template for a source file without a file here, if its name is a path that the pattern
 * matches with one of the codes; undefined if it does not, or if the path may not be written.
 */
export function templateFor(pattern: Pattern, name: string, codes: readonly string[]): Template | undefined {
  const reading = pattern.match(name, codes);
  return reading?.known === true && unsafePath(name) === undefined ? reading.template : undefined;
}
