import { describe, expect, it, onTestFinished } from 'vitest';
import { hasPython, Person } from '../support/person.js';
import { withService, type TestOptions, type TestService } from '../support/service.js';
import { CANARY } from '../support/session.js';

const RAILS: TestOptions = { technology: 'ruby', framework: 'rails', format: 'yaml', name: 'Shop' };

async function service(options: TestOptions = {}): Promise<TestService> {
  const running = await withService({ token: CANARY, ...options });
  onTestFinished(() => running.close());
  return running;
}

const rails = (person: Person): Person =>
  person
    .file('config/locales/en.yml', 'en:\n  hello: Hi\n')
    .file('config/locales/de.yml', 'de:\n  hello: Hallo\n');

describe.skipIf(!hasPython)('init on a terminal', () => {
  const asked = (shop: TestService): [string, string][] => [
    ['Base URL of the service', `${shop.url}\r`],
    ['API ID of the project', `${shop.project.id}\r`],
    ['(not shown)', `${CANARY}\r`],
  ];
  const SOURCE: [string, string] = ['Source language (the one your developers write) [en]', 'de\r'];

  it('asks, stores the token, shows the file before it writes, and ends with the next command', async () => {
    const shop = await service(RAILS);
    const person = rails(new Person());
    const steps: [string, string][] = [...asked(shop), SOURCE, ['Write .locsyncrc?', '\r']];
    const ran = await person.types(['init'], steps);
    ran.code(0).never('If developers write another');
    expect(person.text('.locsyncrc')).toContain('sourceLocale: de\n');
    expect(ran.out).toContain('No service yet? Press Ctrl+C and run `locsync serve` in another terminal');
    expect(ran.out.indexOf('config/locales/{locale}.yml')).toBeGreaterThan(0);
    expect(ran.out.indexOf('config/locales/{locale}.yml')).toBeLessThan(ran.out.indexOf('Write .locsyncrc?'));
    expect(ran.out.indexOf('locsync status')).toBeGreaterThan(ran.out.indexOf('Wrote .locsyncrc'));
    expect(Object.values(person.tokens)).toEqual([CANARY]);
    // The stored token is enough for what comes next.
    (await person.run(['status'])).code(0);
  });

  it.each([
    ['no', 'n\r', 0],
    ['Ctrl+C', '\u0003', 130],
  ])('%s at the end writes nothing', async (_, answer, code) => {
    const shop = await service(RAILS);
    const person = rails(new Person());
    const ran = await person.types(['init'], [...asked(shop), SOURCE, ['Write .locsyncrc?', answer]]);
    ran.code(code);
    expect(person.has('.locsyncrc')).toBe(false);
  });

  it('a token that the service refuses is not stored, and nothing is written', async () => {
    const shop = await service();
    const person = new Person();
    const steps = [...asked(shop).slice(0, 2), ['(not shown)', 'wrong\r']] as [string, string][];
    (await person.types(['init'], steps))
      .code(3)
      .stdout('rejected the token', 'just given')
      .never('LOCSYNC_TOKEN');
    expect(person.tokens).toEqual({});
    expect(person.has('.locsyncrc')).toBe(false);
  });

  it('--yes asks nothing, on a terminal too', async () => {
    const shop = await service(RAILS);
    const person = rails(new Person());
    const flags = ['--base-url', shop.url, '--project', shop.project.id];
    const ran = await person.types(['init', '--yes', ...flags], [], { env: { LOCSYNC_TOKEN: CANARY } });
    ran.code(0).never('Write .locsyncrc?');
    expect(person.has('.locsyncrc')).toBe(true);
  });
});
