import { endpoints, type Endpoint } from './endpoints.js';
import { HttpProblem } from './http/http-problem.js';

interface Route {
  readonly path: RegExp;
  readonly methods: ReadonlyMap<string, Endpoint>;
}

// Ids need no escapes, so paths are compared unchanged: an encoded, doubled or dotted one matches
// no route.
const ID = '([^/]+)';
const allEndpoints: readonly Endpoint[] = Object.values(endpoints);
const ROUTES: readonly Route[] = [...new Set(allEndpoints.map(({ path }) => path))].map((path) => ({
  path: new RegExp(`^/api/v1/projects/${ID}${path.replace('{id}', ID)}$`),
  methods: new Map(
    allEndpoints.filter((endpoint) => endpoint.path === path).map((endpoint) => [endpoint.method, endpoint]),
  ),
}));

/** The endpoint of a request, and the ids in its path. Throws 404, or 405 with Allow. */
export function route(method: string, path: string) {
  for (const { path: pattern, methods } of ROUTES) {
    const match = pattern.exec(path);
    if (match === null) continue;
    const endpoint = methods.get(method);
    if (endpoint === undefined) {
      const allow = [...methods.keys()].join(', ');
      throw new HttpProblem(405, `this path takes ${allow}`, { headers: { Allow: allow } });
    }
    const [, project = '', sourceFile = ''] = match;
    return { endpoint, project, sourceFile };
  }
  throw new HttpProblem(404, 'path not found');
}
