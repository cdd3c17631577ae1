import type { Behaviour } from './behaviour.js';
import { yamlBoolean } from './keys.js';

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Cuts after this many characters; a character outside the basic plane counts as one. */
export const cutTexts = (most: number): Behaviour => ({
  text: (text) => (text.length > most ? Array.from(text).slice(0, most).join('') : text),
});

export const escapeHtml: Behaviour = {
  text: (text) => text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character),
};
export const stripTags: Behaviour = { text: (text) => text.replace(/<[^<>]*>/g, '') };
export const stripBraces: Behaviour = { text: (text) => text.replace(/[{}]/g, '') };
export const trim: Behaviour = { text: (text) => text.trim() };
export const collapseBlanks: Behaviour = { text: (text) => text.replace(/\s+/g, ' ') };

/** Unquoted numbers and booleans of a file: `9.90` becomes `9.9`, `on` becomes `true`. */
export const respellValues: Behaviour = {
  text: (text, kind) => {
    if (kind === 'boolean') return yamlBoolean(text).toLowerCase();
    if (kind !== 'number') return text;
    const value = Number(text.replaceAll('_', ''));
    return Number.isFinite(value) ? String(value) : text;
  },
};
