import { useState } from 'preact/hooks';
import type { JSX } from 'preact';
import type { PageProject } from '../core/page/wire.js';
import { change, reasonOf } from './api.js';
import { notice, project, who } from './state.js';

const NAMES = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' });

/** `French`; undefined for a code that no language has, such as a name. */
function nameOf(code: string): string | undefined {
  try {
    return NAMES.of(code.trim().replaceAll('_', '-'));
  } catch {
    return undefined;
  }
}

/** Adds a language by its code; a code of no known language only if a person insists. */
export function AddLanguage(): JSX.Element {
  const [code, setCode] = useState('');
  const [fault, setFault] = useState('');
  const [insisted, setInsisted] = useState('');
  const name = nameOf(code);

  async function add(event: Event): Promise<void> {
    event.preventDefault();
    if (name === undefined && insisted !== code) {
      setInsisted(code);
      setFault(`No known language has the code ${code}. A language cannot be removed again: add it anyway?`);
      return;
    }
    try {
      project.value = await change<PageProject>('languages', { code, who: who.value });
      notice.value = { text: `${code} was added.` };
      setCode('');
      setFault('');
    } catch (error) {
      setFault(reasonOf(error));
    }
  }
  return (
    <form class="add" onSubmit={(event) => void add(event)}>
      <label for="new-language">Add a language</label>
      <input
        id="new-language"
        value={code}
        placeholder="fr or pt-BR"
        autocomplete="off"
        required
        aria-invalid={fault !== ''}
        aria-describedby="new-language-name"
        onInput={(event) => {
          setCode(event.currentTarget.value);
          setFault('');
        }}
      />
      <button type="submit">{insisted === code && code !== '' ? 'Add anyway' : 'Add'}</button>
      <span id="new-language-name" class={fault === '' ? 'quiet' : 'fault'} role="status">
        {fault === '' ? name : fault}
      </span>
    </form>
  );
}
