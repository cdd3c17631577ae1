import { someOf } from '../../core/text/wording.js';
import { keyName, keyPath, shownKey, type KeyId } from '../../core/keys/key.js';

/** Some keys by name, with a count of those that are not named. */
export const nameKeys = (keys: readonly KeyId[], most = 5): string => someOf(keys.map(nameOf), most);

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
