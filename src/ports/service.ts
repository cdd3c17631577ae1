import type { Header } from '../core/config/headers.js';
import type { ServiceLocale } from '../core/locales/locale.js';

/** Project (endpoint 1). */
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

/**
 * One entry of a remote language: its key, in segments if the response nests, and its text; null if
 * the service said null.
 */
export interface RemoteEntry {
  readonly key: readonly [string, ...string[]];
  readonly text: string | null;
  /** The segments, by number, that are indices of an array; none if there are none. */
  readonly items?: readonly number[];
}

/**
 * What the service has of one source file in one language (endpoint 5). Keys as the service writes
 * them.
 */
export type RemoteTexts = readonly RemoteEntry[];

/** Whether an earlier run has understood an answer with this SHA-256. */
export type IsKnownAnswer = (digest: string) => boolean;

/** An answer with texts. One that is known is parsed only when its texts are asked for. */
export interface Answer<T> {
  /** The SHA-256 of its bytes; undefined if it is not needed, or nothing of it may be used. */
  readonly digest: string | undefined;
  /** Whether its texts have been asked for. */
  readonly isParsed: boolean;
  texts(): T;
}

/** The texts of a source file by the id of the locale, and which of them need a second answer. */
export interface AllTexts {
  readonly byLocale: ReadonlyMap<string, RemoteTexts>;
  readonly doubtful: ReadonlySet<string>;
  /** Texts that are not believed: the answers for these languages alone count. */
  readonly untrusted: ReadonlyMap<string, RemoteTexts>;
  /** The languages whose answers alone, asked for at the same time, have the same texts. */
  readonly compared: ReadonlySet<string>;
}

/** The event of a run (endpoint 3): the id as the service gave it. */
export interface SyncEvent {
  readonly id: string;
  readonly kind: string;
}

/** One upload (endpoint 6). `content` is sent unchanged. */
export interface Upload {
  readonly filename: string;
  readonly content: string;
  readonly event: SyncEvent;
}

/** An upload whose content is planned just before each attempt. */
export interface PlannedUpload {
  readonly filename: string;
  readonly event: SyncEvent;
  /** How many requests `plan` makes at once. */
  readonly reads: number;
  /** Reads both sides and returns what to send; undefined if nothing is left to send. */
  plan(): Promise<UploadBody | undefined>;
  /**
   * Reads both sides again after a plan that took long to make: when, if they are as they were when
   * it was made. Without it, or if it returns undefined, such a plan is made anew.
   */
  readAgain?(): Promise<number | undefined>;
  /**
   * Reads the source file back after an unclear response: whether it holds what was sent. Without
   * it nothing is sent twice: such an upload throws UPLOAD_UNKNOWN.
   */
  arrived?(): Promise<boolean>;
  /** The last plan was surely not carried out: it was not sent, or it was rejected. */
  notCarriedOut?(): void;
}

/**
 * Milliseconds for which a plan may be sent, counted from the oldest answer that it was made from.
 * An upload replaces the whole file and has no condition, so a plan that is older would revert what
 * others have written since. If the same answers come again, that is the time that counts.
 */
export const PLAN_LIFETIME_MS = 2_000;

/** What one attempt sends. */
export interface UploadBody {
  /** Sent unchanged. */
  readonly content: string;
  /** When the oldest of what it was made from was read, by the clock. */
  readonly readAt: number;
}

/**
 * The result of an upload. Without a version: the response was lost or unreadable, and reading back
 * has shown that the upload arrived.
 */
export interface Uploaded {
  readonly sourceFile: { readonly id: string; readonly name: string } | undefined;
  readonly version: number | undefined;
}

/**
 * Endpoints that change nothing and need nothing but their arguments. A run that only looks may
 * call them.
 */
export interface ReadEndpoints {
  /** The project (endpoint 1). */
  project(): Promise<ServiceProject>;
  /** The project's languages (endpoint 2). */
  locales(): Promise<readonly ServiceLocale[]>;
  /** The project's source files (endpoint 4). */
  sourceFiles(): Promise<readonly SourceFile[]>;
}

/**
 * Endpoints that write, and need nothing but their arguments. A run that only looks refuses them.
 */
export interface WriteEndpoints {
  /** Creates the event that uploads need (endpoint 3). */
  createEvent(): Promise<SyncEvent>;
}

/**
 * The endpoints of the service as typed calls. Every call throws LocsyncError and retries by
 * itself.
 */
export interface Service extends ReadEndpoints, WriteEndpoints {
  /**
   * The texts of one source file in one language (endpoint 5). `locales` are the project's, to
   * recognise the response for another language.
   */
  texts(
    sourceFile: SourceFile,
    locale: ServiceLocale,
    locales: readonly ServiceLocale[],
  ): Promise<RemoteTexts>;
  /** The answer that {@link texts} are in. */
  answer(
    sourceFile: SourceFile,
    locale: ServiceLocale,
    locales: readonly ServiceLocale[],
  ): Promise<Answer<RemoteTexts>>;
  /**
   * The texts of one source file in all languages by one request. Languages are missing, or all of
   * them, if the service does not give them so or its answer is doubtful: ask for those with
   * {@link texts}. `locales` as there.
   */
  textsOfAllLanguages(sourceFile: SourceFile, locales: readonly ServiceLocale[]): Promise<Answer<AllTexts>>;
  /**
   * An answer of {@link textsOfAllLanguages} holds other texts than that of {@link texts}: this run
   * asks for one language at a time from now on. `isOld`: so do the runs of a day.
   */
  doubtAllLanguages(isOld?: boolean): void;
  /**
   * Uploads what `plan` returns (endpoint 6). Content that was read longer ago than
   * {@link PLAN_LIFETIME_MS} is planned again before each attempt. Returns undefined if nothing was
   * left to send. Throws PLAN_STALE if the service is too slow for that.
   */
  upload(upload: PlannedUpload): Promise<Uploaded | undefined>;
  /** Closes idle connections. Never throws. */
  close(): Promise<void>;
}

/**
 * {@link ReadEndpoints} and {@link WriteEndpoints}, each by way of `call`, which opens the service.
 */
export const endpointsBy = (
  call: <T>(ask: (service: Service) => Promise<T>) => Promise<T>,
): ReadEndpoints & WriteEndpoints => ({
  project: () => call((service) => service.project()),
  locales: () => call((service) => service.locales()),
  sourceFiles: () => call((service) => service.sourceFiles()),
  createEvent: () => call((service) => service.createEvent()),
});

/** Every call that writes, refused. `refuse` is given what would have been written. */
export const refusedWrites = (
  refuse: (what: string) => Promise<never>,
): Pick<Service, keyof WriteEndpoints | 'upload'> => ({
  createEvent: () => refuse('a sync event'),
  upload: ({ filename }) => refuse(filename),
});

/** Where and how to reach one project. Seconds for `timeout`. */
export interface Connection {
  readonly baseUrl: URL;
  readonly project: string;
  readonly token: string;
  /** Headers that each request has besides, for gateways. */
  readonly headers?: readonly Header[];
  readonly concurrency: number;
  readonly timeout: number;
  readonly retries: number;
}
