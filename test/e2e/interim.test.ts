import { describe, expect, it } from 'vitest';
import { Session } from '../support/session.js';
import type { Received, Step } from '../support/scripted-server.js';

/** An answer after interim ones (RFC 9110, section 15.2), which no one asked for. */
function after(interim: readonly string[], status: number, body: unknown): Step {
  const text = JSON.stringify(body);
  const head = `HTTP/1.1 ${status} OK\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(text)}\r\n\r\n`;
  return {
    raw: (socket) =>
      socket.write(`${interim.map((one) => `HTTP/1.1 ${one}\r\n\r\n`).join('')}${head}${text}`),
  };
}

const early = Array.from({ length: 60 }, (_, n) => `\r\nlink: </style-${n}.css>; rel=preload; as=style`).join(
  '',
);

describe('F5 an interim answer that no one asked for is read over', () => {
  it.each([
    ['100', ['100 Continue']],
    ['100 with headers', ['100 Continue\r\nserver: gateway\r\nx-a: b']],
    ['100 without a reason', ['100 ']],
    [
      'several',
      ['100 Continue', '102 Processing', '100 Continue', '103 Early Hints', '110 Stale', '199 Other'],
    ],
    ['103 with many headers', [`103 Early Hints${early}`, `103 Early Hints${early}`]],
    ['hundreds of them', Array.from({ length: 300 }, () => '100 Continue')],
  ])('%s: reads, event and upload succeed', async (_, interim) => {
    // Interim responses are read over by the undici of the build.
    const s = await Session.scripted({ config: { files: ['l/{locale}.json'] }, separate: true });
    const { script } = s.service;
    const stored = new Map<string, unknown>();
    const project = { api_id: 'pro_1', name: 'Shop', technology: '', framework: '', format: '' };
    script
      .on('project', after(interim, 200, project))
      .on('locales', after(interim, 200, [{ api_id: 'l1', name: 'English', code: 'en', country: '' }]))
      .on('event', after(interim, 201, { api_id: 'evt_7', kind: 'api_upload' }))
      .on('sourceFiles', () =>
        after(interim, 200, stored.size === 0 ? [] : [{ api_id: 'fil_1', name: 'l/en.json', keys: 1 }]),
      )
      .on('upload', ({ body }: Received) => {
        stored.set('en', JSON.parse((JSON.parse(body) as { content: string }).content));
        const last_version = { id: 'fiv_1', number: 1, upload: 'api' };
        return after(interim, 201, { api_id: 'fil_1', name: 'l/en.json', project_id: 'pro_1', last_version });
      })
      .on('texts', () =>
        after(interim, 200, {
          api_id: 'fil_1',
          name: 'l/en.json',
          keys: 1,
          content: Object.fromEntries(stored),
        }),
      );
    s.file('l/en.json', '{"k":"K"}');
    (await s.run('push')).code(0).emptyStderr();
    expect(script.of('event')).toHaveLength(1);
    expect(script.of('upload')).toHaveLength(1);
    (await s.run('status')).code(0);
  });

  it('a change of protocol that no one asked for is an error of the service, and nothing is uploaded', async () => {
    const s = await Session.scripted({ config: { files: ['l/{locale}.json'], retries: 1 } });
    s.service.script.on('locales', {
      raw: (socket) =>
        socket.write('HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n'),
    });
    s.file('l/en.json', '{"k":"K"}');
    (await s.run('push')).code(4);
    expect(s.service.script.of('upload')).toHaveLength(0);
  });
});
