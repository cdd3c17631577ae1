import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { posts, Session } from '../support/session.js';
import { hang } from '../support/scripted-server.js';
import { withService } from '../support/service.js';
import { runInProcess, type Output } from '../support/in-process.js';
import { openGate } from './gate.js';

const NAME = 'config/locales/en.yml';
const DE = 'config/locales/de.yml';
const EN_TEXT = 'en:\n  hello: Hi\n  bye: Bye\n';
const DE_TEXT = 'de:\n  hello: Hallo\n  bye: Tschüss\n';

describe('two runs in one project', () => {
  it('CO-01 two pulls at once: the second waits, and the file is as one pull leaves it', async () => {
    const s = await Session.start({ service: { latencyMs: 100 } });
    s.file(NAME, EN_TEXT).file(DE, DE_TEXT);
    (await s.run('push')).code(0);
    await s.service.put('de', NAME, { hello: 'Moin', new: 'Neu' });
    const [one, other] = await Promise.all([s.launch('pull --json'), s.launch('pull --json')]);
    expect([one.code(0).states[DE], other.code(0).states[DE]].sort()).toEqual(['in-sync', 'pulled']);
    s.reads(DE, DE_TEXT.replace('Hallo', 'Moin') + '  new: Neu\n');
    (await s.run('status --check')).code(0);
  });

  it('CO-02 a push while a pull holds the lock for long says who holds it, and changes nothing', async () => {
    const s = await Session.scripted();
    s.file(NAME, EN_TEXT).file(DE, DE_TEXT);
    s.service.script.on('sourceFiles', hang);
    let pid = 0;
    let kill = (): void => undefined;
    const pull = s.launch('pull', {
      during: (child) => {
        pid = child.pid ?? 0;
        kill = () => void child.kill('SIGINT');
      },
    });
    while (s.service.script.of('sourceFiles').length === 0) await sleep(20);
    const push = await s.launch('push --json');
    kill();
    (await pull).code(130);
    expect(push.code(4).errors).toEqual(['RUN_LOCKED']);
    expect(push.json.errors[0]?.message).toContain(String(pid));
    expect(s.service.script.of('upload')).toHaveLength(0);
    s.reads(NAME, EN_TEXT).reads(DE, DE_TEXT);
  });

  it('CO-02 a push during a pull waits for it and uploads what is then on disk', async () => {
    const s = await Session.start({ service: { latencyMs: 150 } });
    s.file(NAME, EN_TEXT).file(DE, DE_TEXT);
    (await s.run('push')).code(0);
    await s.service.put('de', NAME, { hello: 'Moin' });
    s.file(DE, DE_TEXT.replace('Tschüss', 'Ade'));
    const [pull, push] = await Promise.all([s.launch('pull'), sleep(100).then(() => s.launch('push'))]);
    pull.code(0);
    push.code(0);
    s.reads(DE, DE_TEXT.replace('Hallo', 'Moin').replace('Tschüss', 'Ade'));
    expect(await s.service.texts(NAME, 'de')).toEqual({ hello: 'Moin', bye: 'Ade' });
    expect(posts(s.service).uploads).toBe(4);
  });
});

/** Two machines with the same commit of one project. */
async function twoMachines() {
  const above = mkdtempSync(join(tmpdir(), 'locsync-two-'));
  const service = await withService({ locales: ['en', 'de'] });
  const gate = await openGate(service.url);
  onTestFinished(async () => {
    await gate.close();
    await service.close();
    rmSync(above, { recursive: true, force: true });
  });
  const env = {
    LOCSYNC_BASE_URL: gate.url,
    LOCSYNC_PROJECT: service.project.id,
    LOCSYNC_TOKEN: service.token,
  };
  const machine = (name: string) => ({
    run: (...argv: string[]): Promise<Output> => runInProcess(join(above, name), argv, { env }),
    text: (path: string) => readFileSync(join(above, name, path), 'utf8'),
    write: (path: string, text: string) => writeFileSync(join(above, name, path), text),
  });
  const [one, other] = [machine('one'), machine('other')];
  mkdirSync(join(above, 'one/config/locales'), { recursive: true });
  mkdirSync(join(above, 'one/.git'));
  one.write('.locsyncrc', '{ "files": ["config/locales/{locale}.yml"] }\n');
  one.write(NAME, EN_TEXT);
  one.write(DE, DE_TEXT);
  const first = await one.run('push');
  expect(first.exitCode, first.story).toBe(0);
  cpSync(join(above, 'one'), join(above, 'other'), { recursive: true });
  return { service, gate, one, other };
}

// Longer than a plan counts as fresh (src/sync/push/upload/upload-one.ts).
const STALE_MS = 2_500;

describe('two machines push into one source file', () => {
  it('CO-03 different keys: the slower one puts the newer text of the other into what it uploads', async () => {
    const { service, gate, one, other } = await twoMachines();
    one.write(DE, DE_TEXT.replace('Hallo', 'Moin'));
    other.write(DE, DE_TEXT.replace('Tschüss', 'Ade'));
    const held = gate.hold('/events');
    const slow = other.run('push');
    const release = await held;
    const quick = await one.run('push');
    expect(quick.exitCode, quick.story).toBe(0);
    await sleep(STALE_MS);
    release();
    const told = await slow;
    expect(told.exitCode, told.story).toBe(0);
    expect(await service.texts(NAME, 'de')).toEqual({ hello: 'Moin', bye: 'Ade' });
    for (const machine of [one, other]) {
      const pulled = await machine.run('pull');
      expect(pulled.exitCode, pulled.story).toBe(0);
      expect(machine.text(DE)).toBe('de:\n  hello: Moin\n  bye: Ade\n');
    }
  });

  it('CO-03 the same key: the slower one uploads nothing and names the conflict', async () => {
    const { service, gate, one, other } = await twoMachines();
    one.write(DE, DE_TEXT.replace('Hallo', 'Moin'));
    other.write(DE, DE_TEXT.replace('Hallo', 'Servus'));
    const held = gate.hold('/events');
    const slow = other.run('push', '--json');
    const release = await held;
    expect((await one.run('push')).exitCode).toBe(0);
    await sleep(STALE_MS);
    release();
    const told = await slow;
    expect(told.exitCode, told.story).toBe(1);
    expect(told.out).toContain('"CONFLICT"');
    expect(await service.texts(NAME, 'de')).toEqual({ hello: 'Moin', bye: 'Tschüss' });
    expect(other.text(DE)).toContain('Servus');
    const again = await other.run('pull');
    expect(again.exitCode, again.story).toBe(1);
    expect(other.text(DE)).toContain('Servus');
  });
});
