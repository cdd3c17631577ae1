import { useEffect, useRef, useState } from 'preact/hooks';
import type { RefObject } from 'preact';
import type { PageDetail, PageEdit, PageSaved, PageText } from '../core/page/wire.js';
import { change, ServiceRefusal, reasonOf } from './api.js';
import { findingsOf, savedWith } from './check.js';
import { drafts, draftId, type Draft } from './drafts.js';
import { asBefore, authorOf, isReplaced, readDetail } from './detail.js';
import { nextMissingForm } from './forms.js';
import { selected, type ListedKey } from './keys.js';
import { language, news, notice, project, trouble, who } from './state.js';

const FOCUS_MS = 3_000;
const NONE: PageText = { text: null, version: 0 };

/** What was last shown, and the turn of its request. */
interface Shown {
  readonly id: string;
  readonly turn: number;
  readonly detail?: PageDetail;
}

export interface EditedKey {
  readonly item: ListedKey;
  readonly field: RefObject<HTMLTextAreaElement | null>;
  /** When the field was asked for, which may be before it is there. */
  readonly wanted: RefObject<number>;
  readonly onSaved: (thenNext: boolean) => void;
  /** Another plural form was chosen. */
  readonly onForm: () => void;
}

/** The text of a key while it is edited, and what a person can do with it. */
export interface Editing {
  /** Undefined until it was read, and for the moment after another key was chosen. */
  readonly detail: PageDetail | undefined;
  readonly text: string;
  readonly findings: readonly string[];
  readonly isSaving: boolean;
  readonly isDirty: boolean;
  /** Whether somebody else has changed the text, or the source text, since the draft was begun. */
  readonly isMoved: boolean;
  readonly isSourceNew: boolean;
  readonly type: (next: string) => void;
  readonly forget: () => void;
  /** Bases the draft on the text, or only on the source text, of now. */
  readonly rebase: (on: 'both' | 'source') => void;
  readonly save: (thenNext: boolean) => Promise<void>;
}

/** Reads a key, keeps what is typed as a draft, and saves it on top of what was seen. */
export function useEditing({ item, field, wanted: asked, onSaved, onForm }: EditedKey): Editing {
  const locale = language.value;
  const code = locale?.code ?? '';
  const sourceCode = project.value?.languages[0]?.code ?? '';
  const isSource = code === sourceCode;
  const id = draftId(code, item);
  const [read, setRead] = useState<PageDetail>();
  const reads = useRef(0);
  /** As `read`, known at once: an answer may come before the page is drawn again. */
  const shown = useRef<Shown>({ id: '', turn: 0 });
  /** Shows what the service has now, unless a later answer is there. Returns what was shown. */
  const readNow = async (of: ListedKey): Promise<{ readonly now: PageDetail; readonly before?: Shown }> => {
    const turn = (reads.current += 1);
    const now = await readDetail(of, locale?.id ?? 0);
    const before = shown.current;
    if (wanted.current !== id || before.turn > turn) return { now };
    shown.current = { id, turn, detail: now };
    setRead(now);
    return { now, before };
  };
  const isThere = read?.name === item.name && read.file === item.file;
  const detail = isThere ? read : undefined;
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
      const { now: key, before } = await readNow(item);
      if (before?.id !== id) return;
      if (isReplaced(before.detail, key) && !pending.current && !drafts.value.has(id))
        notice.value = { key: item.name, text: `${authorOf(key)} changed this text.` };
    };
    const timer = setTimeout(
      () => void load().catch((error: unknown) => (trouble.value = reasonOf(error))),
      20,
    );
    return () => clearTimeout(timer);
  }, [id, told]);
  useEffect(() => {
    if (detail === undefined || asked.current === 0) return;
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

  const seen: Draft = draft ?? { text, target: detail?.target ?? NONE, source: detail?.source ?? NONE };
  const isMoved =
    isDirty && !isSaving && detail !== undefined && seen.target.version !== detail.target.version;
  const isSourceNew =
    isDirty && !isSource && detail !== undefined && seen.source.version !== detail.source.version;

  function type(next: string): void {
    notice.value = undefined;
    const spelled = asBefore(next, detail?.target.text ?? detail?.source.text ?? '');
    const all = new Map(drafts.value);
    const isOld = spelled === (detail?.target.text ?? '') && !isMoved;
    if (isOld && !pending.current) all.delete(id);
    else all.set(id, { ...(all.get(id) ?? seen), text: spelled });
    drafts.value = all;
  }

  function baseOn(target: PageText, source: PageText): void {
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
    else if (version !== undefined) baseOn({ ...now.target, text: sent, version }, now.source);
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
      const { now } = await readNow({ ...item, id: saved.key });
      settle(sent, saved, now);
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
        if (!drafts.value.has(id)) baseOn(target, source);
        await readNow(item);
      } else trouble.value = reasonOf(error);
    } finally {
      pending.current = false;
      setSaving(false);
    }
  }

  function rebase(on: 'both' | 'source'): void {
    if (detail !== undefined) baseOn(on === 'both' ? detail.target : seen.target, detail.source);
  }
  return { detail, text, findings, isSaving, isDirty, isMoved, isSourceNew, type, forget, rebase, save };
}
