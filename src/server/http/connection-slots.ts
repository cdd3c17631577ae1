import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/**
 * Bounds the connections of a server. An idle connection costs its client nothing, so it must not
 * keep others out: if all slots are taken, the longest idle one is closed for the new one. If none
 * is idle, the new one is closed.
 */
export class ConnectionSlots {
  readonly #busy = new Map<Socket, number>();
  /** In the order in which they became idle. */
  readonly #idle = new Set<Socket>();

  constructor(readonly most: number) {}

  /** A new connection. */
  take(socket: Socket): void {
    if (this.#busy.size + this.#idle.size >= this.most) {
      const [longest = socket] = this.#idle;
      this.#idle.delete(longest);
      longest.destroy();
      if (longest === socket) return;
    }
    this.#idle.add(socket);
    socket.once('close', () => {
      this.#idle.delete(socket);
      this.#busy.delete(socket);
    });
  }

  /** A request has come over this connection: it is busy until the response is done. */
  occupy(socket: Socket, response: ServerResponse): void {
    if (!this.#idle.has(socket) && !this.#busy.has(socket)) return;
    this.#idle.delete(socket);
    this.#busy.set(socket, (this.#busy.get(socket) ?? 0) + 1);
    response.once('close', () => {
      const left = (this.#busy.get(socket) ?? 0) - 1;
      if (left > 0) this.#busy.set(socket, left);
      else if (this.#busy.delete(socket)) this.#idle.add(socket);
    });
  }
}
