import type { Header } from '../../core/config/headers.js';
import { printable } from '../../core/text/printable.js';

/** A shorter secret would occur in ordinary words and break the keys of a JSON document. */
export const SHORTEST = 6;

/** The values of headers that are long enough to be masked. */
export const maskedValues = (headers: readonly Header[]): readonly string[] =>
  headers.map(({ value }) => value).filter(({ length }) => length >= SHORTEST);

const MASK = '***';
/** The end of a text that was shortened before the token in it could be masked. */
const CUT = '…';
/** This many characters of a token reveal nothing, and occur in other words. */
const TELLING = 4;
/** No token is longer, and a longer pattern would take long to compile. */
const LONGEST = 4096;

/**
 * Removes one token from texts, in every form in which a service, a URL or a report may hold it,
 * and any part of it that is left in a shortened text. An empty token is in no text.
 */
export function redactorOf(token: string): (text: string) => string {
  if (token === '') return (text) => text;
  const base64 = Buffer.from(token).toString('base64');
  const encoded = encodeURIComponent(token);
  const plain = [
    token,
    encoded,
    encoded.replace(/%../g, (code) => code.toLowerCase()),
    base64,
    base64.replace(/(?<!=)=+$/, ''), // as many libraries write it, and as a cut text leaves it
    Buffer.from(token).toString('base64url'),
  ];
  // The longest first: the rest of a form whose beginning was masked would still reveal something.
  const forms = [...new Set(plain.flatMap((form) => [form, ...quotedForms(form)]))].sort(
    (a, b) => b.length - a.length,
  );
  let percent: RegExp | undefined;
  return (text) => {
    const clean = forms.reduce((rest, form) => rest.replaceAll(form, MASK), text);
    if (!clean.includes('%') || token.length > LONGEST) return withoutRests(clean, forms);
    percent ??= percentForms(token);
    return withoutRests(clean.replace(percent, MASK), forms);
  };
}

/** The form in JSON, XML, a URL or a workflow command that encodes it again, and printable. */
function quotedForms(form: string): readonly string[] {
  return [
    JSON.stringify(form).slice(1, -1),
    form.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;'),
    form.replaceAll('%', '%25'),
    printable(form, form.length),
  ];
}

/** The token with any of its characters percent-encoded, once or several times: encoders differ. */
function percentForms(token: string): RegExp {
  const eitherCase = (c: string): string => {
    const hex = c.charCodeAt(0).toString(16).padStart(2, '0');
    const digits = hex.replace(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`);
    return `(?:\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}|%(?:25)*${digits})`;
  };
  return new RegExp(token.split('').map(eitherCase).join(''), 'g');
}

/**
 * The text without the parts of these forms that a cut left: the beginning of a form before a cut
 * or the end of the text, the end of a form after a cut.
 */
function withoutRests(text: string, forms: readonly string[]): string {
  const pieces = text.split(CUT);
  return pieces
    .map((piece, i) =>
      forms.reduce((rest, form) => withoutHead(i === 0 ? rest : withoutTail(rest, form), form), piece),
    )
    .join(CUT);
}

/** Removes the beginning of a form at the end of this text. */
function withoutHead(text: string, form: string): string {
  const from = Math.max(0, text.length - form.length + 1);
  const first = form.slice(0, TELLING);
  for (let at = text.indexOf(first, from); at >= 0; at = text.indexOf(first, at + 1))
    if (form.startsWith(text.slice(at))) return text.slice(0, at) + MASK;
  return text;
}

/** Removes the end of a form at the beginning of this text. */
function withoutTail(text: string, form: string): string {
  const last = form.slice(-TELLING);
  const head = text.slice(0, form.length - 1);
  for (let at = head.lastIndexOf(last); at >= 0; at = at === 0 ? -1 : head.lastIndexOf(last, at - 1))
    if (form.endsWith(head.slice(0, at + last.length))) return MASK + text.slice(at + last.length);
  return text;
}
