import type { Tokens } from '../../ports/tokens.js';
import { redactorOf, SHORTEST } from './redact.js';

/** The tokens that this process has seen, so that no output ever holds one. */
export interface Secrets {
  /** The text with every known token replaced. */
  redact(text: string): string;
  /** Tokens that become known here as they are handed out. */
  guard(make: () => Promise<Tokens>): Tokens;
}

/** A shorter text is not a token; masking it everywhere would garble the output. */
const TOKEN_LENGTH = 8;

/** Masks from the start what the environment gives as a token, whether or not it is used. */
export function createSecrets(given = ''): Secrets {
  const redactors = new Map<string, (text: string) => string>();
  const learn = (token: string): void => {
    if (token.length >= SHORTEST && !redactors.has(token)) redactors.set(token, redactorOf(token));
  };
  if (given.trim().length >= TOKEN_LENGTH) learn(given.trim());
  return {
    redact: (text) => [...redactors.values()].reduce((clean, mask) => mask(clean), text),
    guard: (make) => ({
      for: async (url, named, env, local) => {
        const token = await (await make()).for(url, named, env, local);
        learn(token);
        return token;
      },
      find: async (url, named, env, local) => {
        const found = await (await make()).find(url, named, env, local);
        learn(found.token);
        return found;
      },
      headers: async (url, named, env) => {
        const headers = await (await make()).headers(url, named, env);
        for (const { value } of headers) learn(value);
        return headers;
      },
      accept: async (text, from) => {
        learn(text.trim());
        const token = await (await make()).accept(text, from);
        learn(token);
        return token;
      },
      store: async (url, token) => {
        learn(token);
        return (await make()).store(url, token);
      },
      remove: async (url) => (await make()).remove(url),
    }),
  };
}
