import type { IncomingMessage, ServerResponse } from 'node:http';
import type { PageNews } from '../../core/page/wire.js';
import { HttpProblem } from '../http/http-problem.js';

const MOST_STREAMS = 64;
const MOST_FILES = 100;
const GATHER_MS = 60;
const BEAT_MS = 20_000;

/** Tells every open page what has changed, as server-sent events (HTML, section 9.2). */
export class LiveNews {
  readonly #streams = new Set<ServerResponse>();
  #files = new Set<number>();
  #versions = 0;
  #hasLanguage = false;
  #timer: NodeJS.Timeout | undefined;
  readonly #beat: NodeJS.Timeout;

  constructor() {
    this.#beat = setInterval(() => this.#send(': still here\n\n'), BEAT_MS).unref();
  }

  /** Throws 503 if too many pages are open. */
  open(request: IncomingMessage, response: ServerResponse, headers: Readonly<Record<string, string>>): void {
    if (this.#streams.size >= MOST_STREAMS)
      throw new HttpProblem(503, 'too many pages are open; close some of them');
    response.writeHead(200, { ...headers, 'Content-Type': 'text/event-stream' });
    if (request.method === 'HEAD') {
      response.end();
      return;
    }
    response.write('retry: 1000\n\n');
    this.#streams.add(response);
    response.once('close', () => this.#streams.delete(response));
  }

  /** Tells the open pages soon that a source file has a new version. */
  announceVersion(file: number): void {
    this.#versions++;
    if (this.#files.size <= MOST_FILES) this.#files.add(file);
    this.#soon();
  }

  /** Tells the open pages soon that the project has another language. */
  announceLanguage(): void {
    this.#hasLanguage = true;
    this.#soon();
  }

  /** Ends every stream, so that the service can stop. */
  close(): void {
    clearInterval(this.#beat);
    clearTimeout(this.#timer);
    for (const stream of this.#streams) stream.end();
  }

  /** Announces the versions of one push together. */
  #soon(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      const news: PageNews = {
        versions: this.#versions,
        files: this.#files.size > MOST_FILES ? [] : [...this.#files],
        languages: this.#hasLanguage,
      };
      this.#versions = 0;
      this.#files = new Set();
      this.#hasLanguage = false;
      this.#send(`data: ${JSON.stringify(news)}\n\n`);
    }, GATHER_MS);
  }

  /** A page that does not read is closed: it connects again. */
  #send(text: string): void {
    for (const stream of this.#streams) {
      if (stream.writableLength > 1_000_000) stream.destroy();
      else stream.write(text);
    }
  }
}
