import type { Header } from '../core/config/headers.js';
import type { Env } from '../core/env.js';
import type { LocalService } from './local-service.js';

/** Who named the origin that a token would go to; `service` is the project's embedded service. */
export type OriginSource = 'flag' | 'environment' | 'config' | 'service';

/** A token, and where it comes from. */
export interface FoundToken {
  readonly token: string;
  readonly source: string;
}

/** Tokens, each bound to the origin that its owner named. */
export interface Tokens {
  /**
   * The token that may go to this origin: from `LOCSYNC_TOKEN`, from the embedded service there
   * (`local`), or from the store.
   *
   * Throws the catalogue's AUTH errors: no token, an invalid one, or one that its owner has not
   * allowed to go there. No message holds a token.
   */
  for(url: URL, named: OriginSource, env: Env, local?: LocalService): Promise<string>;
  /** {@link for}, with where the token comes from, for people. */
  find(url: URL, named: OriginSource, env: Env, local?: LocalService): Promise<FoundToken>;
  /**
   * The headers of `LOCSYNC_HEADERS` that may go to this origin: all if `LOCSYNC_TOKEN` may go
   * there, else none. Masked in all output from now on. Throws HEADERS_INVALID.
   */
  headers(url: URL, named: OriginSource, env: Env): Promise<readonly Header[]>;
  /**
   * A token that a person gave, without its line end; masked in all output from now on. Throws the
   * catalogue's errors for an invalid one. `from` says where it came from.
   */
  accept(text: string, from: string): Promise<string>;
  /** Stores a token for one origin, file mode 0600; returns the path of the file. */
  store(url: URL, token: string): Promise<string>;
  /** Removes it; false if none was stored. */
  remove(url: URL): Promise<boolean>;
}
