import { LocsyncError } from '../../core/errors/index.js';
import { jsonOf } from './response.js';
import { defeatError } from './call-error.js';
import type { Answer } from '../../http/messages.js';
import type { Attempted, Call, Caller, Defeat, Read } from '../../http/client.js';
import type { Course } from '../../http/call-state.js';
import type { Subject } from './response.js';
import type { Etags } from './response-cache.js';
import type { Json } from './json.js';

/** A call without what is the same for all of them. */
export type Ask = Omit<Call, 'url' | 'method'> & {
  readonly url: URL;
  /** The answer stands alone: it may be kept, and asked for under the condition that it has changed. */
  readonly alone?: boolean;
};

/** Where the project lies, and how its errors are told. */
export interface Place {
  /** The address of the project's own part of the interface, without a slash at the end. */
  readonly base: URL;
  readonly host: string;
  readonly project: string;
  readonly proxyHost: string;
  readonly redact: (text: string) => string;
}

/** However long the service asks to be left alone, after this time somebody who goes on asking looks again. */
const LONGEST_STOP_MS = 3_600_000;

/** Asks the service, and makes JSON or errors of the catalogue of what it says. */
export class Remote {
  constructor(
    readonly caller: Caller,
    readonly place: Place,
    readonly etags?: Etags,
  ) {}

  /** The address of a part of the project. Segments and values are encoded. */
  url(segments: readonly string[], query: Readonly<Record<string, string>> = {}): URL {
    const path = segments.map((segment) => `/${encodeURIComponent(segment)}`).join('');
    const pairs = Object.entries(query).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
    return new URL(`${this.place.base.href}${path}${pairs.length === 0 ? '' : `?${pairs.join('&')}`}`);
  }

  subject(what: string): Subject {
    return { what, redact: this.place.redact };
  }

  /** The JSON of a call and the answer that it came in. `special` knows the errors that only this kind of call has. */
  json(
    ask: Ask,
    special?: (defeat: Defeat) => Error | undefined,
  ): Promise<{ readonly json: Json; readonly answer: Answer }> {
    return this.send(
      ask,
      (answer) => {
        const read = jsonOf(answer, this.subject(ask.what));
        return 'value' in read ? { value: { json: read.value, answer } } : read;
      },
      special,
    );
  }

  /**
   * What `read` makes of the 2xx of a call. A refused token or project ends the run: every further call fails with the same error. So it does for
   * the time that the service asks to be left alone, where that is longer than may be waited.
   */
  send<T>(
    ask: Ask,
    read: (answer: Answer) => Read<T>,
    special?: (defeat: Defeat) => Error | undefined,
  ): Promise<T> {
    return this.caller.call(...this.#call(ask, read, special));
  }

  /** One attempt of {@link send}, see {@link Caller.attempt}. */
  attempt<T>(
    course: Course,
    ask: Ask,
    read: (answer: Answer) => Read<T>,
    special?: (defeat: Defeat) => Error | undefined,
  ): Promise<Attempted<T>> {
    return this.caller.attempt(course, ...this.#call(ask, read, special));
  }

  #call<T>(
    ask: Ask,
    read: (answer: Answer) => Read<T>,
    special?: (defeat: Defeat) => Error | undefined,
  ): [Call, (answer: Answer) => Read<T>, (defeat: Defeat) => Error] {
    if (ask.alone === true) this.etags?.allow(ask.url);
    const call: Call = { ...ask, method: ask.kind === 'read' ? 'GET' : 'POST' };
    const understood = (answer: Answer): Read<T> => {
      const result = read(answer);
      if (call.method === 'GET' && 'value' in result) this.etags?.keep(ask.url, answer);
      return result;
    };
    const defeated = (defeat: Defeat): Error => {
      const general = defeatError(defeat, ask, this.place);
      const error = special?.(defeat) ?? general;
      const { verdict } = defeat;
      if (verdict.do === 'fail' && verdict.because === 'wait') {
        const first = this.caller.stop(general, Math.min(verdict.askedMs ?? 0, LONGEST_STOP_MS));
        // Those that were under way together say it once. What may have arrived has an error of its own.
        return error === general ? first : error;
      }
      if (
        error instanceof LocsyncError &&
        (error.code === 'TOKEN_REJECTED' || error.code === 'ACCESS_DENIED')
      )
        this.caller.stop(error);
      return error;
    };
    return [call, understood, defeated];
  }
}
