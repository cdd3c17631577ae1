/** A number for people: `12,345`. */
export function digits(n: number): string {
  const text = String(n);
  if (!/^\d{4,}$/.test(text)) return text;
  const head = text.length % 3;
  const groups = text.slice(head).match(/\d{3}/g) ?? [];
  return [...(head === 0 ? [] : [text.slice(0, head)]), ...groups].join(',');
}

/** A number with its word: `1 key`, `2 keys`. */
export const quantity = (n: number, word: string): string => `${digits(n)} ${word}${n === 1 ? '' : 's'}`;
