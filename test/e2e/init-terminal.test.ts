import { describe, expect, it, onTestFinished } from 'vitest';
import { hasPython, Person } from '../support/person.js';
import { withService, type TestOptions, type TestService } from '../support/service.js';
import { freePort } from '../support/free-port.js';
import { CANARY, PROGRAM } from '../support/session.js';

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
    expect(ran.out).toContain('No service yet? Run `locsync serve` in another terminal:');
    expect(ran.out.indexOf('config/locales/{locale}.yml')).toBeGreaterThan(0);
    expect(ran.out.indexOf('config/locales/{locale}.yml')).toBeLessThan(ran.out.indexOf('Write .locsyncrc?'));
    expect(ran.out.indexOf('locsync status')).toBeGreaterThan(ran.out.indexOf('Wrote .locsyncrc'));
    expect(ran.out).toContain('Base URL of the service, such as https://l10n.example.com');
    expect(ran.out).toContain(`The token is stored in ${person.store}, for ${shop.url} only.`);
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

  it('asks again for a token that the service refuses, which is not stored', async () => {
    const shop = await service();
    const person = rails(new Person());
    const steps: [string, string][] = [
      ...asked(shop).slice(0, 2),
      ['(not shown)', 'wrong\r'],
      ['rejected the token', ''],
      ['(not shown)', '\u0003'],
    ] as [string, string][];
    (await person.types(['init'], steps)).code(130).stdout('just given').never('LOCSYNC_TOKEN');
    expect(person.tokens).toEqual({});
    expect(person.has('.locsyncrc')).toBe(false);
    const again: [string, string][] = [
      ...steps.slice(0, -1),
      ['(not shown)', `${CANARY}\r`],
      ['Source language', '\r'],
      ['Write .locsyncrc?', '\r'],
    ];
    (await person.types(['init'], again)).code(0);
    expect(Object.values(person.tokens)).toEqual([CANARY]);
  });

  it('asks again for a project that is not there, and for an address without a service', async () => {
    const shop = await service();
    const person = rails(new Person());
    const free = await freePort();
    const ran = await person.types(
      ['init'],
      [
        ['Base URL of the service', 'ftp://x\r'],
        ['https://', `\u0015http://127.0.0.1:${free}\r`],
        ['API ID of the project', 'pro_404\r'],
        ['(not shown)', `${CANARY}\r`],
        ['cannot connect', ''],
        // The project stays; the token was for another address.
        ['Base URL of the service', `${shop.url}\r`],
        ['(not shown)', `${CANARY}\r`],
        ['has no project pro_404', ''],
        ['API ID of the project', `${shop.project.id}\r`],
        ['Source language', '\r'],
        ['Write .locsyncrc?', '\r'],
      ],
    );
    ran.code(0);
    expect(person.text('.locsyncrc')).toContain(`project: ${shop.project.id}\n`);
    expect(Object.keys(person.tokens)).toEqual([shop.url]);
  });

  it('takes the embedded service that is started at the first question', async () => {
    const person = rails(new Person());
    // Serves once the file `asked` is there, and ends with init.
    const script = `
      (
        until [ -e asked ]; do sleep 0.05; done
        "$0" "$1" serve --locales en,de --json >serving.json &
        echo $! >serving.pid
        until [ -s serving.json ]; do sleep 0.05; done
        echo IT SERVES
      ) &
      "$0" "$1" init; code=$?
      kill $(cat serving.pid); wait; exit $code`;
    const ran = await person.typesInto(
      ['bash', '-c', script, process.execPath, PROGRAM],
      [
        ['Base URL of the service', '\r'],
        ['`locsync serve` does not run for this folder yet', '', 'asked'],
        ['IT SERVES', '\r'],
        ['Source language', '\r'],
        ['Write .locsyncrc?', '\r'],
      ],
    );
    ran.code(0).never('API ID of the project');
    const { url } = JSON.parse(person.text('serving.json')) as { url: string };
    expect(person.text('.locsyncrc')).toContain(`baseUrl: ${url}\n`);
  });

  it('asks nothing if CI is set, on a terminal too', async () => {
    const person = rails(new Person());
    const ran = await person.types(['init'], [], { env: { CI: 'true' } });
    ran.code(2).never('Base URL of the service, such as', 'No service yet');
    const told = await person.types(['login', '--base-url', 'http://127.0.0.1:9', '--project', 'p'], [], {
      env: { CI: '1' },
    });
    told.code(2).stdout('or CI is set');
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
