import { describe, expect, it } from 'vitest';
import { isExcluded } from '../../../src/http/no-proxy.js';
import { proxyFor } from '../../../src/http/proxy.js';

const PROXY = { HTTP_PROXY: 'http://proxy.test:3128', HTTPS_PROXY: 'http://proxy.test:3128' };

describe('L13 NO_PROXY', () => {
  it.each([
    ['*', 'https://a.test'],
    [' * ', 'https://a.test'],
    ['x.test, *', 'https://a.test'],
    ['a.test', 'https://a.test'],
    ['a.test', 'https://deep.x.a.test'],
    ['.a.test', 'https://x.a.test'],
    ['.a.test', 'https://a.test'],
    ['*.a.test', 'https://x.a.test'],
    ['A.Test', 'https://a.test'],
    ['a.test.', 'https://a.test'],
    ['a.test', 'https://a.test.'],
    ['b.test;a.test', 'https://a.test'],
    ['b.test a.test\tc.test', 'https://a.test'],
    ['b.test ,, a.test', 'https://a.test'],
    ['a.test:443', 'https://a.test'],
    ['a.test:8443', 'https://a.test:8443'],
    ['10.0.0.0/8', 'https://10.1.2.3'],
    ['10.0.0.0/8:8443', 'https://10.1.2.3:8443'],
    ['10.*', 'https://10.1.2.3'],
    ['10.*.3', 'https://10.1.2.3'],
    ['10.1.2.3', 'https://10.1.2.3'],
    ['fd00::/8', 'https://[fd12::1]'],
    ['[fd12::1]', 'https://[fd12::1]'],
    ['fd12::1', 'https://[fd12:0:0::1]'],
    ['[fd12::1]:8443', 'https://[fd12::1]:8443'],
    ['0.0.0.0/0', 'https://10.1.2.3'],
  ])('%j excludes %s', (noProxy, url) => {
    expect(isExcluded(noProxy, new URL(url))).toBe(true);
    expect(proxyFor(new URL(url), { ...PROXY, no_proxy: noProxy })).toBeUndefined();
  });

  it.each([
    ['', 'https://a.test'],
    [',; ', 'https://a.test'],
    ['.', 'https://a.test'],
    ['a.test', 'https://evil-a.test'],
    ['a.test', 'https://a.test.evil.test'],
    ['.a.test', 'https://xa.test'],
    ['a.test:80', 'https://a.test'],
    ['a.test:8443', 'https://a.test'],
    ['10.0.0.0/8', 'https://11.1.2.3'],
    ['10.0.0.0/8', 'https://10.evil.test'],
    ['10.0.0.0/33', 'https://10.0.0.0'],
    ['10.0.0.0/', 'https://10.0.0.0'],
    ['10.0.0/8', 'https://10.0.0.1'],
    ['10.*.4', 'https://10.1.2.3'],
    ['1*1', 'https://1.test'],
    ['fd00::/8', 'https://[fe80::1]'],
    ['0.2.3', 'https://10.1.2.3'],
  ])('%j does not exclude %s', (noProxy, url) => {
    expect(isExcluded(noProxy, new URL(url))).toBe(false);
    expect(proxyFor(new URL(url), { ...PROXY, NO_PROXY: noProxy })).toMatchObject({
      host: 'proxy.test:3128',
    });
  });
});

describe('M1 this machine', () => {
  it.each([
    'http://localhost:1',
    'http://LOCALHOST:1',
    'http://localhost.:1',
    'http://shop.localhost:1',
    'http://127.0.0.1:1',
    'http://127.0.0.2:1',
    'http://127.255.255.254:1',
    'http://127.1:1',
    'http://2130706433:1',
    'http://0177.0.0.1:1',
    'http://0x7f.1:1',
    'http://0.0.0.0:1',
    'http://0:1',
    'http://[::1]:1',
    'http://[0:0:0:0:0:0:0:1]:1',
    'http://[::]:1',
    'http://[::ffff:127.0.0.1]:1',
    'http://[::ffff:7f12:1]:1',
    'http://１２７.０.０.１:1',
    'https://localhost:1',
  ])('%s is never reached through a proxy', (url) => {
    expect(proxyFor(new URL(url), PROXY)).toBeUndefined();
    expect(proxyFor(new URL(url), { HTTP_PROXY: 'no proxy at all', HTTPS_PROXY: '://' })).toBeUndefined();
  });

  it.each([
    'http://localhost.evil.test',
    'http://evil-localhost',
    'http://127.0.0.1.evil.test',
    'http://128.0.0.1',
    'http://126.255.255.255',
    'http://[::2]',
    'http://[::ffff:128.0.0.1]',
  ])('%s is another one', (url) => {
    expect(proxyFor(new URL(url), PROXY)).toMatchObject({ host: 'proxy.test:3128' });
  });
});
