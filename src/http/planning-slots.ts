interface QueuedPlan {
  readonly weight: number;
  readonly enter: () => void;
  readonly refuse: (error: unknown) => void;
}

/**
 * Bounds how many uploads are between reading for their plan and sending it, so that no plan grows old in
 * the queue for a connection: together they make no more requests at once than may be in flight.
 */
export class PlanningSlots {
  readonly #waiting: QueuedPlan[] = [];
  #used = 0;

  /** Whether anybody waits. */
  get isWaiting(): boolean {
    return this.#waiting.length > 0;
  }

  /** Waits in turn for a lane of `weight` requests at once; {@link admit} lets in. */
  enter(weight: number): Promise<void> {
    return new Promise((enter, refuse) => this.#waiting.push({ weight, enter, refuse }));
  }

  leave(weight: number): void {
    this.#used -= weight;
  }

  /** Lets in those who wait as long as the lanes are not wider than `width`; one always may. */
  admit(width: number): void {
    for (let next = this.#waiting[0]; next; next = this.#waiting[0]) {
      if (this.#used > 0 && this.#used + next.weight > width) return;
      this.#waiting.shift();
      this.#used += next.weight;
      next.enter();
    }
  }

  refuseAll(error: unknown): void {
    for (const { refuse } of this.#waiting.splice(0)) refuse(error);
  }
}
