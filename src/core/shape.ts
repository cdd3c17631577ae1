import { keyId, keyPath, type KeyId, type KeyPath } from './key.js';
import { encodePath, NESTED, type RemoteForm } from './remote-form.js';

/** How keys of this project nest: decides whether `a.b` of the service is a key with a dot or a key in a group. */
export class Shape {
  /** The ids of the groups, and of those in which a key holds a separator. */
  private readonly groups = new Set<string>();
  private readonly dotted = new Set<string>();

  constructor(
    ids: readonly KeyId[],
    private readonly form: RemoteForm,
  ) {
    for (const path of ids.map(keyPath)) {
      if (path.at(-1)?.includes(form.separator)) this.dotted.add(keyId(path.slice(0, -1)));
      for (let depth = path.length - 1; depth >= 0; depth--) this.groups.add(keyId(path.slice(0, depth)));
    }
  }

  /**
   * Tokens of an unknown key as a path: as deep into known groups as they lead, the rest as the keys of that group are written. A rest
   * that is a sentence used as its own key is not taken apart: its full stops separate nothing.
   */
  place(tokens: readonly string[]): KeyPath {
    if (this.form.separator === NESTED) return tokens;
    let depth = tokens.length - 1;
    while (depth > 0 && !this.groups.has(keyId(tokens.slice(0, depth)))) depth--;
    const known = tokens.slice(0, depth);
    const rest = tokens.slice(depth);
    const whole = this.dotted.has(keyId(known)) || rest.some((token) => token === '' || /\s/.test(token));
    return whole ? [...known, encodePath(rest, this.form)] : tokens;
  }
}
