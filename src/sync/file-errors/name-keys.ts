import { keyName, keyPath, shownKey, type KeyId } from '../../core/keys/key.js';

/** Some keys by name, with a count of those that are not named. */
export function nameKeys(keys: readonly KeyId[], most = 5): string {
  const names = keys.slice(0, most).map(nameOf).join(', ');
  return keys.length > most ? `${names} and ${keys.length - most} more` : names;
}

/** A key in a message. An empty segment is `""`, as in JSON, so that people see it. */
export function nameOf(key: KeyId): string {
  const name = keyName(key);
  if (name !== '' && !/^\.|\.\.|\.$/.test(name)) return name;
  return keyPath(key)
    .map((segment) => (segment === '' ? '""' : segment))
    .join('.');
}

/** The name, for messages, of a key as the service spells it. */
export const nameOfSpelt = (spelt: string): string => (spelt === '' ? '""' : shownKey(spelt));
