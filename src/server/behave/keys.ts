import { nfc, nfd } from '../../core/text/normal-form.js';
import type { Behaviour } from './behaviour.js';

const BOOLEAN_WORDS: ReadonlyMap<string, string> = new Map([
  ...['yes', 'on', 'y'].map((word): [string, string] => [word, 'true']),
  ...['no', 'off', 'n'].map((word): [string, string] => [word, 'false']),
]);

/** A plain word in YAML 1.1: `yes` is a boolean, and a boolean is written `true`. */
export const yamlBoolean = (word: string): string => BOOLEAN_WORDS.get(word.toLowerCase()) ?? word;

export const changeCase = (to: string): ((text: string) => string) =>
  to === 'upper' ? (text) => text.toUpperCase() : (text) => text.toLowerCase();

export const normalize = (form: string): ((text: string) => string) => (form === 'nfd' ? nfd : nfc);

export const trimKeys: Behaviour = { segment: (segment) => segment.trim() };
export const booleanKeys: Behaviour = { segment: yamlBoolean };
