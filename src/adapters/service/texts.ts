import { textsById } from '../../core/align/item-keys.js';
import { LocsyncError } from '../../core/errors/index.js';
import { foldCode, type ServiceLocale } from '../../core/locales/locale.js';
import { Fields, objectOf, shapeError } from './json-fields.js';
import { JsonNumber, isList, isObject, type Json, type JsonObject } from './json.js';
import type { RemoteEntry, RemoteTexts, SourceFile } from '../../ports/service.js';
import type { MessageContext } from './response.js';

/** The texts of one source file in one language (endpoint 5). The response must be about these. */
export function textsOf(
  json: Json,
  context: MessageContext,
  sourceFile: SourceFile,
  locale: ServiceLocale,
  locales: readonly ServiceLocale[],
): RemoteTexts {
  const content = contentOf(json, context, sourceFile);
  if (content.size === 0) return [];
  return entriesOf(content, languageKey(content, context, sourceFile, locale, locales), context);
}

/**
 * The texts of one source file in all languages that an answer holds, by the id of the locale. A
 * language is left out if the answer has no entry for it, two spellings of it, or one entry that
 * another language may claim as well.
 */
export function textsByLanguage(
  json: Json,
  context: MessageContext,
  sourceFile: SourceFile,
  locales: readonly ServiceLocale[],
): ReadonlyMap<string, RemoteTexts> {
  const content = contentOf(json, context, sourceFile);
  const keys = new Map<string, string[]>();
  for (const key of content.keys()) keys.set(foldCode(key), [...(keys.get(foldCode(key)) ?? []), key]);
  const claims = new Map<string, ServiceLocale[]>();
  for (const locale of locales) {
    const name = namesOf(locale).find((candidate) => keys.has(candidate));
    if (name !== undefined) claims.set(name, [...(claims.get(name) ?? []), locale]);
  }
  const texts = new Map<string, RemoteTexts>();
  for (const [name, [locale, ...others]] of claims) {
    const [key, ...spellings] = keys.get(name) ?? [];
    if (!locale || key === undefined || others.length + spellings.length > 0) continue;
    texts.set(locale.id, entriesOf(content, key, context));
  }
  return texts;
}

/** The content of a response about this source file. */
function contentOf(json: Json, context: MessageContext, sourceFile: SourceFile): JsonObject {
  const fields = new Fields(json, context);
  const id = fields.id();
  if (id !== sourceFile.id) {
    throw LocsyncError.of('ANSWER_FOR_ANOTHER', {
      what: context.what,
      expected: sourceFile.id,
      got: context.redact(id),
    });
  }
  return objectOf(fields.get('content'), context, 'content');
}

/** The texts under one key of the content. */
function entriesOf(content: JsonObject, key: string, context: MessageContext): RemoteTexts {
  const entries: RemoteEntry[] = [];
  const given = content.get(key);
  const place = `content.${key}`;
  if (isList(given)) {
    for (const [index, item] of given.entries()) collect(item, [String(index)], entries);
    const items = textsById(entries);
    if (items) return items;
    throw shapeError(context, place, 'an object, or a list of items with an `id` each', given);
  }
  // Not `for` of a map: until V8 optimizes it, each of its steps makes two objects.
  objectOf(given, context, place).forEach((value, name) => {
    collect(value, [name], entries);
  });
  return entries;
}

/** The key of `content` that is the requested language. */
function languageKey(
  content: JsonObject,
  context: MessageContext,
  sourceFile: SourceFile,
  locale: ServiceLocale,
  locales: readonly ServiceLocale[],
): string {
  const keys = [...content.keys()];
  for (const name of namesOf(locale)) {
    const matching = keys.filter((key) => foldCode(key) === name);
    if (matching.length > 1)
      throw shapeError(
        context,
        `content.${matching.join(', content.')}`,
        'one spelling of the language',
        content,
      );
    if (matching[0] !== undefined) return matching[0];
  }
  const [only] = keys;
  const another =
    only !== undefined &&
    locales.some((other) => other.id !== locale.id && namesOf(other).includes(foldCode(only)));
  if (only !== undefined && keys.length === 1 && !another) return only;
  throw LocsyncError.of('ANOTHER_LANGUAGE', {
    name: sourceFile.name,
    asked: codeOf(locale),
    got: context.redact(keys.slice(0, 5).join(', ')),
  });
}

/** A language as people know it: some services repeat the country that the code has already. */
const codeOf = ({ code, country }: ServiceLocale): string =>
  country === '' || foldCode(code).endsWith(`-${foldCode(country)}`) ? code : `${code}-${country}`;

/** The folded names that a language may have, the most exact first: code-country, then code. */
function namesOf({ code, country }: ServiceLocale): readonly [string, ...string[]] {
  return country === '' ? [foldCode(code)] : [foldCode(`${code}-${country}`), foldCode(code)];
}

/**
 * Adds the leaves of a value in order; a list item has its index as a segment. The JSON reader has
 * bounded the depth.
 */
function collect(
  value: Json,
  key: readonly [string, ...string[]],
  entries: RemoteEntry[],
  items?: readonly number[],
): void {
  if (isObject(value)) {
    value.forEach((inner, name) => {
      collect(inner, [...key, name], entries, items);
    });
  } else if (isList(value)) {
    const own = [...(items ?? []), key.length];
    for (const [index, item] of value.entries()) collect(item, [...key, String(index)], entries, own);
  } else {
    const entry = { key, text: textOf(value) };
    entries.push(items ? { ...entry, items } : entry);
  }
}

function textOf(value: Exclude<Json, JsonObject | readonly Json[]>): string | null {
  if (value instanceof JsonNumber) return value.source;
  return typeof value === 'boolean' ? String(value) : value;
}
