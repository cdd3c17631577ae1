import { describe, expect, it } from 'vitest';
import type { OutlineNode } from '../../../src/formats/format.js';
import { OrderIndex } from '../../../src/formats/order.js';

const outline = (...paths: string[]): OutlineNode[] =>
  paths.map((path) => ({ path: path === '' ? [''] : path.split('/'), kind: 'string' }));
const arranged = (order: OrderIndex, added: readonly string[], existing: readonly string[]): unknown[] =>
  order
    .arrange([], added, (name) => {
      const at = existing.indexOf(name);
      return at >= 0 ? at : added.includes(name) ? name : undefined;
    })
    .map(({ side, sibling, items }) => ({
      side,
      sibling: sibling === undefined ? undefined : existing[sibling],
      names: items,
    }));

describe('the place of a new key', () => {
  const order = new OrderIndex(outline('a', 'b', 'c', 'd'));

  it.each([
    ['b', ['a', 'c'], { side: 'after', sibling: 'a' }],
    ['c', ['a', 'd'], { side: 'after', sibling: 'a' }],
    ['a', ['d', 'c'], { side: 'before', sibling: 'c' }],
    ['b', ['x'], { side: 'end', sibling: undefined }],
    ['x', ['a'], { side: 'end', sibling: undefined }],
  ])('%s among %j', (name, existing, place) => {
    expect(arranged(order, [name], existing)).toEqual([{ ...place, names: [name] }]);
  });

  it('is the end without an order', () => {
    expect(arranged(new OrderIndex(undefined), ['a'], ['b'])).toEqual([
      { side: 'end', sibling: undefined, names: ['a'] },
    ]);
  });

  it('is found for many at once: neighbours go together, unknown ones last, in the order given', () => {
    expect(arranged(order, ['z', 'd', 'b', 'a', 'y'], ['c'])).toEqual([
      { side: 'before', sibling: 'c', names: ['a', 'b'] },
      { side: 'after', sibling: 'c', names: ['d'] },
      { side: 'end', sibling: undefined, names: ['z', 'y'] },
    ]);
    expect(arranged(order, ['z', 'd', 'a'], [])).toEqual([
      { side: 'end', sibling: undefined, names: ['a', 'd', 'z'] },
    ]);
    expect(arranged(order, ['b', 'z'], ['a', 'c', 'd'])).toEqual([
      { side: 'after', sibling: 'a', names: ['b'] },
      { side: 'end', sibling: undefined, names: ['z'] },
    ]);
  });

  it('KV-01 KV-02 knows the keys "", __proto__ and constructor as keys only', () => {
    const odd = new OrderIndex(outline('__proto__/x', '', 'constructor'));
    expect(odd.node(['__proto__', 'x'])?.kind).toBe('string');
    expect(odd.node(['toString'])).toBeUndefined();
    expect(arranged(odd, ['constructor'], [''])).toEqual([
      { side: 'after', sibling: '', names: ['constructor'] },
    ]);
  });
});
