/** A work in steps, between which others can be served. */
export type Stepwise<T> = Generator<undefined, T>;

/** Does all steps without a pause. */
export function atOnce<T>(steps: Stepwise<T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}
