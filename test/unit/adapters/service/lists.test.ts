import { describe, expect, it } from 'vitest';
import { connectService } from '../../../../src/adapters/service/service.js';
import { LocsyncError } from '../../../../src/core/errors/index.js';
import type { Service } from '../../../../src/ports/service.js';
import { VirtualClock } from '../../../support/virtual-clock.js';

/**
 * A service whose lists have so many items a page and never end, each page after so many
 * milliseconds.
 */
async function listed(ask: (service: Service) => Promise<unknown>, perPage: number, pageMs: number) {
  const clock = new VirtualClock(5, true);
  let pages = 0;
  const service = await connectService(
    {
      baseUrl: new URL('https://sim.example'),
      project: 'pro_1',
      token: 'tok_simulated_0123',
      concurrency: 2,
      timeout: 30,
      retries: 4,
    },
    {
      clock,
      signal: new AbortController().signal,
      env: {},
      notify: () => undefined,
      version: '0.0.0-test',
      userAgentNode: '20.0.0',
      transport: {
        send: async ({ url }) => {
          await clock.sleep(pageMs);
          const from = pages * perPage;
          pages += 1;
          const link = `<${url.pathname}?page=${pages + 1}>; rel="next"`;
          const items = Array.from({ length: perPage }, (_, i) => ({
            api_id: `id_${from + i}`,
            code: `c${from + i}`,
            country: '',
            name: `n${from + i}`,
            keys: 1,
          }));
          return {
            kind: 'response',
            status: 200,
            headers: new Map([
              ['content-type', 'application/json'],
              ['link', link],
            ]),
            body: Buffer.from(JSON.stringify(items)),
          };
        },
        close: () => Promise.resolve(),
      },
    },
  );
  const { result, ms } = await clock.run(() => ask(service).catch((error: unknown) => error));
  if (!(result instanceof LocsyncError)) throw new Error('the list came to an end');
  return { code: result.code, exit: result.exit, message: result.message, pages, minutes: ms / 60_000 };
}

const locales = (service: Service): Promise<unknown> => service.locales();
const sourceFiles = (service: Service): Promise<unknown> => service.sourceFiles();

describe('L4 a list without an end is bounded', () => {
  it('in locales: 2,000, which are compared with each other', async () => {
    const ended = await listed(locales, 500, 1);
    expect(ended).toMatchObject({ code: 'ANSWER_REFUSED', exit: 4, pages: 5 });
    expect(ended.message).toContain('more than 2000 items');
  });

  it('in source files: 100,000', async () => {
    const ended = await listed(sourceFiles, 25_000, 1);
    expect(ended).toMatchObject({ code: 'ANSWER_REFUSED', exit: 4, pages: 5 });
    expect(ended.message).toContain('more than 100000 items');
  });

  it('in pages: 1,000', async () => {
    expect(await listed(sourceFiles, 1, 1)).toMatchObject({ code: 'PAGES_ENDLESS', exit: 4, pages: 1_000 });
  });

  it('in time: no page later than ten minutes after the first, however slowly they come', async () => {
    const ended = await listed(sourceFiles, 1, 29_000);
    expect(ended).toMatchObject({ code: 'PAGES_ENDLESS', exit: 4 });
    expect(ended.message).toContain('10 minutes');
    expect(ended.minutes).toBeLessThan(10.5);
  });
});
