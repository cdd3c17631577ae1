/** The plural categories of CLDR (Unicode TR 35, part 3, section 5.1). */
const PLURAL_FORMS = ['zero', 'one', 'two', 'few', 'many', 'other'] as const;

export type PluralForm = (typeof PLURAL_FORMS)[number];

const FORMS: ReadonlySet<string> = new Set(PLURAL_FORMS);

export const isPluralForm = (word: string): word is PluralForm => FORMS.has(word);

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
  const id = `${type} ${locale}`;
  let forms = cache.get(id);
  if (!forms) cache.set(id, (forms = askIntl(tagOf(locale), type)));
  return forms;
}

const tagOf = (locale: string): string => locale.replaceAll('_', '-').replace(/@.*/, '');

function askIntl(tag: string, type: 'cardinal' | 'ordinal'): ReadonlyMap<PluralForm, readonly number[]> {
  const forms = new Map<PluralForm, number[]>();
  const rules = rulesOf(tag, type);
  if (!rules) return forms;
  for (let n = 0; n < COUNTED; n++) {
    const form = rules.select(n);
    const numbers = forms.get(form);
    if (numbers) numbers.push(n);
    else forms.set(form, [n]);
  }
  return forms;
}

function rulesOf(tag: string, type: 'cardinal' | 'ordinal'): Intl.PluralRules | undefined {
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
  const id = `${type} ${locale}`;
  let unused = unusedIn.get(id);
  if (!unused) unusedIn.set(id, (unused = askUnused(tagOf(locale), type)));
  return unused;
}

const unusedIn = new Map<string, ReadonlySet<PluralForm>>();

function askUnused(tag: string, type: 'cardinal' | 'ordinal'): ReadonlySet<PluralForm> {
  const used = rulesOf(tag, type)?.resolvedOptions().pluralCategories;
  return new Set(used ? PLURAL_FORMS.filter((form) => form !== 'zero' && !used.includes(form)) : []);
}

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
