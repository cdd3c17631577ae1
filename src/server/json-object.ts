import { HttpProblem } from './problem.js';

/** The fields of a JSON object. Throws 400 for invalid JSON, 422 for another value. */
export function jsonObject(body: string): Readonly<Record<string, unknown>> {
  let value: unknown;
  try {
    value = JSON.parse(body);
  } catch (error) {
    throw new HttpProblem(
      400,
      `the body is not JSON: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new HttpProblem(422, 'the body is not a JSON object');
  return Object.fromEntries(Object.entries(value));
}
