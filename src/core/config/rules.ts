import { isPseudoLocale } from '../locales/locale.js';
import { unsafeTag } from '../patterns/paths.js';

/** What a number must be. */
export interface NumberRule {
  readonly min: number;
  readonly max: number;
  readonly integer: boolean;
  readonly unit?: string;
}

/** What a text must be. `fault` gives what is wrong with a text; undefined if it is valid. */
export interface TextRule {
  /** Completes "must be …". */
  readonly expected: string;
  readonly fault: (text: string) => string | undefined;
  /** For the JSON Schema: a regular expression that every good text matches (it may match more). */
  readonly pattern?: string;
  readonly maxLength?: number;
}

/** Completes "must be …". */
export function numberExpected(rule: NumberRule): string {
  return `${rule.integer ? 'a whole number' : 'a number'}${rule.unit === undefined ? '' : ` of ${rule.unit}`} from ${rule.min} to ${rule.max}`;
}

/** Why a number does not keep the rule, or undefined. */
export function numberFault(value: number, spelling: string, rule: NumberRule): string | undefined {
  const good = value >= rule.min && value <= rule.max && (!rule.integer || Number.isInteger(value));
  return good ? undefined : `it is ${spelling}`;
}

// API IDs are a prefix, an underscore and digits as far as anybody has seen
// (docs/service-interface.md, "Resources"); more is let through, but nothing that could change the
// request's path, nor what the client takes for no ID (adapters/service/json-fields.ts).
const PROJECT = '^[A-Za-z0-9][A-Za-z0-9_-]*$';
const LONGEST_PROJECT = 100;
export const PROJECT_RULE: TextRule = {
  expected: 'the API ID of a project such as pro_123 (letters, digits, _ and -)',
  pattern: PROJECT,
  maxLength: LONGEST_PROJECT,
  fault: (text) =>
    text === ''
      ? 'it is empty'
      : text.length > LONGEST_PROJECT
        ? `it is longer than ${LONGEST_PROJECT} characters`
        : new RegExp(PROJECT).test(text)
          ? undefined
          : 'it holds another character',
};

/** A glob over keys. */
export const KEY_GLOB_RULE: TextRule = {
  expected: 'a glob over keys such as legal.** or *.internal',
  maxLength: 500,
  fault: (text) => {
    if (text.length > 500) return 'it is longer than 500 characters';
    const parts = text.split('.');
    if (parts.includes('')) return 'a part between two dots is empty';
    if (parts.every((part) => part === '**')) return 'it would ignore every key';
    if (parts.some((part) => part.includes('**') && part !== '**'))
      return '** stands for whole parts between dots; write * within one';
    return undefined;
  },
};

/**
 * The code of a locale, the service's or one in file names. Every safe spelling is taken as it is;
 * whether a path made with it is safe (`con.json`) is decided when there is a path.
 */
export const LOCALE_RULE: TextRule = {
  expected: 'a locale code such as en, pt-BR, zh_Hant or sr@latin',
  pattern: '^[A-Za-z0-9]+([-_@+.][A-Za-z0-9]+)*$',
  maxLength: 64,
  fault: (text) => {
    const reason = unsafeTag(text);
    return reason === undefined ? undefined : `it ${reason}`;
  },
};

/** The code of a locale that is synced: a pseudo-locale never is. */
export const SYNCED_LOCALE_RULE: TextRule = {
  ...LOCALE_RULE,
  fault: (text) =>
    LOCALE_RULE.fault(text) ??
    (isPseudoLocale(text) ? 'it is the code of a pseudo-locale, which is never synced' : undefined),
};
