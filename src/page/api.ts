import type { PageConflict } from '../core/page/wire.js';

/** A refusal of the service, in its own words. */
export class ApiError extends Error {
  override readonly name = 'ApiError';

  constructor(
    readonly status: number,
    message: string,
    readonly conflict: PageConflict | undefined,
  ) {
    super(message);
  }
}

async function answerOf<T>(response: Response): Promise<T> {
  // The service that sent this page has the same types (core/page/wire.ts).
  if (response.ok) return (await response.json()) as T;
  const problem = (await response.json().catch(() => ({}))) as {
    readonly detail?: string;
    readonly conflict?: PageConflict;
  };
  throw new ApiError(response.status, problem.detail ?? response.statusText, problem.conflict);
}

/** The project that this page has loaded: another one may come to run at the same address. */
let projectId: string | undefined;

export function rememberProject(id: string): void {
  projectId ??= id;
}

/** Lets the service reject what is meant for another project. */
const projectHeader = (): Readonly<Record<string, string>> =>
  projectId === undefined ? {} : { 'Locsync-Project': projectId };

/** A GET of the page's API. Throws ApiError for a status other than 2xx. */
export async function ask<T>(
  path: string,
  query: Readonly<Record<string, string | number>> = {},
): Promise<T> {
  const search = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]));
  return answerOf(await fetch(`/ui/api/${path}?${search.toString()}`, { headers: projectHeader() }));
}

/** A POST of the page's API with a JSON body. Throws ApiError for a status other than 2xx. */
export async function change<T>(path: string, body: unknown): Promise<T> {
  return answerOf(
    await fetch(`/ui/api/${path}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...projectHeader() },
      body: JSON.stringify(body),
    }),
  );
}

/** What to tell a person about an error. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof ApiError)) return 'The service cannot be reached. What you typed is still here.';
  if (error.status === 401)
    return 'The service was started again. Open the address that it prints now in another tab; what you typed stays here.';
  return error.message.charAt(0).toUpperCase() + error.message.slice(1);
}
