import { keyPath } from '../../core/keys/key.js';
import type { KeyPath } from '../../core/keys/key.js';
import type { Catalog } from '../../core/keys/catalog.js';
import { FormatError } from '../format.js';
import type { Format } from '../format.js';
import { orderIndex } from '../order.js';
import { wishOfTexts } from '../edit-tree.js';
import { BOM, newlineOf, startOf } from '../text.js';
import { YamlDocument } from './parse/parsed.js';
import { DEFAULT_HABITS } from './style/file-style.js';
import { mannerOfDocument, mannerOfOrder } from './style/model-style.js';
import { graft } from './edit/plan.js';
import type { Growing } from './edit/plan.js';
import { readingOf } from './parse/types.js';
import { Renderer } from './style/render.js';
import { unwritable } from './style/scalars.js';

type Like = Parameters<Format['create']>[1];

/**
 * A new file with these texts in the shape of `like` (see {@link Format.create}). What a list lacks is null in it, since the others keep
 * their places. Throws FormatError where no file can hold the texts: a key that is a text and a parent at once, half of a character.
 */
export function create(texts: Catalog, like?: Like): string {
  wishOfTexts(texts);
  const added: Growing = new Map();
  for (const [id, text] of texts) {
    const path = keyPath(id);
    const fault = unwritable(path, text);
    if (fault !== undefined)
      throw new FormatError(`${JSON.stringify(path.join('.'))}: ${fault}`, { line: 1, column: 1 });
    graft(added, path, text);
  }
  // As in an edit: the model's own styles first, double quotes where a rule of theirs slipped through.
  for (const cautious of [false, true]) {
    const made = write(added, like, cautious);
    if (holds(made, texts)) return made;
  }
  throw new Error('a new file does not read back as meant');
}

function write(added: Growing, like: Like, cautious: boolean): string {
  const model = like?.document instanceof YamlDocument ? like.document : undefined;
  const source = like?.document.text ?? '';
  const newline = newlineOf(source);
  const lines = [
    ...(model?.marked ? ['---'] : []),
    ...body(added, like, model, cautious),
    ...(model?.ending ? ['...'] : []),
  ];
  const text = lines.join(newline) + (source === '' || /[\r\n]$/.test(source) ? newline : '');
  return (startOf(source) > 0 ? BOM : '') + text;
}

function body(added: Growing, like: Like, model: YamlDocument | undefined, cautious: boolean): string[] {
  const { from, to } = like?.root ?? {};
  const exchange = (path: KeyPath, old: string | undefined, own: string | undefined): KeyPath =>
    old !== undefined && own !== undefined && path[0] === old ? [own, ...path.slice(1)] : path;
  const order = orderIndex(
    like?.document.outline.map((node) => ({ ...node, path: exchange(node.path, from, to) })),
  );
  const habits = model?.habits ?? DEFAULT_HABITS;
  const manner = model
    ? mannerOfDocument(model, (path) => exchange(path, to, from))
    : mannerOfOrder(order, false);
  const renderer = new Renderer({ habits, order, manner, cautious, fillGaps: true });
  if (added.size > 0) return renderer.mapLines(added, renderer.sorted(added, []), [], 0);
  return to === undefined ? ['{}'] : [`${renderer.key(to, false)}: {}`];
}

/** Whether a text reads back as these texts; items that fill a list's gaps are nulls and do not count. */
function holds(made: string, texts: Catalog): boolean {
  let leaves: YamlDocument['leaves'];
  try {
    ({ leaves } = new YamlDocument(made));
  } catch (error) {
    if (error instanceof FormatError) return false;
    throw error;
  }
  for (const [id, text] of texts) {
    const leaf = leaves.get(id);
    if (leaf === undefined || (leaf.kind === 'null' ? readingOf(text) !== 'null' : leaf.text !== text))
      return false;
  }
  return true;
}
