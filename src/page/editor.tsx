import type { JSX } from 'preact';
import { Conflict } from './conflict.js';
import { useEditing, type EditedKey } from './editing.js';
import { Forms, SourceText } from './forms.js';
import { History } from './history.js';
import { languageAttributes, ShownName, ShownText } from './shown-text.js';
import { language, project } from './state.js';

interface EditorProps extends EditedKey {
  readonly onClose: () => void;
}

/** One key: its source text, the field for its translation, and what became of it. */
export function Editor({ onClose, ...edited }: EditorProps): JSX.Element {
  const { item, field, onForm } = edited;
  const { detail, text, findings, isSaving, isDirty, isMoved, isSourceNew, ...act } = useEditing(edited);
  const { type, forget, rebase, save } = act;
  const locale = language.value;
  const code = locale?.code ?? '';
  const sourceCode = project.value?.languages[0]?.code ?? '';
  const isSource = code === sourceCode;

  if (detail === undefined)
    return (
      <section class="editor" aria-label="Translation" aria-busy="true">
        <h2 class="name">
          <ShownName name={item.name} />
        </h2>
      </section>
    );

  /** The button that was pressed goes away: the field is where a person goes on. */
  function decide(how: () => void): void {
    how();
    field.current?.focus();
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void save(true);
    else if (event.key.toLowerCase() === 's' && (event.ctrlKey || event.metaKey)) void save(false);
    else if (event.key === 'Escape') onClose();
    else return;
    event.preventDefault();
  }

  return (
    <section class="editor" aria-label="Translation" onKeyDown={onKeyDown}>
      <button type="button" class="back" onClick={onClose}>
        ‹ All keys
      </button>
      <p class="file">
        <ShownName name={detail.fileName} />
      </p>
      <h2 class="name">
        <ShownName name={detail.name} />
      </h2>
      {detail.plural === null ? null : <Forms detail={detail} code={code} item={item} onForm={onForm} />}
      {isSource ? null : <SourceText detail={detail} code={sourceCode} />}
      {detail.isStale && !isDirty ? (
        <div class="hint stale">
          <p>The source text has changed since this was translated. It was:</p>
          <ShownText text={detail.sourceBefore ?? ''} code={sourceCode} />
          <button type="button" onClick={() => void save(false)}>
            The translation still fits
          </button>
        </div>
      ) : null}
      {isSourceNew ? (
        <div class="hint conflict" role="alert">
          <p>The source text changed while you were typing. The new one is above.</p>
          <button type="button" onClick={() => decide(() => rebase('source'))}>
            I have seen it
          </button>
        </div>
      ) : null}
      <div class="part">
        <h3>
          <label for="translation">{locale?.name}</label>
          {isDirty ? <span class="badge stale">not saved</span> : null}
        </h3>
        <textarea
          id="translation"
          ref={field}
          value={text}
          rows={Math.min(
            12,
            Math.max(3, text.slice(0, 4000).split('\n').length + Math.floor(Math.min(text.length, 900) / 70)),
          )}
          spellcheck
          aria-describedby="findings"
          onInput={(event) => type(event.currentTarget.value)}
          {...languageAttributes(code)}
        />
        <div id="findings" class="findings" role="status">
          <ul>
            {findings.map((one) => (
              <li key={one}>{one}</li>
            ))}
          </ul>
        </div>
      </div>
      {!isMoved ? null : (
        <Conflict
          detail={detail}
          code={code}
          onTake={() => decide(forget)}
          onKeep={() => decide(() => rebase('both'))}
        />
      )}
      <div class="actions">
        <button
          type="button"
          class="primary"
          disabled={isSaving || isMoved || isSourceNew}
          aria-keyshortcuts="Control+Enter"
          onClick={() => void save(true)}
        >
          Save and next <kbd>Ctrl Enter</kbd>
        </button>
        <button type="button" disabled={!isDirty} onClick={() => decide(forget)}>
          Discard
        </button>
      </div>
      <History detail={detail} code={code} onUse={type} />
    </section>
  );
}
