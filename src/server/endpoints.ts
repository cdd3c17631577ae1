import { checkOnce } from './http/responses.js';
import type { ProjectContext } from './project-context.js';
import { responseLocales, languageContent } from './behave/content.js';
import { apiId, eventRow, rowOf } from './http/ids.js';
import { jsonObject } from './http/request-body.js';
import { invalidField, HttpProblem } from './http/http-problem.js';
import { checkFilename, storeUpload } from './import/read-upload.js';

export interface EndpointRequest {
  readonly context: ProjectContext;
  readonly path: string;
  /** The source file's id in the path, or ''. */
  readonly sourceFile: string;
  readonly query: URLSearchParams;
  /** The text of the body; '' for a request without one. */
  readonly body: string;
  /** What the client calls itself: its User-Agent. */
  readonly agent: string;
}

export interface EndpointResponse {
  readonly status: number;
  /** JSON. */
  readonly body: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * Handles one request, or throws an {@link HttpProblem}. A promise waits for imports of the same
 * source file, so that no request sees another half done.
 */
export type Handler = (call: EndpointRequest) => EndpointResponse | Promise<EndpointResponse>;

/** One endpoint: its address below that of the project, and what answers it. */
export interface Endpoint {
  readonly method: 'GET' | 'POST';
  /** `{id}` stands for the id of a source file. */
  readonly path: string;
  /** Its requests wait for each other, and for the time that an import takes. */
  readonly inTurn?: boolean;
  readonly handle: Handler;
}

const EVENT_KINDS: readonly string[] = ['api_upload', 'language_addition'];
const MOST_PER_PAGE = 1000;

/** The endpoints of the interface. */
export const endpoints = {
  project: {
    method: 'GET',
    path: '',
    handle: ({ context: { project }, query }) => {
      takeOnly(query, []);
      const { id, name, technology, framework, format } = project;
      return ok({ api_id: id, name, technology, framework, format });
    },
  },

  /** The interface does not show the shape of this response: a plain array here. */
  locales: {
    method: 'GET',
    path: '/locales',
    handle: ({ context, query }) => {
      takeOnly(query, []);
      const listed = context.locales.map(({ id, name, code, country }) => ({
        api_id: apiId('loc', id),
        name,
        code,
        country,
      }));
      return ok(context.behaviour.localeList(listed));
    },
  },

  /** The interface does not show the fields of this body: `kind` here, default `api_upload`. */
  createEvent: {
    method: 'POST',
    path: '/events',
    handle: ({ context: { store, project }, query, body }) => {
      takeOnly(query, []);
      const { kind = 'api_upload' } = body === '' ? {} : jsonObject(body);
      if (typeof kind !== 'string' || !EVENT_KINDS.includes(kind)) {
        throw invalidField('kind', `it is none of ${EVENT_KINDS.join(', ')}`);
      }
      const event = store.transaction(() => store.addEvent(project.id, kind));
      return ok({ api_id: apiId('evt', event), kind });
    },
  },

  /** All source files, or pages of `per_page` by id, with a Link to the next (RFC 8288). */
  sourceFiles: {
    method: 'GET',
    path: '/source_files',
    handle: ({ context: { store, project }, query, path }) => {
      takeOnly(query, ['per_page', 'after']);
      const size = pageSize(query);
      const after = query.get('after');
      const row = after === null ? 0 : rowOf('fil', after);
      if (row === undefined || (after !== null && size === undefined)) {
        throw new HttpProblem(422, 'after: must be the api_id of a source file, together with per_page');
      }
      const found = store.files(project.id, row, size === undefined ? -1 : size + 1);
      const page = found.slice(0, size);
      const last = page.at(-1);
      const next =
        last === undefined || found.length === page.length
          ? {}
          : { Link: `<${path}?per_page=${page.length}&after=${apiId('fil', last.id)}>; rel="next"` };
      return {
        ...ok(page.map(({ id, name, keys }) => ({ api_id: apiId('fil', id), name, keys }))),
        headers: next,
      };
    },
  },

  /** With `locale_id` the content has only that language, otherwise all of the project. */
  sourceFile: {
    method: 'GET',
    path: '/source_files/{id}',
    handle: async ({ context, query, sourceFile }) => {
      takeOnly(query, ['locale_id']);
      const { store, project } = context;
      const row = rowOf('fil', sourceFile);
      while (row !== undefined && store.parts.isBusy(row)) await store.parts.ended(row);
      const file = row === undefined ? undefined : store.file(project.id, row);
      if (file === undefined) throw new HttpProblem(404, 'the project has no such source file');
      const content = responseLocales(context, query.get('locale_id')).map(
        (locale) =>
          `${JSON.stringify(context.behaviour.contentKey(locale))}:${languageContent(context, file.id, locale)}`,
      );
      const head = JSON.stringify({ api_id: apiId('fil', file.id), name: file.name, keys: file.keys });
      return { status: 200, body: `${head.slice(0, -1)},"content":{${content.join(',')}}}` };
    },
  },

  /** 201 for a new source file, 200 for a new version of one. */
  upload: {
    method: 'POST',
    path: '/source_files',
    inTurn: true,
    handle: async ({ context, query, body, agent }) => {
      takeOnly(query, []);
      const { store, project, behaviour } = context;
      const { filename, event_id: eventId, content } = jsonObject(body);
      if (typeof filename !== 'string') throw invalidField('filename', 'it is not a string');
      if (typeof content !== 'string') throw invalidField('content', 'it is not a string');
      checkFilename(filename);
      const event =
        behaviour.imports.needsEventString && typeof eventId === 'number' ? undefined : eventRow(eventId);
      if (event === undefined || !store.hasEvent(project.id, event)) {
        throw invalidField('event_id', 'the project has no such event; create one first');
      }
      const by = { upload: 'api', who: agent } as const;
      const stored = await storeUpload(context, { filename, content, by, event });
      return {
        status: stored.isNew ? 201 : 200,
        body: JSON.stringify({
          api_id: apiId('fil', stored.file),
          name: stored.name,
          project_id: project.id,
          last_version: { id: apiId('fiv', stored.version), number: stored.number, upload: 'api' },
        }),
      };
    },
  },
} as const satisfies Record<string, Endpoint>;

function ok(value: unknown): EndpointResponse {
  return { status: 200, body: JSON.stringify(value) };
}

function pageSize(query: URLSearchParams): number | undefined {
  const asked = query.get('per_page');
  if (asked === null) return undefined;
  const size = /^[1-9][0-9]{0,3}$/.test(asked) ? Number(asked) : 0;
  if (size < 1 || size > MOST_PER_PAGE) throw new HttpProblem(422, `per_page: must be 1 to ${MOST_PER_PAGE}`);
  return size;
}

/** Throws 422 for an unknown or repeated parameter: `locale_id[]` must not mean all. */
function takeOnly(query: URLSearchParams, names: readonly string[]): void {
  for (const name of query.keys())
    if (!names.includes(name))
      throw new HttpProblem(422, `this path takes no query parameter ${JSON.stringify(name)}`);
  checkOnce(query);
}
