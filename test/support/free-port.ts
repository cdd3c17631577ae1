import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/**
 * Below what Linux, macOS and Windows hand out to connections and to servers that ask for any port.
 */
const FIRST = 10_240;
const LAST = 32_000;

/**
 * A port of 127.0.0.1 that was free a moment ago, and that no one gets who does not ask for it by
 * its number. A port that the system chose itself may go to the next connection of any process
 * before the test listens on it.
 */
export async function freePort(): Promise<number> {
  for (let attempt = 0; attempt < 50; attempt += 1) {
    const port = randomInt(FIRST, LAST);
    if (await isFree(port)) return port;
  }
  throw new Error(`no port from ${FIRST} to ${LAST} is free`);
}

function isFree(port: number): Promise<boolean> {
  return new Promise((done) => {
    const server = createServer();
    server.once('error', () => done(false));
    server.listen(port, '127.0.0.1', () => server.close(() => done(true)));
  });
}
