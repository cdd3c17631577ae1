import { NO_DIFFERENCE, type Difference } from './finding.js';

/**
 * The tags of a text: how often each is in it (`<b>`, `</b>`, `<br/>`; attributes do not count),
 * and which names are tags for sure.
 */
export interface TagCounts {
  readonly counts: ReadonlyMap<string, number>;
  readonly certain: ReadonlySet<string>;
}

export const TAG = /<(\/?)(?:(\d+)|([A-Za-z][\w:.-]*)(\s[^<>]*)?)(\/?)>/g;

const VOID = new Set(['br', 'hr', 'img', 'input', 'wbr']);
/** Elements that HTML lets end without an end tag. */
const OPEN = new Set(['p', 'li', 'dt', 'dd', 'td', 'th', 'tr', 'option']);
const HTML = new Set([
  ...VOID,
  ...OPEN,
  ...`a abbr address article aside audio b bdi bdo big blockquote body button center cite code del details dfn div dl em figcaption
   figure font footer form h1 h2 h3 h4 h5 h6 header html i iframe ins kbd label link main mark nav ol picture pre q ruby rt s samp script
   section select small span strike strong style sub summary sup svg table tbody textarea tfoot thead time tt u ul var video`.split(
    /\s+/,
  ),
]);

/**
 * The tags of a text. `<file>` in "usage: cp <file>" is a word, and so is `<code>` in "type /verify
 * <code>": certain are tags that close or are closed, those with attributes, those that HTML lets
 * stand alone, and the numbered ones of react-i18next.
 */
export function tagsOf(text: string): TagCounts {
  if (!text.includes('<') || !text.includes('>')) return NO_TAGS;
  const counts = new Map<string, number>();
  const certain = new Set<string>();
  for (const [, slash, number, spelt = '', attributes, self] of text.matchAll(TAG)) {
    const folded = spelt.toLowerCase();
    const isHtml = HTML.has(folded);
    const name = number ?? (isHtml ? folded : spelt);
    const alone = self !== '' || attributes?.endsWith('/') === true || VOID.has(name);
    const tag = alone ? `<${name}/>` : slash === '' ? `<${name}>` : `</${name}>`;
    counts.set(tag, (counts.get(tag) ?? 0) + 1);
    const withAttributes = isHtml && attributes?.includes('=') === true;
    if (alone || slash !== '' || number !== undefined || OPEN.has(name) || withAttributes) certain.add(name);
  }
  return { counts, certain };
}

const NO_TAGS: TagCounts = { counts: new Map(), certain: new Set() };

/** The tags of several texts together. */
export function joinTags(counts: readonly TagCounts[]): TagCounts {
  return {
    counts: new Map(counts.flatMap((tags) => [...tags.counts])),
    certain: new Set(counts.flatMap((tags) => [...tags.certain])),
  };
}

/**
 * How the tags of a translation differ. Without `counted` it matters only which there are: branches
 * of a plural repeat them.
 */
export function compareTags(source: TagCounts, translation: TagCounts, counted: boolean): Difference {
  if (source.counts.size + translation.counts.size === 0) return NO_DIFFERENCE;
  const isTag = (tag: string): boolean => {
    const name = tag.replace(/^<\/?|\/?>$/g, '');
    return source.certain.has(name) || translation.certain.has(name);
  };
  const surplus = (left: TagCounts, right: TagCounts): string[] =>
    [...left.counts]
      .filter(([tag, count]) => (counted ? count > (right.counts.get(tag) ?? 0) : !right.counts.has(tag)))
      .map(([tag]) => tag)
      .filter(isTag);
  return { missing: surplus(source, translation), extra: surplus(translation, source) };
}
