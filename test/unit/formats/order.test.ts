import { describe, expect, it } from 'vitest';
import type { OutlineNode } from '../../../src/formats/format.js';
import { orderIndex } from '../../../src/formats/order.js';

const outline = (...paths: string[]): OutlineNode[] =>
  paths.map((path) => ({ path: path === '' ? [''] : path.split('/'), kind: 'string' }));
const among =
  (...names: string[]) =>
  (name: string): boolean =>
    names.includes(name);

describe('the place of a new key', () => {
  const order = orderIndex(outline('a', 'b', 'c', 'd'));

  it.each([
    ['b', ['a', 'c'], { kind: 'after', sibling: 'a' }],
    ['c', ['a', 'd'], { kind: 'after', sibling: 'a' }],
    ['a', ['d', 'c'], { kind: 'before', sibling: 'c' }],
    ['b', ['x'], { kind: 'end' }],
    ['x', ['a'], { kind: 'end' }],
  ])('%s among %j', (name, existing, place) => {
    expect(order.placeFor([name], among(...existing))).toEqual(place);
  });

  it('is the end without an order, and for the empty path', () => {
    expect(orderIndex(undefined).placeFor(['a'], among('b'))).toEqual({ kind: 'end' });
    expect(order.placeFor([], among('b'))).toEqual({ kind: 'end' });
  });

  it('is found for many at once: neighbours go together, unknown ones last, in the order given', () => {
    expect(order.arrange([], ['z', 'd', 'b', 'a', 'y'], among('c'))).toEqual([
      { place: { kind: 'before', sibling: 'c' }, names: ['a', 'b'] },
      { place: { kind: 'after', sibling: 'c' }, names: ['d'] },
      { place: { kind: 'end' }, names: ['z', 'y'] },
    ]);
  });

  it('KV-01 KV-02 knows the keys "", __proto__ and constructor as keys only', () => {
    const odd = orderIndex(outline('__proto__/x', '', 'constructor'));
    expect(odd.node(['__proto__', 'x'])?.kind).toBe('string');
    expect(odd.node(['toString'])).toBeUndefined();
    expect(odd.placeFor(['constructor'], among(''))).toEqual({ kind: 'after', sibling: '' });
  });
});
