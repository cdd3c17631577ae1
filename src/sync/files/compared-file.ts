import type { Document, Format } from '../../formats/format.js';
import type { KeyId, TextsByKey } from '../../core/keys/key.js';
import type { BaseHashes } from '../../core/merge/key-state.js';
import type { SourceHistory } from '../../core/records/upload-entry.js';
import type { LocaleAccess } from '../../core/files/reach.js';
import type { Locale } from '../../core/locales/locale.js';
import type { EditedSource, StaleKey } from '../../core/lock/made-from.js';
import type { Comparison } from '../../plan/comparison.js';
import type { OtherTexts } from '../../plan/distrust.js';
import type { ContentHash } from '../../ports/files.js';
import type { LocaleFile } from './locale-file.js';
import { LocsyncError } from '../../core/errors/index.js';

/** A locale file as it was read, or undefined texts if there is none. */
export interface ReadFile {
  readonly format: Format;
  readonly document: Document | undefined;
  readonly contentHash: ContentHash | undefined;
}

/** One language of a locale file, its three versions compared. */
export interface ComparedLocale {
  readonly locale: Locale;
  /** What is not to be changed is compared since its file holds several, or to say what stays. */
  readonly access: LocaleAccess;
  readonly root: string | undefined;
  /** The root as an upload spells it. */
  readonly sentRoot: string | undefined;
  /** The name of its section in the lock. */
  readonly section: string;
  readonly base: BaseHashes;
  /** The part of the base that `ignoreKeys` names: it stays as it is. */
  readonly ignoredBase: BaseHashes;
  readonly comparison: Comparison;
  /** The source texts here that are not those of the base. */
  readonly edited: EditedSource;
  /** Translations whose source text has changed since they last did. */
  readonly stale: readonly StaleText[];
  /** The source file of the base is no longer on the service, so the base decides nothing. */
  readonly isSourceFileGone: boolean;
  /** The file is not on disk: its base stays in the lock until a run has written the file. */
  readonly isMissingOnDisk: boolean;
  /** The service has no source file for it: both sides agree on nothing. */
  readonly isMissingThere: boolean;
  /** Keys look deleted, but the service's answers hold fewer keys than it says it has. */
  readonly shortage: KeyShortage | undefined;
  /** What the other languages hold, if the service would replace many texts of this one. */
  readonly evidence: OtherTexts | undefined;
  /** Keys whose translation would give way to the source text. */
  readonly keysWithSourceText: readonly KeyId[];
  /** Texts of an answer with all languages that single answers have not borne out. */
  readonly refuted?: TextsByKey | undefined;
  /** The answer that this was found from; undefined if there were several, or none. */
  readonly answer?: AnswerMark;
}

/** A stale translation with its text, and its source text as it is now. */
export interface StaleText extends StaleKey {
  readonly text: string;
  readonly source: string;
}

/** Which answer the texts of a language are from. */
export interface AnswerMark {
  /** The SHA-256 of its bytes; undefined if no index is kept. */
  readonly digest: string | undefined;
  /** Whether it holds other languages, too. */
  readonly isShared: boolean;
  /** Whether such an answer needs a second one to be believed about this language. */
  readonly isDoubtful: boolean;
}

export interface ComparedFile extends ReadFile, SourceHistory {
  readonly file: LocaleFile;
  readonly locales: readonly ComparedLocale[];
  /** The id of a source file that the service's list lacks although it still answers for it. */
  readonly unlisted: string | undefined;
  /** The top-level keys of languages that the project lacks, in a file of several languages. */
  readonly unknownRoots: readonly string[];
}

/** Which keys of a language the source file has in others, and how many in all. */
export interface KeysElsewhere {
  readonly held: ReadonlySet<KeyId>;
  /** Set if all answers together hold fewer keys than the list says. */
  readonly shortage: KeyShortage | undefined;
}

/** The answers hold fewer keys than the list says. */
export interface KeyShortage {
  readonly held: number;
  readonly listed: number;
}

/** The result of comparing one locale file. */
export type FileResult<T> =
  | { readonly file: LocaleFile; readonly value: T }
  | { readonly file: LocaleFile; readonly error: LocsyncError };
