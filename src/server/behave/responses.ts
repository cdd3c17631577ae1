import type { ResponseText, Behaviour } from './behaviour.js';

/** What a response has for a key without a text in its language. */
export function answerUntranslated(what: string): Behaviour {
  if (what === 'omit') return { responseTexts: (texts) => texts.filter(([, text]) => hasText(text)) };
  return {
    responseTexts: (texts, context) => {
      const held = new Map(texts);
      return context.keys().map((key): ResponseText => {
        const text = held.get(key) ?? null;
        if (hasText(text)) return [key, text];
        if (what === 'source') return [key, context.sourceTexts().get(key) ?? ''];
        return [key, what === 'null' ? null : ''];
      });
    },
  };
}

/** A fixed share of the translations has '' in responses; a text that changes may change sides. */
export const unapproved = (percent: number): Behaviour => ({
  responseTexts: (texts, { isSource }) =>
    isSource
      ? texts
      : texts.map(([key, text]): ResponseText =>
          shareOf(`${key}\n${text ?? ''}`) < percent ? [key, ''] : [key, text],
        ),
});

export const keyLimit = (most: number): Behaviour => ({ responseTexts: (texts) => texts.slice(0, most) });

/** A JSON number is written in the response as it is stored, also `9.90`. */
export const typedValues: Behaviour = {
  value: (text) => (TYPED.test(text) ? text : JSON.stringify(text)),
};
const TYPED = /^(?:true|false|-?(?:0|[1-9]\d{0,14})(?:\.\d{1,15})?)$/;

const hasText = (text: string | null): boolean => text !== null && text !== '';

/** A number from 0 to 99, from a hash of the text (FNV-1a). */
function shareOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193) >>> 0;
  return (hash >>> 8) % 100;
}
