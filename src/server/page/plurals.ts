import { checkOne, dottedKey, sourceTextsOf } from '../../core/check/check-catalog.js';
import type { Finding } from '../../core/check/finding.js';
import { isMessage } from '../../core/check/check-message.js';
import { isIcuLoaded } from '../../core/check/icu.js';
import { missingForms, unusedForms } from '../../core/check/plural-forms.js';
import { pluralKey, pluralTypeOf } from '../../core/check/plural-keys.js';
import { endingOf } from '../../core/formats.js';
import { type PagePlural, LEFT_OUT } from '../../core/page/wire.js';
import {
  EXCERPT,
  excerptOrNull,
  fromLiteral,
  integer,
  text,
  textOrNull,
  literalStart,
} from '../store/columns.js';
import type { Statements } from '../store/statements.js';
import { formParent, keysInOtherForm, type LanguagePair } from './other-forms.js';
import { getOrMake } from '../../core/util/collections.js';

/** More keys than this with one beginning are no plural forms. */
const MOST_FORMS = 30;
/** A longer source text is not sent, and not compared, with the other forms of its group. */
const LONGEST_FORM = 100_000;

interface FormRow {
  readonly id: number;
  readonly name: string;
  readonly source: string | null;
  readonly text: string | null;
}

interface FormGroup {
  readonly prefix: string;
  readonly form: string;
  readonly type: 'cardinal' | 'ordinal';
  readonly rows: readonly FormRow[];
}

/** One text as the list has it. */
export interface ComparedText {
  readonly file: number;
  readonly fileName: string;
  readonly name: string;
  readonly source: string | null;
  readonly text: string | null;
}

/** The plural forms of keys, and what `check` finds in a translation. Lives for one answer. */
export class PluralForms {
  readonly #groups = new Map<string, FormGroup>();
  readonly #otherForms = new Map<string, ReadonlySet<string>>();

  constructor(
    private readonly statements: Statements,
    private readonly pair: LanguagePair,
  ) {}

  /** What does not fit in a translation, by the rules of `locsync check`. */
  findings(compared: ComparedText): readonly Finding[] {
    const { source, locale, code } = this.pair;
    if (compared.text === null || compared.text === '' || source === locale) return [];
    if (!isIcuLoaded() && (isMessage(compared.text) || isMessage(compared.source ?? ''))) return [];
    const group = this.#group(compared.file, compared.name);
    const rows = group?.rows ?? [compared];
    if (group?.rows.some((row) => row.source === LEFT_OUT) === true) return [];
    const texts = sourceTextsOf(rows, hasFinalBreaks(compared.fileName));
    const found = checkOne(texts, dottedKey(compared.name), compared.text, code) ?? [];
    if (group?.form !== 'other' || texts.groups.size === 0) return found;
    const present = new Set(
      group.rows.filter((row) => (row.text ?? '') !== '').map((row) => row.name.slice(group.prefix.length)),
    );
    const forms = missingForms(code, group.type, present);
    return forms.length > 0 ? [...found, { kind: 'plural', forms }] : found;
  }

  /** Whether the key is one of several plural forms of the source language. */
  isForm(file: number, name: string): boolean {
    const group = this.#group(file, name);
    return group !== undefined && this.#sources(group) > 0;
  }

  /**
   * Whether a key without a text needs none, as `locsync status` counts: a plural form that the
   * language does not use, or a key that it holds in another form.
   */
  needsNoText(file: number, name: string): boolean {
    return this.#isUnused(file, name) || this.#isInOtherForm(file, name);
  }

  #isUnused(file: number, name: string): boolean {
    const key = pluralKey(dottedKey(name));
    if (key === undefined || this.pair.source === this.pair.locale) return false;
    return unusedForms(this.pair.code, pluralTypeOf(key.group)).has(key.form) && this.isForm(file, name);
  }

  #isInOtherForm(file: number, name: string): boolean {
    const parent = formParent(name);
    return (
      this.#inOtherForm(file, name).has(name) ||
      (parent !== undefined && this.#inOtherForm(file, parent).has(name))
    );
  }

  #inOtherForm(file: number, parent: string): ReadonlySet<string> {
    return getOrMake(
      this.#otherForms,
      `${file} ${parent}`,
      () => new Set(keysInOtherForm(this.statements, this.pair, file, parent).values()),
    );
  }

  /** The forms of the key's group for the editor; null if it is not a plural form. */
  of(file: number, name: string): PagePlural | null {
    const group = this.#group(file, name);
    if (group === undefined || this.#sources(group) === 0) return null;
    const { prefix, form, type, rows } = group;
    const needed = missingForms(this.pair.code, type, new Set());
    // A form that only other languages need has a key, but no text here and nothing to translate.
    const present = rows
      .filter((row) => (row.source ?? '') !== '' || (row.text ?? '') !== '' || row.name === name)
      .map((row) => row.name.slice(prefix.length));
    const isReplaced = this.#isInOtherForm(file, prefix + 'other');
    const forms = [...new Set([...needed, ...present])].map((suffix) => {
      const row = rows.find((candidate) => candidate.name === prefix + suffix);
      return {
        form: suffix,
        id: row?.id ?? 0,
        name: prefix + suffix,
        source: row?.source ?? null,
        text: row?.text ?? null,
        isNeeded: !isReplaced && needed.some((neededForm) => neededForm === suffix),
        isUnused: isReplaced || this.#isUnused(file, prefix + suffix),
      };
    });
    return { prefix, form, forms };
  }

  #sources({ rows }: FormGroup): number {
    return sourceTextsOf(rows, true).groups.size;
  }

  #group(file: number, name: string): FormGroup | undefined {
    const key = pluralKey(dottedKey(name));
    if (key === undefined || /[\u0000\u0001]/.test(name)) return undefined;
    const prefix = name.slice(0, key.group.length);
    const id = `${file} ${prefix}`;
    const cached = this.#groups.get(id);
    if (cached !== undefined) return { ...cached, form: key.form };
    const { source, locale } = this.pair;
    const start = literalStart(prefix);
    const rows = this.statements
      .all(
        `SELECT k.id AS id, k.name AS name, substr(t.text, 1, ${EXCERPT}) AS text,
           CASE WHEN length(s.text) > ${LONGEST_FORM} THEN '"${LEFT_OUT}"' ELSE s.text END AS source FROM key k
         LEFT JOIN translation s ON s.key = k.id AND s.locale = ?
         LEFT JOIN translation t ON t.key = k.id AND t.locale = ?
         WHERE k.file = ? AND k.gone = 0 AND k.name >= ? AND k.name < ? LIMIT ${MOST_FORMS}`,
        [source, locale, file, start, `${start}\u{10ffff}`],
      )
      .map((row) => ({
        id: integer(row, 'id'),
        name: fromLiteral(text(row, 'name')),
        source: textOrNull(row, 'source'),
        text: excerptOrNull(row['text']),
      }));
    // `a.other` has the group `a.`: `a.b.c` begins with it as well, and makes it no group at all.
    const group = { prefix, form: key.form, type: pluralTypeOf(key.group), rows };
    this.#groups.set(id, group);
    return group;
  }
}

export const hasFinalBreaks = (fileName: string): boolean =>
  endingOf(fileName)?.format.keepsFinalBreak !== false;
