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
