import type { JSX } from 'preact';
import type { PagePlace } from '../core/page/import-wire.js';
import type { PageFile, PageLanguage } from '../core/page/wire.js';
import { visibleName } from './shown-text.js';
import { project } from './state.js';

/** `German (de)`. */
export function languageName(matches: (language: PageLanguage) => boolean): string {
  const found = project.value?.languages.find(matches);
  return found === undefined ? '' : `${found.name} (${found.code})`;
}

interface DropTargetProps {
  /** The dropped file's. */
  readonly name: string;
  readonly files: readonly PageFile[];
  readonly place: PagePlace | undefined;
  readonly target: number | null;
  readonly locale: number | null;
  readonly onTarget: (file: number) => void;
  readonly onLocale: (locale: number) => void;
}

/** Which source file and which language a dropped file is for. */
export function DropTarget(props: DropTargetProps): JSX.Element {
  const { name, files, place, target, locale, onTarget, onLocale } = props;
  const nameMatch = place?.named ?? null;
  const named =
    nameMatch === null
      ? null
      : `As its name says: ${visibleName(nameMatch.fileName)}, ${languageName(({ id }) => id === nameMatch.locale)}`;
  return (
    <>
      <label>
        Source file
        <select
          required
          value={target === null ? '' : String(target)}
          onChange={(event) => onTarget(Number(event.currentTarget.value))}
        >
          <option value="" disabled>
            Choose a source file
          </option>
          {named === null ? null : <option value="0">{named}</option>}
          {files.map(({ id, name: own }) => (
            <option key={id} value={String(id)}>
              {visibleName(own)}
            </option>
          ))}
          {named === null ? <option value="0">A new one: {visibleName(name)}</option> : null}
        </select>
      </label>
      {target === 0 ? null : (
        <label>
          Language
          <select
            required
            value={locale === null ? '' : String(locale)}
            onChange={(event) => onLocale(Number(event.currentTarget.value))}
          >
            <option value="" disabled>
              Choose a language
            </option>
            {project.value?.languages.map(({ id, name: own, code }) => (
              <option key={id} value={String(id)}>
                {own} ({code})
              </option>
            ))}
          </select>
        </label>
      )}
      <p class="quiet">The next step shows what would change. Nothing is imported before that.</p>
    </>
  );
}
