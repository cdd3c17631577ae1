import type { KeyFormatHint } from '../../core/align/learn-format.js';
import type { IndexFile } from '../../ports/memory-file.js';
import type { KeyTotals } from '../files/unchanged-file.js';

/** One language of a file that was found in sync. */
export interface IndexedLocale {
  /** The SHA-256 of the answer with its texts. */
  readonly answer: string;
  /** Whether that answer held other languages, too. */
  readonly isShared: boolean;
  /** Undefined if neither side has any key of it. */
  readonly counts: KeyTotals | undefined;
  /** See `pluralExtras` of a comparison. */
  readonly pluralExtras: boolean;
  /** What it shows of the form of the service's keys. */
  readonly shown: KeyFormatHint | undefined;
}

export interface IndexEntry {
  /** The digest of everything that this was found from. */
  readonly digest: string;
  readonly locales: readonly IndexedLocale[];
}

/** More files than this are compared in each run. */
const MOST = 100_000;

/**
 * Which locale files earlier runs have found in sync, and from what: as git's index, but times
 * decide nothing. An entry says what follows from the content of a file, an answer and the base, so
 * it cannot be outdated, only of no use any more.
 */
export class SyncIndex {
  #read: Stored | undefined;
  readonly #noted = new Map<string, IndexEntry>();
  readonly #used = new Set<string>();

  constructor(private readonly file: IndexFile) {}

  /** Whether a file was in sync with an answer of this digest. */
  readonly isKnownAnswer = (digest: string): boolean => this.#stored().answers.has(digest);

  find(path: string): IndexEntry | undefined {
    return this.#stored().entries.get(path);
  }

  digest(parts: readonly string[]): string {
    return this.file.digest(parts);
  }

  /** An entry that still holds. */
  keep(path: string): void {
    this.#used.add(path);
  }

  note(path: string, entry: IndexEntry): void {
    this.#noted.set(path, entry);
  }

  /** Forgets what this run has noted: it was found from a wrong answer. */
  forget(): void {
    this.#noted.clear();
  }

  /** Writes the index if this run has found something out. */
  async save(): Promise<void> {
    if (this.#noted.size === 0) return;
    const { entries } = this.#stored();
    const old = [...entries].filter(([path]) => !this.#noted.has(path));
    const isUsed = ([path]: readonly [string, IndexEntry]): boolean => this.#used.has(path);
    const all = [...this.#noted, ...old.filter(isUsed), ...old.filter((one) => !isUsed(one))];
    await this.file.write(render(all.slice(0, MOST)));
  }

  #stored(): Stored {
    return (this.#read ??= parse(this.file.read()));
  }
}

interface Stored {
  readonly entries: ReadonlyMap<string, IndexEntry>;
  readonly answers: ReadonlySet<string>;
}

/** As it is written: many languages share an answer, which is named by its place in the list. */
interface WrittenIndex {
  readonly answers: readonly string[];
  readonly files: readonly (readonly [path: string, digest: string, locales: readonly WrittenLocale[]])[];
}

type WrittenLocale = readonly [
  answer: number,
  isShared: boolean,
  counts: readonly [total: number, translated: number, pluralExtras: boolean, stale: number] | null,
  shown: readonly [separator: KeyFormatHint['separator'], items: KeyFormatHint['items'] | null] | null,
];

function render(entries: readonly (readonly [string, IndexEntry])[]): string {
  const places = new Map<string, number>();
  const placeOf = (answer: string): number => {
    const place = places.get(answer) ?? places.size;
    places.set(answer, place);
    return place;
  };
  const files = entries.map(
    ([path, { digest, locales }]) =>
      [
        path,
        digest,
        locales.map(({ answer, isShared, counts, pluralExtras, shown }): WrittenLocale => [
          placeOf(answer),
          isShared,
          counts ? [counts.total, counts.translated, pluralExtras, counts.stale] : null,
          shown ? [shown.separator, shown.items ?? null] : null,
        ]),
      ] as const,
  );
  const written: WrittenIndex = { answers: [...places.keys()], files };
  return JSON.stringify(written);
}

function parse(text: string | undefined): Stored {
  if (text === undefined) return { entries: new Map(), answers: new Set() };
  // Written by this class, and authenticated by the file.
  const { answers, files } = JSON.parse(text) as WrittenIndex;
  const entries = files.map(([path, digest, locales]): [string, IndexEntry] => [
    path,
    {
      digest,
      locales: locales.map(([answer, isShared, counts, shown]) => ({
        answer: answers[answer] ?? '',
        isShared,
        counts: counts ? { total: counts[0], translated: counts[1], stale: counts[3] } : undefined,
        pluralExtras: counts?.[2] === true,
        shown: shown ? { separator: shown[0], items: shown[1] ?? undefined } : undefined,
      })),
    },
  ]);
  return { entries: new Map(entries), answers: new Set(answers) };
}
