// The main job in a minute, on the small shop of examples/: the embedded service on a free port,
// the built program run as a user would. Everything happens in a temporary folder, which is removed
// at the end. With `--open` the translator is whoever sits in front of the machine: the demo opens
// the page of the service and goes on after a text was changed there.
import { spawn, spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { ensureBuilt, root } from './setup.mjs';

const [option, ...others] = process.argv.slice(2);
const isOpen = option === '--open';
if (others.length > 0 || (option !== undefined && !isOpen)) {
  console.error('npm run demo takes one option: npm run demo -- --open');
  process.exit(2);
}

ensureBuilt();
const temp = mkdtempSync(join(tmpdir(), 'locsync-demo-'));
const shop = join(temp, 'shop');
const locsync = join(root, 'bin/locsync.js');
let service;
let failed = false;
// Ctrl+C also reaches the service: the shop is removed all the same.
let isStopped = false;
if (isOpen) for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => (isStopped = true));

try {
  cpSync(join(root, 'examples'), shop, { recursive: true });
  git('init', '--quiet');
  git('add', '.');
  commit('A small shop in four languages');

  say('A localization service of our own, on a free port of this machine');
  show(
    'locsync serve --name "Corner shop" --technology ruby --framework rails --format yaml --locales en,de,pt-BR,ar',
  );
  const { url, project, token, page } = await serve();
  console.log(`Listening on ${url}, project ${project}.`);
  const env = { LOCSYNC_BASE_URL: url, LOCSYNC_PROJECT: project, LOCSYNC_TOKEN: token };

  say("The project's languages");
  run(env, 'locales');
  say('Upload everything');
  run(env, 'push');
  run(env, 'status');
  git('add', '.');
  commit('The base: locsync.lock');

  const api = client(url, project, token);
  if (isOpen) await translateInPage(api, page);
  else await translateElsewhere(api);

  run(env, 'status');
  run(env, 'pull');
  say('Exactly the lines that changed');
  show('git diff -U0');
  const color = isColored() ? '--color=always' : '--color=never';
  const diff = git('-c', 'core.quotePath=false', 'diff', '-U0', color, '--', 'config', 'src');
  console.log(
    diff
      .split('\n')
      .filter((line) => !/^(\u001b\[\d*m)*(index|---|\+\+\+) /.test(line))
      .join('\n')
      .trimEnd(),
  );
  // What a person leaves unfinished in the page is no fault of the demo.
  run(env, 'status', ...(isOpen ? [] : ['--check']));
} catch (error) {
  failed = true;
  if (!isStopped) console.error(error instanceof Error ? error.message : error);
} finally {
  await stop();
  rmSync(temp, { recursive: true, force: true });
}
process.exitCode = isStopped ? 130 : failed ? 1 : 0;

async function translateElsewhere(api) {
  say('Elsewhere, translators change some texts');
  await api.change(
    'config/locales/de.yml',
    'de:\n  shop:\n    welcome: Moin, %{name}!\n  cart:\n    empty: "Noch nichts drin: schau dich um!"\n',
  );
  await api.change('config/locales/pt-BR.yml', 'pt-BR:\n  cart:\n    checkout: Vamos lá\n');
  await api.change('src/i18n/ar/cart.json', '{"voucher.code":"رمز القسيمة"}');
}

/** Opens the page, and waits until a text was changed there. */
async function translateInPage(api, page) {
  say('You are the translator: change a text in the page');
  console.log(`\n  ${page}\n`);
  console.log('Choose German and a key, change its text, and press Ctrl Enter. Then the demo goes on.');
  const before = await api.texts();
  openInBrowser(page);
  while ((await api.texts()) === before) {
    await wait(300);
    if (isStopped) throw new Error('interrupted');
  }
}

/** Opens the address as a desktop does. Without one, the printed address has to do. */
function openInBrowser(address) {
  const [program, ...args] = { darwin: ['open'], win32: ['cmd', '/c', 'start', ''] }[process.platform] ?? [
    'xdg-open',
  ];
  const opening = spawn(program, [...args, address], { detached: true, stdio: 'ignore' });
  opening.once('error', () => undefined);
  opening.unref();
}

/**
 * Whether git, whose output is printed by us, is to colour it: as the program decides for itself.
 */
function isColored() {
  const { NO_COLOR, FORCE_COLOR } = process.env;
  if (NO_COLOR) return false;
  return FORCE_COLOR ? FORCE_COLOR !== '0' : process.stdout.isTTY === true;
}

function say(text) {
  console.log(`\n# ${text}`);
}

function show(command) {
  console.log(`\n$ ${command}`);
}

/**
 * Runs the program in the shop, its output going where ours goes; a failure ends the demo. What a
 * person did in the page may be for a person to settle: that is no failure.
 */
function run(env, ...args) {
  show(`locsync ${args.join(' ')}`);
  const { status } = spawnSync(process.execPath, [locsync, ...args], {
    cwd: shop,
    stdio: ['ignore', 'inherit', 'inherit'],
    // What the program keeps for the next run goes with the shop.
    env: { ...process.env, GITHUB_ACTIONS: '', XDG_CACHE_HOME: join(temp, 'cache'), ...env },
  });
  if (status !== 0 && !(isOpen && status === 1))
    throw new Error(`locsync ${args.join(' ')} ended with exit code ${status}`);
}

function git(...args) {
  const { status, stdout, stderr } = spawnSync('git', args, { cwd: shop, encoding: 'utf8' });
  if (status !== 0) throw new Error(`git ${args[0]}: ${stderr}`);
  return stdout;
}

function commit(message) {
  git('-c', 'user.name=Demo', '-c', 'user.email=demo@example.invalid', 'commit', '--quiet', '-m', message);
}

/** Starts the service; resolves with what it says of itself once it listens. */
function serve() {
  const args = ['serve', '--db', join(temp, 'service.db'), '--locales', 'en,de,pt-BR,ar'];
  const about = ['--name', 'Corner shop', '--technology', 'ruby', '--framework', 'rails', '--format', 'yaml'];
  service = spawn(process.execPath, [locsync, ...args, ...about], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, XDG_CACHE_HOME: join(temp, 'cache') },
  });
  return new Promise((resolve, reject) => {
    let text = '';
    service.once('exit', (code) => reject(new Error(`locsync serve ended with exit code ${code}`)));
    service.once('error', reject);
    service.stdout.setEncoding('utf8').on('data', (chunk) => {
      text += chunk;
      if (!text.includes('Ctrl+C')) return;
      const value = (name) => new RegExp(`export LOCSYNC_${name}=(\\S+)`).exec(text)?.[1];
      const page = /^ {2}page +(\S+)$/m.exec(text)?.[1];
      resolve({ url: value('BASE_URL'), project: value('PROJECT'), token: value('TOKEN'), page });
    });
  });
}

async function stop() {
  if (!service || service.exitCode !== null || service.signalCode !== null) return;
  const ended = new Promise((resolve) => service.once('exit', resolve));
  service.kill('SIGTERM');
  await ended;
}

/**
 * Another client of the same service: changes translations by uploading a file that holds only
 * these.
 */
function client(url, project, token) {
  const ask = async (path, more) => {
    const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
    const response = await fetch(`${url}/api/v1/projects/${project}/${path}`, { headers, ...more });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return response.json();
  };
  const post = (path, body) => ask(path, { method: 'POST', body: JSON.stringify(body) });
  return {
    change: async (filename, content) => {
      const event = await post('events', { kind: 'api_upload' });
      await post('source_files', { filename, event_id: event.api_id, content });
      console.log(`  ${filename}`);
    },
    /** All texts of the service, as one string that can be compared. */
    texts: async () => {
      const files = await ask('source_files');
      return JSON.stringify(await Promise.all(files.map((file) => ask(`source_files/${file.api_id}`))));
    },
  };
}
