/**
 * The explorer class of cosmiconfig 9. The function `cosmiconfig()` first searches the working
 * folder for its own configuration and runs any JavaScript there (`.config/config.js`, `$import`),
 * whatever its options; the class does not.
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
