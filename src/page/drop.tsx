import { useEffect, useRef, useState } from 'preact/hooks';
import type { JSX } from 'preact';
import type { PageFile, PageLanguage, PagePlace, PageUpload } from '../core/page/wire.js';
import { ask, change, reasonOf } from './api.js';
import { files as allFiles, loadFiles } from './keys.js';
import { ShownName, visibleName } from './shown-text.js';
import { counted, notice, project, who } from './state.js';

const formatOf = (name: string): string =>
  name
    .slice(name.lastIndexOf('.') + 1)
    .toLowerCase()
    .replace('yaml', 'yml');

/** `German (de)`. */
function languageName(is: (one: PageLanguage) => boolean): string {
  const found = project.value?.languages.find(is);
  return found === undefined ? '' : `${found.name} (${found.code})`;
}

/** Takes a file that is dropped anywhere on the page, and asks where it belongs. */
export function DropZone(): JSX.Element {
  const dialog = useRef<HTMLDialogElement>(null);
  const [dropped, setDropped] = useState<{ readonly name: string; readonly content: string }>();
  const [files, setFiles] = useState<readonly PageFile[]>([]);
  const [place, setPlace] = useState<PagePlace>();
  // Nothing is chosen as long as the name leaves a doubt; 0 is what its name says.
  const [target, setTarget] = useState<number | null>(null);
  const [locale, setLocale] = useState<number | null>(null);
  const [fault, setFault] = useState('');

  async function take(file: File): Promise<void> {
    try {
      const content = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(
        await file.arrayBuffer(),
      );
      await loadFiles();
      const same = allFiles.value.filter(({ name }) => formatOf(name) === formatOf(file.name));
      const proposed = await ask<PagePlace>('place', { name: file.name });
      setFault('');
      setFiles(same);
      setPlace(proposed);
      setTarget(same.some(({ id }) => id === proposed.file) ? proposed.file : null);
      setLocale(proposed.locale);
      setDropped({ name: file.name, content });
      dialog.current?.showModal();
    } catch (error) {
      notice.value = {
        text: error instanceof TypeError ? visibleName(`${file.name} is not UTF-8 text.`) : reasonOf(error),
      };
    }
  }
  useEffect(() => {
    const over = (event: DragEvent): void => event.preventDefault();
    const drop = (event: DragEvent): void => {
      event.preventDefault();
      const file = event.dataTransfer?.files[0];
      if (file !== undefined) void take(file);
    };
    addEventListener('dragover', over);
    addEventListener('drop', drop);
    return () => {
      removeEventListener('dragover', over);
      removeEventListener('drop', drop);
    };
  }, []);

  const isChosen = target === 0 || (target !== null && locale !== null);
  async function store(event: Event): Promise<void> {
    event.preventDefault();
    if (dropped === undefined || !isChosen) return;
    try {
      const stored = await change<PageUpload>('uploads', {
        filename: dropped.name,
        content: dropped.content,
        file: target,
        locale: target === 0 ? 0 : locale,
        who: who.value,
      });
      dialog.current?.close();
      const held = stored.locales.map((code) => languageName((one) => one.code === code)).join(', ');
      const where = [stored.fileName, held].filter((part) => part !== '').join(', ');
      const text = visibleName(`${dropped.name}: ${counted(stored.changes, 'text')} changed in ${where}.`);
      notice.value = stored.changes > 0 ? { text, version: stored.version } : { text };
    } catch (error) {
      setFault(reasonOf(error));
    }
  }

  const said = place?.named ?? null;
  const named =
    said === null
      ? null
      : `As its name says: ${visibleName(said.fileName)}, ${languageName(({ id }) => id === said.locale)}`;
  return (
    <dialog ref={dialog} aria-labelledby="drop-title">
      <form onSubmit={(event) => void store(event)}>
        <h2 id="drop-title">
          Import <ShownName name={dropped?.name ?? ''} />
        </h2>
        <label>
          Source file
          <select
            required
            value={target === null ? '' : String(target)}
            onChange={(event) => setTarget(Number(event.currentTarget.value))}
          >
            <option value="" disabled>
              Choose a source file
            </option>
            {named === null ? null : <option value="0">{named}</option>}
            {files.map(({ id, name }) => (
              <option key={id} value={String(id)}>
                {visibleName(name)}
              </option>
            ))}
            {named === null ? <option value="0">A new one: {visibleName(dropped?.name ?? '')}</option> : null}
          </select>
        </label>
        {target === 0 ? null : (
          <label>
            Language
            <select
              required
              value={locale === null ? '' : String(locale)}
              onChange={(event) => setLocale(Number(event.currentTarget.value))}
            >
              <option value="" disabled>
                Choose a language
              </option>
              {project.value?.languages.map(({ id, name, code }) => (
                <option key={id} value={String(id)}>
                  {name} ({code})
                </option>
              ))}
            </select>
          </label>
        )}
        <p class="quiet">Texts that the file does not have stay as they are.</p>
        {fault === '' ? null : <p role="alert">{fault}</p>}
        <div class="actions">
          <button type="submit" class="primary" disabled={!isChosen}>
            Import
          </button>
          <button type="button" onClick={() => dialog.current?.close()}>
            Cancel
          </button>
        </div>
      </form>
    </dialog>
  );
}
