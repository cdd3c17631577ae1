import { textsHereOnce } from './uncompared-texts.js';
import { largest, rememberedPromise } from '../../../core/util/collections.js';
import type { BoundSet } from '../../../core/files/bound-set.js';
import { sectionOf } from '../../../core/files/file-set.js';
import { codesOf } from '../../../core/files/locale-table.js';
import { hashText, type Hash } from '../../../core/merge/hash.js';
import { NO_TEXTS, type KeyId, type TextsByKey } from '../../../core/keys/key.js';
import { type Locale, languageIn } from '../../../core/locales/locale.js';
import { isAlteration } from '../../../core/merge/service-form.js';
import { baseOf } from '../../../core/lock/lock-file.js';
import type { KeyState } from '../../../core/merge/key-state.js';
import type { RemoteTexts, SourceFile } from '../../../ports/service.js';
import type { OtherTexts, OtherLanguage } from '../../../plan/distrust.js';
import { isMadeOfBoth } from '../../../plan/receipt.js';
import type { Comparison, CopiedTexts } from '../../../plan/comparison.js';
import { alignedTexts, type LanguageQuery } from '../read/aligned-texts.js';
import { copiedTexts } from './copied-texts.js';
import { movedAway } from './moved-texts.js';
import { textOwners } from './text-owners.js';
import type { SourcesThere } from '../read/sources-there.js';
import { earlierSources } from '../../files/earlier-sources.js';
import { isSource, sourceLocaleOf } from '../../files/locale-file.js';
import type { Project } from '../../context/project.js';
import type { KeysElsewhere } from '../../files/compared-file.js';

/**
 * What the service, the disk and the base hold of one source file in all its languages. Read only
 * when an answer looks wrong, and then once for all languages of the set.
 */
export class OtherLanguages {
  readonly #answers = new Map<string, Promise<RemoteTexts>>();
  readonly #present = new Map<string, Promise<TextsByKey>>();
  readonly #hashes = new Map<string, Promise<ReadonlyMap<KeyId, Hash>>>();
  readonly #textsHere: (locale: Locale) => Promise<TextsByKey>;
  #earlier: ReturnType<typeof earlierSources> | undefined;

  constructor(
    private readonly project: Project,
    private readonly bound: BoundSet<SourceFile>,
    /** The service's source texts, if a run names translations that give way to one. */
    readonly sources?: SourcesThere,
  ) {
    this.#textsHere = textsHereOnce(project, bound);
  }

  /** The ids of the languages that were read. */
  get idsRead(): readonly string[] {
    return [...this.#answers.keys()];
  }

  /** Finds these keys in the answers for the other languages, the source locale's first. */
  async findKeys(missing: readonly KeyId[], query: LanguageQuery): Promise<KeysElsewhere> {
    const { sourceFile } = this.bound;
    if (!sourceFile) return { held: new Set(), shortage: undefined };
    const open = new Set(missing);
    const held = new Set<KeyId>();
    const take = (keys: { has(key: KeyId): boolean }): void => {
      for (const key of open)
        if (keys.has(key)) {
          open.delete(key);
          held.add(key);
        }
    };
    const others = this.#locales().filter(({ id }) => id !== query.locale.id);
    for (const locale of others.filter((other) => isSource(this.bound, other)))
      take(await this.#textsOf(locale, query));
    if (open.size === 0) return { held, shortage: undefined };
    const textsOfLocales = await Promise.all(this.#locales().map((locale) => this.#textsOf(locale, query)));
    const own = this.#locales().findIndex(({ id }) => id === query.locale.id);
    for (const [i, texts] of textsOfLocales.entries()) if (i !== own) take(texts);
    // A key that the source locale lacks is sought under the spelling that it has in this file.
    const strange = [...open].filter((key) => !query.sourceTexts.has(key));
    if (strange.length > 0)
      for (const locale of others)
        if (open.size > 0) take(alignedTexts(await this.#answer(locale), this.codesOf(locale), query));
    if (open.size === 0) return { held, shortage: undefined };
    const union = new Set(textsOfLocales.flatMap((texts) => [...texts.keys()]));
    for (const key of held) union.add(key);
    const answers = await Promise.all(this.#locales().map((locale) => this.#answer(locale)));
    const count = largest(
      answers.map((texts) => texts.length),
      union.size,
    );
    return { held, shortage: count < sourceFile.keys ? { held: count, listed: sourceFile.keys } : undefined };
  }

  /**
   * The texts that show whether this language's texts on the service belong to another language.
   * `withService`: the source texts of the service count too, not only those on disk.
   */
  async evidence(query: LanguageQuery, withService: boolean): Promise<OtherTexts> {
    const sourceLocale = sourceLocaleOf(this.bound);
    const isOwn = sourceLocale === undefined || sourceLocale.id === query.locale.id;
    const asks = withService && !isOwn && this.bound.sourceFile !== undefined;
    const there = asks ? await this.#textsOf(sourceLocale, query) : NO_TEXTS;
    // A first pull asks each language about all others, of which nothing is here yet.
    const { files } = this.bound.set;
    const locales = this.#locales().filter(({ id }) => id !== query.locale.id && files.has(id));
    const others = await Promise.all(
      locales.map(async (locale): Promise<OtherLanguage[]> => {
        const hashes = await this.#hashesOf(locale);
        const related = languageIn(locale.code) === languageIn(query.locale.code);
        const holds = (key: KeyId, hash: Hash): boolean => hashes.get(key) === hash;
        return hashes.size === 0 ? [] : [{ locale: locale.code, related, holds }];
      }),
    );
    return {
      sourceTexts: (key) => {
        if (isOwn) return [];
        const texts = [query.sourceTexts.get(key)?.text ?? '', there.get(key) ?? ''];
        return texts.filter((text) => text !== '');
      },
      sourceHere: (key) => (isOwn ? undefined : query.sourceTexts.get(key)?.text),
      isVariant: this.#isVariant(query.locale),
      wasSource: (key, text) => !isOwn && this.#wasSource(key, text),
      others: others.flat(),
    };
  }

  /**
   * Those of these keys whose translation here would give way to a source text: that of the disk,
   * of the service, or an earlier one. None of a variant of the source locale, which may share its
   * texts.
   */
  async keysGivenSourceText(
    taken: readonly KeyState[],
    query: LanguageQuery,
    evidence: OtherTexts | undefined,
  ): Promise<readonly KeyId[]> {
    const replaced = taken.filter(
      ({ here = '', there = '' }) => here !== '' && there !== '' && here !== there,
    );
    const source = sourceLocaleOf(this.bound);
    if (replaced.length === 0 || !source || !this.sources || this.#isVariant(query.locale)) return [];
    const texts = await this.sources.texts(query);
    const isSourceText = ({ key, there = '' }: KeyState): boolean =>
      query.sourceTexts.get(key)?.text === there ||
      texts.get(key) === there ||
      isAlteration(query.sourceTexts.get(key)?.text ?? '', there) ||
      // A service may return the source text of a key that it has translated.
      this.#wasSource(key, there) ||
      evidence?.sourceTexts(key).includes(there) === true;
    // A source text in place of an earlier one is not a loss.
    const isTranslation = ({ key, here = '' }: KeyState): boolean =>
      query.sourceTexts.get(key)?.text !== here && !this.#wasSource(key, here);
    return replaced.filter((state) => isSourceText(state) && isTranslation(state)).map(({ key }) => key);
  }

  readonly #wasSource = (key: KeyId, text: string): boolean => {
    this.#earlier ??= earlierSources(this.project, this.bound); // Each reads a whole base anew.
    return this.#earlier(key).includes(hashText(text));
  };

  /**
   * The keys without a base for which the service answers its own source text, as some services do
   * for what is not translated. None of a variant of the source locale. `wasSent`: the texts here
   * have just been uploaded, so that the service's own form of one does not count as a source text.
   */
  async keysAnsweredWithSource(
    states: readonly KeyState[],
    query: LanguageQuery,
    wasSent: boolean,
  ): Promise<ReadonlySet<KeyId>> {
    const rivals = states.filter(({ verdict }) => verdict === 'unbased');
    const source = sourceLocaleOf(this.bound);
    if (rivals.length === 0 || !source || !this.bound.sourceFile || this.#isVariant(query.locale))
      return new Set();
    const texts = await this.#textsOf(source, query);
    const sourceHere = (key: KeyId): string => query.sourceTexts.get(key)?.text ?? '';
    const isOwn = (state: KeyState): boolean => wasSent && isMadeOfBoth(sourceHere(state.key), state);
    const { replaced } = this.project;
    const section = sectionOf(this.bound.set, query.locale);
    const answeredWithSource = new Set<KeyId>();
    for (const state of rivals) {
      const { key, there = '' } = state;
      const where = { section, key };
      if (texts.get(key) !== there) {
        // Once this source text is uploaded, the translation is the same as that of the service.
        if (sourceHere(key) === there) replaced.add('translation', where, there);
      } else if (!isOwn(state) && !replaced.has('translation', where, there)) answeredWithSource.add(key);
    }
    return answeredWithSource;
  }

  /** See {@link copiedTexts}; undefined for the source locale, whose texts are the repository's. */
  async copiedHere(states: readonly KeyState[], query: LanguageQuery): Promise<CopiedTexts | undefined> {
    if (isSource(this.bound, query.locale)) return undefined;
    const known = { wasSource: this.#wasSource, hashesOf: this.#hashesOf, textsHere: this.#textsHere };
    return copiedTexts(states, textOwners(this.project, this.bound, query, known));
  }

  /** See {@link movedAway}. */
  movedAway(comparison: Comparison, locale: Locale): ReturnType<typeof movedAway> {
    return movedAway(this.project, this.bound, comparison, locale, this.#textsHere);
  }

  /** The texts that the service has for the source locale; none for that locale itself. */
  async sourceTextsThere(query: LanguageQuery): Promise<TextsByKey> {
    const source = sourceLocaleOf(this.bound);
    const isOwn = source === undefined || source.id === query.locale.id;
    return isOwn || !this.bound.sourceFile ? NO_TEXTS : this.#textsOf(source, query);
  }

  /** The answer for a language that was read by now; undefined if none was. */
  async answerSoFar({ id }: Pick<Locale, 'id'>): Promise<RemoteTexts | undefined> {
    return this.#answers.get(id)?.catch(() => undefined);
  }

  /** Whether this is the source locale, or the same language in another country. */
  #isVariant(locale: Locale): boolean {
    const source = sourceLocaleOf(this.bound);
    return source !== undefined && languageIn(source.code) === languageIn(locale.code);
  }

  readonly #locales = (): readonly Locale[] => this.bound.set.entry.table.locales;

  /** The spellings of a locale, one of which may be in front of the service's keys. */
  readonly codesOf = (locale: Locale): readonly string[] => codesOf(this.bound.set.entry.table, locale);

  #answer(locale: Locale): Promise<RemoteTexts> {
    const { sourceFile } = this.bound;
    return rememberedPromise(this.#answers, locale.id, () =>
      sourceFile ? this.project.service.texts(sourceFile, locale, this.project.locales) : Promise.resolve([]),
    );
  }

  /**
   * The texts of a language under the keys of the source locale's file, or of the language in
   * question if there is none.
   */
  #textsOf(locale: Locale, query: LanguageQuery): Promise<TextsByKey> {
    const { sourceTexts } = query;
    const question = sourceTexts.size > 0 ? { ...query, here: sourceTexts, base: new Map() } : query;
    const read = async (): Promise<TextsByKey> =>
      alignedTexts(await this.#answer(locale), this.codesOf(locale), question);
    return sourceTexts.size > 0 ? rememberedPromise(this.#present, locale.id, read) : read();
  }

  /** The hashes of a language's texts: of its base or, without one, of its file. */
  readonly #hashesOf = (locale: Locale): Promise<ReadonlyMap<KeyId, Hash>> =>
    rememberedPromise(this.#hashes, locale.id, async () => {
      const { set } = this.bound;
      const base = baseOf(this.project.stored.lock, sectionOf(set, locale));
      if (base.size > 0) return base;
      if (!set.files.has(locale.id)) return new Map<KeyId, Hash>();
      const texts = await this.#textsHere(locale);
      return new Map(Array.from(texts, ([key, text]) => [key, hashText(text)]));
    });
}
