import { keepsKind, printsAs } from '../../core/keys/leaf.js';
import type { LeafKind } from '../format.js';
import { quote, type StringStyle } from './strings.js';
import type { JsonStyle } from './style.js';
import { LIST, MAP } from '../../core/json/tape.js';

/** A new value: the spelling of a leaf, or a map or list. */
export type NewValue =
  | string
  | {
      readonly kind: typeof MAP | typeof LIST;
      readonly inline: boolean;
      readonly members: readonly NewMember[];
    };

/** A value with its key; a list item has no key. */
export interface NewMember {
  readonly name: string | undefined;
  readonly value: NewValue;
}

const NUMBER = /^-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?$/;

/** What decides how a text is written. */
export interface LeafContext {
  /** The kind of the leaf that it replaces, or of that leaf in another file. */
  readonly kind: LeafKind;
  /** The spelling of the leaf that it replaces. */
  readonly old?: string | undefined;
  /** The kind that the edit asks for. */
  readonly asked?: LeafKind | undefined;
}

/**
 * The kind in which a text is written: the kind that was asked for if the text can have it. Else
 * that of the leaf that it replaces if that says the same, else a string.
 */
export function kindFor(text: string, { kind, old, asked }: LeafContext): LeafKind {
  if (asked !== undefined && canBe(asked, text)) return asked;
  if (kind === 'number' && !NUMBER.test(text)) return 'string';
  return keepsKind(kind, old, text) ? kind : 'string';
}

function canBe(kind: LeafKind, text: string): boolean {
  if (kind === 'number') return NUMBER.test(text);
  return kind === 'string' || printsAs(kind, text);
}

/** The text as a JSON value of the kind that fits. Numbers are copied, never converted. */
export function tokenFor(text: string, style: StringStyle, leaf: LeafContext): string {
  const as = kindFor(text, leaf);
  return as === 'string' ? quote(text, style) : as === 'null' ? 'null' : text;
}

/** A new member. `indent` is that of its first line, and begins each further line of its value. */
export function renderMember(member: NewMember, style: JsonStyle, indent: string): string {
  const value = renderValue(member.value, style, indent);
  return member.name === undefined ? value : `${quote(member.name, style.strings)}${style.colon}${value}`;
}

export function renderValue(value: NewValue, style: JsonStyle, indent: string): string {
  if (typeof value === 'string') return value;
  const [open, close] = value.kind === MAP ? ['{', '}'] : ['[', ']'];
  if (value.members.length === 0) return `${open}${close}`;
  if (value.inline) {
    const { padding } = value.kind === MAP ? style.map : style.list;
    const inner = value.members
      .map((member) => renderMember(member, style, indent))
      .join(`,${style.afterComma}`);
    return `${open}${padding}${inner}${padding}${close}`;
  }
  return `${open}${renderLines(value.members, style, indent + style.unit)}${style.newline}${indent}${close}`;
}

/**
 * Members on a line each, with a line end before each and commas between. With `trailing`, a comma
 * after the last.
 */
export function renderLines(
  members: readonly NewMember[],
  style: JsonStyle,
  indent: string,
  trailing = style.trailingComma,
): string {
  let lines = '';
  for (const member of members) {
    if (lines !== '') lines += ',';
    lines += style.newline + indent + renderMember(member, style, indent);
  }
  return trailing ? `${lines},` : lines;
}
