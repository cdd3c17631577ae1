import type { JSX } from 'preact';
import type { PageDetail } from '../core/page/wire.js';
import { rows, select, type ListedKey } from './keys.js';
import { ShownText } from './shown-text.js';
import { project } from './state.js';

/** Whether somebody should translate this form. */
const isMissing = ({ source, text, isNeeded, isUnused }: Form): boolean =>
  (text ?? '') === '' && (isNeeded || ((source ?? '') !== '' && !isUnused));

type Form = NonNullable<PageDetail['plural']>['forms'][number];

/** The next form of the key that has no text, after this one and then from the first one on. */
export function nextMissingForm({ id, file, name, plural }: PageDetail): ListedKey | undefined {
  const forms = plural?.forms ?? [];
  const at = forms.findIndex((form) => form.name === name);
  const next = [...forms.slice(at + 1), ...forms.slice(0, Math.max(0, at))].find(isMissing);
  return next && { id: next.id, name: next.name, file, sibling: id };
}

interface SourceTextProps {
  /** Undefined until the service has answered: the list may know the text. */
  readonly detail: PageDetail | undefined;
  readonly code: string;
  readonly item: ListedKey;
}

/** The source text; of a plural form that the source language does not have, that of `other`. */
export function SourceText({ detail, code, item }: SourceTextProps): JSX.Element {
  const other = detail?.plural?.forms.find(({ form }) => form === 'other')?.source ?? null;
  const isLacking = detail?.source.text === null;
  const text = detail === undefined ? (rows.value.get(item.id)?.source ?? '') : (detail.source.text ?? other);
  return (
    <div class="part">
      <h3>{project.value?.languages[0]?.name}</h3>
      {isLacking ? (
        <p class="quiet">
          The source language has no text here{other === null ? '.' : '. Its form other is:'}
        </p>
      ) : null}
      {text === null ? null : <ShownText text={text} code={code} class="source" />}
    </div>
  );
}

interface FormsProps {
  readonly detail: PageDetail;
  readonly code: string;
  readonly item: ListedKey;
  readonly onForm: () => void;
}

/** The plural forms of the language, each a key of its own. */
export function Forms({ detail, code, item, onForm }: FormsProps): JSX.Element {
  const sibling = detail.id === 0 ? item.sibling : detail.id;
  return (
    <div class="forms" role="group" aria-label="Plural forms">
      {detail.plural?.forms.map((form) => (
        <button
          key={form.form}
          type="button"
          aria-pressed={form.name === detail.name}
          onClick={() => {
            const { id, name } = form;
            select({ id, name, file: detail.file, ...(sibling === undefined ? {} : { sibling }) });
            onForm();
          }}
        >
          {form.form}
          <span class="quiet">{examples(code, form.form)}</span>
          {isMissing(form) ? <span class="badge missing">missing</span> : null}
        </button>
      ))}
    </div>
  );
}

/** Numbers that take this form: `1, 21, 31`. */
function examples(code: string, form: string): string {
  try {
    const rules = new Intl.PluralRules(code.replaceAll(/[_@]/g, '-'));
    const found = Array.from({ length: 120 }, (_, n) => n).filter((n) => rules.select(n) === form);
    return found.length === 0 ? '' : ` ${found.slice(0, 3).join(', ')}${found.length > 3 ? '…' : ''}`;
  } catch {
    return '';
  }
}
