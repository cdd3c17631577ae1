import { describe, expect, it } from 'vitest';
import { comparePlaces } from '../../../../src/core/system/process-place.js';

describe('M6 where the holder of a lock runs', () => {
  const here = { boot: 'b1', namespace: 'pid:[1]', machine: 'm1' };

  it.each([
    ['here', here, 'same'],
    ['another container', { ...here, namespace: 'pid:[2]' }, 'elsewhere'],
    ['no container that it names', { boot: 'b1', machine: 'm1' }, 'elsewhere'],
    ['another machine of the same host name', { ...here, machine: 'm2' }, 'elsewhere'],
    ['another container before a reboot', { ...here, boot: 'b0', namespace: 'pid:[2]' }, 'elsewhere'],
    ['another machine before a reboot', { ...here, boot: 'b0', machine: 'm2' }, 'elsewhere'],
    ['here before a reboot', { ...here, boot: 'b0' }, 'rebooted'],
    ['a machine that does not say its id', { boot: 'b1', namespace: 'pid:[1]' }, 'same'],
  ] as const)('%s', (_, there, place) => {
    expect(comparePlaces(there, here)).toBe(place);
  });
});
