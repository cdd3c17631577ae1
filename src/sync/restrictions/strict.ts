import { sourceLeaves } from '../files/source-leaves.js';
import { getOrMake } from '../../core/util/collections.js';
import { checkOne, sourceTexts, type SourceTexts } from '../../core/check/check-catalog.js';
import type { Finding } from '../../core/check/finding.js';
import { findingError } from '../../core/check/finding-error.js';
import { severityOf, type RuleSeverities } from '../../core/check/rules.js';
import { LocsyncError } from '../../core/errors/index.js';
import { isMultilingual } from '../../core/files/file-set.js';
import { keyName, type KeyId, keyBelow } from '../../core/keys/key.js';
import type { KeyState } from '../../core/merge/key-state.js';
import type { Document } from '../../formats/format.js';
import type { SetModel } from '../../plan/set-model.js';
import type { ComparedFile, ComparedLocale } from '../files/compared-file.js';
import { sourceLocaleOf } from '../files/locale-file.js';

/** The severities of `check`, which `--strict` goes by. */
export interface StrictRules {
  readonly rules?: RuleSeverities | undefined;
}

/** One language of a file that keeps back what `check` would report as an error. */
export interface StrictLocale extends ComparedLocale {
  /**
   * What does not fit in a text of this key; undefined for the source locale, whose texts are what
   * others are compared with.
   */
  readonly findings?: (key: KeyId, text: string) => readonly Finding[];
  readonly isWithheld?: (key: KeyId, text: string) => boolean;
}

/**
 * The languages of a file with `--strict` (docs/sync.md, "Texts that would break the application"):
 * their texts are compared with those of `model`, the source locale's file; as they are without it.
 */
export function strictParts(
  compared: ComparedFile,
  model: SetModel | undefined,
  { strict, rules }: StrictRules & { readonly strict: boolean },
): readonly StrictLocale[] {
  const source = strict ? sourceOf(compared, model) : undefined;
  if (!source) return compared.locales;
  return compared.locales.map((language): StrictLocale => {
    if (language.comparison.where.isSource) return language;
    const findings = (key: KeyId, text: string): readonly Finding[] =>
      (checkOne(source, key, text, language.locale.tag) ?? []).filter(
        ({ kind }) => severityOf(kind, rules) === 'error',
      );
    return { ...language, findings, isWithheld: (key, text) => findings(key, text).length > 0 };
  });
}

// The source locale's file is the same for all locales of a set.
const cache = new WeakMap<Document, SourceTexts>();

function sourceOf(
  { file, document, format }: ComparedFile,
  model: SetModel | undefined,
): SourceTexts | undefined {
  const source = model?.isSubstitute ? undefined : model?.document;
  const holder = isMultilingual(file.bound.set) ? document : source;
  if (!holder || !sourceLocaleOf(file.bound)) return undefined;
  return getOrMake(cache, holder, () =>
    sourceTexts(sourceLeaves(document, model, file), format.keepsFinalBreak),
  );
}

/** An error for each text that `--strict` kept back. */
export function withheldErrors(
  compared: ComparedFile,
  parts: readonly StrictLocale[],
  actions: readonly { get(action: 'withhold'): readonly KeyState[] | undefined }[],
  command: 'push' | 'pull',
): LocsyncError[] {
  const { path } = compared.file;
  return parts.flatMap((part, i) =>
    (actions[i]?.get('withhold') ?? []).map((state) => {
      const text = (command === 'push' ? state.here : state.there) ?? '';
      const [finding] = part.findings?.(state.key, text) ?? [];
      const leaf = compared.document?.leaves.get(keyBelow(part.root, state.key));
      const place = { path, ...leaf?.position };
      const key = keyName(state.key);
      const reason = finding ? findingError(finding, key, part.locale.tag, place).message : key;
      return LocsyncError.of('STRICT_KEPT_BACK', { reason, command }, { place });
    }),
  );
}
