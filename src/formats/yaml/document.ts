import type { Document, Edit, EditResult, OutlineNode } from '../format.js';
import { readRenamed } from '../rename.js';
import { splice } from '../text.js';
import { editDocument } from './edit-document.js';
import { ParsedYaml } from './parse/parsed.js';
import { contentStart, scalarEnd } from './parse/source.js';
import { inlineStyleOf, styleOf, type StyledYaml, type YamlStyle } from './style/file-style.js';
import { inlineScalar } from './style/scalars.js';

/** A YAML locale file. */
export class YamlDocument extends ParsedYaml implements Document, StyledYaml {
  #style: YamlStyle | undefined;

  /** How the file is written. */
  get style(): YamlStyle {
    return (this.#style ??= styleOf(this.source, this.lines));
  }

  edit(edits: readonly Edit[], order?: readonly OutlineNode[]): EditResult {
    return editDocument(this, edits, order, (text) => new YamlDocument(text));
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
}
