import { FULL_REACH } from '../../src/core/config/types.js';
import { setMaxListeners } from 'node:events';
import { connectService } from '../../src/adapters/service/service.js';
import { pull } from '../../src/commands/pull.js';
import { push } from '../../src/commands/push.js';
import { defaultConfig } from '../../src/core/config/read.js';
import { LocsyncError } from '../../src/core/errors/index.js';
import type { Report } from '../../src/core/report/report.js';
import { switchesOf } from '../../src/options/read.js';
import { hashText } from '../../src/core/merge/hash.js';
import type { Files, ContentHash } from '../../src/ports/files.js';
import type { Host } from '../../src/ports/host.js';
import { slotOf, type SimulatedService, type Slot } from './service.js';

const PATH = /^l\/(\d+)\/(\w+)\.json$/;

/**
 * A clone of the project on one machine, its disk in memory: locsync's commands run on it as in a
 * terminal.
 */
export class Machine {
  readonly disk = new Map<string, string>();
  /** What its runs told, of which key, where the exit code was 1 or 4. */
  readonly told: string[] = [];
  #replaced: string | undefined;
  #uploads = '';

  constructor(
    readonly name: string,
    readonly service: SimulatedService,
    readonly concurrency: number,
  ) {}

  text(slot: Slot): string | undefined {
    const [set = '', locale = '', key = ''] = slot.split('|');
    return this.#texts(`l/${set}/${locale}.json`)[key];
  }

  write(slot: Slot, text: string): void {
    const [set = '', locale = '', key = ''] = slot.split('|');
    const path = `l/${set}/${locale}.json`;
    this.disk.set(path, `${JSON.stringify({ ...this.#texts(path), [key]: text }, undefined, 2)}\n`);
  }

  all(): Map<Slot, string> {
    const all = new Map<Slot, string>();
    for (const path of this.disk.keys()) {
      const [, set, locale = ''] = PATH.exec(path) ?? [];
      if (set === undefined) continue;
      for (const [key, text] of Object.entries(this.#texts(path)))
        all.set(slotOf(Number(set), locale, key), text);
    }
    return all;
  }

  /** Whether a run named this key as one that needs a person. */
  named(slot: Slot): boolean {
    const [set = '', locale = '', key = ''] = slot.split('|');
    const path = `l/${set}/${locale}.json `;
    return this.told.some((line) => line.startsWith(path) && new RegExp(`\\b${key}\\b|unread`).test(line));
  }

  async run(command: 'push' | 'pull'): Promise<Report | LocsyncError> {
    const common = { locale: [], paths: [], debug: false };
    try {
      const report =
        command === 'push'
          ? await push(this.#host(), { ...common, ...switchesOf('push', {}) })
          : await pull(this.#host(), { ...common, ...switchesOf('pull', {}) });
      if (report.exitCode === 1 || report.exitCode === 4)
        for (const { path = '', message, code } of [...report.errors, ...report.warnings])
          this.told.push(`${path} ${code} ${message}`);
      return report;
    } catch (error) {
      if (error instanceof LocsyncError) return error;
      throw error;
    }
  }

  #texts(path: string): Record<string, string> {
    return JSON.parse(this.disk.get(path) ?? '{}') as Record<string, string>;
  }

  #host(): Host {
    const { clock } = this.service;
    const { signal } = new AbortController();
    setMaxListeners(0, signal);
    const arrived = (): Promise<boolean> => Promise.resolve(true);
    const stream = { write: () => undefined, arrived, isTerminal: false, columns: 80, color: false };
    const nobody = () => Promise.reject(new Error('nobody is here to be asked'));
    const pattern = { path: 'l/*/{locale}.json', name: 'path', ignore: [], sourceLocale: 'en' };
    const config = {
      ...defaultConfig(),
      baseUrl: 'https://sim.example',
      project: 'pro_1',
      concurrency: this.concurrency,
      files: [{ ...FULL_REACH, ...pattern, localeMap: new Map<string, string>() }],
    };
    return {
      cwd: '/p',
      env: {},
      clock,
      signal,
      version: '0.0.0-test',
      node: '20.0.0',
      processes: { pid: 1, isAlive: () => true, stat: () => ({ started: undefined, ended: false }) },
      terminal: {
        out: stream,
        err: stream,
        canAsk: false,
        readAll: nobody,
        ask: nobody,
        confirm: nobody,
        choose: nobody,
        edit: nobody,
      },
      settings: { load: () => Promise.resolve({ path: '/p/.locsyncrc', root: '/p', folder: '/p', config }) },
      tokens: {
        for: () => Promise.resolve('tok_simulated_0123'),
        headers: () => Promise.resolve([]),
      } as unknown as Host['tokens'],
      localServices: {
        find: () => Promise.resolve(undefined),
        announce: nobody,
      },
      resolve: (path) => path,
      in: () => this.#host(),
      append: () => Promise.resolve(),
      files: () => this.#files(),
      git: nobody,
      uploads: () => ({
        read: () => this.#uploads,
        write: (text) => Promise.resolve(void (this.#uploads = text)),
        append: (lines) => Promise.resolve(void (this.#uploads += lines)),
      }),
      replaced: () => ({
        read: () => this.#replaced,
        write: (text) => Promise.resolve(void (this.#replaced = text)),
        append: nobody,
      }),
      service: (connection, notices) =>
        connectService(connection, {
          ...notices,
          clock,
          signal,
          env: {},
          version: '0.0.0-test',
          userAgentNode: '20.0.0',
          transport: this.service.transport(this.name),
        }),
    };
  }

  #files(): Files {
    const { disk } = this;
    const contentHash = (text: string): ContentHash => hashText(text) as unknown as ContentHash;
    const contentHashOf = (text: string | undefined): ContentHash | undefined =>
      text === undefined ? undefined : contentHash(text);
    const write = (path: string, text: string, expected: ContentHash | undefined): Promise<ContentHash> => {
      if (contentHashOf(disk.get(path)) !== expected)
        return Promise.reject(LocsyncError.of('FILE_CHANGED', {}, { place: { path } }));
      disk.set(path, text);
      return Promise.resolve(contentHash(text));
    };
    const paths = (): string[] => [...disk.keys()].filter((path) => PATH.test(path)).sort();
    const files: Files & { identities(paths: Iterable<string>): ReadonlyMap<string, string> } = {
      root: '/p',
      glob: () => Promise.resolve(paths()),
      globEach: (searches) => Promise.resolve(searches.map(paths)),
      read: (path) => {
        const text = disk.get(path);
        const contentHash = contentHashOf(text);
        return Promise.resolve(
          text === undefined || contentHash === undefined ? undefined : { text, contentHash },
        );
      },
      readBytes: async (path) => {
        const found = await files.read(path);
        return found && { contentHash: found.contentHash, text: () => found.text };
      },
      readParts: (path, feed) => {
        const text = disk.get(path);
        if (text !== undefined) feed(text);
        return Promise.resolve(contentHashOf(text));
      },
      write,
      remove: () => Promise.reject(new Error('nothing is removed here')),
      writeParts: (path, text, expected) => write(path, [...text()].join(''), expected),
      pathInside: (path) => Promise.resolve(path),
      statFingerprints: () => Promise.resolve(new Map()),
      contentHash,
      identities: (paths) => new Map([...paths].map((path) => [path, path])),
      isLink: () => false,
      modeOf: () => undefined,
      runLock: () => Promise.resolve(() => Promise.resolve()),
    };
    return files;
  }
}
