import { createHash, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';

/** The prefixes of API ids; `loc` is ours, since the interface does not show its shape. */
export type IdPrefix = 'fil' | 'fiv' | 'evt' | 'loc';

/** The API id of a row: `fil_12`. */
export function apiId(prefix: IdPrefix, row: number): string {
  return `${prefix}_${row}`;
}

// At most 15 digits stay below 2^53. No leading zero: a row has one id.
const DIGITS = '[1-9][0-9]{0,14}';
const API_ID = new RegExp(`^([a-z]{3})_(${DIGITS})$`);
const BARE = new RegExp(`^${DIGITS}$`);

/** The row that an API id names; undefined if the text is not an id of this kind. */
export function rowOf(prefix: IdPrefix, id: string): number | undefined {
  const [, found, digits] = API_ID.exec(id) ?? [];
  return found === prefix ? Number(digits) : undefined;
}

/**
 * The row that an upload's `event_id` names: the integer of the interface's sample, the same digits
 * as a string, or the event's `api_id`. The interface does not show how they relate.
 */
export function eventRow(value: unknown): number | undefined {
  if (typeof value === 'number') return Number.isSafeInteger(value) && value > 0 ? value : undefined;
  if (typeof value !== 'string') return undefined;
  return BARE.test(value) ? Number(value) : rowOf('evt', value);
}

/** Whether a text can be a project's API id. */
export function isProjectId(id: string): boolean {
  return /^pro_[0-9]{1,18}$/.test(id);
}

/** A new project's API id. Random, so that two databases do not share ids by chance. */
export function newProjectId(): string {
  return `pro_${randomInt(100_000, 1_000_000_000)}`;
}

/** A new bearer token of 192 random bits. */
export function newToken(): string {
  return `loc_${randomBytes(24).toString('base64url')}`;
}

/** A token's SHA-256: it has entropy enough to need no salt and no slow hash. */
export function tokenHash(token: string): Uint8Array {
  return createHash('sha256').update(token, 'utf8').digest();
}

/** Whether two token hashes are equal, in constant time. */
export function sameHash(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && timingSafeEqual(a, b);
}
