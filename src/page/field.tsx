import { useLayoutEffect, useRef } from 'preact/hooks';
import type { JSX } from 'preact';
import { languageAttributes } from './shown-text.js';

const MOST_ROWS = 12;

/** Whether the field was asked for before it was there. */
let isWanted = false;
const ID = 'translation';

/** Moves to the field, or to that of the key which was just chosen, as soon as it is drawn. */
export function focusField(): void {
  const field = document.getElementById(ID);
  isWanted = field === null;
  field?.focus();
}

interface FieldProps {
  readonly id: string;
  readonly text: string;
  readonly code: string;
  readonly onType: (text: string) => void;
}

/**
 * The field for a text. Each key has its own, so that Ctrl Z never brings another key's text. One
 * takes the focus from the other in the same moment: no letter gets lost between them.
 */
export function Field({ id, text, code, onType }: FieldProps): JSX.Element {
  const field = useRef<HTMLTextAreaElement>(null);
  const hadFocus = document.activeElement?.id === ID;
  useLayoutEffect(() => {
    if (!hadFocus && !isWanted) return;
    isWanted = false;
    field.current?.focus();
  }, [id]);
  const lines = text.slice(0, 4000).split('\n').length + Math.floor(Math.min(text.length, 900) / 70);
  return (
    <textarea
      key={id}
      id={ID}
      ref={field}
      // As the field has it: another spelling of line ends would be written anew each time.
      value={text.includes('\r') ? text.replaceAll(/\r\n?/g, '\n') : text}
      rows={Math.min(MOST_ROWS, Math.max(3, lines))}
      spellcheck
      aria-describedby="findings"
      onInput={(event) => onType(event.currentTarget.value)}
      {...languageAttributes(code)}
    />
  );
}

/**
 * Whether a key belongs to a composition, such as Enter that takes a Japanese word. Safari sends
 * it after the composition has ended, with this code instead.
 */
export const isComposing = (event: KeyboardEvent): boolean =>
  event.isComposing || Reflect.get(event, 'keyCode') === 229;
