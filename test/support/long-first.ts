import { relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Files that take long and are short, or wait for one process after another. Vitest starts large
 * files first if it has not run them before: these would be left for the end, on one core.
 */
const LONG = [
  'docs/pages',
  'contract/large-imports',
  'e2e/index',
  'docs/picture',
  'unit/report-schema',
  'unit/faults',
  'e2e/watch',
  'unit/server/part-imports',
  'contract/uploads',
  'unit/core/files/layouts',
  'unit/formats/yaml-readers',
  'property/align',
  'config/execution',
  'contract/page-counts',
  'contract/page-preview',
  'http/open-points',
  'docs/action',
].map((name) => `test/${name}.test.ts`);

/** Starts the longest files first. */
export default class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const place = ({ moduleId }: TestSpecification): number => {
      const at = LONG.indexOf(relative(this.ctx.config.root, moduleId).replaceAll('\\', '/'));
      return at === -1 ? LONG.length : at;
    };
    const isolated = sorted.filter(({ project }) => project.config.isolate);
    const others = sorted.filter(({ project }) => !project.config.isolate);
    return [...isolated, ...others.toSorted((a, b) => place(a) - place(b))];
  }
}
