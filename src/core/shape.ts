import { keyId, keyPath, type KeyId, type KeyPath } from './key.js';
import { encodePath, NESTED, type RemoteForm } from './remote-form.js';

/** How keys of this project nest: decides whether `a.b` of the service is a key with a dot or a key in a group. */
export class Shape {
  /** The groups by their ids, each with how many groups it holds, and with how many of its keys hold a separator. */
  private readonly groups = new Map<string, { groups: number; dotted: number }>();

  constructor(
    ids: readonly KeyId[],
    private readonly form: RemoteForm,
  ) {
    for (const path of ids.map(keyPath)) {
      const group = this.group(path.slice(0, -1));
      if (path.at(-1)?.includes(form.separator)) group.dotted++;
    }
  }

  /** Whether there is a group of this path. */
  hasGroup(path: KeyPath): boolean {
    return this.groups.has(keyId(path));
  }

  /**
   * Tokens of an unknown key as a path: as deep into known groups as they lead, the rest as the keys of that group are written. A rest
   * that is a sentence used as its own key is not taken apart: its full stops separate nothing.
   */
  place(tokens: readonly string[]): KeyPath {
    if (this.form.separator === NESTED) return tokens;
    let depth = tokens.length - 1;
    while (depth > 0 && !this.hasGroup(tokens.slice(0, depth))) depth--;
    const known = tokens.slice(0, depth);
    const rest = tokens.slice(depth);
    const { dotted, groups } = this.group(known);
    // One name with a dot (`v1.0`) among groups is an exception.
    const isFlat = dotted > 0 && dotted >= groups;
    const whole = isFlat || rest.some((token) => token === '' || /\s/.test(token));
    return whole ? [...known, encodePath(rest, this.form)] : tokens;
  }

  /** The group of this path, with all that it lies in, made known where it is not. */
  private group(path: KeyPath): { groups: number; dotted: number } {
    const id = keyId(path);
    let group = this.groups.get(id);
    if (!group) {
      if (path.length > 0) this.group(path.slice(0, -1)).groups++;
      this.groups.set(id, (group = { groups: 0, dotted: 0 }));
    }
    return group;
  }
}
