import { LocsyncError } from '../core/errors/index.js';
import type { Host } from '../ports/host.js';

const TRIES = 3;

/** What a person types, without blanks around it, once it is good. Throws NO_ANSWER after three answers that are not. */
export async function askUntil(
  host: Host,
  question: string,
  isGood: (answer: string) => boolean,
): Promise<string> {
  for (let tries = 0; tries < TRIES; tries += 1) {
    const answer = (await host.terminal.ask(question, { signal: host.signal })).trim();
    if (isGood(answer)) return answer;
  }
  throw LocsyncError.of('NO_ANSWER', { question: question.trim() });
}

/** Yes or no; an empty answer means `otherwise`. */
export async function confirmed(host: Host, question: string, otherwise: boolean): Promise<boolean> {
  const answer = await askUntil(host, question, (text) => /^(?:|y|yes|n|no)$/i.test(text));
  return answer === '' ? otherwise : /^y/i.test(answer);
}
