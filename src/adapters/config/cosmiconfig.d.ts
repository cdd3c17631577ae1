/**
 * The explorer of cosmiconfig 9 itself. Its function `cosmiconfig()` first searches the working folder for a configuration of its own and
 * runs the JavaScript that it finds there (`.config/config.js`, `$import`), whatever options it is given; the class does not.
 */
declare module 'cosmiconfig/dist/Explorer.js' {
  export interface ExplorerOptions {
    readonly moduleName: string;
    readonly searchPlaces: readonly string[];
    readonly searchStrategy: 'none';
    readonly ignoreEmptySearchPlaces: boolean;
    readonly loaders: Readonly<Record<string, (path: string, content: string) => Promise<unknown>>>;
    readonly transform: (result: unknown) => unknown;
    readonly cache: boolean;
    readonly metaConfigFilePath: null;
    readonly mergeImportArrays: boolean;
    readonly mergeSearchPlaces: boolean;
  }

  export type ExplorerResult = {
    readonly config: unknown;
    readonly filepath: string;
    readonly isEmpty?: boolean;
  } | null;

  export class Explorer {
    constructor(options: ExplorerOptions);
    search(from: string): Promise<ExplorerResult>;
    load(path: string): Promise<ExplorerResult>;
  }
}
