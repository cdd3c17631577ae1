import { foldCode } from '../../core/locales/locale.js';
import { FormatError, type Document } from '../../formats/format.js';
import { formatOf, formats } from '../../formats/index.js';
import { nameMatches } from '../../core/files/language-in-name.js';
import { bareLanguage, unknownLanguage } from './file-names.js';
import { invalidField } from '../http/http-problem.js';
import type { Stepwise } from './stepwise.js';
import type { Literals } from '../store/stored-types.js';
import { getOrMake } from '../../core/util/collections.js';
import type { CombinedBehaviour } from '../behave/combined.js';

/** The texts of an upload by language code, as JSON string literals, in file order. */
export type ImportedTexts = ReadonlyMap<string, readonly Literals[]>;

export interface UploadTarget {
  readonly filename: string;
  /** The language that the name says, if any. */
  readonly named: string | undefined;
  /** The project's languages; texts without a language go to the first one. */
  readonly codes: readonly [string, ...string[]];
  /** A file of this name exists: so its name is not that of a file of another language. */
  readonly isStored?: boolean;
}

/** Parses an upload by its extension. Throws 422 with the parser's reason and position. */
export function parseUpload(filename: string, content: string): Document {
  const format = formatOf(filename);
  if (format === undefined) {
    const endings = formats.flatMap(({ extensions }) => extensions).join(', ');
    throw invalidField('filename', `its extension is none of ${endings}`);
  }
  try {
    return format.parse(content);
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    const { line, column } = error.position;
    throw invalidField(
      'content',
      `it cannot be read as ${format.name}: ${error.reason} at line ${line}, column ${column}`,
    );
  }
}

/** How many texts one step reads. */
const TOGETHER = 500;

/**
 * Which texts of a document go to which language (endpoint 6, rule 4), in steps:
 * - Top-level keys that all are language codes, at least one of them the project's: each part to
 *   its language, without that key. Parts of other languages are left out.
 * - Otherwise everything to the language that the name says.
 * - Otherwise to the project's first language.
 *
 * Keys are joined with dots, list items by their number. Nulls are not texts; numbers and booleans
 * are imported as they are written. Throws 422 for a file of a language that the project does not
 * have.
 */
export function* textSteps(
  document: Document,
  target: UploadTarget,
  store: Pick<CombinedBehaviour, 'key' | 'text'>,
): Stepwise<ImportedTexts> {
  const top = topLevel(document);
  yield;
  const roots = languageRoots(top, target.codes);
  if (roots === undefined) refuseOtherLanguage(top, target);
  const texts = new Map<string, Literals[]>();
  if (roots === undefined) texts.set(target.named ?? target.codes[0], []);
  const { leaves } = document;
  yield;
  let read = 0;
  for (const leaf of leaves.values()) {
    if (++read % TOGETHER === 0) yield;
    if (leaf.kind === 'null') continue;
    const [root = '', ...below] = leaf.path;
    const code = roots === undefined ? (target.named ?? target.codes[0]) : roots.get(root);
    const path = roots === undefined ? leaf.path : below;
    if (code === undefined || path.length === 0) continue;
    const list = getOrMake(texts, code, () => []);
    list.push([JSON.stringify(store.key(path)), JSON.stringify(store.text(leaf.text, leaf.kind))]);
  }
  return texts;
}

/** Top-level keys that all are languages, with the project's code; otherwise undefined. */
function languageRoots(
  top: readonly TopLevel[],
  codes: readonly string[],
): ReadonlyMap<string, string | undefined> | undefined {
  const byFold = new Map(codes.map((code) => [foldCode(code), code]));
  const roots = new Map<string, string | undefined>();
  for (const { root, isParent } of top) {
    // A text directly under `de` is about German, such as the language's name in a menu.
    if (!isParent || !CODE.test(root)) return undefined;
    roots.set(root, byFold.get(foldCode(root)));
  }
  return [...roots.values()].some((code) => code !== undefined) ? roots : undefined;
}

/** A file of an unknown language must not end up among the texts of another one. */
function refuseOtherLanguage(
  top: readonly TopLevel[],
  { filename, named, codes, isStored }: UploadTarget,
): void {
  const [first, second] = top;
  const root =
    first?.isParent === true &&
    second === undefined &&
    CODE.test(first.root) &&
    nameMatches(filename, [first.root]).length > 0
      ? first.root
      : undefined;
  const ofName = (): string | undefined =>
    unknownLanguage(filename, codes) ?? (isStored === true ? undefined : bareLanguage(filename, codes));
  const language = root ?? (named === undefined ? ofName() : undefined);
  if (language !== undefined)
    throw invalidField(
      'filename',
      `${language} is not a language of the project, which has ${codes.join(', ')}`,
    );
}

const CODE = /^[a-z]{2,3}(?:[-_@][a-z0-9]{1,8})*$/i;

interface TopLevel {
  readonly root: string;
  readonly isParent: boolean;
}

function topLevel(document: Document): readonly TopLevel[] {
  return document.top.map(({ path: [root = ''], kind, item }) => ({
    root,
    isParent: item === undefined && (kind === 'map' || kind === 'null'),
  }));
}
