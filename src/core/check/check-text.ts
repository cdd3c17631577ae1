import { append } from '../util/collections.js';
import { compareWhitespace } from './whitespace.js';
import { NO_FINDINGS, type Finding, type Difference } from './finding.js';
import { checkMessage, isMessage } from './check-message.js';
import { comparePlaceholders, placeholdersOf, type Placeholders } from './placeholders.js';
import type { PluralForm } from '../keys/key.js';
import { compareTags, joinTags, tagsOf } from './tags.js';

// Every placeholder and every tag holds one of these.
const SYNTAX = /[%{$<:]/;

/**
 * What does not fit in a translation of this source text. Which syntax is meant is decided from the
 * two texts: projects mix them. Texts without any cost a look at their characters.
 */
export function checkText(source: string, translation: string, locale: string): readonly Finding[] {
  if (source === translation) return NO_FINDINGS;
  const findings: Finding[] = blankFindings(source, translation);
  if (!SYNTAX.test(source) && !SYNTAX.test(translation)) return findings;
  const message =
    isMessage(source) || isMessage(translation) ? checkMessage(source, translation, locale) : undefined;
  append(
    findings,
    message ??
      differenceFindings(
        'placeholders',
        comparePlaceholders(placeholdersOf(source), placeholdersOf(translation)),
      ),
  );
  // The branches of a message, and those of vue-i18n's `one | many`, repeat their tags as often as
  // the language has forms.
  const counted = message === undefined && !source.includes(' | ');
  append(findings, differenceFindings('tags', compareTags(tagsOf(source), tagsOf(translation), counted)));
  return findings;
}

/** By form, the source texts of a key whose plural forms are keys; `other` is among them. */
export type PluralTexts = ReadonlyMap<PluralForm, string>;

/**
 * What does not fit in one plural form of a translation. It is compared with the same form of the
 * source text, else with `other`; it may hold what any form of the source text holds. A form for
 * one or a few certain numbers may leave the number out.
 */
export function checkPluralForm(
  sources: PluralTexts,
  form: PluralForm,
  translation: string,
  locale: string,
): readonly Finding[] {
  const source = sources.get(form) ?? sources.get('other') ?? '';
  if (source === translation) return NO_FINDINGS;
  const sourceTexts = [...sources.values()];
  if (isMessage(translation) || sourceTexts.some(isMessage)) return checkText(source, translation, locale);
  const findings = blankFindings(source, translation);
  if (!SYNTAX.test(translation) && !sourceTexts.some((text) => SYNTAX.test(text))) return findings;
  const wanted = placeholdersOf(source);
  const forms = sourceTexts.map(placeholdersOf);
  const found = placeholdersOf(translation);
  const spoken = form === 'zero' || form === 'one' || form === 'two';
  const { missing } = comparePlaceholders(wanted, found);
  const { extra } = comparePlaceholders(union(wanted, forms), found);
  const inAll = (name: string): boolean => forms.every((placeholders) => placeholders.named.has(name));
  append(
    findings,
    differenceFindings('placeholders', {
      missing: spoken ? missing.filter((name) => inAll(name) && !COUNT.test(name)) : missing,
      extra,
    }),
  );
  const tags = tagsOf(source);
  const inText = tagsOf(translation);
  append(
    findings,
    differenceFindings('tags', {
      missing: compareTags(tags, inText, false).missing,
      extra: compareTags(joinTags(sourceTexts.map(tagsOf)), inText, false).extra,
    }),
  );
  return findings;
}

// The argument that chooses the form: Rails and i18next call it `count`.
const COUNT = /^\W*(?:count|n|num|number)\W*$/;

/** What any of these texts holds; of numbered arguments those of the text that has most. */
function union(own: Placeholders, others: readonly Placeholders[]): Placeholders {
  const printf = others
    .map((placeholders) => placeholders.printf)
    .reduce(
      (most, placeholders) => ((placeholders?.size ?? 0) > (most?.size ?? 0) ? placeholders : most),
      own.printf,
    );
  return { ...own, named: new Set(others.flatMap((placeholders) => [...placeholders.named])), printf };
}

const blankFindings = (source: string, translation: string): Finding[] =>
  compareWhitespace(source, translation).map((difference) => ({ kind: 'blanks', ...difference }));

const differenceFindings = (kind: 'placeholders' | 'tags', difference: Difference): readonly Finding[] =>
  difference.missing.length + difference.extra.length > 0 ? [{ kind, ...difference }] : NO_FINDINGS;
