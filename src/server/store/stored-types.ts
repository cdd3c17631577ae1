export interface StoredProject {
  readonly id: string;
  readonly name: string;
  readonly technology: string;
  readonly framework: string;
  readonly format: string;
  readonly tokenHash: Uint8Array;
}

export interface StoredLocale {
  readonly id: number;
  readonly code: string;
  readonly name: string;
  readonly country: string;
}

export interface StoredFile {
  readonly id: number;
  readonly name: string;
  /** How many different keys the file has over all its languages. */
  readonly keys: number;
}

/** One key and its text, both as JSON string literals. */
export type Literals = readonly [key: string, text: string];

/** Who made a version, and by which way. */
export interface VersionOrigin {
  /** `web`: in the page of the service. */
  readonly upload: 'api' | 'web';
  /** The name of a person or a program; '' if none was given. */
  readonly who: string;
}

export interface Import {
  readonly project: string;
  readonly by: VersionOrigin;
  /** The stored file of the upload; undefined creates a new one of this name. */
  readonly file: number | undefined;
  readonly filename: string;
  /** An event, or what makes one in the transaction of the upload. */
  readonly event: number | (() => number);
  readonly texts: ReadonlyMap<number, readonly Literals[]>;
  /** Removes the texts of these languages that the upload lacks, and keys without any language. */
  readonly isReplacing?: boolean;
  /** Texts to remove: names of keys as literals, by language. */
  readonly removed?: ReadonlyMap<number, readonly string[]>;
  /** Texts that stay, and count as seen with their source texts of now. */
  readonly confirmed?: ReadonlyMap<number, readonly string[]>;
}

export interface ImportResult {
  readonly file: number;
  readonly version: number;
  readonly number: number;
  /** How many texts it has changed. */
  readonly changes: number;
}
