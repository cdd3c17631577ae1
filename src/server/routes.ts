import { endpoints, type Handler } from './endpoints.js';
import { HttpProblem } from './problem.js';

interface Route {
  readonly path: RegExp;
  readonly methods: Readonly<Partial<Record<string, Handler>>>;
}

/** A route that matches a request: its handler and the ids in its path. */
export interface Match {
  readonly handler: Handler;
  readonly project: string;
  readonly sourceFile: string;
}

// Ids need no escapes, so paths are compared unchanged: an encoded, doubled or dotted one matches
// no route.
const PROJECT = '^/api/v1/projects/([^/]+)';
const ROUTES: readonly Route[] = [
  { path: new RegExp(`${PROJECT}$`), methods: { GET: endpoints.project } },
  { path: new RegExp(`${PROJECT}/locales$`), methods: { GET: endpoints.locales } },
  { path: new RegExp(`${PROJECT}/events$`), methods: { POST: endpoints.createEvent } },
  {
    path: new RegExp(`${PROJECT}/source_files$`),
    methods: { GET: endpoints.sourceFiles, POST: endpoints.upload },
  },
  { path: new RegExp(`${PROJECT}/source_files/([^/]+)$`), methods: { GET: endpoints.sourceFile } },
];

/** The route of a request. Throws 404 for an unknown path, 405 with Allow for another method. */
export function route(method: string, path: string): Match {
  for (const { path: pattern, methods } of ROUTES) {
    const match = pattern.exec(path);
    if (match === null) continue;
    const handler = Object.hasOwn(methods, method) ? methods[method] : undefined;
    if (handler === undefined) {
      const allow = Object.keys(methods).join(', ');
      throw new HttpProblem(405, `this path takes ${allow}`, { headers: { Allow: allow } });
    }
    const [, project = '', sourceFile = ''] = match;
    return { handler, project, sourceFile };
  }
  throw new HttpProblem(404, 'there is nothing at this path');
}
