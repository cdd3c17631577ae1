/*
 * `list.push(...more)` and `Math.max(...numbers)` put every value on the stack, and more than some
 * 120,000 overflow it. A file may have more keys than that.
 */

/** Puts these values at the end of a list, however many they are. */
export function append<T>(list: T[], more: Iterable<T>): void {
  for (const item of more) list.push(item);
}

/** These items by a key, in their order. */
export function groupedBy<T, K>(items: Iterable<T>, keyOf: (item: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return groups;
}

/** The largest of these numbers; `least` if there are none, or only smaller ones. */
export function largest(numbers: Iterable<number>, least = 0): number {
  let most = least;
  for (const number of numbers) if (number > most) most = number;
  return most;
}

/** How many items pass the test. A filtered list would be made only to be counted. */
export function countIf<T>(items: Iterable<T>, test: (item: T) => boolean): number {
  let count = 0;
  for (const item of items) if (test(item)) count++;
  return count;
}

/** The sum of these numbers; 0 if there are none. */
export const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, number) => sum + number, 0);

type Given<T> = { readonly [Name in keyof T]?: Exclude<T[Name], undefined> };

/** The properties of an object that are not undefined: optional ones are absent, not undefined. */
export const given = <T extends object>(values: T): Given<T> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Given<T>;

/** What Map and WeakMap both do. */
interface KnownValues<K, V> {
  get(key: K): V | undefined;
  set(key: K, value: V): unknown;
}

/** The value that is known of this key, or else what `make` returns, which is then known. */
export function getOrMake<K, V>(cache: KnownValues<K, V>, key: K, make: () => V): V {
  const before = cache.get(key);
  if (before !== undefined) return before;
  const value = make();
  cache.set(key, value);
  return value;
}

/** Whether all characters of `part` occur in `whole`, in that order. */
export function isSubsequence(part: string, whole: string): boolean {
  let found = 0;
  for (let i = 0; i < whole.length && found < part.length; i++)
    if (whole.charCodeAt(i) === part.charCodeAt(found)) found++;
  return found === part.length;
}

/** What was read before; a reading that failed is made again. */
export const rememberedPromise = <T>(
  cache: Map<string, Promise<T>>,
  id: string,
  read: () => Promise<T>,
): Promise<T> =>
  getOrMake(cache, id, () => {
    const reading = read();
    reading.catch(() => cache.delete(id));
    return reading;
  });
