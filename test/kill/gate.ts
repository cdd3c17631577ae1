import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { request } from 'undici';

/**
 * A server in front of a service that passes everything on, and holds back one request if asked.
 */
export interface Gate {
  readonly url: string;
  /**
   * Holds the next POST to a path with this end; resolves, when it is there, with what lets it
   * pass.
   */
  hold(end: string): Promise<() => void>;
  close(): Promise<void>;
}

export async function openGate(to: string): Promise<Gate> {
  let waiting: { end: string; caught: (release: () => void) => void } | undefined;
  const server = createServer((incoming, response) => {
    void (async () => {
      const chunks: Buffer[] = [];
      for await (const chunk of incoming) chunks.push(Buffer.from(chunk as Uint8Array));
      const { method = 'GET', url = '' } = incoming;
      if (method === 'POST' && waiting !== undefined && url.endsWith(waiting.end)) {
        const { caught } = waiting;
        waiting = undefined;
        await new Promise<void>((release) => caught(release));
      }
      const answer = await request(`${to}${url}`, {
        method: method as 'GET',
        headers: { authorization: incoming.headers.authorization ?? '', 'content-type': 'application/json' },
        body: chunks.length === 0 ? null : Buffer.concat(chunks),
      });
      response
        .writeHead(answer.statusCode, { 'content-type': 'application/json' })
        .end(await answer.body.text());
    })().catch((error: unknown) => response.destroy(error as Error));
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    hold: (end) => new Promise((caught) => (waiting = { end, caught })),
    close: async () => {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}
