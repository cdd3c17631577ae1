import { LocsyncError, LocsyncErrors } from '../errors/index.js';
import { CONFIG_SHAPE, DEFAULTS } from './definition.js';
import type { ConfigNode } from './tree.js';
import { foundText, placeOf, type ConfigContext } from './schema.js';
import { FULL_REACH, type Config, type FilePattern, type ReachSettings } from './types.js';

/** A file with more faults than these is wrong as a whole. */
const MOST_FAULTS = 99;

type ConfigValues = Partial<NonNullable<ReturnType<typeof CONFIG_SHAPE.read>>>;

/**
 * The configuration of a parsed file with its defaults, and what the file itself says. Reports all
 * faults at once: throws a LocsyncError for one, LocsyncErrors for several.
 */
export function readSettings(
  root: ConfigNode,
  options: Omit<ConfigContext, 'faults'>,
): { readonly config: Config; readonly values: Readonly<Record<string, unknown>> } {
  const reading: ConfigContext = { ...options, faults: [] };
  if (root.kind !== 'mapping') {
    const args = { found: root.kind === 'text' ? 'a text' : foundText(root) };
    throw LocsyncError.of('CONFIG_NOT_MAPPING', args, { place: placeOf(root.at, reading) });
  }
  const values = CONFIG_SHAPE.read(root, '', reading);
  const config = withDefaults(values ?? {});

  // As one reads the file. Several at one place keep the order in which they were found.
  const [first, ...others] = reading.faults.toSorted(
    (a, b) => (a.place?.line ?? 0) - (b.place?.line ?? 0) || (a.place?.column ?? 0) - (b.place?.column ?? 0),
  );
  if (first !== undefined)
    throw others.length === 0 ? first : new LocsyncErrors([first, ...limitFaults(others, options.file)]);
  return { config, values: values ?? {} };
}

/** The first of these faults, and how many there are besides. */
function limitFaults(faults: readonly LocsyncError[], path: string): readonly LocsyncError[] {
  const count = faults.length - MOST_FAULTS;
  if (count <= 0) return faults;
  const more = LocsyncError.of('CONFIG_MORE_FAULTS', { count }, { place: { path } });
  return [...faults.slice(0, MOST_FAULTS), more];
}

/** The configuration of an empty file: flags and environment give the rest, but for files. */
export const defaultConfig = (): Config => withDefaults({});

/** What these settings say of the reach, and otherwise the `rest`. */
type GivenReach = { readonly [K in keyof ReachSettings]?: ReachSettings[K] | undefined };

const reachWithin = (values: GivenReach, rest: ReachSettings): ReachSettings => ({
  locales: values.locales ?? rest.locales,
  excludeLocales: values.excludeLocales ?? rest.excludeLocales,
  pullOnly: values.pullOnly ?? rest.pullOnly,
  pushOnly: values.pushOnly ?? rest.pushOnly,
  ignoreKeys: values.ignoreKeys ?? rest.ignoreKeys,
  minTranslated: values.minTranslated ?? rest.minTranslated,
});

function withDefaults(values: ConfigValues): Config {
  const ignore = values.ignore ?? [];
  const common = {
    name: values.name ?? DEFAULTS.name,
    ignore,
    sourceLocale: values.sourceLocale ?? DEFAULTS.sourceLocale,
    localeMap: values.localeMap ?? new Map<string, string>(),
    ...reachWithin(values, FULL_REACH),
  };
  const files: FilePattern[] = [];
  for (const file of values.files ?? []) {
    if (typeof file === 'string') files.push({ ...common, path: file });
    else if (file.path !== undefined)
      files.push({
        path: file.path,
        name: file.name ?? common.name,
        ignore: file.ignore === undefined ? ignore : [...ignore, ...file.ignore],
        sourceLocale: file.sourceLocale ?? common.sourceLocale,
        localeMap: file.localeMap ?? common.localeMap,
        ...reachWithin(file, common),
      });
  }
  return {
    baseUrl: values.baseUrl,
    project: values.project,
    sourceLocale: common.sourceLocale,
    files,
    ignore,
    concurrency: values.concurrency ?? DEFAULTS.concurrency,
    timeout: values.timeout ?? DEFAULTS.timeout,
    retries: values.retries ?? DEFAULTS.retries,
    lock: values.lock ?? DEFAULTS.lock,
    ...(values.check?.rules === undefined ? {} : { rules: values.check.rules }),
  };
}
