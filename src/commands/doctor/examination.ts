import { placeText, errorsOf, type LocsyncError } from '../../core/errors/index.js';
import type { HintContext } from '../../core/errors/suggest.js';
import { problemOf } from '../../core/report/problem.js';
import type { ExaminedReport } from '../../core/report/examined.js';
import { given } from '../../core/util/collections.js';

/** What doctor has looked at so far. */
export class Examination {
  readonly examined: ExaminedReport[] = [];
  readonly errors: LocsyncError[] = [];

  constructor(readonly hints: HintContext) {}

  ok(subject: string, ...found: readonly string[]): void {
    this.examined.push({ subject, state: 'ok', found });
  }

  note(subject: string, found: readonly string[], hint?: string): void {
    this.examined.push({ subject, state: 'note', found, ...given({ hint }) });
  }

  /** It needs what is at fault. */
  skipped(subject: string, why: string): void {
    this.examined.push({ subject, state: 'skipped', found: [`not looked at: ${why}`] });
  }

  fault(subject: string, error: LocsyncError): void {
    const problem = problemOf(error, this.hints);
    this.errors.push(error);
    const where = error.place === undefined ? '' : `${placeText(error.place)}: `;
    this.examined.push({
      subject,
      state: 'fault',
      found: [`${where}${problem.message}`],
      code: problem.code,
      ...given({ hint: problem.hint }),
    });
  }

  /** What `look` returns; undefined if it threw errors of the catalogue, which are faults. */
  async attempt<T>(subject: string, look: () => Promise<T>): Promise<T | undefined> {
    try {
      return await look();
    } catch (error) {
      const errors = errorsOf(error);
      if (errors.length === 0) throw error;
      for (const fault of errors) this.fault(subject, fault);
      return undefined;
    }
  }
}
