import type { JSX } from 'preact';
import type { PageDetail } from '../core/page/wire.js';
import { selected, type ListedKey } from './keys.js';

interface FormsProps {
  readonly detail: PageDetail;
  readonly code: string;
  readonly item: ListedKey;
}

/** The plural forms of the language, each a key of its own. */
export function Forms({ detail, code, item }: FormsProps): JSX.Element {
  const sibling = detail.id === 0 ? item.sibling : detail.id;
  return (
    <div class="forms" role="group" aria-label="Plural forms">
      {detail.plural?.forms.map(({ form, id, name, source, text, isNeeded }) => (
        <button
          key={form}
          type="button"
          aria-pressed={name === detail.name}
          onClick={() =>
            (selected.value = { id, name, file: detail.file, ...(sibling === undefined ? {} : { sibling }) })
          }
        >
          {form}
          <span class="quiet">{examples(code, form)}</span>
          {(text ?? '') === '' && (isNeeded || (source ?? '') !== '') ? (
            <span class="badge missing">missing</span>
          ) : null}
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
