import type { Locale } from '../../../core/locales/locale.js';
import type { Clock } from '../../../ports/host.js';
import { PLAN_LIFETIME_MS, type RemoteTexts, type SourceFile } from '../../../ports/service.js';
import type { Project } from '../../context/project.js';

/** How long an answer read ahead may wait: most of the plan's lifetime must be left. */
const KEPT_MS = PLAN_LIFETIME_MS / 4;

/**
 * An answer that took longer may be as old as a plan must not be: the service may have made it when
 * the request came in.
 */
const SLOW_MS = PLAN_LIFETIME_MS;

/** What was read, and when the answer had come. */
interface ReadTexts {
  readonly texts: RemoteTexts;
  readonly at: number;
  /** Answers that came before, and that were too old to plan from. */
  readonly earlier?: readonly RemoteTexts[];
}

/**
 * Reads texts for a plan. An answer that was slow in coming is asked for once more. From a service
 * that always answers so slowly, no newer one can be had.
 */
export async function readFresh(
  clock: Pick<Clock, 'now'>,
  read: () => Promise<RemoteTexts>,
): Promise<ReadTexts> {
  const asked = clock.now();
  const texts = await read();
  const at = clock.now();
  if (isInTime(asked, at)) return { texts, at };
  return { texts: await read(), at: clock.now(), earlier: [texts] };
}

/** Whether an answer came so soon that a plan may be made from it. */
const isInTime = (asked: number, at: number): boolean => at - asked <= SLOW_MS;

/**
 * Reads the next language of a source file while the upload before it is under way. Only for source
 * files that this run has made: in others an upload may lose texts of the next language, and only
 * an answer that comes after it shows that.
 */
export class ReadAhead {
  readonly #readings = new Map<string, Promise<ReadTexts | undefined>>();
  /** Answers that were too old to plan from. */
  readonly #unused = new Map<string, RemoteTexts>();
  /** An answer had to wait too long: uploads take so long that reading ahead spares nothing. */
  #isSlow = false;

  constructor(
    private readonly project: Pick<Project, 'service' | 'locales'>,
    private readonly clock: Pick<Clock, 'now'>,
  ) {}

  /** Asks for a language that is uploaded next. */
  begin(source: SourceFile, locale: Locale): void {
    if (this.#isSlow) return;
    const { service, locales } = this.project;
    const asked = this.clock.now();
    const reading = service.texts(source, locale, locales).then(
      (texts): ReadTexts | undefined => {
        const at = this.clock.now();
        return { texts, at: isInTime(asked, at) ? at : -Infinity };
      },
      // The caller that needs the language requests it again, and reports the error.
      () => undefined,
    );
    this.#readings.set(nameOf(source, locale), reading);
  }

  /** The answer for this language, handed out once; undefined without one that is new enough. */
  async take(source: SourceFile, locale: Pick<Locale, 'id'>): Promise<ReadTexts | undefined> {
    const name = nameOf(source, locale);
    const reading = this.#readings.get(name);
    this.#readings.delete(name);
    const read = await reading;
    if (!read) return undefined;
    if (this.clock.now() - read.at <= KEPT_MS) return read;
    this.#isSlow = true;
    this.#unused.set(name, read.texts);
    return undefined;
  }

  /** An answer that {@link take} has not handed out: what it shows counts all the same. */
  unused(source: SourceFile, locale: Pick<Locale, 'id'>): readonly RemoteTexts[] {
    const name = nameOf(source, locale);
    const texts = this.#unused.get(name);
    this.#unused.delete(name);
    return texts ? [texts] : [];
  }
}

const nameOf = ({ id }: SourceFile, locale: Pick<Locale, 'id'>): string => `${id} ${locale.id}`;
