import { PLURAL_FORMS, type PluralForm } from '../keys/key.js';
import { getOrMake, groupedBy } from '../util/collections.js';

// Whole numbers that an application counts. Forms that begin at a million (French `many`) or are
// for fractions only (Czech `many`, Russian `other`) are not asked for: most applications do
// without them, and nothing breaks.
const COUNTED = 200;

const cache = new Map<string, ReadonlyMap<PluralForm, readonly number[]>>();

/**
 * The forms that counting needs in this locale, each with the numbers below 200 that take it; none
 * for a locale that Intl does not know.
 */
function formsOf(locale: string, type: 'cardinal' | 'ordinal'): ReadonlyMap<PluralForm, readonly number[]> {
  return getOrMake(cache, `${type} ${locale}`, () => {
    const rules = rulesOf(locale, type);
    const numbers = Array.from({ length: COUNTED }, (_, n) => n);
    return rules ? groupedBy(numbers, (n) => rules.select(n)) : new Map();
  });
}

function rulesOf(locale: string, type: 'cardinal' | 'ordinal'): Intl.PluralRules | undefined {
  const tag = locale.replaceAll('_', '-').replace(/@.*/, '');
  try {
    // Intl would answer for an unknown language with the rules of the machine's own.
    return Intl.PluralRules.supportedLocalesOf(tag).length > 0
      ? new Intl.PluralRules(tag, { type })
      : undefined;
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/**
 * The forms that no number has in this locale, not even a fraction; none for a locale that Intl
 * does not know. `zero` is never one of them: i18next and Rails take it for 0 in every language.
 */
export function unusedForms(locale: string, type: 'cardinal' | 'ordinal'): ReadonlySet<PluralForm> {
  return getOrMake(unusedIn, `${type} ${locale}`, () => {
    const used = rulesOf(locale, type)?.resolvedOptions().pluralCategories;
    return new Set(used ? PLURAL_FORMS.filter((form) => form !== 'zero' && !used.includes(form)) : []);
  });
}

const unusedIn = new Map<string, ReadonlySet<PluralForm>>();

/**
 * The forms that this locale needs and that are not among these. `exact` are numbers with a text of
 * their own (ICU `=1`): a form that only they would take is not missing.
 */
export function missingForms(
  locale: string,
  type: 'cardinal' | 'ordinal',
  present: ReadonlySet<string>,
  exact: ReadonlySet<number> = NO_NUMBERS,
): PluralForm[] {
  const forms = formsOf(locale, type);
  return PLURAL_FORMS.filter(
    (form) => !present.has(form) && forms.get(form)?.every((n) => exact.has(n)) === false,
  );
}

const NO_NUMBERS: ReadonlySet<number> = new Set();
