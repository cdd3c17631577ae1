import { looksLikeCode } from '../../core/locales/locale.js';
import type { LocaleFile } from '../files/locale-file.js';

/**
 * Why a new file may not get this name, which the service has chosen: by the code of a locale, or
 * by the name of a source file. Files that configure tools are in the top folder or have a fixed
 * name.
 */
export function unsafeName({ bound, path, locales }: LocaleFile): string | undefined {
  const { settings, pattern } = bound.set.entry;
  const isHidden = (name: string): boolean => /(?:^|\/)\.[^/]*$/.test(name);
  if (isHidden(path) && !isHidden(settings.path)) return 'is hidden, as the files of tools are';
  if (!pattern.hasLocale)
    return path.includes('/') || path === settings.path
      ? undefined
      : 'would be a new file in the top folder, under a name that the service chose';
  const chosen = [...settings.localeMap.values()];
  const strange = locales.find(({ tag }) => !chosen.includes(tag) && !looksLikeCode(tag));
  return strange && `holds "${strange.tag}", which does not look like the code of a language`;
}
