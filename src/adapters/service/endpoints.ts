import { LocsyncError } from '../../core/errors/index.js';
import type { ServiceLocale } from '../../core/locales/locale.js';
import type { FailedCall } from '../../http/call.js';
import { UNCLEAR } from '../../http/retry.js';
import type { Clock } from '../../ports/host.js';
import type {
  ReadEndpoints,
  ServiceProject,
  SourceFile,
  SyncEvent,
  WriteEndpoints,
} from '../../ports/service.js';
import type { Api } from './api.js';
import { Fields } from './json-fields.js';
import type { Json } from './json.js';
import { allItems } from './pages.js';
import type { MessageContext } from './response.js';

/**
 * More than there are languages: each is compared with the others and has a file in each file set.
 */
const MOST_LOCALES = 2_000;
const MOST_SOURCE_FILES = 100_000;

/**
 * The endpoints that need nothing but their arguments: what each sends, and how its answer is read.
 * Texts and uploads have files of their own.
 */
export const endpoints = (api: Api, clock: Clock, project: string): ReadEndpoints & WriteEndpoints => ({
  async project() {
    const what = 'the project';
    const { json } = await api.json({ kind: 'read', what, url: api.url([]), cacheable: true });
    return projectOf(json, api.messageContext(what), project);
  },
  async locales() {
    const locales = await allItems(api, api.url(['locales']), clock, {
      what: 'the list of locales',
      itemField: 'code',
      maxItems: MOST_LOCALES,
      item: localeOf,
    });
    if (locales.length === 0) throw LocsyncError.of('PROJECT_WITHOUT_LOCALES', { project });
    return locales;
  },
  sourceFiles: () =>
    allItems(api, api.url(['source_files']), clock, {
      what: 'the list of source files',
      itemField: 'name',
      maxItems: MOST_SOURCE_FILES,
      item: sourceFileOf,
    }),
  async createEvent() {
    const what = 'the event';
    const body = JSON.stringify({ kind: 'api_upload' });
    const request = { kind: 'write', what, url: api.url(['events']), body } as const;
    const { json } = await api.json(request, (failed) => eventError(failed, api.address.redact));
    return eventOf(json, api.messageContext(what));
  },
});

/** The project of a response, which must be the requested one. */
function projectOf(json: Json, context: MessageContext, asked: string): ServiceProject {
  const fields = new Fields(json, context);
  const id = fields.id();
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

/** One item of the list of locales. Only id and code are needed. */
function localeOf(json: Json, context: MessageContext, place: string): ServiceLocale {
  const fields = new Fields(json, context, place);
  return {
    id: fields.id(),
    name: fields.textOrNothing('name'),
    code: fields.text('code'),
    country: fields.textOrNothing('country'),
  };
}

/** One item of the list of source files. */
function sourceFileOf(json: Json, context: MessageContext, place: string): SourceFile {
  const fields = new Fields(json, context, place);
  return { id: fields.id(), name: fields.text('name'), keys: fields.count('keys') };
}

/** The event that was created. */
function eventOf(json: Json, context: MessageContext): SyncEvent {
  const fields = new Fields(json, context);
  return { id: fields.id(), kind: fields.textOrNothing('kind') };
}

/** An event that may have been created: nothing is uploaded yet, so it is safe to stop. */
function eventError({ result, decision }: FailedCall, redact: (text: string) => string): Error | undefined {
  const unclear =
    result.kind === 'failure'
      ? ['timeout', 'lost', 'too-large', 'encoding'].includes(result.failure)
      : decision.do === 'fail' && decision.reason === 'final' && UNCLEAR.has(result.status);
  return unclear ? LocsyncError.of('EVENT_UNKNOWN', { reason: redact(decision.detail) }) : undefined;
}
