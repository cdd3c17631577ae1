import { STRING, type Tape } from '../../core/json/tape.js';

/** How a file, or one value of it, spells what JSON allows to be spelled in several ways. */
export interface StringStyle {
  /** Whether every character above U+007F is spelled \uXXXX (the default of PHP and Python). */
  readonly asciiOnly: boolean;
  /** Other characters that are always spelled \uXXXX: a no-break space, Go's `<`, `>` and `&`. */
  readonly escaped: ReadonlySet<string>;
  readonly upperHex: boolean;
  /** Whether `/` is spelled `\/` (the default of PHP). */
  readonly slash: boolean;
}

/** Escapes only what JSON requires. */
export const DEFAULT_STRING_STYLE: StringStyle = {
  asciiOnly: false,
  escaped: new Set(),
  upperHex: false,
  slash: false,
};

const ESCAPES = /(?:\\u[0-9a-fA-F]{4})+|\\[^u]/g;
const NON_ASCII = /[^\u0000-\u007f]/;
const TELLING = /\\u|\/|[^\u0000-\u007f]/;
const LONE_SURROGATE = /\p{Surrogate}/u;
// Always escaped, or (letters and digits) never a matter of style.
const UNTELLING = /["\\\u0000-\u001f\w ]/;
const SHORT: Readonly<Record<string, string>> = {
  '"': '\\"',
  '\\': '\\\\',
  '\b': '\\b',
  '\f': '\\f',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
};

/** What a set of quoted strings shows about the style. Undefined: nothing. */
class EscapeCounts {
  readonly escaped = new Set<string>();
  escapedNonAscii = false;
  rawNonAscii = false;
  upper = 0;
  lower = 0;
  slashEscaped = 0;
  slashRaw = 0;

  add(raw: string): void {
    this.rawNonAscii ||= NON_ASCII.test(raw);
    if (raw.includes('\\')) {
      for (const [run] of raw.matchAll(ESCAPES)) this.#escape(run);
      if (raw.includes('/')) this.slashRaw += raw.replace(ESCAPES, '').split('/').length - 1;
    } else if (raw.includes('/')) this.slashRaw++;
  }

  #escape(run: string): void {
    if (run === '\\/') this.slashEscaped++;
    if (!run.startsWith('\\u')) return;
    if (/[A-F]/.test(run)) this.upper++;
    if (/[a-f]/.test(run.replaceAll('\\u', ''))) this.lower++;
    for (const character of String(JSON.parse(`"${run}"`))) {
      if (UNTELLING.test(character) || LONE_SURROGATE.test(character)) continue;
      this.escaped.add(character);
      this.escapedNonAscii ||= NON_ASCII.test(character);
    }
  }
}

/**
 * The string style of a whole file. Only \u and \/ show one, so the strings are read only if the
 * file has such an escape.
 */
export function stringStyleOf(tape: Tape): StringStyle {
  if (!tape.text.includes('\\u') && !tape.text.includes('\\/')) return DEFAULT_STRING_STYLE;
  const evidence = new EscapeCounts();
  for (let node = 1; node < tape.size; node++) {
    if (tape.keyStart(node) >= 0) evidence.add(tape.text.slice(tape.keyStart(node), tape.keyEnd(node)));
    if (tape.kind(node) === STRING) evidence.add(tape.raw(node));
  }
  return {
    asciiOnly: evidence.escapedNonAscii && !evidence.rawNonAscii,
    escaped: new Set([...evidence.escaped].filter((character) => !tape.text.includes(character))),
    upperHex: evidence.upper > evidence.lower,
    slash: evidence.slashEscaped > evidence.slashRaw,
  };
}

/** The style of a new text: that of the old spelling, else that of the file. */
export function stringStyleBeside(raw: string, file: StringStyle): StringStyle {
  if (!TELLING.test(raw)) return file;
  const own = new EscapeCounts();
  own.add(raw);
  return {
    asciiOnly: own.escapedNonAscii === own.rawNonAscii ? file.asciiOnly : own.escapedNonAscii,
    escaped: file.escaped,
    upperHex: own.upper === own.lower ? file.upperHex : own.upper > own.lower,
    slash: own.slashEscaped === own.slashRaw ? file.slash : own.slashEscaped > own.slashRaw,
  };
}

/** The text as a JSON string in quotes. UTF-8 has no lone surrogates: they are escaped. */
export function quote(text: string, style: StringStyle): string {
  if (style.escaped.size === 0 && !/["\\/\u0000-\u001f\u007f-\uffff]/.test(text)) return `"${text}"`;
  let out = '"';
  for (const character of text) out += spell(character, style);
  return `${out}"`;
}

function spell(character: string, style: StringStyle): string {
  const short = SHORT[character];
  if (short !== undefined) return short;
  if (character === '/') return style.slash ? '\\/' : '/';
  const unit = character.charCodeAt(0);
  // C0, DEL and C1 would reach a terminal through `git diff`.
  const isControl = unit < 0x20 || (unit >= 0x7f && unit <= 0x9f);
  const must = isControl || (character.length === 1 && unit >= 0xd800 && unit <= 0xdfff);
  if (!must && !(unit > 0x7f && style.asciiOnly) && !style.escaped.has(character)) return character;
  let out = '';
  for (let at = 0; at < character.length; at++) {
    const hex = character.charCodeAt(at).toString(16).padStart(4, '0');
    out += `\\u${style.upperHex ? hex.toUpperCase() : hex}`;
  }
  return out;
}
