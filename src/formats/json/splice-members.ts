import type { Placement } from '../order.js';
import type { Replacement } from '../text.js';
import { MemberLayout } from './member-layout.js';
import { renderLines, renderMember, type NewMember } from './render.js';
import { merged, type Range } from './ranges.js';
import type { Siblings } from './siblings.js';
import type { JsonStyle } from './style.js';
import { MAP } from '../../core/json/tape.js';
import { lineStart, spansLines } from './trivia.js';

/**
 * Adds the replacements that remove members of one map or list and insert new ones. Exactly one
 * comma stays between two members; after the last there is one only if there was one. The `sibling`
 * of an insertion is a node of the tape. If a map or list loses everything, the caller removes it;
 * the root stays as `{}`.
 */
export function spliceMembers(
  siblings: Siblings,
  removed: ReadonlySet<number>,
  insertions: readonly Placement<NewMember>[],
  style: JsonStyle,
  replacements: Replacement[],
): void {
  new MemberSplicer(siblings, removed, style, replacements).run(insertions);
}

class MemberSplicer {
  readonly #text: string;
  readonly #layout: MemberLayout;
  readonly #removed: readonly boolean[];
  /** The last member that stays; -1 if none does. */
  readonly #last: number;
  readonly #hasTrailingComma: boolean;
  readonly #cuts: Range[] = [];
  /** Members whose comma is now before a new member. */
  readonly #followed: Uint8Array;

  constructor(
    private readonly siblings: Siblings,
    removed: ReadonlySet<number>,
    private readonly style: JsonStyle,
    private readonly out: Replacement[],
  ) {
    this.#text = siblings.tape.text;
    this.#layout = new MemberLayout(siblings, style);
    this.#removed = siblings.nodes.map((node) => removed.has(node));
    this.#last = this.#removed.lastIndexOf(false);
    this.#followed = new Uint8Array(siblings.size);
    this.#hasTrailingComma = siblings.size > 0 && siblings.gap(siblings.size - 1).comma !== undefined;
  }

  run(insertions: readonly Placement<NewMember>[]): void {
    if (this.siblings.size === 0) this.#fill(insertions.flatMap(({ items }) => items));
    else if (this.#last < 0) this.#replaceAll(insertions.flatMap(({ items }) => items));
    else {
      this.#insert(insertions);
      if (this.#removed.includes(true)) this.#cut();
    }
    for (const { start, end } of merged(this.#cuts)) this.out.push({ start, end, text: '' });
  }

  /** Cuts the removed members and the superfluous commas. */
  #cut(): void {
    const { siblings } = this;
    let stays = false;
    this.#removed.forEach((removed, index) => {
      if (!removed) {
        if (index === this.#last && !this.#hasTrailingComma && this.#followed[index] === 0)
          this.#cutComma(index);
        stays = true;
        return;
      }
      // If lines begin with the comma, a member owns the comma before it, and the first member has
      // none. Otherwise it owns the comma after it.
      if (
        siblings.commaFirst &&
        !stays &&
        index + 1 < siblings.size &&
        siblings.gap(index).comments.length === 0
      ) {
        this.#cuts.push({ start: siblings.start(index), end: siblings.start(index + 1) });
        return;
      }
      this.#cuts.push(siblings.extent(index, index > this.#last));
      this.#cutComma(siblings.commaFirst && stays ? index - 1 : index);
    });
  }

  #cutComma(index: number): void {
    const { comma } = this.siblings.gap(index);
    if (comma !== undefined) this.#cuts.push({ start: comma, end: comma + 1 });
  }

  #insert(insertions: readonly Placement<NewMember>[]): void {
    const { siblings } = this;
    // Members that follow the same sibling go there in one piece, in the order given.
    const following: (readonly NewMember[] | undefined)[] = siblings.nodes.map(() => undefined);
    for (const { side, sibling, items } of insertions) {
      let index = sibling === undefined ? this.#last : siblings.indexOf(sibling);
      if (side === 'before') {
        if (this.#insertBefore(index, items)) continue;
        index = this.#removed.lastIndexOf(false, index - 1);
      }
      const others = following[index];
      following[index] = others === undefined ? items : [...others, ...items];
    }
    following.forEach((members, index) => {
      if (members !== undefined) this.#insertAfter(index, members);
    });
  }

  /**
   * Returns false if lines begin with the comma and a member before this one stays. Then the new
   * members go after that one.
   */
  #insertBefore(index: number, members: readonly NewMember[]): boolean {
    const { siblings } = this;
    const style = this.#layout.styleBeside(index);
    const indent = siblings.indent(index);
    if (siblings.commaFirst) {
      if (this.#removed.lastIndexOf(false, index - 1) >= 0 && index > 0) return false;
      const lead = this.#layout.lead();
      this.#put(
        siblings.start(index),
        members.map((member) => `${renderMember(member, style, this.#layout.outerIndent())}${lead}`).join(''),
      );
      return true;
    }
    const line = siblings.firstLine(index);
    if (indent !== undefined && line !== undefined) {
      this.#put(
        line,
        members.map((member) => `${indent}${renderMember(member, style, indent)},${style.newline}`).join(''),
      );
    } else {
      this.#put(
        siblings.start(index),
        members
          .map(
            (member) =>
              `${renderMember(member, style, this.#layout.outerIndent())}${this.#layout.separator(index)}`,
          )
          .join(''),
      );
    }
    return true;
  }

  #insertAfter(index: number, members: readonly NewMember[]): void {
    const { siblings } = this;
    const style = this.#layout.styleBeside(index);
    const end = siblings.end(index);
    const line = siblings.lastLine(index);
    if (siblings.commaFirst) {
      const lead = this.#layout.lead();
      this.#put(
        line ?? end,
        members.map((member) => `${lead}${renderMember(member, style, this.#layout.outerIndent())}`).join(''),
      );
      return;
    }
    const indent = siblings.indent(index);
    if (indent === undefined || (line === undefined && index < siblings.size - 1)) {
      this.#put(
        end,
        members
          .map(
            (member) =>
              `${this.#layout.separator(index)}${renderMember(member, style, indent ?? this.#layout.outerIndent())}`,
          )
          .join(''),
      );
      return;
    }
    const { comma } = siblings.gap(index);
    const at = line ?? (comma === undefined ? end : comma + 1);
    // A comma on a later line now belongs to the last of the new members.
    const serves = comma !== undefined && comma < at;
    if (serves) this.#followed[index] = 1;
    else this.#put(end, ',');
    const trailing = (index < this.#last || this.#hasTrailingComma) && (serves || comma === undefined);
    this.#put(at, renderLines(members, style, indent, trailing));
  }

  /** New members of an empty map or list. They go after its comments. */
  #fill(members: readonly NewMember[]): void {
    const { siblings, style } = this;
    const from = siblings.tape.start(siblings.parent) + 1;
    const comment = siblings.gap(-1).comments.at(-1);
    const at = comment?.end ?? from;
    if (this.#layout.isInline()) {
      const { padding } = siblings.tape.kind(siblings.parent) === MAP ? style.map : style.list;
      const inner = members.map((member) => renderMember(member, style, '')).join(`,${style.afterComma}`);
      if (comment === undefined)
        this.out.push({ start: from, end: siblings.close, text: `${padding}${inner}${padding}` });
      else this.#put(at, ` ${inner}`);
      return;
    }
    const outer = this.#layout.outerIndent();
    const beside = comment === undefined ? undefined : lineStart(this.#text, comment.start);
    const indent =
      comment === undefined || beside === undefined
        ? outer + style.unit
        : this.#text.slice(beside, comment.start);
    const lines = renderLines(members, style, indent);
    if (comment !== undefined && spansLines(this.#text, at, siblings.close)) this.#put(at, lines);
    else this.out.push({ start: at, end: siblings.close, text: `${lines}${style.newline}${outer}` });
  }

  /** Every member goes; new ones replace them, or the root stays empty. */
  #replaceAll(members: readonly NewMember[]): void {
    const { siblings } = this;
    const style = this.#layout.styleBeside(0);
    const indent = siblings.indent(0);
    const line = siblings.firstLine(0);
    if (members.length > 0 && (indent === undefined || line === undefined)) {
      const inner = members
        .map((member) => renderMember(member, style, this.#layout.outerIndent()))
        .join(this.#layout.separator(0));
      this.out.push({ start: siblings.start(0), end: siblings.end(siblings.size - 1), text: inner });
      return;
    }
    this.#cut();
    if (members.length > 0) {
      const lines = renderLines(members, style, indent ?? '', this.#hasTrailingComma);
      this.#put(line ?? 0, `${lines.slice(style.newline.length)}${style.newline}`);
      return;
    }
    const start = siblings.tape.start(siblings.parent) + 1;
    let left = '';
    let at = start;
    for (const cut of merged(this.#cuts)) {
      left += this.#text.slice(at, cut.start);
      at = cut.end;
    }
    if (`${left}${this.#text.slice(at, siblings.close)}`.trim() === '')
      this.#cuts.push({ start, end: siblings.close });
  }

  #put(at: number, text: string): void {
    this.out.push({ start: at, end: at, text });
  }
}
