import { hashText } from '../../../core/merge/hash.js';
import type { KeyId } from '../../../core/keys/key.js';
import type { Locale } from '../../../core/locales/locale.js';
import type { BoundSet } from '../../../core/files/bound-set.js';
import type { SourceTextsOfKey } from '../../../plan/alterations.js';
import { isSourceForm } from '../../../plan/receipt.js';
import type { SourceFile } from '../../../ports/service.js';
import { earlierSources } from '../../files/earlier-sources.js';
import { isSource } from '../../files/locale-file.js';
import type { Project } from '../../context/project.js';

/** Whether a source text is now in place of a translation: `before` is what was there. */
export type BecameSource = (key: KeyId, before: string, now: string) => boolean;

/**
 * A service may put source texts in place of translations: the new one, the one before it, or
 * its own form of them. One that did so before has lost nothing: it answers the source text for
 * what is not translated.
 */
export function becameSource(
  project: Pick<Project, 'replaced' | 'stored'>,
  bound: BoundSet<SourceFile>,
  locale: Locale,
  sourceTexts: SourceTextsOfKey,
): BecameSource {
  if (isSource(bound, locale)) return () => false;
  const earlier = earlierSources(project, bound);
  const wasSource = (key: KeyId, text: string): boolean => earlier(key).includes(hashText(text));
  return (key, before, now) => {
    if (now === '' || now === before) return false;
    const sources = sourceTexts(key);
    if (sources.includes(before) || wasSource(key, before)) return false;
    return sources.some((source) => isSourceForm(source, now)) || wasSource(key, now);
  };
}
