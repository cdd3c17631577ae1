import type { BoundSet } from '../../../core/files/bound-set.js';
import type { KeyId } from '../../../core/keys/key.js';
import type { Locale } from '../../../core/locales/locale.js';
import type { TextsByKey } from '../../../plan/alterations.js';
import type { LocaleLeaves } from '../../../plan/locale-root.js';
import type { SourceFile } from '../../../ports/service.js';
import type { EarlierUploads } from '../../memory/uploads.js';
import type { ServiceBefore } from './service-before.js';

/** What uploads of earlier runs mean for a language that the run reads and does not compare. */
export interface EarlierOfUncompared extends EarlierUploads {
  /** By section, keys of which the disk holds another text than what is left on the service. */
  readonly doubted: ReadonlyMap<string, readonly KeyId[]>;
}

/** The languages of a source file that the run does not compare, read before the first upload. */
export interface UncomparedLanguages {
  readonly bound: BoundSet<SourceFile>;
  readonly source: SourceFile;
  /** The new texts of the source locale that take the place of others on the service. */
  readonly changed: TextsByKey;
  /** The source texts on disk. */
  readonly known: LocaleLeaves;
  readonly languages: readonly Locale[];
  /** What the service held of each language that was read, by the id of the locale. */
  readonly before: Map<string, TextsByKey>;
  /** Of these, the texts that a late import must not lose unseen. */
  readonly atRisk: Map<string, Pick<ServiceBefore, 'onlyThere' | 'here'>>;
  /** What uploads of earlier runs have lost of these. */
  readonly earlier: EarlierOfUncompared[];
}

/** By file set, the source texts that push changes on the service. */
export type ChangedSources = ReadonlyMap<BoundSet<SourceFile>, TextsByKey>;
