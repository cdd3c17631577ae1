import { LocsyncError } from '../../core/errors/index.js';
import type { Files, ContentHash } from '../../ports/files.js';

/** Where init writes: a file of this folder, and what is there now. */
export interface ConfigTarget {
  readonly path: string;
  /** The content hash of the file that is to be replaced; undefined if there is none. */
  readonly contentHash: ContentHash | undefined;
}

/** The forms in which init can write: it writes YAML. */
const YAML_FORMS = ['.locsyncrc', '.locsyncrc.yaml', '.locsyncrc.yml'];
const JSON_FORM = '.locsyncrc.json';

/**
 * The file to write in this folder. Throws INIT_EXISTS if there is a configuration and `force` is
 * not given, INIT_OTHER_FORM if there is one that replacing would leave beside the new one,
 * whatever is given.
 */
export async function targetIn(files: Files, force: boolean): Promise<ConfigTarget> {
  if (await files.read(JSON_FORM)) throw otherForm(JSON_FORM);
  if (await packageHolds(files)) throw otherForm('the key "locsync" of package.json');
  const there: ConfigTarget[] = [];
  for (const path of YAML_FORMS) {
    const file = await files.read(path);
    if (file) there.push({ path, contentHash: file.contentHash });
  }
  const [first, second] = there;
  if (second) throw otherForm(second.path);
  if (first && !force) throw LocsyncError.of('INIT_EXISTS', { path: first.path });
  return first ?? { path: '.locsyncrc', contentHash: undefined };
}

const otherForm = (path: string): LocsyncError => LocsyncError.of('INIT_OTHER_FORM', { path });

async function packageHolds(files: Files): Promise<boolean> {
  const file = await files.read('package.json');
  if (!file) return false;
  try {
    const data: unknown = JSON.parse(file.text);
    return typeof data === 'object' && data !== null && 'locsync' in data;
  } catch {
    // No package.json that anything could be read from holds a configuration.
    return false;
  }
}
