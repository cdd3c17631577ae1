import { LocsyncError } from '../../core/errors/index.js';
import {
  groupOf,
  keyId,
  keyPath,
  SEPARATOR,
  type KeyId,
  type KeyPath,
  keyBelow,
} from '../../core/keys/key.js';
import type { Position } from '../../core/text/lines.js';
import { inLocale } from '../../core/text/wording.js';
import type { Document, Refusal } from '../../formats/format.js';
import { underRoot } from '../../plan/locale-root.js';
import type { ComparedFile, ComparedLocale } from '../files/compared-file.js';
import { localeArgs } from './diagnostics.js';

/** The error of a file that cannot be edited as it should be. */
export function editsRefusedError(
  compared: ComparedFile,
  refused: readonly Refusal[],
): LocsyncError | undefined {
  const [first] = refused;
  if (!first) return undefined;
  const name = (refusal: Refusal): { readonly key: string; readonly locale?: string } => {
    const [top = '', ...inner] = refusal.path;
    // Without the language root, as in every other message.
    const language = compared.locales.find(({ root }) => inner.length > 0 && root === top);
    const key = (language ? inner : refusal.path).join('.');
    return { key, ...(language ? localeArgs(compared, language) : {}) };
  };
  const { key, locale } = name(first);
  const others = refused.slice(1, 1 + MOST_NAMED).map((refusal) => {
    const other = name(refusal);
    return other.key + (other.locale === locale ? '' : inLocale(other.locale));
  });
  const more = refused.length - 1;
  const args = {
    key,
    reason: first.reason,
    more,
    ...(more > 0 ? { others: others.join(', ') + (more > MOST_NAMED ? ', …' : '') } : {}),
    isNew: compared.document === undefined,
    ...(first.renumbers ? { renumbers: true } : {}),
    ...(locale === undefined ? {} : { locale }),
  };
  const position = first.position ?? positionNear(compared.document, first.path);
  return LocsyncError.of('EDIT_REFUSED', args, { place: { path: compared.file.path, ...position } });
}

/** Names of keys in one message at most. */
const MOST_NAMED = 5;

/** The last text of the innermost group of the file that a key is in; else its root. */
function positionNear(document: Document | undefined, path: KeyPath): Position | undefined {
  if (!document) return undefined;
  const leaves = [...document.leaves];
  for (let id = groupOf(keyId(path)); id !== undefined; id = groupOf(id)) {
    const group = id + SEPARATOR;
    const near = leaves.findLast(([key]) => key === id || key.startsWith(group));
    if (near) return near[1].position;
  }
  return document.topKeys.find(({ name }) => name === path[0])?.position;
}

/** The keys of which no pull removes the texts, since items of lists come after them. */
export function renumberingIn(
  { document }: ComparedFile,
  { root }: ComparedLocale,
  keys: readonly KeyId[],
): readonly KeyId[] {
  if (!document) return [];
  const edits = keys.map((key) => ({ path: underRoot(keyPath(key), root), text: undefined }));
  const edited = document.edit(edits);
  if (edited.ok) return [];
  const refused = edited.refused.filter(({ renumbers }) => renumbers === true).map(({ path }) => keyId(path));
  return keys.filter((key) => {
    const id = keyBelow(root, key);
    return refused.some((one) => id === one || id.startsWith(one + SEPARATOR));
  });
}
