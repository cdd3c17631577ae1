import { basename, extname } from 'node:path';
import { quotesNeeded } from '../../core/config/hints.js';
import { readJson } from '../../core/config/json.js';
import { ConfigSyntaxError, type ConfigNode } from '../../core/config/tree.js';
import { markedLine } from '../../core/text/conflict-markers.js';
import { LocsyncError } from '../../core/errors/index.js';
import { readYaml } from './yaml.js';

/** Files that may hold the configuration; package.json counts only if no other exists. */
export const DOT_FILES = ['.locsyncrc', '.locsyncrc.json', '.locsyncrc.yaml', '.locsyncrc.yml'] as const;
export const PACKAGE_FILE = 'package.json';
/** Files that other tools would run; locsync names and refuses them. */
export const EXECUTABLE_FILES = ['.locsyncrc', 'locsync.config'].flatMap((stem) =>
  ['js', 'cjs', 'mjs', 'ts', 'cts', 'mts'].map((ending) => `${stem}.${ending}`),
);

/** A parsed file. Opaque for cosmiconfig, so that it treats no key as its own (`$import`). */
class ParsedFile {
  constructor(readonly root: ConfigNode) {}
}

/** A configuration file and its content. */
export interface FoundFile {
  readonly path: string;
  readonly root: ConfigNode;
}

export interface ConfigExplorer {
  /** The configuration of exactly this folder. */
  search(folder: string): Promise<FoundFile | undefined>;
  /** The configuration in this file; undefined for a package.json without our key. */
  load(path: string): Promise<FoundFile | undefined>;
}

/**
 * cosmiconfig, kept from executing anything: no meta-configuration, no loader for code, no imports,
 * one folder at a time. `display` makes the path for messages. Check the files first: cosmiconfig
 * follows links and reads devices. `expect` is called with the number of bytes before they are
 * parsed.
 */
export async function createExplorer(
  display: (path: string) => string,
  expect: (bytes: number) => Promise<void>,
): Promise<ConfigExplorer> {
  const { Explorer } = await import('cosmiconfig/dist/Explorer.js');
  const load = async (path: string, content: string): Promise<unknown> => {
    await expect(content.length);
    const isPackage = basename(path, extname(path)) === 'package';
    // cosmiconfig decodes leniently: invalid bytes become U+FFFD, which no configuration needs.
    if (!isPackage && content.includes('\ufffd'))
      throw LocsyncError.of('CONFIG_ENCODING', {}, { place: { path: display(path) } });
    const root = await parse(path, content, display(path));
    if (!isPackage) return new ParsedFile(root);
    // cosmiconfig itself takes the `locsync` property of a package.json.
    const ours = root.kind === 'mapping' ? root.entries.filter(({ key }) => key === 'locsync') : [];
    const [first, second] = ours;
    if (first !== undefined && second !== undefined)
      throw LocsyncError.of(
        'CONFIG_DUPLICATE_KEY',
        { key: 'locsync', line: first.at.line },
        { place: { path: display(path), ...second.at } },
      );
    return first === undefined ? {} : { locsync: new ParsedFile(first.value) };
  };
  const refuseAs =
    (code: 'CONFIG_EXECUTABLE' | 'CONFIG_UNKNOWN_KIND') =>
    (path: string): Promise<never> =>
      Promise.reject(LocsyncError.of(code, {}, { place: { path: display(path) } }));
  const refuse = refuseAs('CONFIG_EXECUTABLE');

  const explorer = new Explorer({
    moduleName: 'locsync',
    searchPlaces: [...DOT_FILES, PACKAGE_FILE],
    searchStrategy: 'none',
    ignoreEmptySearchPlaces: false,
    loaders: {
      noExt: load,
      '.json': load,
      '.yaml': load,
      '.yml': load,
      ...Object.fromEntries(['.js', '.cjs', '.mjs', '.ts', '.cts', '.mts'].map((ending) => [ending, refuse])),
      default: refuseAs('CONFIG_UNKNOWN_KIND'),
    },
    transform: (result) => result,
    cache: false,
    metaConfigFilePath: null,
    mergeImportArrays: false,
    mergeSearchPlaces: false,
  });

  const foundFile = (result: Awaited<ReturnType<typeof explorer.load>>): FoundFile | undefined => {
    if (result === null) return undefined;
    if (result.config instanceof ParsedFile) return { path: result.filepath, root: result.config.root };
    throw LocsyncError.of('CONFIG_EMPTY', {}, { place: { path: display(result.filepath) } });
  };
  return {
    search: async (folder) => foundFile(await explorer.search(folder)),
    load: async (path) => foundFile(await explorer.load(path)),
  };
}

/** The tree of a file by its extension; `.locsyncrc` is JSON if it begins with a brace. */
async function parse(path: string, content: string, shown: string): Promise<ConfigNode> {
  const json = extname(path) === '.json' || (extname(path) === '' && /^\ufeff?\s*\{/.test(content));
  try {
    const root = json ? readJson(content) : await readYaml(content);
    if (root !== undefined) return root;
  } catch (error) {
    if (!(error instanceof ConfigSyntaxError)) throw error;
    const line = markedLine(content);
    const remedy = json ? undefined : quotesNeeded(lineOf(content, error.at.line));
    const [args, at] =
      line === undefined
        ? [{ reason: error.reason, remedy }, error.at]
        : [
            { reason: 'it holds conflict markers of git', remedy: 'resolve them' },
            { line, column: 1 },
          ];
    throw LocsyncError.of('CONFIG_SYNTAX', args, { place: { path: shown, ...at } });
  }
  throw LocsyncError.of('CONFIG_EMPTY', {}, { place: { path: shown } });
}

const lineOf = (text: string, line: number): string => text.split(/\r\n|\n|\r/)[line - 1] ?? '';
