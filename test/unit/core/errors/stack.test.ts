import { expect, it } from 'vitest';
import { LocsyncError } from '../../../../src/core/errors/index.js';

it('an error makes its stack at once: frames that nobody reads would keep all that they saw', () => {
  // The test runner may have one of its own.
  const before = Object.getOwnPropertyDescriptor(Error, 'prepareStackTrace');
  let made = 0;
  Error.prepareStackTrace = ({ message }) => {
    made++;
    return message;
  };
  try {
    const error = LocsyncError.of('COMMAND_MISSING', {});
    expect(made).toBe(1);
    expect(error.stack).toBe(error.message);
    expect(made).toBe(1);
  } finally {
    Reflect.deleteProperty(Error, 'prepareStackTrace');
    if (before) Object.defineProperty(Error, 'prepareStackTrace', before);
  }
});
