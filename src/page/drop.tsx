import { useEffect, useRef, useState } from 'preact/hooks';
import type { JSX } from 'preact';
import type { PageFile, PageOf, PageUpload } from '../core/page/wire.js';
import { ask, change, reasonOf } from './api.js';
import { counted, language, notice, project, who } from './state.js';

const extensionOf = (name: string): string => name.slice(name.lastIndexOf('.') + 1).toLowerCase();

/** Takes a file that is dropped anywhere on the page, and asks where it belongs. */
export function DropZone(): JSX.Element {
  const dialog = useRef<HTMLDialogElement>(null);
  const [dropped, setDropped] = useState<{ readonly name: string; readonly content: string }>();
  const [files, setFiles] = useState<readonly PageFile[]>([]);
  const [target, setTarget] = useState(0);
  const [locale, setLocale] = useState(0);
  const [fault, setFault] = useState('');

  async function take(file: File): Promise<void> {
    try {
      const content = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(
        await file.arrayBuffer(),
      );
      const { items } = await ask<PageOf<PageFile>>('files');
      const same = items.filter(({ name }) => extensionOf(name) === extensionOf(file.name));
      const languages = project.value?.languages ?? [];
      const words = file.name.toLowerCase().split(/[._-]/);
      const named = languages.find(({ code }) => words.includes(code.toLowerCase()));
      setFault('');
      setFiles(same);
      setTarget(same[0]?.id ?? 0);
      setLocale((named ?? language.value)?.id ?? 0);
      setDropped({ name: file.name, content });
      dialog.current?.showModal();
    } catch (error) {
      notice.value = {
        text: error instanceof TypeError ? `${file.name} is not UTF-8 text.` : reasonOf(error),
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

  async function store(event: Event): Promise<void> {
    event.preventDefault();
    if (dropped === undefined) return;
    try {
      const stored = await change<PageUpload>('uploads', {
        filename: dropped.name,
        content: dropped.content,
        file: target,
        locale,
        who: who.value,
      });
      dialog.current?.close();
      const text = `${dropped.name}: ${counted(stored.changes, 'text')} changed in ${stored.fileName}.`;
      notice.value = stored.changes > 0 ? { text, version: stored.version } : { text };
    } catch (error) {
      setFault(reasonOf(error));
    }
  }

  return (
    <dialog ref={dialog} aria-labelledby="drop-title">
      <form onSubmit={(event) => void store(event)}>
        <h2 id="drop-title">Import {dropped?.name}</h2>
        <label>
          Source file
          <select value={target} onChange={(event) => setTarget(Number(event.currentTarget.value))}>
            {files.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
            <option value={0}>As its name says</option>
          </select>
        </label>
        {target === 0 ? null : (
          <label>
            Language
            <select value={locale} onChange={(event) => setLocale(Number(event.currentTarget.value))}>
              {project.value?.languages.map(({ id, name, code }) => (
                <option key={id} value={id}>
                  {name} ({code})
                </option>
              ))}
            </select>
          </label>
        )}
        <p class="quiet">Texts that the file does not have stay as they are.</p>
        {fault === '' ? null : <p role="alert">{fault}</p>}
        <div class="actions">
          <button type="submit" class="primary">
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
