import { effect, signal } from '@preact/signals';
import type { JSX } from 'preact';

const NAME = 'locsync.colors';
const CHOICES = { system: 'System colors', light: 'Light', dark: 'Dark' } as const;
type Colors = keyof typeof CHOICES;

const isColors = (value: string | null): value is Colors => value !== null && Object.hasOwn(CHOICES, value);

const stored = localStorage.getItem(NAME);
const colors = signal<Colors>(isColors(stored) ? stored : 'system');
effect(() => {
  document.documentElement.dataset['colors'] = colors.value;
});
// Another tab of this browser has chosen.
addEventListener('storage', ({ key, newValue }) => {
  if (key === NAME) colors.value = isColors(newValue) ? newValue : 'system';
});

/** Light or dark; as the system has it until somebody chooses. */
export function ColorChoice(): JSX.Element {
  return (
    <label class="colors">
      <span class="hidden">Colors</span>
      <select
        value={colors.value}
        onChange={({ currentTarget: { value } }) => {
          if (!isColors(value)) return;
          colors.value = value;
          localStorage.setItem(NAME, value);
        }}
      >
        {Object.entries(CHOICES).map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
    </label>
  );
}
