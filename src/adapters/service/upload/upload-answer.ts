import { LocsyncError } from '../../../core/errors/index.js';
import type { Uploaded } from '../../../ports/service.js';
import { countOf, isId } from '../json-fields.js';
import { isObject, type Json } from '../json.js';
import type { MessageContext } from '../response.js';

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
