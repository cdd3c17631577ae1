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
