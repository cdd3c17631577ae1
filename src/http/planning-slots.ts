interface QueuedPlan {
  readonly weight: number;
  readonly enter: () => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Bounds how many uploads are between reading for their plan and sending it. Together they make at
 * most as many requests at once as may be in flight, so no plan ages in a queue.
 */
export class PlanningSlots {
  readonly #waiting: QueuedPlan[] = [];
  #used = 0;

  get isWaiting(): boolean {
    return this.#waiting.length > 0;
  }

  /** Waits in order for room for `weight` requests at once; {@link admit} grants it. */
  enter(weight: number): Promise<void> {
    return new Promise((enter, reject) => this.#waiting.push({ weight, enter, reject }));
  }

  leave(weight: number): void {
    this.#used -= weight;
  }

  /** Admits waiting uploads up to `width` requests in all; one upload is always admitted. */
  admit(width: number): void {
    for (let next = this.#waiting[0]; next; next = this.#waiting[0]) {
      if (this.#used > 0 && this.#used + next.weight > width) return;
      this.#waiting.shift();
      this.#used += next.weight;
      next.enter();
    }
  }

  rejectAll(error: unknown): void {
    for (const { reject } of this.#waiting.splice(0)) reject(error);
  }
}
