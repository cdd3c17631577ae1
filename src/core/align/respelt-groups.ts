/**
 * How the service spells the groups that known keys are in, by the keys that it spells by a rule of
 * its own: of `group.item` for `Group.item` the group `group` is `Group`.
 */
export class RespeltGroups {
  readonly #known = new Map<string, string>();

  constructor(private readonly separator: string) {}

  /** `same`: spellings of the service with the known ones; `all`: all known ones. */
  note(same: ReadonlyMap<string, string>, all: Iterable<string>): void {
    for (const [spelt, known] of same) {
      const [theirs, ours] = [this.#groupsOf(spelt), this.#groupsOf(known)];
      if (theirs.length !== ours.length) continue;
      for (const [i, group] of theirs.entries()) {
        const own = ours[i] ?? group;
        if (group !== own && !this.#known.has(group)) this.#known.set(group, own);
      }
    }
    if (this.#known.size === 0) return;
    // A group that is here in this very spelling is another one.
    for (const spelt of all) for (const group of this.#groupsOf(spelt)) this.#known.delete(group);
  }

  /** A new key of the service with its groups in the spelling that is known. */
  known(spelt: string): string {
    if (this.#known.size === 0) return spelt;
    for (const group of this.#groupsOf(spelt).reverse()) {
      const known = this.#known.get(group);
      if (known !== undefined) return known + spelt.slice(group.length);
    }
    return spelt;
  }

  /** The groups that a key may be in, the outermost first. */
  #groupsOf(spelt: string): string[] {
    const { separator } = this;
    const groups: string[] = [];
    for (let end = spelt.indexOf(separator); end >= 0; end = spelt.indexOf(separator, end + separator.length))
      if (end > 0) groups.push(spelt.slice(0, end));
    return groups;
  }
}
