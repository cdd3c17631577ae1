import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Session } from '../support/session.js';
import { freePort } from '../support/free-port.js';
import { Yard, installed, privateAuthority } from './programs.js';

const ready = installed('the proxy', 'tinyproxy', 'nginx', 'openssl');
const PASSWORD = 'p4ss_of_the_proxy';

describe.skipIf(!ready)('tinyproxy between locsync and the service', () => {
  const yard = new Yard();
  const proxies = { open: '', locked: '' };
  const upstream = { port: 0 };
  // By the machine's name: no proxy is ever asked for a loopback address.
  let front: { readonly url: string; readonly plain: string; readonly ca: string };

  beforeAll(async () => {
    upstream.port = await freePort();
    const port = await freePort();
    const plain = await freePort();
    const { ca, key, cert } = privateAuthority(yard, [hostname()]);
    const config = yard.write(
      'nginx.conf',
      `daemon off; master_process off; pid ${yard.path('nginx.pid')}; events {}
       http {
         access_log off; client_body_temp_path ${yard.path('body')}; proxy_temp_path ${yard.path('proxy')};
         server {
           listen ${port} ssl; ssl_certificate ${cert}; ssl_certificate_key ${key};
           location / { proxy_pass http://127.0.0.1:${upstream.port}; }
         }
         server { listen ${plain}; location / { proxy_pass http://127.0.0.1:${upstream.port}; } }
       }`,
    );
    await yard.start('nginx', ['-p', yard.folder, '-c', config, '-e', 'stderr'], port);
    front = { url: `https://${hostname()}:${port}`, plain: `http://${hostname()}:${plain}`, ca };
    for (const name of ['open', 'locked'] as const) {
      const at = await freePort();
      const settings = [
        `Port ${at}`,
        'Listen 127.0.0.1',
        'Timeout 60',
        'Allow 127.0.0.1',
        `LogFile "${yard.path(`${name}.log`)}"`,
        'LogLevel Connect',
        ...(name === 'locked' ? [`BasicAuth somebody ${PASSWORD}`] : []),
      ];
      const file = yard.write(`${name}.conf`, `${settings.join('\n')}\n`);
      await yard.start('tinyproxy', ['-d', '-c', file], at);
      proxies[name] = `127.0.0.1:${at}`;
    }
  });
  afterAll(() => yard.end());

  async function shop() {
    const s = await Session.start({ service: { port: upstream.port } });
    return s.file('config/locales/en.yml', 'en:\n  a: A\n').file('config/locales/de.yml', 'de:\n  a: B\n');
  }

  /** Lines of the proxy's log that name a tunnel. */
  const tunnels = (name: 'open' | 'locked'): readonly string[] =>
    readFileSync(yard.path(`${name}.log`), 'utf8')
      .split('\n')
      .filter((line) => /Request .*CONNECT/.test(line));

  it.each(['HTTPS_PROXY', 'https_proxy'])('%s: everything goes through its tunnel', async (name) => {
    const s = await shop();
    const before = tunnels('open').length;
    const env = {
      LOCSYNC_BASE_URL: front.url,
      NODE_EXTRA_CA_CERTS: front.ca,
      [name]: `http://${proxies.open}`,
    };
    (await s.run('push', { env })).code(0).emptyStderr().stdout('Pushed 2 files.');
    await s.service.put('de', 'config/locales/en.yml', { a: 'C' });
    (await s.run('pull', { env })).code(0).emptyStderr();
    s.reads('config/locales/de.yml', 'de:\n  a: C\n');
    const made = tunnels('open').slice(before);
    expect(made.length).toBeGreaterThan(0);
    expect(made.every((line) => line.includes(`CONNECT ${new URL(front.url).host} `))).toBe(true);
  });

  it('HTTP_PROXY leads to a service without TLS too', async () => {
    const s = await shop();
    const before = tunnels('open').length;
    const env = { LOCSYNC_BASE_URL: front.plain, LOCSYNC_ALLOW_INSECURE: '1', HTTP_PROXY: proxies.open };
    (await s.run('push', { env })).code(0).emptyStderr().stdout('Pushed 2 files.');
    expect(tunnels('open').length).toBeGreaterThan(before);
    expect(readFileSync(yard.path('open.log'), 'utf8')).not.toContain(s.service.token);
  });

  it('a proxy with a password: the right one opens it, and is shown nowhere', async () => {
    const s = await shop();
    const HTTPS_PROXY = `http://somebody:${PASSWORD}@${proxies.locked}`;
    const env = { LOCSYNC_BASE_URL: front.url, NODE_EXTRA_CA_CERTS: front.ca, HTTPS_PROXY };
    const ran = await s.run('push --debug', { env });
    ran.code(0).stdout('Pushed 2 files.').never(PASSWORD);
    expect(tunnels('locked').length).toBeGreaterThan(0);
  });

  it.each([
    ['none', '', 407],
    ['a wrong one', 'somebody:wr0ng_pass@', 401],
  ])(
    'NT-18 a proxy with a password, given %s: its refusal ends the run at once and says what to set',
    async (_, user, status) => {
      const s = await shop();
      const env = { LOCSYNC_BASE_URL: front.url, HTTPS_PROXY: `http://${user}${proxies.locked}` };
      const ran = await s.run('status --json', { env });
      expect(ran.code(4).errors).toEqual(['PROXY_REFUSED']);
      expect(ran.json.errors[0]).toMatchObject({
        message: `the proxy ${proxies.locked} refused the connection (${status})`,
        hint: 'put user and password of the proxy into HTTPS_PROXY',
      });
      ran.never('wr0ng_pass', /waiting/);
    },
  );

  it.each(['NO_PROXY', 'no_proxy'])('NT-19 %s leads past the proxy', async (name) => {
    const s = await shop();
    const before = tunnels('open').length;
    // No process listens at port 9 of this machine: whatever went to the proxy would fail.
    const env = { HTTP_PROXY: 'http://127.0.0.1:9', HTTPS_PROXY: 'http://127.0.0.1:9' };
    const plain = { LOCSYNC_BASE_URL: front.plain, LOCSYNC_ALLOW_INSECURE: '1' };
    const other = { [name]: `example.org,${hostname()}` };
    (await s.run('push', { env: { ...env, ...plain, ...other } })).code(0).emptyStderr();
    const tls = {
      LOCSYNC_BASE_URL: front.url,
      NODE_EXTRA_CA_CERTS: front.ca,
      [name]: `.example.org,${hostname()}`,
    };
    (await s.run('status --check', { env: { ...env, ...tls } })).code(0);
    expect(tunnels('open')).toHaveLength(before);
  });

  it('M1 the embedded service is reached directly, whatever the proxy', async () => {
    const s = await shop();
    const before = tunnels('open').length;
    (await s.run('push', { env: { HTTP_PROXY: proxies.open } })).code(0).emptyStderr();
    expect(tunnels('open')).toHaveLength(before);
  });

  it('a proxy that is not there is named', async () => {
    const s = await shop();
    const plain = { LOCSYNC_BASE_URL: front.plain, LOCSYNC_ALLOW_INSECURE: '1' };
    const env = { ...plain, HTTP_PROXY: `http://127.0.0.1:${await freePort()}` };
    const ran = await s.run('status --json --retries 0', { env });
    expect(ran.code(4).errors).toEqual(['SERVICE_UNREACHABLE']);
    expect(ran.json.errors[0]?.message).toContain(`proxy ${env.HTTP_PROXY.slice(7)}`);
  });
});
