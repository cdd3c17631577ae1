import { useEffect, useRef, useState } from 'preact/hooks';
import type { JSX, RefObject } from 'preact';
import type { PageDetail, PageEdit, PageSaved, PageText } from '../core/page/wire.js';
import { change, ServiceRefusal, reasonOf } from './api.js';
import { findingsOf, savedWith } from './check.js';
import { drafts, draftId, type Draft } from './drafts.js';
import { Conflict } from './conflict.js';
import { asBefore, authorOf, isReplaced, readDetail } from './detail.js';
import { Forms, nextMissingForm, SourceText } from './forms.js';
import { History } from './history.js';
import { selected, type ListedKey } from './keys.js';
import { languageAttributes, ShownName, ShownText } from './shown-text.js';
import { language, news, notice, project, trouble, who } from './state.js';

const FOCUS_MS = 3_000;

interface EditorProps {
  readonly item: ListedKey;
  readonly field: RefObject<HTMLTextAreaElement | null>;
  /** When the field was asked for, which may be before it is there. */
  readonly wanted: RefObject<number>;
  readonly onSaved: (thenNext: boolean) => void;
  /** Another plural form was chosen. */
  readonly onForm: () => void;
  readonly onClose: () => void;
}

/** One key: its source text, the field for its translation, and what became of it. */
export function Editor({ item, field, wanted: asked, onSaved, onForm, onClose }: EditorProps): JSX.Element {
  const locale = language.value;
  const code = locale?.code ?? '';
  const sourceCode = project.value?.languages[0]?.code ?? '';
  const isSource = code === sourceCode;
  const id = draftId(code, item);
  const [detail, setDetail] = useState<PageDetail>();
  const [findings, setFindings] = useState<readonly string[]>([]);
  const [isSaving, setSaving] = useState(false);
  /** As `isSaving`, known at once: a person types on before the page is drawn again. */
  const pending = useRef(false);
  const wanted = useRef('');
  wanted.current = id;
  const draft = drafts.value.get(id);
  const text = draft?.text ?? detail?.target.text ?? '';
  const isDirty = draft !== undefined;

  const told = news.value.count;
  useEffect(() => {
    const load = async (): Promise<void> => {
      const key = await readDetail(item, locale?.id ?? 0);
      if (wanted.current !== id) return;
      if (isReplaced(detail, key) && !pending.current && !drafts.value.has(id))
        notice.value = { key: item.name, text: `${authorOf(key)} changed this text.` };
      setDetail(key);
    };
    const timer = setTimeout(
      () => void load().catch((error: unknown) => (trouble.value = reasonOf(error))),
      20,
    );
    return () => clearTimeout(timer);
  }, [id, told]);
  useEffect(() => {
    if (detail?.name !== item.name || asked.current === 0) return;
    // By now a person may be somewhere else.
    const isElsewhere = document.activeElement !== document.body;
    if (isElsewhere && Date.now() - asked.current > FOCUS_MS) return;
    asked.current = 0;
    field.current?.focus();
  }, [detail]);
  useEffect(() => {
    let isOld = false;
    if (detail === undefined || isSource) setFindings([]);
    else
      void findingsOf(detail, text, code).then((found) => {
        if (!isOld) setFindings(found);
      });
    return () => void (isOld = true);
  }, [detail, text, code, isSource]);

  if (detail?.name !== item.name || detail.file !== item.file)
    return (
      <section class="editor" aria-label="Translation" aria-busy="true">
        <h2 class="name">
          <ShownName name={item.name} />
        </h2>
      </section>
    );

  const seen: Draft = draft ?? { text, target: detail.target, source: detail.source };
  const isMoved = isDirty && !isSaving && seen.target.version !== detail.target.version;
  const theirs = isMoved ? detail.target : undefined;
  const isSourceNew = isDirty && !isSource && seen.source.version !== detail.source.version;

  function type(next: string): void {
    notice.value = undefined;
    const spelled = asBefore(next, detail?.target.text ?? detail?.source.text ?? '');
    const all = new Map(drafts.value);
    const isOld = spelled === (detail?.target.text ?? '') && theirs === undefined;
    if (isOld && !pending.current) all.delete(id);
    else all.set(id, { ...(all.get(id) ?? seen), text: spelled });
    drafts.value = all;
  }

  function rebase(target: PageText, source: PageText): void {
    const typed = drafts.value.get(id)?.text ?? text;
    drafts.value = new Map(drafts.value).set(id, { text: typed, target, source });
  }

  function forget(): void {
    const all = new Map(drafts.value);
    all.delete(id);
    drafts.value = all;
  }

  /** The draft is done, unless a person has typed on: the rest is a change of what was saved. */
  function settle(sent: string, { version }: PageSaved, now: PageDetail): void {
    const typed = drafts.value.get(id);
    if (typed === undefined || typed.text === sent) forget();
    else if (version !== undefined) rebase({ ...now.target, text: sent, version }, now.source);
  }

  async function save(thenNext: boolean): Promise<void> {
    if (detail === undefined || pending.current) return;
    // What was typed last may not be drawn yet.
    const { text: sent, target, source } = drafts.value.get(id) ?? seen;
    if (!drafts.value.has(id) && !detail.isStale) {
      if (thenNext) onSaved(true);
      return;
    }
    pending.current = true;
    setSaving(true);
    try {
      const edit: PageEdit = {
        file: detail.file,
        name: detail.name,
        locale: locale?.id ?? 0,
        text: sent,
        base: target.version,
        source: source.version,
        who: who.value,
      };
      const saved = await change<PageSaved>('texts', edit);
      trouble.value = '';
      if (item.id === 0) selected.value = { ...item, id: saved.key };
      const now = await readDetail({ ...item, id: saved.key }, locale?.id ?? 0);
      settle(sent, saved, now);
      setDetail(now);
      const form = thenNext ? nextMissingForm(now) : undefined;
      const found = isSource ? [] : await findingsOf(now, sent, code, form === undefined);
      if (wanted.current === id) {
        notice.value = undefined;
        if (form === undefined) onSaved(thenNext);
        else {
          selected.value = form;
          onForm();
        }
      }
      const { version } = saved;
      const more = notice.value === undefined ? '' : ` ${notice.value.text}`;
      notice.value =
        version === undefined
          ? { key: item.name, text: `Nothing to save: the text is the same.${more}` }
          : { key: item.name, text: `${savedWith(found)}${more}`, version };
    } catch (error) {
      if (error instanceof ServiceRefusal && error.conflict !== undefined) {
        // The draft keeps what it was based on: the page now shows both texts.
        if (!drafts.value.has(id)) rebase(target, source);
        setDetail(await readDetail(item, locale?.id ?? 0));
      } else trouble.value = reasonOf(error);
    } finally {
      pending.current = false;
      setSaving(false);
    }
  }

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
          <button type="button" onClick={() => decide(() => rebase(seen.target, detail.source))}>
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
      {theirs === undefined ? null : (
        <Conflict
          detail={detail}
          code={code}
          onTake={() => decide(forget)}
          onKeep={() => decide(() => rebase(detail.target, detail.source))}
        />
      )}
      <div class="actions">
        <button
          type="button"
          class="primary"
          disabled={isSaving || theirs !== undefined || isSourceNew}
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
