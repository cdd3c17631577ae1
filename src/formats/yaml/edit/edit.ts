import { keyId } from '../../../core/keys/key.js';
import { FormatError } from '../../format.js';
import type { Edit, EditResult, OutlineNode, Refusal } from '../../format.js';
import { wishOf } from '../../edit-tree.js';
import { orderIndex } from '../../order.js';
import type { OrderIndex } from '../../order.js';
import { byPlace, splice } from '../../text.js';
import type { Replacement } from '../../text.js';
import type { YamlDocument } from '../parse/parsed.js';
import { insertInto } from './insert.js';
import { Planner } from './plan.js';
import type { Plan } from './plan.js';
import { keepFinalBreak, removeLeaves } from './remove.js';
import { Unfit } from '../style/render.js';
import { setScalar } from './set.js';
import type { Sheet } from './set.js';
import { isProven } from '../verify/fast.js';
import { misread } from '../verify/leaf-by-leaf.js';
import type { Wishes } from '../verify/leaf-by-leaf.js';

/** Reads a text again; throws FormatError. */
type Parse = (text: string) => YamlDocument;

/** The text of a document with these wishes fulfilled and read back, or why that cannot be. */
export function editDocument(
  document: YamlDocument,
  edits: readonly Edit[],
  order: readonly OutlineNode[] | undefined,
  parse: Parse,
): EditResult {
  const { wish, refused: contradictions } = wishOf(edits);
  if (isRefused(contradictions)) return { ok: false, refused: contradictions };
  const wishes = wishesOf(edits);
  const index = orderIndex(order);
  const attempt = (cautious: boolean): EditResult => {
    try {
      const written = write(document, wishes, index, cautious, parse);
      if (!written.ok) return written;
      if (written.text === document.text && isProven(document.source, document.source, wish)) return written;
      const after = parse(written.text);
      if (isProven(document.source, after.source, wish)) return written;
      const wrong = misread(document, after, wishes, index);
      return isRefused(wrong) ? { ok: false, refused: wrong } : written;
    } catch (error) {
      if (error instanceof Unfit) return refusal(error.path, error.reason);
      if (error instanceof FormatError)
        return refusal(edits[0]?.path ?? [], `the edited file would not be readable: ${error.message}`);
      throw error;
    }
  };
  // The file's own styles first; where a rule of theirs slipped through, double quotes hold everything. What is refused
  // for its own sake is refused twice.
  const first = attempt(false);
  return first.ok ? first : attempt(true);
}

/** The text with these edits made but not read back: what an edit costs without its verification, for the bench to show. @public */
export function draft(document: YamlDocument, edits: readonly Edit[], parse: Parse): EditResult {
  return write(document, wishesOf(edits), orderIndex(undefined), false, parse);
}

const wishesOf = (edits: readonly Edit[]): Wishes => new Map(edits.map((edit) => [keyId(edit.path), edit]));

/** New keys first: the lines of the others do not move under them, and a parent that gets a new key is not removed as empty. */
function write(
  document: YamlDocument,
  wishes: Wishes,
  order: OrderIndex,
  cautious: boolean,
  parse: Parse,
): EditResult {
  const plan = new Planner(document, wishes).plan();
  if (isRefused(plan.refused)) return { ok: false, refused: plan.refused };
  if (plan.hosts.length === 0) return change(document, plan, cautious);
  const grown = splice(document.text, insertInto(plan.hosts, sheetOf(document, cautious), order));
  if (plan.sets.length === 0 && plan.removals.length === 0) return { ok: true, text: grown };
  const next = parse(grown);
  return change(next, new Planner(next, wishes).plan(), cautious);
}

function change(document: YamlDocument, plan: Plan, cautious: boolean): EditResult {
  const sheet = sheetOf(document, cautious);
  const refused: Refusal[] = [...plan.refused];
  const replacements: Replacement[] = [];
  for (const { path, spot, text } of plan.sets) {
    const made = setScalar(sheet, spot, text);
    if (typeof made === 'string')
      refused.push({ path, reason: made, position: document.leaves.get(keyId(path))?.position });
    else replacements.push(...made);
  }
  const { root } = document.source.tree;
  if (root && plan.removals.length > 0) {
    const removed = removeLeaves(sheet, root, plan.removals);
    replacements.push(...removed.replacements);
    refused.push(
      ...removed.stuck.map((each) => ({
        ...each,
        position: document.leaves.get(keyId(each.path))?.position,
      })),
    );
  }
  if (isRefused(refused)) return { ok: false, refused };
  const sorted = replacements.sort(byPlace);
  // The last line break can be part of a block scalar's text: then the second try leaves it.
  const made = plan.removals.length > 0 && !cautious ? keepFinalBreak(document.text, sorted) : sorted;
  return { ok: true, text: splice(document.text, made) };
}

function sheetOf(document: YamlDocument, cautious: boolean): Sheet {
  const { source, layout, lines } = document;
  return { source, layout, lines, habits: () => document.habits, cautious };
}

const refusal = (path: Edit['path'], reason: string): EditResult => ({
  ok: false,
  refused: [{ path, reason, position: undefined }],
});

const isRefused = (refused: readonly Refusal[]): refused is readonly [Refusal, ...Refusal[]] =>
  refused.length > 0;
