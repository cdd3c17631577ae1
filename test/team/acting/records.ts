/** `set|locale|key`. */
export type Slot = string;
export type Texts = ReadonlyMap<Slot, string>;

/**
 * What identifies a text in any form that a service gives it: each text of a person holds one of
 * its own.
 */
export const tokenOf = (text: string): string | undefined =>
  /t\d+x|\b7\d{6}(?=\.)/i.exec(text)?.[0].toLowerCase();

/** What a person may have typed besides: what services cut, escape, strip, collapse, respell. */
const TAILS = [
  '',
  '',
  '',
  ' & <b>you</b>',
  ' {name}',
  '  two  blanks ',
  ' \u00c4\u00e9 Gr\u00f6\u00dfe',
  ` ${'long '.repeat(12)}end`,
];

/** Every text that a person wrote, and which of them someone has replaced who saw them. */
export class Records {
  readonly #forms = new Map<string, string>();
  readonly #over = new Map<string, string>();
  #count = 0;

  /** A new text; `pick` chooses how it goes on. */
  write(pick: (n: number) => number): string {
    const n = (this.#count += 1);
    const text = pick(12) === 0 ? `${7_000_000 + n}.50` : `t${n}x${TAILS[pick(TAILS.length)] ?? ''}`;
    this.#forms.set(tokenOf(text) ?? '', text);
    return text;
  }

  /** What the service made of a text when its translator saved it is what the translator saw. */
  saved(text: string): void {
    const token = tokenOf(text);
    if (token !== undefined) this.#forms.set(token, text);
  }

  giveUp(text: string | undefined, why: string): void {
    const token = text === undefined ? undefined : tokenOf(text);
    if (token !== undefined && !this.#over.has(token)) this.#over.set(token, why);
  }

  isOver(text: string): boolean {
    const token = tokenOf(text);
    return token === undefined || this.#over.has(token);
  }

  /** The form in which a person wrote this text. */
  formOf(text: string): string | undefined {
    return this.#forms.get(tokenOf(text) ?? '');
  }

  /** Texts that no one replaced and that are in none of these places. */
  missing(places: readonly Texts[]): string[] {
    const present = new Set(places.flatMap((texts) => [...texts.values()].map(tokenOf)));
    return [...this.#forms.keys()].filter((token) => !this.#over.has(token) && !present.has(token));
  }

  /**
   * Texts that stood in a slot before a run and do not stand there after it, although no one who
   * saw them replaced them.
   */
  displaced(
    before: Texts,
    after: Texts,
  ): { readonly slot: Slot; readonly text: string; readonly now: string }[] {
    return [...before].flatMap(([slot, text]) => {
      const now = after.get(slot) ?? '';
      return tokenOf(now) === tokenOf(text) || this.isOver(text) ? [] : [{ slot, text, now }];
    });
  }
}
