import type { Slot } from './project.js';

export type Texts = ReadonlyMap<Slot, string>;

/**
 * What everyone meant. Every text is unique, so that one look tells where it is; a text is *over*
 * once a person who saw it has replaced or deleted it, or has let another text win over it. A text
 * that is not over must be somewhere, and nothing may take its place.
 */
export class ExpectedTexts {
  private readonly over = new Set<string>();
  private readonly all = new Map<string, Slot>();
  private count = 0;
  /** How many texts were given up for each reason. */
  readonly reasons = new Map<string, number>();

  /** A new text for a slot, written by a person who saw `before` there. */
  write(slot: Slot, before: string | undefined): string {
    const text = `text ${++this.count}`;
    this.all.set(text, slot);
    if (before !== undefined) this.giveUp(before, 'edited');
    return text;
  }

  giveUp(text: string, reason: string): void {
    if (this.over.has(text)) return;
    this.over.add(text);
    this.reasons.set(reason, (this.reasons.get(reason) ?? 0) + 1);
  }

  isOver(text: string): boolean {
    return this.over.has(text);
  }

  /** Every text that is not over is in one of these places. */
  lost(places: readonly Texts[]): string[] {
    const present = new Set(places.flatMap((place) => [...place.values()]));
    return [...this.all]
      .filter(([text]) => !this.over.has(text) && !present.has(text))
      .map(([text, slot]) => `${slot}: ${text}`);
  }

  /**
   * Texts that stood in a place before and do not now although no one gave them up; `mayLose` may
   * give one up.
   */
  displaced(
    before: Texts,
    after: Texts,
    mayLose: (slot: Slot, text: string) => string | undefined,
  ): string[] {
    const wrong: string[] = [];
    for (const [slot, text] of before) {
      const now = after.get(slot);
      if (now === text || this.over.has(text)) continue;
      const reason = mayLose(slot, text);
      if (reason === undefined) wrong.push(`${slot}: "${text}" became "${now ?? '(nothing)'}"`);
      else this.giveUp(text, reason);
    }
    return wrong;
  }
}
