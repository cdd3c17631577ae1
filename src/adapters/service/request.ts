import type { Call } from '../../http/call.js';

/** A call of the service; the API derives the method from the kind. */
export type ServiceRequest = Omit<Call, 'method'> & {
  /** The response may be cached between runs and revalidated with its ETag. */
  readonly cacheable?: boolean;
};

/** Where the project is, and what error messages need. */
export interface ServiceAddress {
  /** The address of the project's part of the interface, without a slash at the end. */
  readonly base: URL;
  readonly host: string;
  readonly project: string;
  /** '' without a proxy. */
  readonly proxyHost: string;
  readonly redact: (text: string) => string;
}
