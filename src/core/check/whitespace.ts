/** At which end of a text a translation has a space or a line break too few or too many. */
export interface WhitespaceDifference {
  readonly end: 'beginning' | 'end';
  readonly what: 'space' | 'line break';
  readonly missing: boolean;
}

type Edge = 'none' | 'space' | 'line break';

// Scripts that put no spaces between words (Han, kana, Thai, Lao, Khmer, Myanmar) and full-width
// punctuation, which holds its space.
const UNSPACED =
  /[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3000-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\uff00-\uffef]/;

/**
 * How a translation differs from its source text in the spaces at its ends: applications put
 * texts together there. Only whether there are any counts, not how many.
 */
export function compareWhitespace(source: string, translation: string): readonly WhitespaceDifference[] {
  const differences: WhitespaceDifference[] = [];
  const edge = (end: WhitespaceDifference['end'], wanted: Edge, found: Edge): void => {
    if (wanted === found) return;
    if (wanted === 'none')
      differences.push({ end, what: found === 'none' ? 'space' : found, missing: false });
    else if (wanted === 'line break' || found === 'none')
      differences.push({ end, what: wanted, missing: true });
    else differences.push({ end, what: 'line break', missing: false });
  };
  // Separators are the language's own: " " for ",", " und " for ", and ".
  if (!WORD.test(source) || !WORD.test(translation)) return differences;
  const joins = /^[,;.:]/.test(source);
  edge('beginning', startOf(source), joins ? 'none' : startOf(translation));
  edge('end', endOf(source), endOf(translation));
  return differences.length > 0 && UNSPACED.test(translation)
    ? differences.filter((difference) => difference.what !== 'space' || !difference.missing)
    : differences;
}

const WORD = /[\p{L}\p{N}]/u;

// Letters and digits of ASCII end most texts: nothing else has to be looked at.
const isVisibleAscii = (code: number): boolean => code > 0x20 && code < 0x80;

function startOf(text: string): Edge {
  return isVisibleAscii(text.charCodeAt(0)) ? 'none' : kindOf(/^\s+/.exec(text)?.[0]);
}

function endOf(text: string): Edge {
  return isVisibleAscii(text.charCodeAt(text.length - 1))
    ? 'none'
    : kindOf(text.slice(text.trimEnd().length) || undefined);
}

const kindOf = (blanks: string | undefined): Edge =>
  blanks === undefined ? 'none' : /[\n\r]/.test(blanks) ? 'line break' : 'space';
