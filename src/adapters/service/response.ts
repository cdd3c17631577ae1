import { isUtf8 } from 'node:buffer';
import { LocsyncError } from '../../core/errors/index.js';
import { failed, type HttpResponse } from '../../http/messages.js';
import { describeError, titleOf } from './error-body.js';
import { JsonError, isList, isObject, readJson, type Json } from './json.js';
import type { ReadResult } from '../../http/call.js';

/** What messages about a response need. */
export interface MessageContext {
  /** What was requested: "the list of locales". */
  readonly what: string;
  /** Removes the token from a text that goes into a message. */
  readonly redact: (text: string) => string;
}

/**
 * The JSON of a 2xx. A truncated body is a failure of the network: undici takes a body without a
 * length as complete whenever the connection closes. Everything else that is not JSON is an error
 * that says what came instead.
 */
export function jsonOf(response: HttpResponse, { what, redact }: MessageContext): ReadResult<Json> {
  const { status, body } = response;
  if (status === 206)
    throw LocsyncError.of('SERVICE_STATUS', { what, status, text: 'only a part', attempts: 1 });
  if (status === 204 || status === 205 || body.byteLength === 0)
    throw LocsyncError.of('ANSWER_EMPTY', { what, status });
  const decoder = new TextDecoder('utf-8', { fatal: true });
  // In two steps: a character cut at the very end is truncation, which the JSON reader reports.
  const text = textOfValidUtf8(body) ?? utf8(() => decoder.decode(body, { stream: true }), what);
  if (isHtml(response, text)) throw LocsyncError.of('ANSWER_HTML', { what, title: redact(titleOf(text)) });
  let json: Json;
  try {
    json = readJson(text);
  } catch (error) {
    if (!(error instanceof JsonError)) throw error;
    if (text.trim() === '') throw LocsyncError.of('ANSWER_EMPTY', { what, status });
    if (error.truncated) return failed('lost', 'the answer is cut short', error);
    throw LocsyncError.of('ANSWER_NOT_JSON', { what, reason: redact(error.message) }, { cause: error });
  }
  utf8(() => decoder.decode(), what);
  refuseError(json, { what, redact });
  return { value: json };
}

/**
 * The text of valid UTF-8; undefined for anything else. Ten times as fast as the strict decoder.
 */
function textOfValidUtf8(body: Uint8Array): string | undefined {
  if (!isUtf8(body)) return undefined;
  const text = Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString();
  return text.startsWith('\uFEFF') ? text.slice(1) : text;
}

function utf8(decode: () => string, what: string): string {
  try {
    return decode();
  } catch (cause) {
    throw LocsyncError.of('ANSWER_NOT_UTF8', { what }, { cause });
  }
}

const isHtml = (response: HttpResponse, text: string): boolean =>
  isHtmlType(response) || /^\s*</.test(text.slice(0, 1000));

/** Whether the service calls its response a page. */
export const isHtmlType = ({ headers }: HttpResponse): boolean =>
  /^(text\/html|application\/xhtml)/i.test(headers.get('content-type') ?? '');

/** Some services respond 200 to everything and report the error in the body. */
function refuseError(json: Json, { what, redact }: MessageContext): void {
  if (!isObject(json)) return;
  const hasMessage = [json.get('error'), json.get('errors')].some(
    (value) => value === true || describeError(value) !== '' || isFilled(value),
  );
  if (hasMessage) throw LocsyncError.of('ANSWER_IS_ERROR', { what, text: redact(describeError(json)) });
}

function isFilled(value: Json | undefined): boolean {
  return isObject(value) ? value.size > 0 : isList(value) && value.length > 0;
}
