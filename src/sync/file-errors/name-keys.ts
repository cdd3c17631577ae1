import { keyName, type KeyId } from '../../core/keys/key.js';

/** Some keys by name, with a count of those that are not named. */
export function nameKeys(keys: readonly KeyId[], most = 5): string {
  const names = keys.slice(0, most).map(keyName).join(', ');
  return keys.length > most ? `${names} and ${keys.length - most} more` : names;
}
