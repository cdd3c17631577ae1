import { apiId } from '../http/ids.js';
import { fromLiteral } from '../store/columns.js';
import { HttpProblem } from '../http/http-problem.js';
import type { ProjectContext } from '../project-context.js';
import type { StoredLocale } from '../store/stored-types.js';
import type { ResponseText } from './behaviour.js';

/** The languages of a response. Throws 422 for one that the project does not have. */
export function responseLocales(context: ProjectContext, asked: string | null): readonly StoredLocale[] {
  const { locales, behaviour } = context;
  if (behaviour.languages === 'all') return locales;
  if (behaviour.languages === 'first') return locales.slice(0, 1);
  if (asked === null && behaviour.languages === 'required')
    throw new HttpProblem(422, 'locale_id: it is missing');
  const wanted = asked === null ? locales : locales.filter(({ id }) => apiId('loc', id) === asked);
  if (wanted.length === 0) throw new HttpProblem(422, 'locale_id: the project has no such locale');
  return wanted;
}

/** The texts of a source file in one language, as a JSON object. */
export function languageContent(context: ProjectContext, file: number, locale: StoredLocale): string {
  const { store, behaviour, locales } = context;
  // Built by hand: a JavaScript object would move keys such as `1` to the front and lose
  // `__proto__`.
  if (behaviour.isPlain) return store.languageObject(file, locale.id);
  const read = (id: number): readonly ResponseText[] =>
    store.texts(file, id).map(([key, text]): ResponseText => [fromLiteral(key), fromLiteral(text)]);
  const [source = locale] = locales;
  const texts = behaviour.responseTexts(read(locale.id), {
    isSource: locale.id === source.id,
    keys: () => store.keys(file).map(fromLiteral),
    sourceTexts: () =>
      new Map(read(source.id).flatMap(([key, text]) => (text === null ? [] : [[key, text] as const]))),
  });
  const { isPrefixed, isNested, separator } = behaviour.keys;
  const prefix = isPrefixed ? locale.code + separator : '';
  const named = texts.map(([key, text]) => [prefix + key, behaviour.value(text)] as const);
  if (isNested) return nestedObject(named, separator);
  return `{${named.map(([key, value]) => `${JSON.stringify(key)}:${value}`).join(',')}}`;
}

/** Nested keys in their order; texts as JSON. */
export type Branch = Map<string, Branch | string>;

/** Keys as nested objects, by the rule of {@link putNested}. */
function nestedObject(texts: readonly (readonly [key: string, value: string])[], separator: string): string {
  const root: Branch = new Map();
  for (const [key, value] of texts) putNested(root, key, value, separator);
  return objectText(root);
}

/** Puts a text where its key leads; if a key is a text and a group, the later stays flat. */
export function putNested(root: Branch, key: string, value: string, separator: string): void {
  const path = key.split(separator);
  const last = path.pop() ?? '';
  let branch: Branch | undefined = root;
  for (const segment of path) {
    const next: Branch | string = branch.get(segment) ?? new Map();
    if (typeof next === 'string') {
      branch = undefined;
      break;
    }
    branch.set(segment, next);
    branch = next;
  }
  if (branch === undefined || branch.has(last)) root.set(key, value);
  else branch.set(last, value);
}

/** Whether the names of a branch are 0, 1 and so on: then it is a list. */
export function isList(branch: Branch): boolean {
  let at = 0;
  for (const name of branch.keys()) if (name !== String(at++)) return false;
  return branch.size > 0;
}

function objectText(branch: Branch): string {
  const members = Array.from(branch, ([name, value]) => ({
    name,
    text: typeof value === 'string' ? value : objectText(value),
  }));
  if (isList(branch)) return `[${members.map(({ text }) => text).join(',')}]`;
  return `{${members.map(({ name, text }) => `${JSON.stringify(name)}:${text}`).join(',')}}`;
}
