import { useRef, useState } from 'preact/hooks';
import type { JSX } from 'preact';
import { change } from './api.js';
import { attempt } from './state.js';

/** An address that opens this page in another browser, once. */
export function Share(): JSX.Element {
  const dialog = useRef<HTMLDialogElement>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  const [address, setAddress] = useState('');
  const [copied, setCopied] = useState('');

  async function open(): Promise<void> {
    await attempt(async () => {
      const { code } = await change<{ code: string }>('codes', {});
      setAddress(`${location.origin}/?code=${code}`);
      setCopied('');
      dialog.current?.showModal();
    });
  }
  async function copy(): Promise<void> {
    field.current?.select();
    try {
      await navigator.clipboard.writeText(address);
      setCopied('Copied');
    } catch {
      // Browsers give no clipboard to a page of plain http on another machine.
      setCopied('Selected: press Ctrl C');
    }
  }

  return (
    <>
      <button type="button" class="share" onClick={() => void open()}>
        Open in another browser
      </button>
      <dialog ref={dialog} aria-labelledby="share-title" onClose={() => setAddress('')}>
        <h2 id="share-title">Open in another browser</h2>
        <p>This address opens the page once, in the next ten minutes, in any browser that reaches it.</p>
        <label>
          Address
          <textarea ref={field} class="address" readOnly rows={3} value={address} />
        </label>
        <div class="actions">
          <button type="button" class="primary" onClick={() => void copy()}>
            {copied === '' ? 'Copy' : copied}
          </button>
          <button type="button" onClick={() => dialog.current?.close()}>
            Close
          </button>
        </div>
      </dialog>
    </>
  );
}
