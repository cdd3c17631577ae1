import { unsafePath } from './paths.js';
import { LOCALE } from './lex.js';
import type { Pattern } from './compile.js';

/** A path with `{locale}` for the code. Made by a pattern only; a folder that is really called `{locale}` stands in it as `\{locale}`. */
export type Template = string & { readonly __template: unique symbol };

const escape = (text: string): string => text.replaceAll(/\\|\{locale\}/g, '\\$&');

/** The template of a path in which the code stands at these offsets, ascending. */
export function templateOf(path: string, places: readonly number[], code: string): Template {
  let result = '';
  let done = 0;
  for (const place of places) {
    result += escape(path.slice(done, place)) + LOCALE;
    done = place + code.length;
  }
  return (result + escape(path.slice(done))) as Template;
}

/** The path of the file in this locale. The caller checks it with `unsafePath`: a tag may make a name that no disk takes (`con.json`). */
export function expand(template: Template, tag: string): string {
  return template.replaceAll(
    /\\(\\|\{locale\})|\{locale\}/g,
    (_, escaped: string | undefined) => escaped ?? tag,
  );
}

/**
 * The template for a source file of the service that no file here has yet, where its name is a path that the pattern matches with one of the
 * codes; undefined where it does not, or where the path may not be written.
 */
export function templateFor(pattern: Pattern, name: string, codes: readonly string[]): Template | undefined {
  if (unsafePath(name) !== undefined) return undefined;
  const reading = pattern.match(name, codes);
  return reading?.known === true ? reading.template : undefined;
}
