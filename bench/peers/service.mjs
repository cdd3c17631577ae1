// A stand-in for the service of one tool, in a process of its own. Every answer is ready before it
// is asked for, so that what is measured is the client.
// `node service.mjs '{"tool":"locsync","sets":10,"locales":20,"keys":100}'` prints its port.
// `/bench` tells what it has received and sent, `/bench/set` changes the latency, whether the
// service holds texts, and which edition of them.
import { createServer } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { crowdin } from './crowdin-service.mjs';
import { locize } from './locize-service.mjs';
import { loco } from './loco-service.mjs';
import { locsyncService } from './locsync-service.mjs';
import { tolgee } from './tolgee-service.mjs';
import { CODES } from './texts.mjs';

const SERVICES = {
  locsync: locsyncService,
  'loco-cli': loco,
  '@tolgee/cli': tolgee,
  'locize-cli': locize,
  '@crowdin/cli': crowdin,
};

const { tool, sets, locales, keys, tls } = JSON.parse(process.argv[2]);
const shape = { sets, keys, codes: CODES.slice(0, locales) };
const make = SERVICES[tool];
let answer = make(shape, true);
let latencyMs = 0;
let requests = 0;
// What closed connections have moved; the open ones are asked.
let moved = 0;
const sockets = new Set();
const bytesOf = (socket) => socket.bytesRead + socket.bytesWritten;

const server = tls ? createTlsServer(tls, handle) : createServer(handle);

function handle(request, response) {
  const url = new URL(request.url, `${tls ? 'https' : 'http'}://${request.headers.host}`);
  if (url.pathname.startsWith('/bench')) return void control(url, response);
  requests += 1;
  const chunks = [];
  request.on('data', (chunk) => chunks.push(chunk));
  request.on('end', () => {
    const reply = () =>
      send(
        response,
        answer({ url, method: request.method, headers: request.headers, body: Buffer.concat(chunks) }),
        request,
      );
    if (latencyMs === 0) reply();
    else setTimeout(reply, latencyMs);
  });
}

function control({ pathname, searchParams }, response) {
  if (pathname === '/bench/set') {
    latencyMs = Number(searchParams.get('latency'));
    const edition = searchParams.get('edition') ?? undefined;
    if (searchParams.has('held')) answer = make({ ...shape, edition }, searchParams.get('held') === 'true');
  }
  const bytes = [...sockets].reduce((sum, socket) => sum + bytesOf(socket), moved);
  response.end(JSON.stringify({ requests, bytes }));
}

/** An answer is a value for JSON, or an object with `body`, a Buffer. */
function send(response, reply, request) {
  if (reply === undefined) {
    process.stderr.write(
      `${tool} asks for what the stand-in does not know: ${request.method} ${request.url}\n`,
    );
    response.writeHead(404, { 'content-type': 'application/json' }).end('{"message":"not found"}');
    return;
  }
  const {
    status = 200,
    type = 'application/json',
    etag,
    body,
  } = Buffer.isBuffer(reply.body) ? reply : { body: Buffer.from(JSON.stringify(reply)) };
  const isKnown = etag !== undefined && request.headers['if-none-match'] === etag;
  response.writeHead(isKnown ? 304 : status, {
    'content-type': type,
    ...(etag ? { etag } : {}),
    ...(isKnown ? {} : { 'content-length': body.length }),
  });
  response.end(isKnown ? undefined : body);
}

server.on(tls ? 'secureConnection' : 'connection', (socket) => {
  sockets.add(socket);
  socket.on('close', () => {
    sockets.delete(socket);
    moved += bytesOf(socket);
  });
});
// A connection that is closed while idle would cost a retry in the middle of a measurement.
server.keepAliveTimeout = 120_000;
server.listen(0, 'localhost', () => process.stdout.write(`${server.address().port}\n`));
