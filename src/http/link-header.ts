const OPTIONAL_BLANKS = '[ \\t]*';
// link-value = "<" URI-Reference ">" *( OWS ";" OWS link-param ), RFC 8288, section 3. A quoted
// value may hold commas and semicolons.
const TARGET = new RegExp(`[ \\t,]*<([^<>]*)>`, 'y');
const PARAMETER = new RegExp(
  `${OPTIONAL_BLANKS};${OPTIONAL_BLANKS}([!#$%&'*+\\-.^_\`|~0-9A-Za-z]+)${OPTIONAL_BLANKS}(?:=${OPTIONAL_BLANKS}(?:"((?:[^"\\\\]|\\\\.)*)"|([^\\s;,"]*)))?`,
  'y',
);

/**
 * The target of the first link with the relation type `next` (RFC 8288), as written; undefined if
 * there is none. Reading stops at a malformed part.
 */
export function nextLink(header: string | undefined): string | undefined {
  if (header === undefined) return undefined;
  let at = 0;
  for (;;) {
    TARGET.lastIndex = at;
    const target = TARGET.exec(header);
    if (target?.[1] === undefined) return undefined;
    at = TARGET.lastIndex;
    let rel: string | undefined;
    for (;;) {
      PARAMETER.lastIndex = at;
      const parameter = PARAMETER.exec(header);
      if (parameter === null) break;
      at = PARAMETER.lastIndex;
      // If there are several `rel` parameters, only the first counts (section 3.3).
      if (parameter[1]?.toLowerCase() === 'rel')
        rel ??= (parameter[2] ?? parameter[3] ?? '').replace(/\\(.)/g, '$1');
    }
    if (rel?.toLowerCase().split(/\s+/).includes('next') === true) return target[1];
  }
}
