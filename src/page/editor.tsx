import { useMemo } from 'preact/hooks';
import type { JSX } from 'preact';
import { Conflict, SourceIsNew, StaleHint } from './conflict.js';
import { useEditing, type EditedKey } from './editing.js';
import { Field, focusField, isComposing } from './field.js';
import { Forms, SourceText } from './forms.js';
import { History } from './history.js';
import { fileNameOf } from './keys.js';
import { hiddenIn, ShownName } from './shown-text.js';
import { language, project } from './state.js';

interface EditorProps extends EditedKey {
  readonly onClose: () => void;
}

/** One key: its source text, the field for its translation, and its history. */
export function Editor({ onClose, ...edited }: EditorProps): JSX.Element {
  const { item, onForm } = edited;
  const { id, detail, draft, text, findings, isSaving, isMoved, isSourceNew, ...act } = useEditing(edited);
  const { type, replace, rebase, save } = act;
  const locale = language.value;
  const code = locale?.code ?? '';
  const sourceCode = project.value?.languages[0]?.code ?? '';
  const isSource = code === sourceCode;
  const hidden = useMemo(() => hiddenIn(text), [text]);

  /** The button that was pressed goes away: the field is where a person goes on. */
  function decide(how: () => void): void {
    how();
    focusField();
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (isComposing(event)) return;
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) save(true);
    else if (event.key.toLowerCase() === 's' && (event.ctrlKey || event.metaKey)) save(false);
    else if (event.key === 'Escape') onClose();
    else return;
    event.preventDefault();
  }

  return (
    <section class="editor" aria-label="Translation" aria-busy={detail === undefined} onKeyDown={onKeyDown}>
      <button type="button" class="back" onClick={onClose}>
        ‹ All keys
      </button>
      <p class="file">
        <ShownName name={detail?.fileName ?? fileNameOf(item)} />
      </p>
      <h2 class="name">
        <ShownName name={item.name} />
      </h2>
      {detail?.plural ? <Forms detail={detail} code={code} item={item} onForm={onForm} /> : null}
      {isSource ? null : <SourceText detail={detail} code={sourceCode} item={item} />}
      {detail?.isStale === true ? (
        <StaleHint
          before={detail.sourceBefore ?? ''}
          code={sourceCode}
          onFits={draft === undefined ? () => save(false) : undefined}
        />
      ) : null}
      {isSourceNew ? (
        <SourceIsNew
          before={draft?.base?.source.text ?? ''}
          code={sourceCode}
          onSeen={() => decide(() => rebase('source'))}
        />
      ) : null}
      <div class="part">
        <h3>
          <label for="translation">{locale?.name}</label>
          {draft === undefined ? null : (
            <span class="badge stale">{isSaving ? 'saving …' : 'not saved'}</span>
          )}
        </h3>
        <Field id={id} text={text} code={code} onType={type} />
        <div id="findings" class="findings" role="status">
          <ul>
            {findings.map((finding) => (
              <li key={finding}>{finding}</li>
            ))}
          </ul>
          {hidden === '' ? null : <p class="quiet">Has characters that are not seen: {hidden}.</p>}
        </div>
      </div>
      {!isMoved || detail === undefined ? null : (
        <Conflict
          detail={detail}
          code={code}
          onTake={() => decide(() => replace('Their text took the place of yours.'))}
          onKeep={() => decide(() => rebase('both'))}
        />
      )}
      <div class="actions">
        <button
          type="button"
          class="primary"
          disabled={isMoved || isSourceNew}
          aria-keyshortcuts="Control+Enter"
          onClick={() => save(true)}
        >
          Save and next <kbd>Ctrl Enter</kbd>
        </button>
        <button
          type="button"
          disabled={draft === undefined}
          onClick={() => decide(() => replace('Discarded what you typed.'))}
        >
          Discard
        </button>
      </div>
      {detail === undefined ? null : (
        <History
          detail={detail}
          code={code}
          onUse={(old) => decide(() => replace('The earlier text took the place of yours.', old))}
        />
      )}
    </section>
  );
}
