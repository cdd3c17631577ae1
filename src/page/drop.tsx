import { signal } from '@preact/signals';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { JSX } from 'preact';
import type { PagePreview } from '../core/page/import-wire.js';
import { DropTarget } from './drop-target.js';
import { useImport } from './importing.js';
import { Preview } from './preview.js';
import { ShownName } from './shown-text.js';
import { quantity } from '../core/text/wording.js';

/** A file that a person has dropped or chosen, until the dialog takes it. */
const offered = signal<File | undefined>(undefined);
export const offer = (file: File | undefined): void => void (offered.value = file);

/** Takes a file that is dropped anywhere on the page: where it belongs, what it changes, go. */
export function DropZone(): JSX.Element {
  const dialog = useRef<HTMLDialogElement>(null);
  const importing = useImport(dialog);
  const { name, preview, isBusy } = importing;
  /** How many files were dropped together with this one. */
  const [more, setMore] = useState(0);
  const file = offered.value;
  useEffect(() => {
    if (file === undefined) return;
    offer(undefined);
    void importing.take(file);
  }, [file]);
  useDrops((files) => {
    setMore(files.length - 1);
    offer(files[0]);
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
          void (preview === undefined ? importing.show() : importing.store());
        }}
      >
        <h2 id="drop-title">
          Import <ShownName name={name} />
        </h2>
        {preview === undefined ? (
          <DropTarget
            name={name}
            files={importing.files}
            place={importing.place}
            target={importing.target}
            locale={importing.locale}
            onTarget={importing.setTarget}
            onLocale={importing.setLocale}
          />
        ) : (
          <Preview preview={preview} isBusy={isBusy} onMore={(from) => void importing.showMore(from)} />
        )}
        {more === 0 ? null : (
          <p role="alert">One file at a time: drop the other {quantity(more, 'file')} after this one.</p>
        )}
        {importing.fault === '' ? null : <p role="alert">{importing.fault}</p>}
        <div class="actions">
          {preview === undefined ? (
            <button type="submit" class="primary" disabled={!importing.isChosen || isBusy}>
              Show changes
            </button>
          ) : (
            <>
              <button type="submit" class="primary" disabled={isBusy || !isWorthIt(preview)}>
                Import {quantity(preview.added + preview.changed, 'text')}
              </button>
              <button type="button" onClick={importing.back}>
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

/** Calls `dropped` with the files that are dropped anywhere on the page. */
function useDrops(dropped: (files: FileList) => void): void {
  useEffect(() => {
    // A word that is dragged within a field goes where the browser puts it.
    const hasFiles = (event: DragEvent): boolean => event.dataTransfer?.types.includes('Files') === true;
    const over = (event: DragEvent): void => {
      if (hasFiles(event)) event.preventDefault();
    };
    const drop = (event: DragEvent): void => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      if (event.dataTransfer) dropped(event.dataTransfer.files);
    };
    addEventListener('dragover', over);
    addEventListener('drop', drop);
    return () => {
      removeEventListener('dragover', over);
      removeEventListener('drop', drop);
    };
  }, []);
}

const isWorthIt = ({ added, changed, lacking, isNew, isReplacing }: PagePreview): boolean =>
  isNew || added + changed > 0 || (isReplacing && lacking > 0);
