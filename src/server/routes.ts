import { endpoints, type Endpoint, type Handler } from './endpoints.js';
import { HttpProblem } from './http-problem.js';

interface Route {
  readonly path: RegExp;
  readonly methods: ReadonlyMap<string, Handler>;
}

/** A route that matches a request: its handler and the ids in its path. */
export interface Match {
  readonly handler: Handler;
  readonly project: string;
  readonly sourceFile: string;
}

// Ids need no escapes, so paths are compared unchanged: an encoded, doubled or dotted one matches
// no route.
const ID = '([^/]+)';
const allEndpoints: readonly Endpoint[] = Object.values(endpoints);
const ROUTES: readonly Route[] = [...new Set(allEndpoints.map(({ path }) => path))].map((path) => ({
  path: new RegExp(`^/api/v1/projects/${ID}${path.replace('{id}', ID)}$`),
  methods: new Map(
    allEndpoints.filter((endpoint) => endpoint.path === path).map(({ method, handle }) => [method, handle]),
  ),
}));

/** The route of a request. Throws 404 for an unknown path, 405 with Allow for another method. */
export function route(method: string, path: string): Match {
  for (const { path: pattern, methods } of ROUTES) {
    const match = pattern.exec(path);
    if (match === null) continue;
    const handler = methods.get(method);
    if (handler === undefined) {
      const allow = [...methods.keys()].join(', ');
      throw new HttpProblem(405, `this path takes ${allow}`, { headers: { Allow: allow } });
    }
    const [, project = '', sourceFile = ''] = match;
    return { handler, project, sourceFile };
  }
  throw new HttpProblem(404, 'there is nothing at this path');
}
