import { LocsyncError } from '../../core/errors/index.js';
import { Fields, countOf, isId } from './fields.js';
import { isObject, type Json } from './json.js';
import type { ServiceLocale } from '../../core/locales/locale.js';
import type { ServiceProject, SourceFile, SyncEvent, Uploaded } from '../../ports/service.js';
import type { MessageContext } from './response.js';

/** The project of a response (endpoint 1), which must be the requested one. */
export function projectOf(json: Json, context: MessageContext, asked: string): ServiceProject {
  const fields = new Fields(json, context);
  const id = fields.id('api_id');
  if (id !== asked)
    throw LocsyncError.of('ANSWER_FOR_ANOTHER', {
      what: context.what,
      expected: asked,
      got: context.redact(id),
    });
  return {
    id,
    name: fields.textOrNothing('name'),
    technology: fields.textOrNothing('technology'),
    framework: fields.textOrNothing('framework'),
    format: fields.textOrNothing('format'),
  };
}

/** One item of the list of locales (endpoint 2). Only id and code are needed. */
export function localeOf(json: Json, context: MessageContext, place: string): ServiceLocale {
  const fields = new Fields(json, context, place);
  return {
    id: fields.id('api_id'),
    name: fields.textOrNothing('name'),
    code: fields.text('code'),
    country: fields.textOrNothing('country'),
  };
}

/** One item of the list of source files (endpoint 4). */
export function sourceFileOf(json: Json, context: MessageContext, place: string): SourceFile {
  const fields = new Fields(json, context, place);
  return { id: fields.id('api_id'), name: fields.text('name'), keys: fields.count('keys') };
}

/** The event that was created (endpoint 3). */
export function eventOf(json: Json, context: MessageContext): SyncEvent {
  const fields = new Fields(json, context);
  return { id: fields.id('api_id'), kind: fields.textOrNothing('kind') };
}

/**
 * The result of an upload (endpoint 6); undefined if the response does not name the source file.
 * Lenient, since the upload is done anyway. Only a response about another project is an error.
 */
export function uploadedOf(json: Json, context: MessageContext, project: string): Uploaded | undefined {
  if (!isObject(json)) return undefined;
  const owner = json.get('project_id');
  if (typeof owner === 'string' && owner !== project) {
    throw LocsyncError.of('ANSWER_FOR_ANOTHER', {
      what: context.what,
      expected: project,
      got: context.redact(owner),
    });
  }
  const id = json.get('api_id');
  const name = json.get('name');
  if (typeof id !== 'string' || !isId(id) || typeof name !== 'string' || name === '') return undefined;
  const version = json.get('last_version');
  return {
    sourceFile: { id, name },
    version: isObject(version) ? countOf(version.get('number')) : undefined,
  };
}
