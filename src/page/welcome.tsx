import type { JSX } from 'preact';

const SHORTCUTS = [
  ['Ctrl Enter', 'save, then the next key'],
  ['Ctrl S', 'save and stay'],
  ['Alt ↓ / Alt ↑', 'next or previous key'],
  ['Alt N', 'next key without a text'],
  ['Ctrl K', 'search; then ↓ goes to the list, Enter edits the first key'],
  ['↑ ↓ Enter', 'in the list: choose a key, then edit it'],
  ['Esc', 'back to the list'],
] as const;

/** What the pane shows as long as no key is chosen. */
export const Welcome = (): JSX.Element => (
  <section class="welcome" aria-label="Shortcuts">
    <h2>Choose a key to translate it</h2>
    <dl>
      {SHORTCUTS.map(([keys, what]) => (
        <div key={keys}>
          <dt>
            <kbd>{keys}</kbd>
          </dt>
          <dd>{what}</dd>
        </div>
      ))}
    </dl>
  </section>
);
