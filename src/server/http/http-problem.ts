import { STATUS_CODES } from 'node:http';
import type { PageConflict } from '../../core/page/wire.js';

/** What a problem has besides its status and text. */
export interface HttpProblemExtras {
  readonly headers?: Readonly<Record<string, string>>;
  /** The invalid fields of the request, as JSON pointers. */
  readonly errors?: readonly { readonly pointer: string; readonly detail: string }[];
  /** What somebody else has changed since the page read it. */
  readonly conflict?: PageConflict;
}

/** An error response, sent as `application/problem+json` (RFC 9457). */
export class HttpProblem extends Error {
  override readonly name = 'HttpProblem';

  constructor(
    readonly status: number,
    readonly detail: string,
    readonly extras: HttpProblemExtras = {},
  ) {
    super(detail);
  }

  /** The body, with the title that RFC 9457, section 4.2.1, requires for `about:blank`. */
  get body(): string {
    const { errors, conflict } = this.extras;
    return JSON.stringify({
      type: 'about:blank',
      title: STATUS_CODES[this.status] ?? 'Error',
      status: this.status,
      detail: this.detail,
      errors,
      conflict,
    });
  }
}

/** 422 for one field of a JSON body, named by its pointer. */
export function invalidField(field: string, detail: string): HttpProblem {
  return new HttpProblem(422, `${field}: ${detail}`, { errors: [{ pointer: `#/${field}`, detail }] });
}
