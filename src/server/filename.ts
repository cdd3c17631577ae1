// NUL, "con.txt" and a final dot mean something else on some system that the file may be written
// to; `:` names a stream or a drive on Windows.
const CONTROL =
  /[\u0000-\u001f\u007f-\u009f\u2028\u2029]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/;
const DEVICE = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(?:\.|$)/i;
const LONGEST = 1024;

/**
 * Why a file must not have this name; undefined for a relative path with `/` that is safe on every
 * system.
 */
export function unsafeFilename(name: string): string | undefined {
  if (name === '') return 'it is empty';
  if (name.length > LONGEST) return `it is longer than ${LONGEST} characters`;
  if (CONTROL.test(name)) return 'it holds a control character or half a character';
  if (name.includes('\\')) return 'it holds a backslash; folders are separated by /';
  if (name.includes(':')) return 'it holds a colon';
  if (name.startsWith('/')) return 'it is an absolute path';
  for (const part of name.split('/')) {
    if (part === '') return 'a part of it is empty';
    if (part === '.' || part === '..') return `it holds the part ${part}`;
    if (/[. ]$/.test(part)) return 'a part of it ends in a dot or a space';
    if (DEVICE.test(part)) return `${part} is the name of a device on Windows`;
  }
  return undefined;
}
