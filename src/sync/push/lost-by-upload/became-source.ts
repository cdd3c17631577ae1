import { textOf } from '../../../core/keys/leaf.js';
import type { KeyId } from '../../../core/keys/key.js';
import type { Locale } from '../../../core/locales/locale.js';
import type { BoundSet } from '../../../core/files/bound-set.js';
import type { LocaleLeaves } from '../../../plan/locale-root.js';
import { isSourceForm } from '../../../plan/receipt.js';
import type { SourceFile } from '../../../ports/service.js';
import { isSource, sourceSection } from '../../files/source-locale.js';
import type { Project } from '../../context/project.js';

/** Whether a source text is now in the place of a translation: `before` is what was there. */
export type BecameSource = (key: KeyId, before: string, now: string) => boolean;

/**
 * A service may put source texts in the place of translations: the new one, the one before it, or
 * its own form of them. One that did so before has lost nothing: it answers the source text for
 * what is not translated.
 */
export function becameSource(
  { replaced }: Pick<Project, 'replaced'>,
  bound: BoundSet<SourceFile>,
  locale: Locale,
  sourceText: (key: KeyId) => string | undefined,
): BecameSource {
  if (isSource(bound, locale)) return () => false;
  const section = sourceSection(bound);
  const wasSource = (key: KeyId, text: string): boolean =>
    section !== undefined && replaced.wasReplaced(section, key, text);
  return (key, before, now) => {
    if (now === '' || now === before) return false;
    const source = sourceText(key) ?? '';
    if (before === source || wasSource(key, before)) return false;
    return (source !== '' && isSourceForm(source, now)) || wasSource(key, now);
  };
}

/** The source text of a key in the source locale's texts. */
export const textIn =
  (leaves: LocaleLeaves | undefined) =>
  (key: KeyId): string | undefined => {
    const leaf = leaves?.get(key);
    return leaf && textOf(leaf);
  };
