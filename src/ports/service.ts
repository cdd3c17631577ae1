import type { ServiceLocale } from '../core/patterns/locale.js';

/** Project (service-interface.md, endpoint 1). */
export interface ServiceProject {
  readonly id: string;
  readonly name: string;
  readonly technology: string;
  readonly framework: string;
  readonly format: string;
}

/** Source file as listed (endpoint 4). */
export interface SourceFile {
  readonly id: string;
  readonly name: string;
  readonly keys: number;
}

/** One entry of a remote language: its key as segments as far as the answer nests, and its text; null where the service said null. */
export interface RemoteEntry {
  readonly key: readonly [string, ...string[]];
  readonly text: string | null;
}

/** What the service holds of one source file in one language (endpoint 5), keys in the service's own form. */
export type RemoteTexts = readonly RemoteEntry[];

/** The event of a run (endpoint 3): the id as the service gave it. */
export interface SyncEvent {
  readonly id: string;
  readonly kind: string;
}

/** One upload (endpoint 6). `content` is sent as it is. */
export interface Upload {
  readonly filename: string;
  readonly content: string;
  readonly event: SyncEvent;
}

/** An upload of which is planned right before each attempt what it sends. */
export interface PlannedUpload {
  readonly filename: string;
  readonly event: SyncEvent;
  /** How many requests `plan` makes side by side. */
  readonly reads: number;
  /** Reads both sides and says what to send now; undefined if nothing is left to send, which ends the upload. */
  plan(): Promise<UploadBody | undefined>;
  /**
   * Asked after an answer that leaves doubt: reads the source file back and tells whether it holds what was sent. Without it nothing is sent
   * twice: such an upload throws UPLOAD_UNKNOWN.
   */
  readonly arrived?: () => Promise<boolean>;
}

/** What one attempt sends. */
export interface UploadBody {
  /** Sent as it is. */
  readonly content: string;
  /** The moment of the clock at which the oldest of what it was made from had been read. */
  readonly readAt: number;
}

/**
 * How an upload ended. `confirmed` without a version: the answer was lost or unreadable, and what the service holds shows that it arrived.
 */
export interface Uploaded {
  readonly sourceFile: { readonly id: string; readonly name: string } | undefined;
  readonly version: number | undefined;
}

/** What the client needs of the service: its six endpoints as typed calls. Every call throws LocsyncError and retries by itself. */
export interface Service {
  project(): Promise<ServiceProject>;
  locales(): Promise<readonly ServiceLocale[]>;
  sourceFiles(): Promise<readonly SourceFile[]>;
  /** The texts of one source file in one language; `all` are the project's locales, so that another language's answer is recognised. */
  texts(sourceFile: SourceFile, locale: ServiceLocale, all: readonly ServiceLocale[]): Promise<RemoteTexts>;
  createEvent(): Promise<SyncEvent>;
  /**
   * Uploads what `plan` says. No attempt begins with what was read more than two seconds before; it is planned again first. Gives
   * undefined if nothing was left to send. Throws PLAN_STALE if the service is too slow for that.
   */
  upload(upload: PlannedUpload): Promise<Uploaded | undefined>;
  /** Closes idle connections. Never throws. */
  close(): Promise<void>;
}

/** Where and how to reach one project. Seconds for `timeout`. */
export interface Connection {
  readonly baseUrl: URL;
  readonly project: string;
  readonly token: string;
  readonly concurrency: number;
  readonly timeout: number;
  readonly retries: number;
}
