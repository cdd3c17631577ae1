// What the page and the server tell each other about the import of a file.

export interface PageUpload {
  readonly file: number;
  readonly fileName: string;
  readonly version: number;
  readonly number: number;
  readonly changes: number;
  /** Codes of the languages that the file held. */
  readonly locales: readonly string[];
}

/** A file for an import or its preview, and where a person wants it; 0: as its name says. */
export interface PageDrop {
  readonly filename: string;
  readonly content: string;
  readonly file: number;
  readonly locale: number;
  readonly who: string;
}

/** A text that an import would write. If both texts are long, the parts in which they differ. */
export interface PagePreviewText {
  readonly name: string;
  readonly locale: string;
  /** Null if the key has no text yet. */
  readonly before: string | null;
  readonly after: string;
  /** Who changed the text last; null if that is not known. */
  readonly by: { readonly upload: string; readonly who: string; readonly created: number } | null;
  /** Whether somebody else has changed it in the last seven days. */
  readonly isRecent: boolean;
}

/** What an import would do. */
export interface PagePreview {
  readonly fileName: string;
  readonly isNew: boolean;
  /** Codes of the languages that the file holds. */
  readonly locales: readonly string[];
  readonly added: number;
  readonly changed: number;
  readonly unchanged: number;
  /** Texts of these languages that the service has and the file lacks. */
  readonly lacking: number;
  /** Whether those are removed, as on services that replace. */
  readonly isReplacing: boolean;
  /** How many of the changed texts are recent. */
  readonly recent: number;
  /** The recent ones first, then other changed texts, then the new ones. */
  readonly items: readonly PagePreviewText[];
  readonly next: number | undefined;
  /** What the import has to name: it stands for the texts of the preview and their versions. */
  readonly seen: string;
}

/** Where a dropped file belongs by its name: ids, or null if the name leaves a doubt. */
export interface PagePlace {
  readonly file: number | null;
  readonly locale: number | null;
  /** The source file that an upload of this name goes to; null if it would be a new one. */
  readonly named: { readonly fileName: string; readonly locale: number | null } | null;
}
