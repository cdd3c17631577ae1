/** A count for people: `12,345`. */
export function digits(n: number): string {
  const text = String(n);
  if (!/^\d{4,}$/.test(text)) return text;
  const head = text.length % 3;
  const groups = text.slice(head).match(/\d{3}/g) ?? [];
  return [...(head === 0 ? [] : [text.slice(0, head)]), ...groups].join(',');
}
