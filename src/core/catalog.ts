import type { KeyId } from './key.js';

/** The texts of one language of one file, in file order. A key that is absent is not the same as a key whose text is ''. */
export type Catalog = ReadonlyMap<KeyId, string>;

/** What becomes of one key: `before` or `after` undefined means that the key is absent there. */
export interface Change {
  readonly key: KeyId;
  readonly before: string | undefined;
  readonly after: string | undefined;
}
