import { createServer, request } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

/**
 * What the front does with one request: carry it out and hang up, or answer {@link LATE_MS} later,
 * or answer without carrying it out; undefined lets it through.
 */
export type Fate = 'drop' | 'late' | 429 | 503 | undefined;

const LATE_MS = 2_500;

export interface Front {
  readonly url: string;
  /** What became of the requests, by fate. */
  readonly counts: Readonly<Record<'passed' | 'drop' | 'late' | '429' | '503', number>>;
  /** The most requests that were under way at once. */
  readonly busiest: number;
  close(): Promise<void>;
}

/**
 * An HTTP server in front of the service at `target`. `fate` is asked with the number of each
 * request, from 1, in order of arrival. A free port unless one is given.
 */
export async function frontOf(
  target: string,
  fate: (number: number, request: IncomingMessage, answer: ServerResponse) => Fate,
  port = 0,
): Promise<Front> {
  const counts = { passed: 0, drop: 0, late: 0, '429': 0, '503': 0 };
  const sockets = new Set<Socket>();
  let number = 0;
  let underWay = 0;
  let busiest = 0;
  const server = createServer((incoming, outgoing) => {
    number += 1;
    underWay += 1;
    busiest = Math.max(busiest, underWay);
    outgoing.once('close', () => (underWay -= 1));
    const what = fate(number, incoming, outgoing);
    counts[what ?? 'passed'] += 1;
    if (what === 429 || what === 503) {
      incoming.resume().on('end', () => outgoing.writeHead(what, { 'content-length': 0 }).end());
      return;
    }
    forward(target, incoming, (answer) => {
      if (what === 'drop') answer.resume().on('end', () => incoming.socket.destroy());
      else setTimeout(() => relay(answer, outgoing), what === 'late' ? LATE_MS : 0);
    });
  });
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((listening) => server.listen(port, '127.0.0.1', listening));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    counts,
    get busiest() {
      return busiest;
    },
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((closed) => server.close(closed));
    },
  };
}

function forward(target: string, incoming: IncomingMessage, then: (answer: IncomingMessage) => void): void {
  const { host } = new URL(target);
  const onward = request(
    new URL(incoming.url ?? '/', target),
    { method: incoming.method ?? 'GET', headers: { ...incoming.headers, host } },
    then,
  );
  onward.on('error', () => incoming.socket.destroy());
  incoming.pipe(onward);
}

function relay(answer: IncomingMessage, outgoing: ServerResponse): void {
  outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
  answer.pipe(outgoing);
}
