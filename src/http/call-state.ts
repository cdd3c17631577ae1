import type { Verdict } from './retry.js';

/** What one call has been through, from attempt to attempt. */
export interface Course {
  attempts: number;
  /** Failures that were no refusals by rate. */
  faults: number;
  /** Refusals by rate: in all, and those since which the service has taken nothing of anybody. */
  refusals: number;
  inRow: number;
  /** What the gate had seen taken at the latest of them. */
  taken: number;
  /** Milliseconds of its attempts and of the waits that were asked of it. */
  spentMs: number;
  /** Milliseconds between its attempts. */
  waitedMs: number;
  /** When its last attempt ended. */
  ended: number;
  /** What is to be waited for before the next. */
  due: Extract<Verdict, { do: 'retry' }> | undefined;
}

/** The course of a call that has not been tried. */
export const newCourse = (now: number): Course => ({
  attempts: 0,
  faults: 0,
  refusals: 0,
  inRow: 0,
  taken: 0,
  spentMs: 0,
  waitedMs: 0,
  ended: now,
  due: undefined,
});
