import { createHash } from 'node:crypto';

/** The entity tag of a body and its link to the next page (RFC 9110, section 8.8.3). */
export function etagOf(body: string, headers: Readonly<Record<string, string>> = {}): string {
  const hash = createHash('sha256').update(JSON.stringify(headers)).update('\n').update(body);
  return `"${hash.digest('base64url').slice(0, 22)}"`;
}

/** Whether an If-None-Match header holds this tag or `*`, weak or not (section 13.1.2). */
export function matchesEtag(etag: string, header: string | undefined): boolean {
  if (header === undefined) return false;
  if (header.trim() === '*') return true;
  // A tag may hold commas: the list is read tag by tag.
  return Array.from(header.matchAll(/(?:W\/)?("[\x21\x23-\x7e\x80-\xff]*")/g)).some(
    ([, tag]) => tag === etag,
  );
}
