import type { Env } from './env.js';
import type { LocalService } from './local-service.js';

/** Who named the origin that a token would go to (contract.md, section 3); `service` is the embedded service of the same project. */
export type OriginSource = 'flag' | 'environment' | 'config' | 'service';

/** Tokens, each bound to the origin that its owner named. */
export interface Tokens {
  /**
   * The token that may go to this origin, from `LOCSYNC_TOKEN`, from the embedded service at it (`local`), or from the store. Throws the catalogue's AUTH errors: none, an illegal one,
   * or one that its owner has not allowed to go there. Never puts a token in a message.
   */
  for(url: URL, named: OriginSource, env: Env, local?: LocalService): Promise<string>;
  /**
   * A token that a person gave, without its line end; never printed from here on. Throws the catalogue's errors for what cannot be one.
   * `from` is where it came from.
   */
  accept(text: string, from: string): Promise<string>;
  /** Stores a token for one origin, file mode 0600. */
  store(url: URL, token: string): Promise<void>;
  /** Removes it; false where none was stored. */
  remove(url: URL): Promise<boolean>;
}
