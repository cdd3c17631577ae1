import { editTreeOf } from '../edit-tree.js';
import { FormatError, isRefused, type Edit, type EditResult, type Order } from '../format.js';
import { OrderIndex } from '../order.js';
import { writeEdits } from './edit/write.js';
import type { StyledYaml } from './style/file-style.js';
import { CannotInsert } from './style/render.js';
import { passesFastCheck } from './verify/fast.js';
import { differences } from './verify/full.js';

/**
 * The text of a document with these edits made, or why that cannot be done. The result is read back
 * with `parse` and compared with what was meant.
 */
export function editDocument(
  document: StyledYaml,
  edits: readonly Edit[],
  order: Order | undefined,
  parse: (text: string) => StyledYaml,
): EditResult {
  const { tree, refused } = editTreeOf(edits);
  if (isRefused(refused)) return { ok: false, refused };
  const { source, text } = document;
  const index = new OrderIndex(order);
  const attempt = (cautious: boolean): EditResult => {
    try {
      const written = writeEdits(document, tree, index, cautious, parse);
      if (!written.ok) return written;
      if (written.text === text && passesFastCheck(source, source, tree)) return written;
      const after = parse(written.text);
      if (passesFastCheck(source, after.source, tree)) return written;
      const wrong = differences(document, after, edits, index);
      return isRefused(wrong) ? { ok: false, refused: wrong } : written;
    } catch (error) {
      if (error instanceof CannotInsert) return refusal(error.path, error.reason);
      if (error instanceof FormatError)
        return refusal(edits[0]?.path ?? [], `the edited file would not be readable: ${error.message}`);
      throw error;
    }
  };
  // The file's own styles first. If one of them cannot hold a text, double quotes can.
  // An edit that is refused for another reason is refused again.
  const first = attempt(false);
  if (first.ok && hasFinalBreak(first.text) === hasFinalBreak(text)) return first;
  const second = attempt(true);
  return first.ok && !(second.ok && hasFinalBreak(second.text) === hasFinalBreak(text)) ? first : second;
}

const hasFinalBreak = (text: string): boolean => /[\n\r]$/.test(text);

const refusal = (path: Edit['path'], reason: string): EditResult => ({
  ok: false,
  refused: [{ path, reason, position: undefined }],
});
