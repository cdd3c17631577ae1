import { lineIndex, offsetIndex, type Position } from '../../core/text/lines.js';
import type { ListAsMap } from './spelling.js';

/** Returns a function that turns a position in the map of a list into one in the list. */
export function placedIn(text: string, { text: map, changes }: ListAsMap): (position: Position) => Position {
  const offsetOf = offsetIndex(map);
  const positionOf = lineIndex(text);
  // Where each change ends in the map, and how much longer the map is from there on.
  const ends: {
    readonly start: number;
    readonly end: number;
    readonly shift: number;
    readonly at: number;
  }[] = [];
  let shift = 0;
  for (const change of changes) {
    const start = change.start + shift;
    shift += change.text.length - (change.end - change.start);
    ends.push({ start, end: change.end + shift, shift, at: change.start });
  }
  return (position) => {
    const offset = offsetOf(position);
    let low = 0;
    let high = ends.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((ends[middle]?.start ?? 0) <= offset) low = middle + 1;
      else high = middle;
    }
    const last = ends[low - 1];
    if (last === undefined) return positionOf(offset);
    return positionOf(offset < last.end ? last.at : offset - last.shift);
  };
}
