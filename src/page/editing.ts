import { useEffect, useState } from 'preact/hooks';
import type { PageDetail } from '../core/page/wire.js';
import { withEndsOf } from '../core/text/keep-line-ends.js';
import { reasonOf } from './api.js';
import { findingsOf } from './check.js';
import { draftId, drafts, dropDraft, keepDraft, saving, type Base, type Draft } from './drafts.js';
import { focusField } from './field.js';
import { nextMissingForm } from './forms.js';
import { selected, textOfRow, type ListedKey } from './keys.js';
import { openDetail, openId, readKey } from './opened-key.js';
import { saveDraft } from './saving.js';
import { clearNotice, language, news, notice, project, errorMessage } from './state.js';
import { authorOf } from './history.js';

export interface EditedKey {
  readonly item: ListedKey;
  readonly onSaved: (thenNext: boolean) => void;
  /** Another plural form was chosen. */
  readonly onForm: () => void;
}

/** Reads a key, keeps what is typed as a draft, and saves it on top of what was seen. */
export function useEditing({ item, onSaved, onForm }: EditedKey) {
  const locale = language.value;
  const code = locale?.code ?? '';
  const isSource = code === project.value?.languages[0]?.code;
  const id = draftId(code, item);
  // Undefined until the service has answered: a person types meanwhile.
  const detail = openDetail.value;
  const draft = drafts.value.get(id);
  const over = textOfRow(item);
  const stored = detail === undefined ? (over ?? '') : (detail.target.text ?? '');
  const text = draft?.text ?? stored;
  const isSaving = saving.value.has(id);
  const [findings, setFindings] = useState<readonly string[]>([]);

  const newsCount = news.value.count;
  useEffect(() => {
    const load = async (): Promise<void> => {
      if (locale === undefined) return;
      const hadDraft = drafts.value.has(id);
      const before = openDetail.value;
      const current = await readKey(item, locale);
      const isMine = hadDraft || drafts.value.has(id) || saving.value.has(id);
      if (openId.value === id && isReplaced(before, current) && !isMine)
        notice.value = { key: item.name, text: `${authorOf(current)} changed this text.` };
    };
    const timer = setTimeout(
      () => void load().catch((error: unknown) => (errorMessage.value = reasonOf(error))),
      20,
    );
    return () => clearTimeout(timer);
  }, [id, newsCount]);
  useEffect(() => {
    let isOld = false;
    if (detail === undefined || isSource) setFindings([]);
    else
      void findingsOf(detail, text, code).then((found) => {
        if (!isOld) setFindings(found);
      });
    return () => void (isOld = true);
  }, [detail, text, code, isSource]);

  const there: Base | undefined = detail && { target: detail.target, source: detail.source };
  const seen = draft === undefined ? there : draft.base;
  const isKnown = draft !== undefined && seen !== undefined && detail !== undefined;
  // Whether somebody else has changed the text, or the source text, since the draft was begun.
  const isMoved = isKnown && !isSaving && seen.target.version !== detail.target.version;
  const isSourceNew = isKnown && !isSource && seen.source.version !== detail.source.version;

  function type(next: string): void {
    // What was said about the key before, which was being saved, is not read yet.
    if (notice.value?.key === undefined || notice.value.key === item.name) clearNotice();
    const existing = drafts.value.get(id);
    const ends = detail === undefined ? (over ?? '') : (detail.target.text ?? detail.source.text ?? '');
    const spelled = withEndsOf(next, existing?.text ?? ends, ends);
    const isAsBefore = detail !== undefined && spelled === (detail.target.text ?? '') && !isMoved;
    // What is being saved differs from what is there: the old text is then a change, too.
    if (isAsBefore && !saving.value.has(id)) dropDraft(id);
    else keepDraft({ ...(existing ?? { code, key: item, base: seen, over }), text: spelled });
  }

  /** Takes another text for what was typed, which can be put back. */
  function replace(current: string, next?: string): void {
    const before = drafts.value.get(id);
    if (next === undefined) dropDraft(id);
    else type(next);
    if (before === undefined) return;
    const putBack = (): void => {
      notice.value = undefined;
      keepDraft(before);
      focusField();
    };
    notice.value = { key: item.name, text: current, action: { label: 'Put back', run: putBack } };
  }

  /** Bases the draft on the text, or only on the source text, of now. */
  function rebase(on: 'both' | 'source'): void {
    const typed = drafts.value.get(id);
    if (typed?.base === undefined || detail === undefined) return;
    const target = on === 'both' ? detail.target : typed.base.target;
    keepDraft({ ...typed, base: { target, source: detail.source } });
  }

  /** The save goes on while a person does: what is typed next belongs to the next key. */
  function save(thenNext: boolean): void {
    if (isMoved || isSourceNew) {
      notice.value = { key: item.name, text: 'Not saved: decide first what becomes of the change.' };
      return;
    }
    // What was typed last may not be drawn yet.
    const typed = drafts.value.get(id) ?? fitting();
    const form = thenNext ? nextForm() : undefined;
    clearNotice();
    if (typed !== undefined) void saveDraft(typed, form !== undefined);
    if (form === undefined) {
      if (thenNext || typed !== undefined) onSaved(thenNext);
    } else {
      selected.value = form;
      onForm();
    }
  }

  /** A stale text that is saved as it is: it still fits its source text. */
  function fitting(): Draft | undefined {
    if (detail?.isStale !== true) return undefined;
    return { code, key: item, text: stored, base: there, over: undefined };
  }

  function nextForm(): ListedKey | undefined {
    const next = detail && nextMissingForm(detail);
    return next?.sibling === 0 && item.sibling !== undefined ? { ...next, sibling: item.sibling } : next;
  }

  const act = { type, replace, rebase, save };
  return { id, detail, draft, text, findings, isSaving, isMoved, isSourceNew, ...act };
}

/** Whether another text is there than the one that is shown. */
const isReplaced = (shown: PageDetail | undefined, current: PageDetail): boolean =>
  shown?.name === current.name &&
  shown.file === current.file &&
  shown.target.version !== current.target.version;
