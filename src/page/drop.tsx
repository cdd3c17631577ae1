import { signal } from '@preact/signals';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { JSX } from 'preact';
import { endingOf, type FormatTraits } from '../core/formats.js';
import type { PageDrop, PagePlace, PagePreview, PageUpload } from '../core/page/import-wire.js';
import { MOST_UNDONE, type PageFile } from '../core/page/wire.js';
import { ask, change, reasonOf, ServiceRefusal } from './api.js';
import { DropTarget, languageName } from './drop-target.js';
import { files as allFiles, loadFiles } from './keys.js';
import { Preview } from './preview.js';
import { ShownName, visibleName } from './shown-text.js';
import { notice, who } from './state.js';
import { quantity } from '../core/text/wording.js';

const formatOf = (name: string): FormatTraits | undefined => endingOf(name)?.format;

/** A file that a person has dropped or chosen, until the dialog takes it. */
const offered = signal<File | undefined>(undefined);
export const offer = (file: File | undefined): void => void (offered.value = file);

/** Takes a file that is dropped anywhere on the page: where it belongs, what it changes, go. */
export function DropZone(): JSX.Element {
  const dialog = useRef<HTMLDialogElement>(null);
  const [dropped, setDropped] = useState<{ readonly name: string; readonly content: string }>();
  const [files, setFiles] = useState<readonly PageFile[]>([]);
  const [place, setPlace] = useState<PagePlace>();
  // Nothing is chosen as long as the name leaves a doubt; 0 is what its name says.
  const [target, setTarget] = useState<number | null>(null);
  const [locale, setLocale] = useState<number | null>(null);
  const [preview, setPreview] = useState<PagePreview>();
  const [isBusy, setBusy] = useState(false);
  /** The content of the file that was dropped last: an answer about another one comes too late. */
  const latest = useRef('');
  const [fault, setFault] = useState('');
  /** How many files were dropped together with this one. */
  const [more, setMore] = useState(0);

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
  const file = offered.value;
  useEffect(() => {
    if (file === undefined) return;
    offer(undefined);
    void take(file);
  }, [file]);
  useEffect(() => {
    // A word that is dragged within a field goes where the browser puts it.
    const hasFiles = (event: DragEvent): boolean => event.dataTransfer?.types.includes('Files') === true;
    const over = (event: DragEvent): void => {
      if (hasFiles(event)) event.preventDefault();
    };
    const drop = (event: DragEvent): void => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      setMore((event.dataTransfer?.files.length ?? 1) - 1);
      offer(event.dataTransfer?.files[0]);
    };
    addEventListener('dragover', over);
    addEventListener('drop', drop);
    return () => {
      removeEventListener('dragover', over);
      removeEventListener('drop', drop);
    };
  }, []);

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
        if (!(error instanceof ServiceRefusal) || error.status !== 409) throw error;
        await anew(to);
      }
    });

  return (
    <dialog
      ref={dialog}
      onClose={() => setMore(0)}
      class={preview === undefined ? '' : 'wide'}
      aria-labelledby="drop-title"
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void (preview === undefined ? show() : store());
        }}
      >
        <h2 id="drop-title">
          Import <ShownName name={dropped?.name ?? ''} />
        </h2>
        {preview === undefined ? (
          <DropTarget
            name={dropped?.name ?? ''}
            files={files}
            place={place}
            target={target}
            locale={locale}
            onTarget={setTarget}
            onLocale={setLocale}
          />
        ) : (
          <Preview preview={preview} isBusy={isBusy} onMore={(from) => void showMore(from)} />
        )}
        {more === 0 ? null : (
          <p role="alert">One file at a time: drop the other {quantity(more, 'file')} after this one.</p>
        )}
        {fault === '' ? null : <p role="alert">{fault}</p>}
        <div class="actions">
          {preview === undefined ? (
            <button type="submit" class="primary" disabled={!isChosen || isBusy}>
              Show changes
            </button>
          ) : (
            <>
              <button type="submit" class="primary" disabled={isBusy || !isWorthIt(preview)}>
                Import {quantity(preview.added + preview.changed, 'text')}
              </button>
              <button type="button" onClick={() => setPreview(undefined)}>
                Back
              </button>
            </>
          )}
          <button type="button" onClick={() => dialog.current?.close()}>
            Cancel
          </button>
        </div>
      </form>
    </dialog>
  );
}

const isWorthIt = ({ added, changed, lacking, isNew, isReplacing }: PagePreview): boolean =>
  isNew || added + changed > 0 || (isReplacing && lacking > 0);

function tell(filename: string, { changes, version, fileName, locales }: PageUpload): void {
  const held = locales.map((code) => languageName((language) => language.code === code)).join(', ');
  const where = [fileName, held].filter((part) => part !== '').join(', ');
  const text = visibleName(`${filename}: ${quantity(changes, 'text')} changed in ${where}.`);
  notice.value = changes > 0 && changes <= MOST_UNDONE ? { text, version } : { text };
}
