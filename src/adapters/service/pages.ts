import { LocsyncError } from '../../core/errors/index.js';
import { nextLink } from '../../http/link-header.js';
import { originOf } from './call-error.js';
import { shapeError } from './json-fields.js';
import { isList, isObject, type Json } from './json.js';
import type { MessageContext } from './response.js';
import type { Clock } from '../../ports/host.js';
import type { Api } from './api.js';

/** The most pages of one list. */
const PAGES_LIMIT = 1_000;
/** Milliseconds that all pages of one list may take together. */
const LIST_MS = 600_000;

/** What a list holds. */
export interface ListKind<T> {
  /** "the list of locales" */
  readonly what: string;
  /** The field by which items of a wrapped list are recognised. */
  readonly itemField: string;
  /** The most items that it may have. */
  readonly maxItems: number;
  readonly item: (json: Json, context: MessageContext, place: string) => T;
}

/**
 * All items of a list, over all its pages (`Link: rel="next"` on the same origin). An incomplete
 * list is an error, since a missing item would count as deleted.
 */
export async function allItems<T extends { readonly id: string }>(
  api: Api,
  first: URL,
  clock: Clock,
  kind: ListKind<T>,
): Promise<readonly T[]> {
  const items = new Map<string, T>();
  const visited = new Set<string>();
  const begun = clock.now();
  let total = 0;
  for (let url: URL | undefined = first; url !== undefined;) {
    visited.add(url.href);
    const what: string = visited.size === 1 ? kind.what : `${kind.what} (page ${visited.size})`;
    const { json, response } = await api.json({ kind: 'read', what, url }).catch((error: unknown) => {
      throw visited.size > 1 ? laterPageError(error, what) : error;
    });
    const context = api.messageContext(what);
    for (const [index, value] of listOf(json, context, kind.itemField).entries()) {
      const item = kind.item(value, context, `item ${index + 1}`);
      if (items.has(item.id))
        throw LocsyncError.of('ANSWER_DUPLICATE', { what, id: context.redact(item.id) });
      items.set(item.id, item);
      if (items.size > kind.maxItems) {
        const reason = `it has more than ${kind.maxItems} items`;
        throw LocsyncError.of('ANSWER_REFUSED', { what: kind.what, reason });
      }
    }
    total = Math.max(total, totalOf(response.headers.get('x-total-count')));
    url = nextPage(response.headers.get('link'), url, context);
    if (url !== undefined && visited.has(url.href))
      throw LocsyncError.of('PAGES_ENDLESS', { what, reason: 'a page links to an earlier page' });
    if (url !== undefined && clock.now() - begun > LIST_MS) {
      throw LocsyncError.of('PAGES_ENDLESS', {
        what: kind.what,
        reason: `its pages took more than ${LIST_MS / 60_000} minutes`,
      });
    }
    if (url !== undefined && visited.size >= PAGES_LIMIT) {
      throw LocsyncError.of('PAGES_ENDLESS', {
        what: kind.what,
        reason: `it has more than ${PAGES_LIMIT} pages`,
      });
    }
  }
  if (total > items.size)
    throw LocsyncError.of('LIST_INCOMPLETE', { what: kind.what, total, got: items.size });
  return [...items.values()];
}

/**
 * The first page was there, so the project exists: a missing later page is an error of the service.
 */
function laterPageError(error: unknown, what: string): unknown {
  if (!(error instanceof LocsyncError) || error.code !== 'PROJECT_NOT_FOUND') return error;
  return LocsyncError.of('SERVICE_STATUS', { what, status: 404, text: '', attempts: 1 }, { cause: error });
}

/** An array, or an object in which exactly one value is an array of objects with `itemField`. */
function listOf(json: Json, context: MessageContext, itemField: string): readonly Json[] {
  if (isList(json)) return json;
  if (isObject(json)) {
    const lists = [...json.values()].filter(isList);
    const matching = lists.filter((list) => list.some((item) => isObject(item) && item.has(itemField)));
    // A single list is accepted even without `itemField`: the checks of its items report better.
    const [only, ...more] = matching.length > 0 ? matching : lists;
    if (only !== undefined && more.length === 0) return only;
  }
  throw shapeError(context, '', `a list of objects with "${itemField}"`, json);
}

function totalOf(header: string | undefined): number {
  return /^\d{1,9}$/.test(header?.trim() ?? '') ? Number(header) : 0;
}

function nextPage(header: string | undefined, from: URL, { what, redact }: MessageContext): URL | undefined {
  const target = nextLink(header);
  if (target === undefined) return undefined;
  if (!URL.canParse(target, from.href)) throw LocsyncError.of('PAGE_ELSEWHERE', { what, to: redact(target) });
  const url = new URL(target, from);
  if (url.origin !== from.origin || url.username !== '' || url.password !== '') {
    throw LocsyncError.of('PAGE_ELSEWHERE', { what, to: redact(originOf(url)) });
  }
  url.hash = '';
  return url;
}
