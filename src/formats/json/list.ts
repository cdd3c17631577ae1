import type { Tape } from '../../core/json/tape.js';
import { itemName, type ListAsMap } from '../list/spelling.js';
import { insertion, splice, type Replacement } from '../text.js';
import { scan } from './scan.js';
import { colonOf, DEFAULT_STYLE } from './style.js';

/** See ListSpelling. */
export function listAsMap(tape: Tape): ListAsMap {
  const items = tape.children(0);
  const first = items[0];
  const field = first === undefined || tape.isLeaf(first) || !tape.hasChildren(first) ? undefined : first + 1;
  const isNamed = field !== undefined && tape.keyStart(field) >= 0;
  const colon = (isNamed ? colonOf(tape, field) : undefined) ?? DEFAULT_STYLE.colon;
  const changes: readonly Replacement[] = [
    bracket(tape.start(0), '{'),
    ...items.map((item, index) => insertion(tape.start(item), JSON.stringify(itemName(index)) + colon)),
    bracket(tape.end(0) - 1, '}'),
  ];
  return { text: splice(tape.text, changes), changes };
}

/** See ListSpelling. */
export function mapAsList(map: string): string {
  const tape = scan(map);
  return splice(map, [
    bracket(tape.start(0), '['),
    ...tape.children(0).map((item) => ({ start: tape.keyStart(item), end: tape.start(item), text: '' })),
    bracket(tape.end(0) - 1, ']'),
  ]);
}

const bracket = (start: number, text: string): Replacement => ({ start, end: start + 1, text });
