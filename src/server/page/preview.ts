import type { PageDrop, PagePreview, PagePreviewText } from '../../core/page/import-wire.js';
import { EXCERPT, fromLiteral, integer, text } from '../store/columns.js';
import type { ProjectContext } from '../project-context.js';
import { compareUpload, type TextChange } from './compare.js';
import { runUndisturbed } from '../import/stepwise.js';
import { firstRecent } from './recent.js';
import { readDropped } from './dropped-files.js';

/** How many texts one answer shows. */
const SHOWN = 200;
/** How much of two texts is shown before the part in which they differ. */
const COMMON = 40;

/** What an import would change, from this text on. Throws as the import does. */
export async function previewDropped(
  context: ProjectContext,
  dropped: PageDrop,
  from: number,
): Promise<PagePreview> {
  const { store, locales, behaviour } = context;
  const read = await readDropped(context, dropped);
  const codes = new Map(locales.map(({ id, code }) => [id, code]));
  const compared = await runUndisturbed(
    store,
    read.file?.id ?? 0,
    (pause) => compareUpload(context, read, pause),
    (found) => found,
  );
  const authors = new Authors(context, dropped.who);
  const groups: readonly [TextChange[], TextChange[], TextChange[]] = [[], [], []];
  const [recent, others, added] = groups;
  for (const change of compared.changes)
    (change.before === undefined ? added : authors.isRecent(change) ? recent : others).push(change);
  const shown = groups.flat().slice(from, from + SHOWN);
  return {
    fileName: read.file?.name ?? read.filename,
    isNew: read.file === undefined,
    locales: [...read.texts.keys()].map((id) => codes.get(id) ?? '?'),
    added: added.length,
    changed: recent.length + others.length,
    unchanged: compared.unchanged,
    lacking: compared.lacking,
    isReplacing: behaviour.imports.isReplacing,
    recent: recent.length,
    items: shown.map((change): PagePreviewText => {
      const { name, locale } = change;
      return {
        name: fromLiteral(name),
        locale: codes.get(locale) ?? '?',
        ...excerpts(change),
        by: authors.of(change.version) ?? null,
        isRecent: authors.isRecent(change),
      };
    }),
    next: from + SHOWN < compared.changes.length ? from + SHOWN : undefined,
    seen: compared.seen,
  };
}

type Author = NonNullable<PagePreviewText['by']>;

/** Who made the versions of texts, each looked up once. */
class Authors {
  readonly #known = new Map<number, Author | undefined>();
  readonly #firstRecent: number;

  constructor(
    private readonly context: ProjectContext,
    private readonly own: string,
  ) {
    this.#firstRecent = firstRecent(context.store.statements);
  }

  of(version: number): Author | undefined {
    if (!this.#known.has(version)) this.#known.set(version, this.#read(version));
    return this.#known.get(version);
  }

  /**
   * Whether somebody else has changed a text lately: in the page, or with a push that replaced
   * another text. Without a name, a person's own changes cannot be told from those of others.
   */
  isRecent({ version, replaced, before }: TextChange): boolean {
    if (before === undefined || version === 0 || version < this.#firstRecent) return false;
    const author = this.of(version);
    if (author?.upload !== 'web') return replaced === version;
    return author.who === '' || author.who !== this.own;
  }

  #read(version: number): Author | undefined {
    const [row] = this.context.store.statements.all('SELECT upload, who, created FROM version WHERE id = ?', [
      version,
    ]);
    return row && { upload: text(row, 'upload'), who: text(row, 'who'), created: integer(row, 'created') };
  }
}

/** Both texts; of long ones, the parts from a little before the place where they differ. */
function excerpts({ before, after }: TextChange): Pick<PagePreviewText, 'before' | 'after'> {
  const textBefore = before === undefined ? null : fromLiteral(before);
  const textAfter = fromLiteral(after);
  let start = 0;
  if (textBefore !== null) while (start < textAfter.length && textAfter[start] === textBefore[start]) start++;
  const from = start < EXCERPT / 2 ? 0 : start - COMMON;
  return { before: textBefore === null ? null : part(textBefore, from), after: part(textAfter, from) };
}

function part(whole: string, from: number): string {
  const cut = whole.slice(from, from + EXCERPT);
  return `${from > 0 ? '…' : ''}${cut}${from + EXCERPT < whole.length ? '…' : ''}`;
}
