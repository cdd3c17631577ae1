/** One attempt at an upload: done, rejected with a status and a text, or `nothing` left to send. */
export type DeliveryResult<T> = { readonly done: T } | { readonly rejected: Rejection } | 'nothing';

export interface Rejection {
  readonly status: number;
  readonly text: string;
  /** The size of what was sent. */
  readonly bytes: number;
}

// Statuses for an event_id of the wrong type, or for an event that it does not find.
const WRONG_TYPE_STATUSES = new Set([400, 404, 422]);

/**
 * The JSON type of `event_id`. The interface's sample shows an integer, "Create event" returns
 * `evt_<digits>`, and nothing says how the two relate. The first upload finds the type that works;
 * the run keeps it.
 */
export class EventIdType {
  #worked: 'integer' | 'text' | undefined;
  #trial: Promise<void> | undefined;

  /** Delivers with the type that works. While the first upload finds it, the others wait. */
  async deliver<T>(
    id: string,
    attempt: (eventId: number | string) => Promise<DeliveryResult<T>>,
  ): Promise<DeliveryResult<T>> {
    const integer = integerOf(id);
    if (integer === undefined) return attempt(id);
    while (this.#worked === undefined && this.#trial !== undefined) await this.#trial;
    if (this.#worked !== undefined) return attempt(this.#worked === 'integer' ? integer : id);
    const trial = this.#try(id, integer, attempt);
    this.#trial = trial.then(noop, noop).then(() => {
      this.#trial = undefined;
    });
    return trial;
  }

  async #try<T>(
    id: string,
    integer: number,
    attempt: (eventId: number | string) => Promise<DeliveryResult<T>>,
  ): Promise<DeliveryResult<T>> {
    const first = await attempt(integer);
    if (first === 'nothing') return first;
    if ('done' in first) {
      this.#worked = 'integer';
      return first;
    }
    if (!WRONG_TYPE_STATUSES.has(first.rejected.status)) return first;
    const second = await attempt(id);
    if (second === 'nothing') return second;
    if ('done' in second) {
      this.#worked = 'text';
      return second;
    }
    return { rejected: mergeRejections(first.rejected, second.rejected) };
  }
}

/** Both types were rejected, so the file is the likely reason. Shows both texts if they differ. */
function mergeRejections(first: Rejection, second: Rejection): Rejection {
  if (second.text === '' || second.text === first.text) return first;
  return {
    status: first.status,
    bytes: first.bytes,
    text: `${first.text}; with the event's ID as text: ${second.text} (${second.status})`,
  };
}

/** The digits of `evt_<digits>` as an integer, if all JSON readers agree on it. */
function integerOf(id: string): number | undefined {
  const digits = /^(?:[A-Za-z]+_)?(\d+)$/.exec(id)?.[1];
  return digits !== undefined && Number.isSafeInteger(Number(digits)) ? Number(digits) : undefined;
}

function noop(): void {
  // A failed trial decides nothing; the next upload tries again.
}
