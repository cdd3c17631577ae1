import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { load } from 'js-yaml';
import { request } from 'undici';
import { textOf, withService, type TestService } from '../support/service.js';
import { flat, type Slot, slotOf, SETS } from './project.js';

/**
 * The service as the team knows it: also translators delete keys there, which the interface has no
 * call for.
 */
export interface Front {
  readonly url: string;
  readonly service: TestService;
  /** POST requests so far. */
  readonly posts: number;
  /** Everything that the service holds, by slot. */
  texts(): Promise<Map<Slot, string>>;
  /** A translator writes a text. */
  write(slot: Slot, text: string): Promise<void>;
  /** A translator deletes a key: answers leave it out until it is uploaded again. */
  forget(slot: Slot): void;
  close(): Promise<void>;
}

/**
 * A service of its own after a server that leaves deleted keys out of answers. Both on real
 * sockets.
 */
export async function openFront(db: string): Promise<Front> {
  const service = await withService({ db, locales: ['en', 'de', 'fr'] });
  const deleted = new Set<Slot>();
  let posts = 0;

  const server = createServer((incoming, response) => {
    void (async () => {
      const body = await bodyOf(incoming);
      const { method = 'GET', url = '' } = incoming;
      const answer = await request(`${service.url}${url}`, {
        method: method as 'GET',
        headers: { authorization: incoming.headers.authorization ?? '', 'content-type': 'application/json' },
        body: body === '' ? null : body,
      });
      let text = await answer.body.text();
      if (method === 'POST') posts += 1;
      if (method === 'POST' && url.endsWith('/source_files') && answer.statusCode < 300) bringBack(body);
      if (method === 'GET' && /\/source_files\/[^/]+$/.test(url.replace(/\?.*/, ''))) text = leaveOut(text);
      response.writeHead(answer.statusCode, { 'content-type': 'application/json' }).end(text);
    })().catch((error: unknown) => response.destroy(error as Error));
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  const setOf = (name: string): number => SETS.findIndex(({ names }) => names.includes(name));
  function bringBack(body: string): void {
    const { filename, content } = JSON.parse(body) as { filename: string; content: string };
    for (const [locale, texts] of Object.entries(byLocale(filename, content)))
      for (const key of Object.keys(texts)) deleted.delete(slotOf(setOf(filename), locale, key));
  }
  function byLocale(filename: string, content: string): Record<string, Record<string, string>> {
    const tree = load(content) as Record<string, unknown> | undefined;
    const [only, ...more] = Object.keys(tree ?? {});
    if (only !== undefined && more.length === 0 && ['en', 'de', 'fr'].includes(only))
      return { [only]: flat(tree?.[only]) };
    const locale = /(?<=[/.])(en|de|fr)(?=[/.])/.exec(filename)?.[0] ?? '';
    return { [locale]: flat(tree) };
  }
  function leaveOut(text: string): string {
    const answer = JSON.parse(text) as { name?: string; content?: Record<string, Record<string, string>> };
    for (const [locale, texts] of Object.entries(answer.content ?? {})) {
      const kept = Object.entries(texts).filter(
        ([key]) => !deleted.has(slotOf(setOf(answer.name ?? ''), locale, key)),
      );
      if (answer.content) answer.content[locale] = Object.fromEntries(kept);
    }
    return JSON.stringify(answer);
  }

  /** The source files by the number of their set. */
  async function sourceFiles(): Promise<Map<number, { id: string; name: string }>> {
    const list = (await service.ask('/source_files')).json as unknown[];
    const found = list.map((item) => ({ id: textOf(item, 'api_id'), name: textOf(item, 'name') }));
    return new Map(found.map((file) => [setOf(file.name), file]));
  }

  return {
    url,
    service,
    get posts() {
      return posts;
    },
    texts: async () => {
      const all = new Map<Slot, string>();
      for (const [set, { id }] of await sourceFiles()) {
        for (const locale of service.locales) {
          const answer = await service.ask(`/source_files/${id}?locale_id=loc_${locale.id}`);
          const { content } = answer.json as { content: Record<string, Record<string, string>> };
          for (const [key, text] of Object.entries(content[locale.code] ?? {})) {
            const slot = slotOf(set, locale.code, key);
            if (!deleted.has(slot)) all.set(slot, text);
          }
        }
      }
      return all;
    },
    write: async (slot, text) => {
      const [set, locale, key] = slot.split('|') as [string, string, string];
      const file = (await sourceFiles()).get(Number(set));
      if (!file) throw new Error(`no source file for ${slot}`);
      await service.put(locale, file.name, { [key]: text });
      deleted.delete(slot);
    },
    forget: (slot) => void deleted.add(slot),
    close: async () => {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
      await service.close();
    },
  };
}

async function bodyOf(incoming: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(Buffer.from(chunk as Uint8Array));
  return Buffer.concat(chunks).toString();
}
