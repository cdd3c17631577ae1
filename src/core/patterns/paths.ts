import { nfc } from '../text/normal-form.js';

/** Reasons are phrases that follow a name: "`aux.yml` is a device name on Windows". */

/** Linux, macOS and Windows all refuse longer names. */
const COMPONENT_BYTES = 255;
/** PATH_MAX of Linux is 4096, and the project's own folder comes before. */
const PATH_BYTES = 4000;

const utf8 = new TextEncoder();

/**
 * Why no file or folder may be created under this name on any platform, or undefined. The rules of
 * all systems hold on every one, since a repository is checked out on all of them.
 */
export function unsafeComponent(name: string): string | undefined {
  if (name === '') return 'has an empty part';
  if (name === '.' || name === '..') return `has the part "${name}"`;
  if (hasInvisible(name)) return 'has a control or invisible character';
  if (name.includes('\\')) return 'has a backslash';
  if (name.includes(':')) return 'has a colon, which means a drive or a stream on Windows';
  if (/[.\s]$/u.test(name)) return 'has a part that ends in a dot or space, which Windows cuts off';
  if (isDevice(name)) return 'is a device name on Windows';
  if (utf8.encode(name).length > COMPONENT_BYTES) return `has a part longer than ${COMPONENT_BYTES} bytes`;
  return undefined;
}

function hasInvisible(name: string): boolean {
  if (/^[ -~]*$/.test(name)) return false;
  // A joiner between two pictures is part of an emoji, not a disguise.
  const bare = name.replace(
    /(?<=\p{Extended_Pictographic}[\ufe0f\u{1f3fb}-\u{1f3ff}]?)\u200d(?=\p{Extended_Pictographic})/gu,
    '',
  );
  return /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]|(?!\ufe0f)\p{Default_Ignorable_Code_Point}/u.test(bare);
}

/**
 * CON, PRN, AUX, NUL, COM0-9, LPT0-9 with their superscript digits, CONIN$ and CONOUT$, each with
 * any extension (https://learn.microsoft.com/windows/win32/fileio/naming-a-file).
 */
function isDevice(name: string): boolean {
  return /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$) *(?:\.|$)/i.test(name);
}

/**
 * Why this relative path may not be written at all, or undefined: it would leave the folder, could
 * not exist on every platform, or is in git's own folder in one of its disguises (CVE-2014-9390).
 */
export function unsafeShape(path: string): string | undefined {
  if (utf8.encode(path).length > PATH_BYTES) return `is longer than ${PATH_BYTES} bytes`;
  for (const part of path.split('/')) {
    const folded = foldPath(part);
    if (folded === '.git' || folded === 'git~1') return "is in git's own folder";
    const reason = unsafeComponent(part);
    if (reason !== undefined) return reason;
  }
  return undefined;
}

// Places where a JSON or YAML file is read as instructions by git's hosts, editors and package
// managers.
const PROTECTED_PART =
  /^(?:\.git.*|\.(?:vscode|idea|zed|cursor|claude|devcontainer|fleet|husky|lefthook|circleci|buildkite|woodpecker|drone|semaphore|azuredevops|forgejo|config|cargo|yarn|changeset|moon|turbo|nx|docker|kube|aws|ssh)|\.locsync.*|node_modules)$/;
const PROTECTED_FILE =
  /^(?:(?:package|package-lock|npm-shrinkwrap|composer|lerna|nx|turbo|deno|angular|firebase|vercel)\.json|[tj]sconfig(?:\..*)?\.json|pnpm-(?:lock|workspace)\.yaml|(?:docker-)?compose(?:\..*)?\.(?:ya?ml|json)|locsync\.lock|(?:lefthook(?:-local)?|nodemon|taskfile(?:\.dist)?|appveyor|azure-pipelines|bitbucket-pipelines|renovate|mkdocs|serverless|skaffold|pubspec|cloudbuild|buildspec|codecov|netlify|bower|docker-bake|pre-commit-config|import_map|jsr|wrangler|rush|api-extractor|webpack|rollup|biome|oxlintrc|dependabot|kustomization|chart|sonar-project)\.(?:json|ya?ml)|.+\.config\.(?:json|ya?ml))$/;
// Good names for locale files deeper down.
const PROTECTED_AT_TOP =
  /^(?:app|action|bun|cdk|component|config|dub|environment|galaxy|main|now|nyc|playbook|project|site|sst|workspace|manifest|_config)\.(?:json|ya?ml)$/;

/**
 * Why no locale file may be written at this relative path, or undefined: everything of
 * {@link unsafeShape}, and the files that other tools obey. A translation service must not be able
 * to create a workflow, whatever a pattern matches.
 */
export function unsafePath(path: string): string | undefined {
  const shape = unsafeShape(path);
  if (shape !== undefined) return shape;
  const parts = foldPath(path).split('/');
  const name = parts.at(-1) ?? '';
  const isProtected = PROTECTED_FILE.test(name) || (parts.length === 1 && PROTECTED_AT_TOP.test(name));
  if (isProtected || parts.some((part) => PROTECTED_PART.test(part))) {
    return 'is a file that other tools take instructions from, not a locale file';
  }
  return undefined;
}

/**
 * Why this code cannot be in a file name, or undefined. The characters are those of language tags
 * as they are found in repositories (`pt-BR`, `pt_BR`, `sr@latin`, `b+zh+Hant`, `en.utf8`); Intl is
 * not asked, it renames `iw` and refuses `en_US`. Whether the path made with it is safe
 * (`con.json`) is for {@link unsafePath} to say.
 */
export function unsafeTag(tag: string): string | undefined {
  if (tag === '') return 'is empty';
  if (!/^[A-Za-z0-9]+(?:[-_@+.][A-Za-z0-9]+)*$/.test(tag))
    return 'is not a locale code: letters and digits, joined by - _ @ + or .';
  return tag.length > 64 ? 'is longer than 64 characters' : undefined;
}

const ASCII = /^[\0-\x7f]*$/;

// Full case folding, which APFS and ext4 use: ß is ss, ς is σ. The dotless ı stays apart from i,
// whose upper case it shares.
const foldPoint = (c: string): string => (c === 'ı' ? c : c.toLowerCase().toUpperCase().toLowerCase());

/**
 * A path as a disk that ignores case and normal forms would compare it. Independent of the
 * machine's language. Never written anywhere.
 */
export function foldPath(path: string): string {
  if (ASCII.test(path)) return path.toLowerCase();
  const visible = nfc(path).replace(/\p{Default_Ignorable_Code_Point}/gu, '');
  return nfc(Array.from(visible, foldPoint).join(''));
}

/**
 * The pairs of paths that cannot both exist on every disk: they fold to one, or one is a folder of
 * the other (`a.json`, `a.json/b.json`). The same path given twice is a pair too. Each pair in the
 * order of the input.
 */
export function collidingPaths(paths: readonly string[]): readonly (readonly [string, string])[] {
  const files = new Map<string, string>();
  const folders = new Map<string, string>();
  const pairs: (readonly [string, string])[] = [];
  for (const path of paths) {
    const folded = foldPath(path);
    const parents = Array.from(folded.matchAll(/\//g), (slash) => folded.slice(0, slash.index));
    for (const key of [folded, ...parents]) {
      const samePath = files.get(key);
      if (samePath !== undefined) pairs.push([samePath, path]);
    }
    const inside = folders.get(folded);
    if (inside !== undefined) pairs.push([inside, path]);
    if (!files.has(folded)) files.set(folded, path);
    for (const parent of parents) if (!folders.has(parent)) folders.set(parent, path);
  }
  return pairs;
}
