import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { readDatabase, type TestService } from '../support/service.js';
import { Session, type Side } from '../support/session.js';
import { frontOf } from './front.js';
import { freePort } from '../support/free-port.js';
import { Yard, installed, privateAuthority } from './programs.js';

const ready = installed('the TLS front', 'nginx', 'openssl');

describe.skipIf(!ready)(
  'nginx before the service: TLS by an authority of our own, gzip, limit_req, a slow upstream',
  () => {
    const yard = new Yard();
    let front: { readonly url: string; readonly ca: string };
    const upstreams = { service: 0, slow: 0 };

    beforeAll(async () => {
      // The upstreams come and go with each test; their ports stay, so that one nginx serves all.
      upstreams.service = await freePort();
      upstreams.slow = await freePort();
      const port = await freePort();
      const { ca, key, cert } = privateAuthority(yard);
      const config = yard.write('nginx.conf', nginxConfig(yard.folder, port, { key, cert }, upstreams));
      await yard.start('nginx', ['-p', yard.folder, '-c', config, '-e', 'stderr'], port);
      front = { url: `https://localhost:${port}`, ca };
    });
    afterAll(() => yard.end());

    /** A project of so many file sets in two languages, and its service after nginx. */
    async function shop(sets: number) {
      const s = await Session.start({
        config: { files: ['app/*/{locale}.json'] },
        service: { port: upstreams.service },
      });
      for (let set = 1; set <= sets; set += 1)
        for (const code of ['en', 'de']) s.file(`app/s${set}/${code}.json`, `{"a": "${code} ${set}"}\n`);
      return s;
    }

    const through = (place = '', more: Readonly<Record<string, string>> = {}) => ({
      env: { LOCSYNC_BASE_URL: `${front.url}${place}`, NODE_EXTRA_CA_CERTS: front.ca, ...more },
    });
    const log = (): readonly string[] =>
      readFileSync(yard.path('access.log'), 'utf8').split('\n').slice(0, -1);

    it('push, pull and status work, the answers compressed, with the program named to the server', async () => {
      const s = await shop(2);
      (await s.run('push', through())).code(0).emptyStderr().stdout('Pushed 4 files.');
      await s.service.put('de', 'app/s1/en.json', { a: 'neu', b: 'x'.repeat(2000) });
      (await s.run('pull', through())).code(0).emptyStderr().stdout('Pulled 1 file');
      expect(JSON.parse(s.text('app/s1/de.json'))).toMatchObject({ a: 'neu' });
      (await s.run('status --check', through())).code(0).emptyStderr();
      expect(log().filter((line) => line.startsWith('GET 200 gzip')).length).toBeGreaterThan(5);
      expect(log().every((line) => /"locsync\/\S+ node\/\d+\.\d+\.\d+"$/.test(line))).toBe(true);
      expect(versions(s)).toEqual([1, 1, 1, 1, 1]);
    });

    it('NT-16 without the authority it ends at once, sends nothing, and names NODE_EXTRA_CA_CERTS', async () => {
      const s = await shop(1);
      const before = log().length;
      const ran = await s.run('push --json', { env: { LOCSYNC_BASE_URL: front.url } });
      expect(ran.code(4).errors).toEqual(['TLS_FAILED']);
      expect(ran.json.errors[0]?.hint).toContain('NODE_EXTRA_CA_CERTS');
      ran.never(/waiting/);
      expect(log()).toHaveLength(before);
    });

    it('NT-16 a certificate for another host name is refused, the authority known or not', async () => {
      const s = await shop(1);
      const before = log().length;
      const other = { LOCSYNC_BASE_URL: front.url.replace('localhost', '127.0.0.1') };
      const ran = await s.run('status --json', through('', other));
      expect(ran.code(4).errors).toEqual(['TLS_FAILED']);
      expect(ran.json.errors[0]?.message).toMatch(/IP: 127\.0\.0\.1 is not in the cert's list/);
      expect(log()).toHaveLength(before);
    });

    it.each([
      ['20 a second and no burst', '/limited'],
      ['5 a second after a burst of 5', '/bursts'],
      ['20 a second and Retry-After: 1', '/asking'],
    ])(
      'limit_req, %s: 16 files arrive once each, with the retries that are the default',
      async (_, place) => {
        const s = await shop(8);
        const before = log().length;
        (await s.run('push', through(place))).code(0).stdout('Pushed 16 files.');
        expect(versions(s)).toEqual(Array.from({ length: 16 }, () => 1));
        expect(s.service.events()).toHaveLength(1);
        const lines = log().slice(before);
        const refused = lines.filter((line) => line.includes(' 429 ')).length;
        expect(refused).toBeGreaterThan(0);
        // The pace is found and kept to: most of what is sent is taken.
        expect(refused, lines.join('\n')).toBeLessThan(lines.length / 2);
      },
    );

    it('a slow upstream: nginx gives up with 504, the upload is found by reading back, not sent again', async () => {
      const s = await shop(1);
      const slow = await frontOf(
        s.service.url,
        (() => {
          const late = new Set(['GET locales', 'POST source_files']);
          return (_, { method = '', url = '' }) =>
            late.delete(`${method} ${url.replace(/.*\//, '')}`) ? ('late' as const) : undefined;
        })(),
        upstreams.slow,
      );
      onTestFinished(() => slow.close());
      const before = log().length;
      const ran = (await s.run('push', through('/slow'))).code(0);
      ran.stderr(/status 504/, 'confirmed after an unclear answer').stdout('Pushed 2 files.');
      expect(
        log()
          .slice(before)
          .filter((line) => line.includes(' 504 ')),
      ).toHaveLength(2);
      expect(versions(s)).toEqual([1, 1]);
    });
  },
);

/** How many versions the service has of each name that was uploaded. */
function versions({ service }: Session<TestService & Side>): readonly number[] {
  const rows = readDatabase(service.db, 'SELECT count(*) AS versions FROM version GROUP BY filename, event');
  return rows.map(({ versions }) => Number(versions));
}

function nginxConfig(
  folder: string,
  port: number,
  { key, cert }: { readonly key: string; readonly cert: string },
  upstreams: { readonly service: number; readonly slow: number },
): string {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  return `
daemon off;
master_process off;
pid ${folder}/nginx.pid;
events { worker_connections 64; }
http {
  ${temporary.map((what) => `${what}_temp_path ${folder}/${what};`).join('\n  ')}
  log_format plain '$request_method $status $sent_http_content_encoding $request_uri "$http_user_agent"';
  access_log ${folder}/access.log plain;
  gzip on;
  gzip_min_length 1;
  gzip_types application/json;
  gzip_proxied any;
  limit_req_zone $binary_remote_addr zone=one:1m rate=20r/s;
  limit_req_zone $binary_remote_addr zone=two:1m rate=5r/s;
  limit_req_zone $binary_remote_addr zone=three:1m rate=20r/s;
  limit_req_status 429;
  server {
    listen 127.0.0.1:${port} ssl;
    server_name localhost;
    ssl_certificate ${cert};
    ssl_certificate_key ${key};
    location / { proxy_pass http://127.0.0.1:${upstreams.service}; }
    location /limited/ { limit_req zone=one; proxy_pass http://127.0.0.1:${upstreams.service}/; }
    location /bursts/ { limit_req zone=two burst=5 nodelay; proxy_pass http://127.0.0.1:${upstreams.service}/; }
    location /asking/ {
      limit_req zone=three;
      add_header Retry-After 1 always;
      proxy_pass http://127.0.0.1:${upstreams.service}/;
    }
    location /slow/ { proxy_read_timeout 1s; proxy_pass http://127.0.0.1:${upstreams.slow}/; }
  }
}
`;
}
