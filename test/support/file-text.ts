import { dump } from 'js-yaml';

/** A value as the text of a JSON file: two spaces a level, and a line end. */
export const jsonText = (value: unknown): string => `${JSON.stringify(value, undefined, 2)}\n`;

/** A value as the text of a locale file with this ending. */
export const fileText = (ending: string, value: unknown): string =>
  ending === 'json' ? jsonText(value) : dump(value, { noRefs: true });
