import type { TextsByKey } from '../../../core/keys/key.js';
import type { FileSet } from '../../../core/files/file-set.js';
import type { Locale } from '../../../core/locales/locale.js';
import type { SourceFile } from '../../../ports/service.js';
import type { EarlierOfUncompared } from '../../compare/earlier-losses/uncompared-losses.js';
import type { UncomparedSet } from '../../compare/other-languages/uncompared-texts.js';
import type { ServiceBefore } from './compared.js';

/** The languages of a source file that the run does not compare, read before the first upload. */
export interface UncomparedFileSet extends UncomparedSet {
  readonly source: SourceFile;
  /** The new texts of the source locale that take the place of others on the service. */
  readonly changed: TextsByKey;
  readonly languages: readonly Locale[];
  /** What the service held of each language that was read, by the id of the locale. */
  readonly before: Map<string, TextsByKey>;
  /** The texts among these that a late import must not lose unseen. */
  readonly atRisk: Map<string, Pick<ServiceBefore, 'onlyThere' | 'here'>>;
  /** What uploads of earlier runs have lost of these languages. */
  readonly earlier: EarlierOfUncompared[];
}

/** By file set, the source texts that push changes on the service. */
export type ChangedSources = ReadonlyMap<FileSet, TextsByKey>;
