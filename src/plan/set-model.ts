import type { KeyId } from '../core/keys/key.js';
import type { Document, OutlineNode } from '../formats/format.js';
import { withOtherRoot } from './locale-root.js';
import { newLists, unshownGroups, type NewPart } from './new-lists.js';

/**
 * The source locale's file as pull would leave it: order and shape of all others. In a file of
 * several languages, the source locale's part of it as it is on disk.
 */
export interface SetModel {
  readonly document: Document;
  readonly root: string | undefined;
  /** It is another locale's, as the source locale's is missing: it shapes only what is new. */
  readonly isSubstitute?: boolean | undefined;
  /** This run makes it from the service's answer, so it proves nothing of how that writes keys. */
  readonly isPlanned?: boolean | undefined;
  /** The keys of all files of the set, if the source locale's is missing. */
  readonly union?: ReadonlySet<KeyId> | undefined;
}

/** Where new keys of these parts go, and what they make up there. */
export function outlineFor(
  document: Document,
  parts: readonly NewPart[],
  model: SetModel | undefined,
): readonly OutlineNode[] {
  const nodes = modelOutline(document, parts, model);
  // The file's own outline only without a model: all languages of a pull get the same lists.
  const usual = (model?.document ?? document).outline;
  return [...nodes, ...newLists(parts, () => [nodes, document.outline], usual)];
}

/** Groups of new keys of a language of which its file and the model do not show what they are. */
export const groupsNotShown = (
  document: Document | undefined,
  part: NewPart,
  model: SetModel | undefined,
): readonly KeyId[] =>
  unshownGroups(part, () =>
    document ? [modelOutline(document, [part], model), document.outline] : [outlineOfNew([part], model)],
  );

/** What a new file of these parts has as its model has it. */
export const outlineOfNew = (
  parts: readonly Pick<NewPart, 'root'>[],
  model: SetModel | undefined,
): readonly OutlineNode[] =>
  model ? parts.flatMap(({ root }) => withOtherRoot(model.document.outline, model.root, root)) : [];

function modelOutline(
  document: Document,
  parts: readonly Pick<NewPart, 'root'>[],
  model: SetModel | undefined,
): readonly OutlineNode[] {
  if (!model) return [];
  const { outline } = model.document;
  const isWithin = model.document === document;
  const shaped = model.isSubstitute ? parts.filter(({ root }) => isNew(document, isWithin, root)) : parts;
  if (shaped.length === 0) return [];
  // Other languages of the file would give their own shape to what they hold.
  const own = isWithin ? outline.filter(({ path: [root] }) => root === model.root) : outline;
  const nodes = shaped.flatMap(({ root }) => withOtherRoot(own, model.root, root));
  // The languages of a file stay in their order.
  return isWithin ? [...document.top, ...nodes] : nodes;
}

/** Whether a file, or a language of a file that holds several, has no key yet. */
const isNew = (document: Document, isWithin: boolean, root: string | undefined): boolean =>
  isWithin && root !== undefined ? document.below(root).size === 0 : document.top.length === 0;
