/**
 * A text as a shell takes it for one word: a hint that people copy may hold text from a repository.
 * Characters that mean nothing to any shell stay as they are, everything else gets single quotes.
 */
export function shellWord(text: string): string {
  if (/^[\w@%+=:,./-]+$/.test(text)) return text;
  return `'${text.replaceAll("'", "'\\''")}'`;
}
