import { checkOne, dottedKey, sourceTextsOf } from '../core/check/check-catalog.js';
import type { Finding } from '../core/check/finding.js';
import { isIcuLoaded, loadIcu } from '../core/check/icu.js';
import { isMessage } from '../core/check/check-message.js';
import { isPluralForm } from '../core/keys/key.js';
import { type PageDetail, LEFT_OUT } from '../core/page/wire.js';

const EDGES = { beginning: 'leading', end: 'trailing' } as const;
const LONGEST = 100_000;

/** What `locsync check` would say about this text; `withForms`: and about other plural forms. */
export async function findingsOf(
  detail: PageDetail,
  text: string,
  code: string,
  withForms = true,
): Promise<readonly string[]> {
  const lacking = withForms ? missingForms(detail, text) : [];
  const source = detail.source.text ?? '';
  const isLong = text.length > LONGEST || source.length > LONGEST;
  if (isLong || text === '' || detail.plural?.forms.some((form) => form.source === LEFT_OUT) === true)
    return lacking.map(sentenceOf);
  if (!isIcuLoaded() && (isMessage(text) || isMessage(source))) await loadIcu();
  const forms = detail.plural?.forms ?? [{ name: detail.name, source: detail.source.text }];
  const sources = sourceTextsOf(forms, detail.finalBreaks);
  const found = checkOne(sources, dottedKey(detail.name), text, code) ?? [];
  return [...found, ...lacking].map(sentenceOf);
}

/** `Saved, but it lacks {{name}}, unlike the source text.` */
export function savedWith([first]: readonly string[]): string {
  if (first === undefined) return 'Saved.';
  return /^(?:Lacks|Has|Is) /.test(first)
    ? `Saved, but it ${first.charAt(0).toLowerCase()}${first.slice(1)}`
    : `Saved, but: ${first}`;
}

/** The forms that the language needs and that have no text, if any of the group has one. */
function missingForms({ name, plural }: PageDetail, typed: string): readonly Finding[] {
  const forms = plural?.forms ?? [];
  const isEmpty = (form: (typeof forms)[number]): boolean =>
    (form.name === name ? typed : (form.text ?? '')) === '';
  const missing = forms
    .filter((form) => form.isNeeded && isEmpty(form))
    .map(({ form }) => form)
    .filter(isPluralForm);
  return missing.length === 0 || forms.every(isEmpty) ? [] : [{ kind: 'plural', forms: missing }];
}

function sentenceOf(finding: Finding): string {
  switch (finding.kind) {
    case 'placeholders':
    case 'tags': {
      const { missing, extra } = finding;
      const lacks = missing.length > 0 ? `Lacks ${missing.join(', ')}` : '';
      const has = extra.length > 0 ? `${lacks === '' ? 'Has' : ' and has'} ${extra.join(', ')}` : '';
      return `${lacks}${has}, unlike the source text.`;
    }
    case 'blanks':
      return finding.missing
        ? `Lacks the ${EDGES[finding.end]} ${finding.what} of the source text.`
        : `Has a ${EDGES[finding.end]} ${finding.what} that the source text does not have.`;
    case 'syntax':
      return `Is not a message that an application can read: ${finding.reason}.`;
    case 'orphans':
      return 'Its application does not find this text: the source language has no such key.';
    case 'stale':
      return 'The source text has changed since this was translated.';
    case 'plural':
      return `Lacks the plural ${finding.forms.length === 1 ? 'form' : 'forms'} ${finding.forms.join(', ')}.`;
  }
}
