import type { KeyId } from './key.js';

/**
 * The texts of one language of one file, in file order. A key that is absent is not the same as a
 * key whose text is ''.
 */
export type Catalog = ReadonlyMap<KeyId, string>;
