import { LOCALE_PLACEHOLDER } from '../patterns/lex.js';
import { getOrMake } from '../util/collections.js';
import type { LocaleTable } from '../files/locale-table.js';
import { isLanguageTag } from '../locales/language-tag.js';

/** A path with `{locale}` in place of a code of the project, and that locale's id. */
export interface Candidate {
  readonly template: string;
  readonly locale: string;
}

/**
 * The ways to see one language of the project in a path: as a folder, as a file's name, at its end
 * or its start after a dot, `_` or `-`, or as a folder and in the name at once, in one spelling.
 */
function candidates(path: string, table: LocaleTable): readonly Candidate[] {
  const parts = path.split('/');
  const name = parts.pop() ?? '';
  const dot = name.lastIndexOf('.');
  const ending = name.slice(dot);
  const names = inStem(name.slice(0, dot), table);
  const found: Candidate[] = [];
  for (const [at, part] of parts.entries()) {
    const locale = table.find(part)?.id;
    if (locale === undefined) continue;
    const folders = [...parts.slice(0, at), LOCALE_PLACEHOLDER, ...parts.slice(at + 1)].join('/');
    for (const { code, frame } of names)
      if (code === part) found.push({ template: `${folders}/${frame}${ending}`, locale });
    found.push({ template: `${folders}/${name}`, locale });
  }
  for (const { frame, locale } of names)
    found.push({ template: [...parts, `${frame}${ending}`].join('/'), locale });
  return found;
}

interface CodeInStem {
  readonly code: string;
  readonly frame: string;
  readonly locale: string;
}

/**
 * The codes that begin or end a name without its ending, the longest at each end (`pt_BR` of
 * `messages_pt_BR`, not `BR`).
 */
function inStem(stem: string, table: LocaleTable): readonly CodeInStem[] {
  const whole = table.find(stem);
  if (whole) return [{ code: stem, frame: LOCALE_PLACEHOLDER, locale: whole.id }];
  // `en-GB.yml` in a project without it: a language of its own, not `en` with something after it.
  if (isLanguageTag(stem)) return [];
  const joints = [...stem.matchAll(/[._-]/g)].map((joint) => joint.index);
  const found: CodeInStem[] = [];
  const addCode = (code: string, frame: string): boolean => {
    const locale = table.find(code)?.id;
    if (locale !== undefined) found.push({ code, frame, locale });
    return locale !== undefined;
  };
  // `app.de-DE.yml` in a project without it is not `de` after `app.de-`, and `en-GB.app.json` is
  // not `en` with something after it.
  joints.find((at) => {
    const code = stem.slice(at + 1);
    return at > 0 && (addCode(code, stem.slice(0, at + 1) + LOCALE_PLACEHOLDER) || isLongTag(code));
  });
  joints.findLast(
    (at) =>
      at > 0 &&
      (addCode(stem.slice(0, at), LOCALE_PLACEHOLDER + stem.slice(at)) || isLongTag(stem.slice(0, at))),
  );
  return found;
}

/** A tag of several parts; one whose language only may be one does not count, such as `ui-de`. */
const isLongTag = (name: string): boolean =>
  /[-_]/.test(name) && isLanguageTag(name) && isLanguageTag(`${/^[a-z]+/i.exec(name)?.[0] ?? ''}-x-a`);

/** One template with the locale files that have it. */
export interface Family {
  readonly template: string;
  readonly locales: ReadonlySet<string>;
  readonly files: readonly string[];
}

/**
 * The files by their templates, each file in one family: of its readings the one that most locales
 * share, then the one with the code at more places, then the first.
 */
export function families(files: readonly string[], table: LocaleTable): readonly Family[] {
  const seen = files.map((path) => ({ path, readings: candidates(path, table) }));
  const locales = new Map<string, Set<string>>();
  for (const { template, locale } of seen.flatMap((file) => file.readings))
    getOrMake(locales, template, () => new Set<string>()).add(locale);
  const weight = ({ template }: Candidate): number =>
    (locales.get(template)?.size ?? 0) * 10 + template.split(LOCALE_PLACEHOLDER).length;
  const chosen = new Map<string, { locales: Set<string>; files: string[] }>();
  for (const { path, readings: options } of seen) {
    const [best] = options.toSorted((a, b) => weight(b) - weight(a));
    if (!best) continue;
    const family = chosen.get(best.template) ?? { locales: new Set(), files: [] };
    family.locales.add(best.locale);
    family.files.push(path);
    chosen.set(best.template, family);
  }
  return [...chosen].map(([template, family]) => ({ template, ...family }));
}

/**
 * The pattern with `{locale}` that was probably meant for a file of one language: with the code in
 * the file's path exchanged, else with one more word in front of the file's extension.
 */
export function patternMeant(path: string, table: LocaleTable): string {
  const [family] = families([path], table);
  return family?.template ?? path.replace(/(\.[^./]*)?$/, '.{locale}$1');
}
