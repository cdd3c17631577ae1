import { FormatError } from '../../format.js';
import { lineIndex } from '../../../core/text/lines.js';

/** The error for what is at this offset of this text. */
export function fault(text: string, offset: number, reason: string): FormatError {
  return new FormatError(reason, lineIndex(text)(offset));
}
