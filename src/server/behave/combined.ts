import { LocsyncError } from '../../core/errors/index.js';
import { nearest } from '../../core/text/nearest.js';
import type { LeafKind } from '../../formats/format.js';
import { foldCode } from '../../core/locales/locale.js';
import { FileNames } from '../import/file-names.js';
import type { StoredLocale } from '../store/stored-types.js';
import type {
  ResponseContext,
  ResponseText,
  Behaviour,
  ImportStyle,
  KeyStyle,
  Languages,
  ListedLocale,
} from './behaviour.js';
import { BEHAVIOURS, type BehaviourEntry } from './table.js';

const KEYS: KeyStyle = { separator: '.', items: 'segment', isPrefixed: false, isNested: false };
const IMPORTS: ImportStyle = {
  isReplacing: false,
  lateMs: 0,
  lost: 0,
  slowMs: 0,
  needsEventString: false,
};
const INDEX = /^(?:0|[1-9]\d*)$/;

/** Several behaviours as one, applied in the order in which they were given. */
export class CombinedBehaviour {
  readonly keys: KeyStyle;
  readonly imports: ImportStyle;
  readonly languages: Languages;
  /** Whether responses have the stored texts unchanged. */
  readonly isPlain: boolean;

  constructor(private readonly behaviours: readonly Behaviour[] = []) {
    this.keys = behaviours.reduce<KeyStyle>((style, { keys }) => ({ ...style, ...keys }), KEYS);
    this.imports = behaviours.reduce<ImportStyle>(
      (style, { imports }) => ({ ...style, ...imports }),
      IMPORTS,
    );
    this.languages = this.#last(({ languages }) => languages) ?? 'asked';
    const { isPrefixed, isNested } = this.keys;
    this.isPlain =
      !isPrefixed &&
      !isNested &&
      behaviours.every((behaviour) => behaviour.responseTexts === undefined && behaviour.value === undefined);
  }

  /** The codes of the languages that the project seems not to have. */
  get dropped(): readonly string[] {
    return this.behaviours.flatMap(({ drops }) => drops ?? []);
  }

  /** The project's languages, as this service shows them. */
  locales(locales: readonly StoredLocale[]): readonly StoredLocale[] {
    const gone = new Set(this.dropped.map(foldCode));
    return locales
      .filter(({ code }) => !gone.has(foldCode(code)))
      .map((locale) => ({ ...locale, code: this.#fold(({ code }) => code, locale.code) }));
  }

  names(codes: readonly string[]): FileNames {
    return this.#last(({ names }) => names)?.(codes) ?? new FileNames(codes);
  }

  /** The stored key of a path in an upload. */
  key(path: readonly string[]): string {
    const { separator, items } = this.keys;
    const segments = path.map((segment) => this.#fold((behaviour) => behaviour.segment, segment));
    const joined = segments.reduce((key, segment) =>
      items === 'brackets' && INDEX.test(segment) ? `${key}[${segment}]` : key + separator + segment,
    );
    return this.#fold((behaviour) => behaviour.key, joined);
  }

  text(text: string, kind: LeafKind): string {
    return this.#fold(({ text: change }) => change && ((before: string) => change(before, kind)), text);
  }

  responseTexts(texts: readonly ResponseText[], context: ResponseContext): readonly ResponseText[] {
    return this.#fold(
      ({ responseTexts: answer }) => answer && ((before: readonly ResponseText[]) => answer(before, context)),
      texts,
    );
  }

  /** A text in a response as JSON. */
  value(text: string | null): string {
    if (text === null) return 'null';
    return (this.#last(({ value }) => value) ?? JSON.stringify)(text);
  }

  contentKey(locale: StoredLocale): string {
    return this.#fold(
      ({ contentKey }) => contentKey && ((before: string) => contentKey(before, locale)),
      locale.code,
    );
  }

  /** The body of the response to "List locales". */
  localeList(locales: readonly ListedLocale[]): unknown {
    const items = locales.map((locale) => this.#fold(({ listed }) => listed, locale));
    const field = this.#last(({ listField }) => listField);
    return field === undefined ? items : { [field]: items };
  }

  etagSource(body: string): string | undefined {
    const source = this.#last(({ etagSource }) => etagSource);
    return source === undefined ? body : source(body);
  }

  /** The value after every behaviour with this property has changed it. */
  #fold<T>(point: (behaviour: Behaviour) => ((value: T) => T) | undefined, value: T): T {
    let changed = value;
    for (const behaviour of this.behaviours) changed = point(behaviour)?.(changed) ?? changed;
    return changed;
  }

  #last<T>(point: (behaviour: Behaviour) => T | undefined): T | undefined {
    return this.behaviours.map(point).findLast((value) => value !== undefined);
  }
}

const entries: ReadonlyMap<string, BehaviourEntry> = new Map(Object.entries(BEHAVIOURS));
const REPEATABLE = 'drop-locale';

/** The behaviours of `name` or `name=value`. Throws SERVE_BEHAVIOUR and SERVE_OPTION. */
export function combineBehaviours(words: readonly string[]): CombinedBehaviour {
  const seen = new Set<string>();
  return new CombinedBehaviour(
    words.map((word) => {
      const [name = '', ...values] = word.split('=');
      const entry = entries.get(name);
      if (entry === undefined) {
        const names = [...entries.keys()];
        throw LocsyncError.of('SERVE_BEHAVIOUR', { name, nearest: nearest(name, names), known: names });
      }
      const refuse = (found: string, expected: string): LocsyncError =>
        LocsyncError.of('SERVE_OPTION', { option: `--behave ${name}`, found, expected });
      if (seen.has(name) && name !== REPEATABLE) throw refuse('given twice', 'each behaviour once');
      seen.add(name);
      const value = values.length === 0 ? undefined : values.join('=');
      const behaviour = entry.make(value);
      if (behaviour === undefined) throw refuse(value ?? 'without a value', entry.expected);
      return behaviour;
    }),
  );
}
