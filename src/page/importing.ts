import type { RefObject } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { endingOf, type FormatTraits } from '../core/formats.js';
import type { PageDrop, PagePlace, PagePreview, PageUpload } from '../core/page/import-wire.js';
import { MOST_UNDONE, type PageFile } from '../core/page/wire.js';
import { quantity } from '../core/text/wording.js';
import { ask, change, reasonOf, ApiError } from './api.js';
import { languageName } from './drop-target.js';
import { files as allFiles, loadFiles } from './keys.js';
import { visibleName } from './shown-text.js';
import { notice, who } from './state.js';

const formatOf = (name: string): FormatTraits | undefined => endingOf(name)?.format;

/** A file on its way into the service, in this dialog: where it belongs, and what it changes. */
export function useImport(dialog: RefObject<HTMLDialogElement | null>) {
  const [dropped, setDropped] = useState<{ readonly name: string; readonly content: string }>();
  // The source files of its format.
  const [files, setFiles] = useState<readonly PageFile[]>([]);
  // Where its name says that it belongs.
  const [place, setPlace] = useState<PagePlace>();
  // The chosen source file; 0: what its name says; null while the name is ambiguous.
  const [target, setTarget] = useState<number | null>(null);
  const [locale, setLocale] = useState<number | null>(null);
  const [preview, setPreview] = useState<PagePreview>();
  const [isBusy, setBusy] = useState(false);
  /** The content of the file that was dropped last: an answer about another one comes too late. */
  const latest = useRef('');
  // Why the last step failed; '' if it did not.
  const [fault, setFault] = useState('');

  /** Begins with a file, and opens the dialog. */
  async function take(file: File): Promise<void> {
    try {
      const content = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(
        await file.arrayBuffer(),
      );
      await loadFiles();
      const same = allFiles.value.filter(({ name }) => formatOf(name) === formatOf(file.name));
      const proposed = await ask<PagePlace>('place', { name: file.name });
      setFault('');
      setPreview(undefined);
      setFiles(same);
      setPlace(proposed);
      setTarget(same.some(({ id }) => id === proposed.file) ? proposed.file : null);
      setLocale(proposed.locale);
      latest.current = content;
      setDropped({ name: file.name, content });
      if (dialog.current?.open === false) dialog.current.showModal();
    } catch (error) {
      notice.value = {
        text: error instanceof TypeError ? visibleName(`${file.name} is not UTF-8 text.`) : reasonOf(error),
      };
    }
  }

  const isChosen = target === 0 || (target !== null && locale !== null);
  const drop: PageDrop | undefined =
    dropped === undefined || !isChosen
      ? undefined
      : {
          filename: dropped.name,
          content: dropped.content,
          file: target,
          locale: target === 0 ? 0 : (locale ?? 0),
          who: who.value,
        };

  /** Runs one step of the import; a refusal is shown in the dialog. */
  async function step(work: (drop: PageDrop) => Promise<void>): Promise<void> {
    if (drop === undefined || isBusy) return;
    setBusy(true);
    setFault('');
    try {
      await work(drop);
    } catch (error) {
      setFault(reasonOf(error));
    } finally {
      setBusy(false);
    }
  }
  async function look(to: PageDrop, from = 0): Promise<PagePreview | undefined> {
    const found = await change<PagePreview>('previews', { ...to, from });
    return latest.current === to.content ? found : undefined;
  }
  const show = (): Promise<void> => step(async (to) => setPreview(await look(to)));
  const showMore = (from: number): Promise<void> =>
    step(async (to) => {
      const more = await look(to, from);
      if (preview === undefined || more === undefined) return;
      if (more.seen === preview.seen) setPreview({ ...more, items: [...preview.items, ...more.items] });
      else await anew(to);
    });

  /** The texts are no longer those of the preview: a person decides again. */
  async function anew(to: PageDrop): Promise<void> {
    setPreview(await look(to));
    setFault('Somebody has changed texts in the meantime. This is what the import would do now.');
  }
  const store = (): Promise<void> =>
    step(async (to) => {
      if (preview === undefined) return;
      try {
        tell(to.filename, await change<PageUpload>('uploads', { ...to, seen: preview.seen }));
        dialog.current?.close();
      } catch (error) {
        if (!(error instanceof ApiError) || error.status !== 409) throw error;
        await anew(to);
      }
    });

  return {
    name: dropped?.name ?? '',
    files,
    place,
    target,
    setTarget,
    locale,
    setLocale,
    isChosen,
    preview,
    isBusy,
    fault,
    take,
    show,
    showMore,
    store,
    back: () => setPreview(undefined),
  };
}

function tell(filename: string, { changes, version, fileName, locales }: PageUpload): void {
  const held = locales.map((code) => languageName((language) => language.code === code)).join(', ');
  const where = [fileName, held].filter((part) => part !== '').join(', ');
  const text = visibleName(`${filename}: ${quantity(changes, 'text')} changed in ${where}.`);
  notice.value = changes > 0 && changes <= MOST_UNDONE ? { text, version } : { text };
}
