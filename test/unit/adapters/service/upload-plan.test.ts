import { describe, expect, it } from 'vitest';
import { connectService } from '../../../../src/adapters/service/service.js';
import { LocsyncError } from '../../../../src/core/errors/index.js';
import type { HttpRequest, HttpResult } from '../../../../src/http/messages.js';
import { ResponseCollector } from '../../../../src/http/response-collector.js';
import { Gate } from '../../../../src/http/gate.js';
import type { Uploaded } from '../../../../src/ports/service.js';
import { VirtualClock } from '../../../support/virtual-clock.js';

const STORED = { api_id: 'fil_1', name: 'a.json', project_id: 'pro_1', last_version: { number: 2 } };

function answer(
  status: number,
  body: unknown = '',
  headers: Readonly<Record<string, string>> = {},
): HttpResult {
  const given = new Map(Object.entries({ 'content-type': 'application/json', ...headers }));
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return { kind: 'response', status, headers: given, body: Buffer.from(text) };
}

interface Scene {
  /**
   * What the service does with each request, one after the other; it stores what comes after them.
   */
  readonly steps: readonly ((
    request: HttpRequest,
    clock: VirtualClock,
  ) => HttpResult | Promise<HttpResult>)[];
  /** How old each plan is when it is made, in milliseconds; those after them are fresh. */
  readonly ages?: readonly number[];
  /** How old each plan is once it was read again; undefined if it is outdated. */
  readonly again?: readonly (number | undefined)[];
  /** What each look after an unclear answer finds. */
  readonly arrived?: readonly boolean[];
}

/** One upload whose plans have the contents `plan 1`, `plan 2` and so on. */
async function upload({ steps, ages = [], again, arrived = [] }: Scene) {
  const clock = new VirtualClock(3, true);
  const sent: string[] = [];
  const left = [...steps];
  let plans = 0;
  let readings = 0;
  let looks = 0;
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
        send: async (request) => {
          const outcome = (await left.shift()?.(request, clock)) ?? answer(200, STORED);
          const isSent = outcome.kind === 'response' || outcome.failure !== 'expired';
          if (isSent) sent.push((JSON.parse(request.body ?? '') as { content: string }).content);
          return outcome;
        },
        close: () => Promise.resolve(),
      },
    },
  );
  const { result } = await clock.run((): Promise<Uploaded | LocsyncError | undefined> =>
    service
      .upload({
        filename: 'a.json',
        event: { id: 'evt_7', kind: 'api_upload' },
        reads: 1,
        plan: () => {
          plans += 1;
          const readAt = clock.now() - (ages[plans - 1] ?? 0);
          return Promise.resolve({ content: `plan ${plans}`, readAt });
        },
        ...(again
          ? {
              readAgain: () => {
                const age = again[(readings += 1) - 1];
                return Promise.resolve(age === undefined ? undefined : clock.now() - age);
              },
            }
          : {}),
        arrived: () => Promise.resolve(arrived[(looks += 1) - 1] ?? false),
      })
      .catch((error: unknown) => {
        if (error instanceof LocsyncError) return error;
        throw error;
      }),
  );
  const code = result instanceof LocsyncError ? result.code : undefined;
  return { sent, plans, readings, looks, code };
}

/**
 * A service whose connection takes so long that the request is asked only then whether it may still
 * go out.
 */
const connectsAfter =
  (ms: number) =>
  async (request: HttpRequest, clock: VirtualClock): Promise<HttpResult> => {
    await clock.sleep(ms);
    if (request.isExpired?.() === true) return { kind: 'failure', failure: 'expired', reason: 'expired' };
    return answer(200, STORED);
  };

describe('what an upload sends (A4, A5)', () => {
  it('A4 every attempt is planned anew', async () => {
    const limited = (): HttpResult => answer(429, '', { 'retry-after': '1' });
    expect(await upload({ steps: [limited, limited] })).toMatchObject({
      sent: ['plan 1', 'plan 2', 'plan 3'],
      code: undefined,
    });
  });

  it.each([
    [2_000, ['plan 1']],
    [2_001, ['plan 2']],
  ])('A5 a plan that is %i ms old: %j goes out', async (age, sent) => {
    expect(await upload({ steps: [], ages: [age] })).toMatchObject({ sent, code: undefined });
  });

  it('A5 a plan that grows old while it waits for its connection is given up and made anew', async () => {
    expect(await upload({ steps: [connectsAfter(2_001)] })).toMatchObject({ sent: ['plan 2'], plans: 2 });
    expect(await upload({ steps: [connectsAfter(2_000)] })).toMatchObject({ sent: ['plan 1'], plans: 1 });
  });

  it('A5 a plan that took long to make is read again: it goes out if nothing has changed', async () => {
    const large = { steps: [], ages: [9_000] };
    expect(await upload({ ...large, again: [0] })).toMatchObject({ sent: ['plan 1'], plans: 1, readings: 1 });
    expect(await upload({ ...large, again: [2_001] })).toMatchObject({ sent: ['plan 2'], plans: 2 });
    expect(await upload({ ...large, again: [undefined] })).toMatchObject({ sent: ['plan 2'], plans: 2 });
    expect(await upload({ steps: [], ages: [1_000], again: [] })).toMatchObject({ plans: 1, readings: 0 });
  });

  it('A5 plans that are outdated each time end the upload with PLAN_STALE', async () => {
    const ages = new Array<number>(9).fill(1_500);
    expect(await upload({ steps: [], ages, again: [] })).toMatchObject({
      sent: [],
      plans: 5,
      code: 'PLAN_STALE',
    });
  });

  it('A5 plans that all grow old end the upload with PLAN_STALE: nothing went out', async () => {
    const steps = Array.from({ length: 20 }, () => connectsAfter(2_500));
    expect(await upload({ steps })).toMatchObject({ sent: [], plans: 5, code: 'PLAN_STALE' });
  });

  it('A5 a plan that cannot leave the queue in time gives up its place at once', async () => {
    const clock = new VirtualClock(3, true);
    const gate = new Gate(2, clock, new AbortController().signal);
    gate.pauseFor(5_000);
    const { result, ms } = await clock.run(() => gate.enterBefore(clock.now() + 2_000));
    expect([result, ms]).toEqual([undefined, 0]);
  });

  it('A5 a request that is stale when its connection is there is ended before its first byte', () => {
    const ended: unknown[] = [];
    const controller = { abort: (error: unknown) => ended.push(error) };
    const start = (isStale: boolean): void => {
      const collector = new ResponseCollector(() => isStale);
      collector.onRequestStart(controller as unknown as Parameters<typeof collector.onRequestStart>[0]);
    };
    start(false);
    expect(ended).toEqual([]);
    start(true);
    expect(ended).toHaveLength(1);
  });
});

describe('an upload whose answer leaves doubt', () => {
  it('A4 is looked for before anything is sent again, and is not sent again if it is there', async () => {
    expect(await upload({ steps: [() => answer(503)], arrived: [false, true] })).toMatchObject({
      sent: ['plan 1'],
      looks: 2,
      code: undefined,
    });
  });

  it('A4 is planned anew if it is not there', async () => {
    expect(await upload({ steps: [() => answer(503)] })).toMatchObject({
      sent: ['plan 1', 'plan 2'],
      looks: 3,
      code: undefined,
    });
  });

  it('B3 is not sent a second time if the service said yes, even if it cannot be found', async () => {
    expect(await upload({ steps: [() => answer(201, 'done')] })).toMatchObject({
      sent: ['plan 1'],
      looks: 3,
      code: 'UPLOAD_UNKNOWN',
    });
  });
});
