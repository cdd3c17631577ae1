import type { IncomingMessage } from 'node:http';
import { HttpProblem } from './http-problem.js';

/** The client closed the connection during its request: no response is possible. */
export class ClientGone extends Error {
  override readonly name = 'ClientGone';
}

/**
 * The text of a request's JSON body, read up to `limit` bytes. Throws 413 over it, 415 for another
 * content type or encoding, 400 for invalid UTF-8, and {@link ClientGone}.
 */
export async function readBody(request: IncomingMessage, limit: number): Promise<string> {
  const type = request.headers['content-type'] ?? '';
  if (!/^application\/json *(?:; *charset="?utf-8"? *)?$/i.test(type)) {
    throw new HttpProblem(415, 'the Content-Type has to be application/json');
  }
  if ((request.headers['content-encoding'] ?? 'identity') !== 'identity') {
    throw new HttpProblem(415, 'the body has to come without Content-Encoding');
  }
  const tooLarge = new HttpProblem(413, `the body is larger than ${limit} bytes`);
  if (Number(request.headers['content-length'] ?? 0) > limit) throw tooLarge;
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of request.iterator({ destroyOnReturn: false })) {
      if (!Buffer.isBuffer(chunk)) throw new TypeError('a body comes in buffers');
      size += chunk.length;
      if (size > limit) throw tooLarge;
      chunks.push(chunk);
    }
  } catch (error) {
    throw error instanceof HttpProblem || error instanceof TypeError
      ? error
      : new ClientGone('', { cause: error });
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks));
  } catch (error) {
    throw error instanceof TypeError ? new HttpProblem(400, 'the body is not UTF-8') : error;
  }
}

/**
 * Reads and drops the rest of a body, up to `bytes` and `ms` milliseconds. A connection that is
 * closed with unread bytes is reset, and the client might never see the response (RFC 9112, section
 * 9.6).
 */
export async function drain(request: IncomingMessage, bytes: number, ms: number): Promise<void> {
  if (request.complete || request.destroyed) return;
  await new Promise<void>((resolve) => {
    let left = bytes;
    const timer = setTimeout(resolve, ms);
    const done = (): void => {
      clearTimeout(timer);
      resolve();
    };
    request.on('data', (chunk: Buffer) => {
      left -= chunk.length;
      if (left < 0) done();
    });
    request.once('end', done).once('close', done).once('error', done);
    request.resume();
  });
}

/** The fields of a JSON object. Throws 400 for invalid JSON, 422 for another value. */
export function jsonObject(body: string): Readonly<Record<string, unknown>> {
  let value: unknown;
  try {
    value = JSON.parse(body);
  } catch (error) {
    throw new HttpProblem(
      400,
      `the body is not JSON: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new HttpProblem(422, 'the body is not a JSON object');
  return Object.fromEntries(Object.entries(value));
}
