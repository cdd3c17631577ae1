import { pathOf } from '../../core/files/file-set.js';
import { keyName } from '../../core/keys/key.js';
import { heldHere } from '../../core/merge/base-entry.js';
import { getOrMake } from '../../core/util/collections.js';
import type { ChangeReport, FileReport, StaleReport } from '../../core/report/file-report.js';
import { rootIn } from '../../plan/locale-root.js';
import type { ComparedLocale } from '../files/compared-file.js';
import type { FileHistory, WantedText } from './file-history.js';
import { type LocaleFile, sourceLocaleOf } from '../files/locale-file.js';
import { ifValid } from '../files/unless-failed.js';

/** The earlier texts that a row of `diff` shows, by the names of its keys. */
interface WantedOfRow {
  readonly path: string;
  readonly root: string | undefined;
  /** What stale translations were made from. */
  readonly sources: ReadonlyMap<string, WantedText>;
  /** What both sides last agreed on, if both have changed it since. */
  readonly agreed: ReadonlyMap<string, WantedText>;
}

/** Finds in git the texts of which the lock has only the hashes. */
export class EarlierTexts {
  /** The source texts of each set by hash and key: several languages may want one. */
  readonly #sources = new Map<LocaleFile['bound'], Map<string, WantedText>>();
  /** By path and locale. */
  readonly #rows = new Map<string, WantedOfRow>();

  constructor(private readonly history: FileHistory) {}

  want(file: LocaleFile, { stale, locale, root, comparison }: ComparedLocale): void {
    const sources = new Map<string, WantedText>();
    const agreed = new Map<string, WantedText>();
    for (const { key, madeFrom } of stale) {
      const texts = getOrMake(this.#sources, file.bound, () => new Map<string, WantedText>());
      sources.set(
        keyName(key),
        getOrMake(texts, `${madeFrom} ${key}`, () => ({ key, hash: madeFrom })),
      );
    }
    for (const { key, verdict, base } of comparison.states) {
      const hash = verdict === 'conflict' ? heldHere(base) : undefined;
      if (hash !== undefined) agreed.set(keyName(key), { key, hash });
    }
    if (sources.size + agreed.size > 0)
      this.#rows.set(`${file.path} ${locale.code}`, { path: file.path, root, sources, agreed });
  }

  /** These rows with the texts that git has. */
  async fill(rows: readonly FileReport[]): Promise<readonly FileReport[]> {
    for (const [bound, texts] of this.#sources) await this.#findSources(bound, [...texts.values()]);
    for (const { path, root, agreed } of this.#rows.values())
      if (agreed.size > 0) await this.history.find(path, [...agreed.values()], () => root);
    return rows.map((row) => {
      const wanted = this.#rows.get(`${row.path} ${row.locale}`);
      if (!wanted) return row;
      const stale = row.stale?.map((staleText): StaleReport => {
        const { text } = wanted.sources.get(staleText.key) ?? {};
        return text === undefined ? staleText : { ...staleText, sourceBefore: text };
      });
      const changes = row.changes?.map((change): ChangeReport => {
        const { text } = wanted.agreed.get(change.key) ?? {};
        return text === undefined ? change : { ...change, before: text };
      });
      return { ...row, ...(changes ? { changes } : {}), ...(stale ? { stale } : {}) };
    });
  }

  async #findSources(bound: LocaleFile['bound'], texts: readonly WantedText[]): Promise<void> {
    const { set } = bound;
    const locale = sourceLocaleOf(bound);
    if (!locale || !set.files.has(locale.id)) return;
    const path = pathOf(set, locale);
    await this.history.find(path, texts, (document) => ifValid(() => rootIn(document, set, locale, path)));
  }
}
