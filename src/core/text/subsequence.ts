/** Whether all characters of `part` occur in `whole`, in that order. */
export function isSubsequence(part: string, whole: string): boolean {
  let found = 0;
  for (let i = 0; i < whole.length && found < part.length; i++)
    if (whole.charCodeAt(i) === part.charCodeAt(found)) found++;
  return found === part.length;
}
