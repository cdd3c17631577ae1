import type { PageDrop } from '../../core/page/import-wire.js';
import { KEY_FILTERS, type KeyFilter, type PageEdit } from '../../core/page/wire.js';
import { printable } from '../../core/text/printable.js';
import { HttpProblem, invalidField } from '../http/http-problem.js';
import type { ProjectContext } from '../project-context.js';
import type { LanguagePair } from './other-forms.js';

const MOST_ROWS = 200;
const MOST_NAME = 60;

/** A whole number of the query, or this one if it is not given. Throws 422. */
export function numberOf(query: URLSearchParams, name: string, absent = 0): number {
  const value = query.get(name) ?? '';
  if (value === '') return absent;
  if (!/^\d{1,15}$/.test(value)) throw new HttpProblem(422, `${name}: it is not a number`);
  return Number(value);
}

/** Ids with commas between them. Throws 422. */
export function idsOf(query: URLSearchParams): readonly number[] {
  const ids = (query.get('ids') ?? '').split(',').map(Number);
  if (ids.length > MOST_ROWS || ids.some((id) => !Number.isSafeInteger(id)))
    throw new HttpProblem(422, `ids: it takes up to ${MOST_ROWS} numbers`);
  return ids;
}

export function filterOf(query: URLSearchParams): KeyFilter {
  const asked = query.get('filter') ?? 'all';
  const found = KEY_FILTERS.find((filter) => filter === asked);
  if (found === undefined) throw new HttpProblem(422, `filter: it takes ${KEY_FILTERS.join(', ')}`);
  return found;
}

/** The source language and this one. Throws 422 if the project does not have it. */
export function pairOf({ locales }: ProjectContext, locale: number): LanguagePair {
  const found = locales.find(({ id }) => id === locale);
  const [source] = locales;
  if (found === undefined || source === undefined)
    throw new HttpProblem(422, 'locale: the project has no such language');
  return { source: source.id, locale, code: found.code };
}

type BodyFields = Readonly<Record<string, unknown>>;

/** A field of a body. Throws 422 if it is something else. */
export function textField(fields: BodyFields, name: string): string {
  const value = fields[name];
  if (typeof value !== 'string') throw invalidField(name, 'it is not a string');
  return value;
}

export function numberField(fields: BodyFields, name: string): number {
  const value = fields[name];
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < 0)
    throw invalidField(name, 'it is not a number');
  return value;
}

/** The name that a person has given in the page; '' for none. Throws 422. */
export function whoOf(fields: BodyFields): string {
  if (fields['who'] === undefined) return '';
  const who = textField(fields, 'who').trim();
  if (who.length > MOST_NAME) throw invalidField('who', `it is longer than ${MOST_NAME} characters`);
  return printable(who, MOST_NAME);
}

export const editOf = (fields: BodyFields): PageEdit => ({
  file: numberField(fields, 'file'),
  name: textField(fields, 'name'),
  locale: numberField(fields, 'locale'),
  text: textField(fields, 'text'),
  base: numberField(fields, 'base'),
  source: numberField(fields, 'source'),
  who: whoOf(fields),
});

export const dropOf = (fields: BodyFields): PageDrop => ({
  filename: textField(fields, 'filename'),
  content: textField(fields, 'content'),
  file: numberField(fields, 'file'),
  locale: numberField(fields, 'locale'),
  who: whoOf(fields),
});
