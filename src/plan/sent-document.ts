import type { Document, Edit, Refusal } from '../formats/format.js';

/** One language of a file, as far as its root key is concerned. */
interface SentPart {
  readonly root: string | undefined;
  /** The root in the upload. */
  readonly sentRoot: string | undefined;
}

/** The document with root keys as the service spells them; undefined if that does harm. */
export function sentDocument(document: Document, parts: readonly SentPart[]): Document | undefined {
  const names = renames(document, parts);
  return names.size === 0 ? document : document.renamed(names);
}

function renames(document: Document, parts: readonly SentPart[]): ReadonlyMap<string, string> {
  const isThere = (root: string): boolean => document.top.some(({ path }) => path[0] === root);
  const names = parts.flatMap(({ root, sentRoot }): [string, string][] =>
    root !== undefined && sentRoot !== undefined && root !== sentRoot && isThere(root)
      ? [[root, sentRoot]]
      : [],
  );
  return new Map(names);
}

/** Why a root key cannot be sent as the service spells it. */
export function notRenamed(document: Document, parts: readonly SentPart[]): Refusal {
  const [[root, sent] = ['', '']] = renames(document, parts);
  const position = document.topKeys.find(({ name }) => name === root)?.position;
  return { path: [root], reason: `it cannot be sent as ${sent}, as \`localeMap\` says`, position };
}

/** A part of the file that was not compared is not uploaded: a language that the project lacks. */
export const withoutRoot = (document: Document, root: string): Edit[] =>
  [...document.leaves.values()]
    .filter(({ path }) => path[0] === root)
    .map(({ path }) => ({ path, text: undefined }));
