import { connect } from 'node:net';

/**
 * Sends these bytes over a connection of its own and returns everything that comes back until the
 * other side closes.
 */
export async function raw(
  url: string,
  text: string,
  options: { readonly keepOpen?: boolean } = {},
): Promise<string> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve) => {
    const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true });
    let answer = '';
    socket.on('data', (chunk: Buffer) => (answer += chunk.toString('latin1')));
    socket.on('error', () => undefined); // A reset after the answer: what came before it counts.
    socket.on('close', () => resolve(answer));
    socket.on('end', () => socket.end());
    socket.write(text);
    if (options.keepOpen !== true) socket.end();
  });
}
