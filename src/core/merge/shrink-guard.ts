/** Above both, the shrink guard stops at a language of a file (docs/sync.md). */
const SHRINK_KEYS = 10;
const SHRINK_SHARE = 1 / 5;

/**
 * Whether `lost` of the `of` texts of one language are more than a run takes away unasked. If the
 * service has nothing at all of the language (`vanished`), more than one text is too many, however
 * small the file.
 */
export function isShrink(lost: number, of: number, vanished = false): boolean {
  return (vanished && lost > 1) || (lost > SHRINK_KEYS && lost > of * SHRINK_SHARE);
}
