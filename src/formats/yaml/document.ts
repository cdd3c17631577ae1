import type { KeyId, KeyPath } from '../../core/keys/key.js';
import type { CommentPlace } from '../comments.js';
import type { Edit, EditResult, Move, Order, OutlineNode } from '../format.js';
import { moveKeys, type Movable } from '../move.js';
import { readRenamed } from '../rename.js';
import { splice, type Replacement } from '../text.js';
import { commentPlaces } from './comments.js';
import { editDocument } from './edit-document.js';
import { hasOwnComments, respelt, transplanted } from './move.js';
import { ParsedYaml } from './parse/parsed.js';
import { contentStart, scalarEnd, type Source } from './parse/source.js';
import { inlineStyleOf, styleOf, type StyledYaml, type YamlStyle } from './style/file-style.js';
import { inlineScalar } from './style/scalars.js';

/** A YAML locale file. */
export class YamlDocument extends ParsedYaml implements Movable, StyledYaml {
  readonly takesComments = true;
  #style: YamlStyle | undefined;

  /** `notes`: see {@link styleOf}. Throws FormatError if the text is not YAML that we read. */
  constructor(
    text: string,
    source?: Source,
    private readonly notes?: ReadonlySet<string>,
  ) {
    super(text, source);
  }

  /** How the file is written. */
  get style(): YamlStyle {
    return (this.#style ??= styleOf(this.source, this.lines, this.notes));
  }

  edit(edits: readonly Edit[], order?: Order): EditResult {
    return editDocument(this, edits, order, (text) => new YamlDocument(text, undefined, this.notes));
  }

  renamed(names: ReadonlyMap<string, string>): YamlDocument | undefined {
    const isFlow = /^[ \t]*[{]/.test(this.text.slice(this.source.tree.root?.event.start ?? 0));
    const replacements = this.ownKeys.flatMap(({ name, key }) => {
      const next = names.get(name);
      if (next === undefined) return [];
      const text = inlineScalar(next, inlineStyleOf(key) ?? 'plain', isFlow, 'double');
      return [{ start: contentStart(key), end: scalarEnd(key), text }];
    });
    if (replacements.some(({ start, end }) => start < 0 || end < start)) return undefined;
    const text = splice(this.text, replacements);
    return readRenamed<YamlDocument>(this, text, names, (one) => new YamlDocument(one));
  }

  moved(moves: readonly Move[], order?: readonly OutlineNode[]): EditResult {
    return moveKeys<YamlDocument>(this, moves, order, (text) => new YamlDocument(text));
  }

  respelt(path: KeyPath, name: string): Replacement | string {
    return respelt(this, path, name);
  }

  transplanted(next: YamlDocument, from: KeyPath, to: KeyPath): string | undefined {
    return transplanted(next, from, to);
  }

  hasOwnComments(path: KeyPath): boolean {
    return hasOwnComments(this, path);
  }

  commentPlaces(together: ReadonlySet<KeyId>): ReadonlyMap<KeyId, CommentPlace> {
    return commentPlaces(this, together);
  }
}
