/*
 * `list.push(...more)` and `Math.max(...numbers)` put every value on the stack, and more than some
 * 120,000 overflow it. A file may have more keys than that.
 */

/** Puts these values at the end of a list, however many they are. */
export function append<T>(list: T[], more: Iterable<T>): void {
  for (const item of more) list.push(item);
}

/** The largest of these numbers; `least` if there are none, or only smaller ones. */
export function largest(numbers: Iterable<number>, least = 0): number {
  let most = least;
  for (const number of numbers) if (number > most) most = number;
  return most;
}
