import { existsSync, mkdirSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { Session } from '../support/session.js';

describe('serve, if it cannot start', () => {
  it.each(['', ',,', 'en,,de'])('--locales %j: the option is named as it was given', async (codes) => {
    const s = await Session.start();
    const ran = (await s.run(['serve', '--db', 'x.db', '--locales', codes])).code(2);
    ran.stderr('--locales cannot be an empty code: expected codes such as en,de,pt-BR');
    expect(ran.err).not.toMatch(/--locale\b(?!s)/);
    expect(existsSync(join(s.folder, 'x.db'))).toBe(false);
  });

  it.each([
    ['nestd-keys', '--behave does not know nestd-keys', 'did you mean nested-keys?'],
    ['cut=x', '--behave cut cannot be x: expected a whole number from 1 to 1000000', undefined],
    ['drop-locale=fr', '--behave drop-locale cannot be fr: expected one of en', undefined],
  ])('--behave %s is refused', async (word, message, hint) => {
    const s = await Session.start();
    const ran = (await s.run(['serve', '--db', 'x.db', '--behave', `trim,${word}`])).code(2).stderr(message);
    if (hint !== undefined) ran.stderr(hint);
  });

  it('an address that it cannot listen on is a mistake of the command line', async () => {
    const s = await Session.start();
    (await s.run(['serve', '--db', 'x.db', '--host', '999.1.1.1']))
      .code(2)
      .stderr(/cannot listen on 999\.1\.1\.1.*\n.*--host/s);
    expect(existsSync(join(s.folder, 'x.db'))).toBe(false);
  });

  it('SV-07 SV-21 a port that is in use, and a database that cannot be opened, are none', async () => {
    const s = await Session.start();
    const taken = createServer().listen(0, '127.0.0.1');
    onTestFinished(() => void taken.close());
    await new Promise((resolve) => taken.once('listening', resolve));
    const { port } = taken.address() as AddressInfo;
    (await s.run(['serve', '--db', 'x.db', '--port', String(port)])).code(5).stderr(/in use.*--port/s);
    mkdirSync(join(s.folder, 'folder.db'));
    (await s.run(['serve', '--db', 'folder.db'])).code(5).stderr(/folder\.db.*cannot be opened/);
  });
});
