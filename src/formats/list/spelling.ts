import type { Document, Format } from '../format.js';
import type { Replacement } from '../text.js';

/** A list at the root of a file, written as a map: one key for each item. */
export interface ListAsMap {
  readonly text: string;
  /** What was put in place of the dashes, brackets and commas of the list, by its offsets. */
  readonly changes: readonly Replacement[];
}

/**
 * How a format writes a list as a map and back. The map has the letters of the list, except for the
 * keys: so the editor of maps edits lists, and both directions lose nothing.
 */
export interface ListSpelling {
  /** The list as a map with the keys that {@link itemName} makes. */
  asMap(text: string): ListAsMap;
  /** The inverse, for a map that an edit made. New ids are spelt as the others are. */
  asList(map: string, isNew: (name: string) => boolean): string;
  /** The map as a document. Throws FormatError. */
  parse(map: string): Document;
  /** Creates a file that holds a map. */
  readonly create: Format['create'];
}

/** The key of an item; counted from 1, since messages may name it. */
export const itemName = (index: number): string => `item ${index + 1}`;

/** The key of an item whose dash stays apart from its first field, or that has brackets. */
export const apartName = (index: number): string => `item ${index + 1} apart`;

/** Whether the value of this key goes back to the line of its dash. */
export const isApart = (name: string): boolean => name.endsWith(' apart');
