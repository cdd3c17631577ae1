import { appendFileSync } from 'node:fs';
import type { Reporter, TestModule } from 'vitest/node';

/** Enough for the values that a property failed with. */
const MOST = 3_000;

/**
 * A reporter for CI, whose log may be cut: appends each failed test with its message to the file
 * that LOCSYNC_FAILED names, for `.ci/run` to print at its end. With LOCSYNC_RETRY, it also names
 * each test that passed on its second attempt only.
 */
export default class FailedTests implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const file = process.env['LOCSYNC_FAILED'];
    if (file === undefined) return;
    for (const module of modules) {
      const lines = module.errors().map((error) => `${module.relativeModuleId}: ${error.message}`);
      for (const test of module.children.allTests('failed')) {
        const errors = test.result().errors ?? [];
        for (const { message } of errors)
          lines.push(`${module.relativeModuleId} > ${test.fullName}: ${message.slice(0, MOST)}`);
      }
      for (const test of module.children.allTests('passed'))
        if ((test.diagnostic()?.retryCount ?? 0) > 0)
          lines.push(`passed on the second attempt: ${module.relativeModuleId} > ${test.fullName}`);
      for (const line of lines) appendFileSync(file, `${line}\n\n`);
    }
  }
}
