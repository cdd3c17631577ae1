import { getOrMake } from '../util/collections.js';
import type { Finding } from './finding.js';
import { isIcuLoaded, loadIcu, parseIcu, type ArgumentUse, type IcuChoice, type IcuMessage } from './icu.js';
import { missingForms } from './plural-forms.js';

// `{n, plural, …}` after a single brace; after two it would be a format of i18next.
const CHOICE = /(?<![{%$])\{\s*[\w.-]+\s*,\s*(?:plural|selectordinal|select|number|date|time)\s*[,}]/;

/** Whether a text is a message in ICU syntax rather than one with plain `{name}`. */
export const isMessage = (text: string): boolean => text.includes('{') && CHOICE.test(text);

/**
 * Loads what {@link checkMessage} needs if one of these texts is a message. Await it before the
 * texts are checked.
 */
export async function loadIcuIfNeeded(texts: Iterable<{ readonly text: string }>): Promise<void> {
  if (isIcuLoaded()) return;
  for (const { text } of texts) if (isMessage(text)) return loadIcu();
}

/**
 * What is wrong with a translation if it or its source text is an ICU message; undefined if the
 * source text is not one after all.
 */
export function checkMessage(
  source: string,
  translation: string,
  locale: string,
): readonly Finding[] | undefined {
  const wanted = parseIcu(source);
  if ('fault' in wanted) return undefined;
  const found = parseIcu(translation);
  if ('fault' in found) return [{ kind: 'syntax', reason: found.fault }];
  const findings: Finding[] = [];
  const difference = compareArguments(wanted, found);
  if (difference.missing.length + difference.extra.length > 0)
    findings.push({ kind: 'placeholders', ...difference });
  const forms = new Set(found.choices.flatMap((choice) => lackingForms(choice, locale)));
  if (forms.size > 0) findings.push({ kind: 'plural', forms: [...forms] });
  return findings;
}

function compareArguments(wanted: IcuMessage, found: IcuMessage): { missing: string[]; extra: string[] } {
  const missing = [...wanted.uses.keys()].filter((name) => !found.uses.has(name)).map(braced);
  const extra = [...found.uses.keys()].filter((name) => !wanted.uses.has(name)).map(braced);
  for (const [name, uses] of found.uses) {
    const asked = wanted.uses.get(name);
    if (asked && counts(uses) && !counts(asked) && asked.has('select')) extra.push(`{${name}, plural}`);
    if (asked && uses.has('select') && !asked.has('select') && counts(asked)) extra.push(`{${name}, select}`);
  }
  // Cases of a select are values of the program: `male` translated is a case that never comes.
  const cases = casesOf(wanted);
  for (const [name, selectors] of casesOf(found)) {
    const earlierCases = cases.get(name);
    for (const selector of earlierCases ? selectors : [])
      if (earlierCases?.has(selector) === false) extra.push(`{${name}, select, ${selector}}`);
  }
  return { missing, extra };
}

const braced = (name: string): string => `{${name}}`;
const counts = (uses: ReadonlySet<ArgumentUse>): boolean => uses.has('plural') || uses.has('selectordinal');

function casesOf(message: IcuMessage): Map<string, Set<string>> {
  const cases = new Map<string, Set<string>>();
  for (const { name, use, selectors } of message.choices) {
    if (use !== 'select') continue;
    const known = getOrMake(cases, name, () => new Set<string>());
    for (const selector of selectors) known.add(selector);
  }
  return cases;
}

function lackingForms({ use, selectors }: IcuChoice, locale: string) {
  if (use === 'select') return [];
  const exact = new Set(
    selectors.filter((selector) => selector.startsWith('=')).map((selector) => Number(selector.slice(1))),
  );
  return missingForms(locale, use === 'plural' ? 'cardinal' : 'ordinal', new Set(selectors), exact);
}
