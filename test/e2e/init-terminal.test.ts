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

  it('takes patterns by their numbers, and leaves locales out for good that the project lacks', async () => {
    const shop = await service(RAILS);
    const person = rails(new Person())
      .file('config/locales/fr.yml', 'fr:\n  hello: Salut\n')
      .file('web/i18n/en.json', '{"a":"b"}');
    const steps: [string, string][] = [
      ...asked(shop),
      ['Source language', '\r'],
      ['Which of these patterns?', '3\r'],
      ['from 1 to 2', '\u007f1\r'],
      ['The project has no locale fr. Leave such files out for good', 'y\r'],
      ['Write .locsyncrc?', '\r'],
    ];
    (await person.types(['init'], steps)).code(0);
    expect(person.text('.locsyncrc')).toContain('locales: [en, de, pt-BR]\n');
    expect(person.text('.locsyncrc')).not.toContain('web/i18n');
    // Nothing is said of fr any more.
    const status = (await person.run(['status', '--json'])).code(0);
    expect(status.warnings).toEqual([]);
  });

  it('asks what codes like chs mean, and writes localeMap', async () => {
    const shop = await service({ locales: ['en', 'zh-Hans', 'de'] });
    const person = new Person();
    for (const code of ['chs', 'deu', 'enu', 'xyz']) person.file(`i18n/${code}/a.json`, '{"a":"b"}');
    const steps: [string, string][] = [
      ...asked(shop),
      ['Source language', '\r'],
      ['chs [zh-Hans]', '\r'],
      ['deu [de]', 'x\r'],
      ['one of the locales above', '\u007fde\r'],
      ['enu [en]', '\r'],
      ['xyz', '-\r'],
      ['Write .locsyncrc?', '\r'],
    ];
    (await person.types(['init'], steps)).code(0);
    expect(person.text('.locsyncrc')).toContain('localeMap:\n  zh-Hans: chs\n  de: deu\n  en: enu\n');
    const status = (await person.run(['status', '--json'])).code(0);
    expect(Object.keys(status.states).sort()).toEqual([
      'i18n/chs/a.json',
      'i18n/deu/a.json',
      'i18n/enu/a.json',
    ]);
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
