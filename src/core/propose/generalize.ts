import { LOCALE_PLACEHOLDER } from '../patterns/lex.js';
import { hasNamespaces, isDefaultNamespace, isRails, type Technology } from './conventions.js';

/**
 * This many names of one folder, joined by `_` or `-`, are spelt out: `*_{locale}` would read
 * `key_map.yml` as a locale file.
 */
const FEW = 4;

/** A template taken apart: the folder before the first part with the code, and the rest. */
interface TemplateParts {
  readonly folder: string;
  readonly rest: string;
  /**
   * Where the code is: in a folder, as the whole name, at the end or the start of the name, or
   * in folder and name.
   */
  readonly kind: 'folder' | 'name' | 'end' | 'start' | 'both';
  readonly joint: string;
  readonly ending: string;
}

function shapeOf(template: string): TemplateParts {
  const parts = template.split('/');
  const at = parts.findIndex((part) => part.includes(LOCALE_PLACEHOLDER));
  const name = parts.at(-1) ?? '';
  const dot = name.lastIndexOf('.');
  const stem = name.slice(0, dot);
  const inName = stem.includes(LOCALE_PLACEHOLDER);
  const common = {
    folder: parts.slice(0, at).join('/'),
    rest: parts.slice(at).join('/'),
    ending: name.slice(dot),
    joint: stem.startsWith(LOCALE_PLACEHOLDER)
      ? stem.charAt(LOCALE_PLACEHOLDER.length)
      : stem.charAt(stem.length - LOCALE_PLACEHOLDER.length - 1),
  };
  if (at < parts.length - 1) return { ...common, kind: inName ? 'both' : 'folder' };
  if (stem === LOCALE_PLACEHOLDER) return { ...common, kind: 'name' };
  return { ...common, kind: stem.endsWith(LOCALE_PLACEHOLDER) ? 'end' : 'start' };
}

/** A pattern and the templates that it stands for. */
export interface PatternGroup {
  readonly pattern: string;
  readonly templates: readonly string[];
}

/**
 * The fewest patterns that match the same files: the names of one folder become `*`, and folders
 * that a framework lets a project choose become `**`.
 */
export function coverings(templates: readonly string[], about: Technology): readonly PatternGroup[] {
  const groups = new Map<string, { shape: TemplateParts; templates: string[] }>();
  for (const template of templates) {
    const found = shapeOf(template);
    const top = railsFolder(found.folder, about);
    const shape =
      top !== undefined && (found.kind === 'name' || found.kind === 'end')
        ? { ...found, folder: top }
        : found;
    const key = [shape.folder, shape.kind, shape.ending, shape.kind === 'folder' ? '' : shape.joint].join(
      '\0',
    );
    const group = groups.get(key) ?? { shape, templates: [] };
    group.templates.push(template);
    groups.set(key, group);
  }
  return [...groups.values()].flatMap((group) =>
    patternsOf(group.shape, group.templates, about).map((pattern) => ({
      pattern,
      templates: pattern.includes('*')
        ? group.templates
        : group.templates.filter((template) => template === pattern),
    })),
  );
}

/** The `config/locales` that a folder is in: Rails reads everything below it. */
function railsFolder(folder: string, about: Technology): string | undefined {
  if (!isRails(about)) return undefined;
  return /^(?:.*\/)?config\/locales(?=\/|$)/.exec(folder)?.[0];
}

function patternsOf(
  shape: TemplateParts,
  templates: readonly string[],
  about: Technology,
): readonly string[] {
  const { folder, kind, ending, joint } = shape;
  const inFolder = (rest: string): string => (folder === '' ? rest : `${folder}/${rest}`);
  const isNested = templates.some(
    (template) =>
      template.slice(inFolder('').length).split('/').length > (kind === 'folder' || kind === 'both' ? 2 : 1),
  );
  const isOfRails = railsFolder(folder, about) === folder;
  const anywhere = isOfRails && (kind === 'end' || isNested) ? '**/' : '';
  switch (kind) {
    case 'name':
      return anywhere === '' ? templates : [inFolder(`${anywhere}${LOCALE_PLACEHOLDER}${ending}`)];
    case 'end':
      return isOfRails || (templates.length > 1 && (joint === '.' || templates.length > FEW))
        ? [inFolder(`${anywhere}*${joint}${LOCALE_PLACEHOLDER}${ending}`)]
        : templates;
    case 'folder':
      if (isNested) return [inFolder(`${LOCALE_PLACEHOLDER}/**/*${ending}`)];
      return templates.length > 1 ||
        (hasNamespaces(about) && ending === '.json') ||
        templates.every(isDefaultNamespace)
        ? [inFolder(`${LOCALE_PLACEHOLDER}/*${ending}`)]
        : templates;
    case 'start':
    case 'both':
      return templates;
  }
}
