import { LOCALE_PLACEHOLDER } from './lex.js';

/**
 * A path with `{locale}` for the code. Made by a pattern only; a folder that is really called
 * `{locale}` is in it as `\{locale}`.
 */
export type Template = string & { readonly __template: unique symbol };

const escape = (text: string): string => text.replaceAll(/\\|\{locale\}/g, '\\$&');

/** The template of a path in which the code is at these offsets, ascending. */
export function templateOf(path: string, places: readonly number[], code: string): Template {
  let result = '';
  let done = 0;
  for (const place of places) {
    result += escape(path.slice(done, place)) + LOCALE_PLACEHOLDER;
    done = place + code.length;
  }
  return (result + escape(path.slice(done))) as Template;
}

/**
 * The path of the file in this locale. The caller checks it with `unsafePath`: a tag may make a
 * name that no disk takes (`con.json`).
 */
export function expand(template: Template, tag: string): string {
  return template.replaceAll(
    /\\(\\|\{locale\})|\{locale\}/g,
    (_, escaped: string | undefined) => escaped ?? tag,
  );
}
