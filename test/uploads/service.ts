import type { HttpResponse, HttpRequest, HttpResult } from '../../src/http/messages.js';
import type { VirtualClock } from '../support/virtual-clock.js';

export const KEYS = ['alpha', 'bravo', 'carol'];
export const LOCALES = ['en', 'de'] as const;
export type Slot = string & { readonly __slot?: never };
export const slotOf = (set: number, locale: string, key: string): Slot => `${set}|${locale}|${key}`;

/** How one run's service and network behave: parts of 1. */
export interface Weather {
  readonly limited: number;
  readonly unavailable: number;
  readonly lost: number;
  readonly unreachable: number;
  readonly slow: number;
  /** The longest answer in milliseconds. */
  readonly slowMs: number;
  /** The longest time until an upload is imported, after it was acknowledged. */
  readonly importMs: number;
  /** Every upload is imported so late. */
  readonly importAfterMs?: number;
  /** Uploads that are acknowledged and never imported. */
  readonly dropped: number;
  /** Texts can no longer be read after so many uploads. */
  readonly darkAfter: number;
  /** The longest wait for a connection. */
  readonly connectMs: number;
  /** Edits by translators for each thousand requests. */
  readonly edits: number;
}

/**
 * What a machine was answered: the texts of one language, when the service looked them up and when
 * they came.
 */
interface Read {
  readonly texts: ReadonlyMap<Slot, string>;
  readonly servedAt: number;
  readonly cameAt: number;
}

/** One text that replaced another one on the service. */
export interface Written {
  readonly at: number;
  readonly slot: Slot;
  readonly text: string;
  readonly before: string | undefined;
  /** Whether the writer had seen the text before. */
  readonly seen: boolean;
  /** When the service had looked up what an upload was planned from. */
  readonly servedAt?: number;
}

export interface Upload {
  /** Milliseconds from the arrival of the oldest answer after it to its first byte. */
  readonly age: number;
  /** Milliseconds from the service's look-up to the import. */
  readonly window: number;
}

/**
 * A service of 30 source files in memory, on a virtual clock: what it holds, who wrote what over
 * what, and how old each upload's plan was.
 */
export class SimulatedService {
  readonly texts = new Map<Slot, string>();
  readonly written: Written[] = [];
  readonly uploads: Upload[] = [];
  readonly counts = { requests: 0, limited: 0, unavailable: 0, lost: 0, dropped: 0, stale: 0, edits: 0 };
  /** Called at every moment at which a translator could edit. */
  edit: () => void = () => undefined;
  readonly #reads = new Map<string, Read>();
  /** What was looked up, and is on its way. */
  readonly #pending = new Map<string, ReadonlyMap<Slot, string>>();
  readonly #names: readonly string[];
  #versions = 0;
  calm = false;

  constructor(
    readonly clock: VirtualClock,
    readonly weather: Weather,
    sets: number,
  ) {
    this.#names = Array.from({ length: sets }, (_, i) => `l/${i}/en.json`);
  }

  /** The transport of one machine. */
  transport(machine: string): {
    send: (request: HttpRequest) => Promise<HttpResult>;
    close: () => Promise<void>;
  } {
    return { send: (request) => this.#send(machine, request), close: () => Promise.resolve() };
  }

  /** A person writes a text on the service, over what they see there. */
  translate(slot: Slot, text: string): void {
    this.counts.edits += 1;
    this.#write(slot, text, this.texts.get(slot));
  }

  #chance(part: number): boolean {
    return !this.calm && this.clock.random() < part;
  }

  #write(slot: Slot, text: string, saw: string | undefined, servedAt?: number): void {
    const before = this.texts.get(slot);
    if (before === text) return;
    this.texts.set(slot, text);
    const at = this.clock.now();
    const from = servedAt === undefined ? {} : { servedAt };
    this.written.push({ at, slot, text, before, seen: before === saw, ...from });
  }

  async #send(machine: string, request: HttpRequest): Promise<HttpResult> {
    const { clock, weather } = this;
    const { method, url } = request;
    this.counts.requests += 1;
    this.#moment();
    if (this.#chance(0.2)) await clock.sleep(clock.random() * weather.connectMs);
    if (this.#chance(weather.unreachable)) return failure('connect');
    if (request.isExpired?.() === true) {
      this.counts.stale += 1;
      return failure('expired');
    }
    const sentAt = clock.now();
    await clock.sleep(5 + clock.random() * 40);
    this.#moment();
    if (this.#chance(weather.limited)) {
      this.counts.limited += 1;
      return this.#answer(429, {}, this.#chance(0.6) ? Math.ceil(clock.random() * 6) : undefined);
    }
    const isUpload = method === 'POST' && url.pathname.endsWith('/source_files');
    const isEvent = method === 'POST' && !isUpload;
    const isDark = !this.calm && this.#versions >= weather.darkAfter && /fil_\d+$/.test(url.pathname);
    if (isDark || (!isEvent && this.#chance(weather.unavailable))) {
      this.counts.unavailable += 1;
      // A gateway may well have passed it on.
      if (isUpload && this.#chance(0.5)) this.#import(machine, request, sentAt);
      return this.#answer(503, {}, this.#chance(0.3) ? Math.ceil(clock.random() * 3) : undefined);
    }
    const body = isUpload
      ? this.#import(machine, request, sentAt)
      : isEvent
        ? { api_id: 'evt_7', kind: 'api_upload' }
        : this.#read(machine, url);
    const servedAt = clock.now();
    if (this.#chance(weather.slow)) await clock.sleep(clock.random() * weather.slowMs);
    this.#moment();
    if (!isEvent && this.#chance(weather.lost)) {
      this.counts.lost += 1;
      return failure('lost');
    }
    this.#came(machine, url, servedAt);
    return this.#answer(200, body);
  }

  /** A translator may edit now. */
  #moment(): void {
    if (this.#chance(this.weather.edits / 1000)) this.edit();
  }

  #answer(status: number, body: unknown, retryAfter?: number): HttpResponse {
    const headers = new Map([
      ['content-type', 'application/json'],
      ...(retryAfter === undefined ? [] : [['retry-after', String(retryAfter)] as const]),
    ]);
    return { kind: 'response', status, headers, body: Buffer.from(JSON.stringify(body)) };
  }

  #read(machine: string, { pathname, searchParams }: URL): unknown {
    if (pathname.endsWith('/locales'))
      return LOCALES.map((code) => ({ api_id: `loc_${code}`, name: code, code, country: '' }));
    const list = this.#names.map((name, i) => ({ api_id: `fil_${i}`, name, keys: 1 }));
    if (pathname.endsWith('/source_files')) return list;
    const set = Number(/fil_(\d+)$/.exec(pathname)?.[1]);
    if (!Number.isInteger(set)) return { api_id: 'pro_1', name: 'Shop' };
    const locale = (searchParams.get('locale_id') ?? '').replace('loc_', '');
    const front = `${set}|${locale}|`;
    const held = new Map<Slot, string>();
    for (const key of KEYS) {
      const text = this.texts.get(front + key);
      if (text !== undefined) held.set(front + key, text);
    }
    this.#pending.set(`${machine} ${front}`, held);
    const texts = Object.fromEntries([...held].map(([slot, text]) => [slot.slice(front.length), text]));
    return { ...list[set], content: { [locale]: texts } };
  }

  /** An answer has come: what a later upload of this machine was planned from. */
  #came(machine: string, { pathname, searchParams }: URL, servedAt: number): void {
    const set = /fil_(\d+)$/.exec(pathname)?.[1];
    if (set === undefined) return;
    const name = `${machine} ${set}|${(searchParams.get('locale_id') ?? '').replace('loc_', '')}|`;
    this.#reads.set(name, {
      texts: this.#pending.get(name) ?? new Map(),
      servedAt,
      cameAt: this.clock.now(),
    });
  }

  #import(machine: string, { body = '' }: HttpRequest, sentAt: number): unknown {
    const { filename, content } = JSON.parse(body) as { filename: string; content: string };
    const [, number = '', locale = ''] = /^l\/(\d+)\/(\w+)\.json$/.exec(filename) ?? [];
    const set = Number(number);
    const read = this.#reads.get(`${machine} ${set}|${locale}|`);
    if (!read) throw new Error(`an upload of ${filename} that nothing was read for`);
    const age = sentAt - read.cameAt;
    const store = (): void => {
      this.uploads.push({ age, window: this.clock.now() - read.servedAt });
      for (const [key, text] of Object.entries(JSON.parse(content) as Record<string, string>)) {
        const slot = slotOf(set, locale, key);
        this.#write(slot, text, read.texts.get(slot), read.servedAt);
      }
    };
    if (this.#chance(this.weather.dropped)) this.counts.dropped += 1;
    else if (this.weather.importAfterMs !== undefined && !this.calm)
      void this.clock.sleep(this.weather.importAfterMs).then(store);
    else if (this.#chance(this.weather.importMs > 0 ? 0.3 : 0))
      void this.clock.sleep(this.clock.random() * this.weather.importMs).then(store);
    else store();
    this.#versions += 1;
    const last_version = { id: `fiv_${this.#versions}`, number: this.#versions, upload: 'api' };
    return { api_id: `fil_${set}`, name: this.#names[set], project_id: 'pro_1', last_version };
  }
}

const failure = (kind: 'connect' | 'lost' | 'expired'): HttpResult => ({
  kind: 'failure',
  failure: kind,
  reason: kind,
});
