// What fetching costs any program that is made of Node and undici: the addresses of a file, sixteen
// at a time, nothing done with the answers.
import { readFileSync } from 'node:fs';
import { Agent } from 'undici';

const [, , file, inFlight] = process.argv;
const urls = Array.from(readFileSync(file, 'utf8').matchAll(/^url = "(.*)"$/gm), ([, url]) => new URL(url));
const agent = new Agent({ connections: Number(inFlight) });
let left = urls.length;

const next = () => {
  const url = urls.pop();
  if (url === undefined) return;
  const { origin, pathname, search } = url;
  agent.dispatch(
    { origin, path: pathname + search, method: 'GET', headers: { authorization: 'Bearer x' } },
    {
      onRequestStart: () => undefined,
      onResponseStart: () => undefined,
      onResponseData: () => undefined,
      onResponseEnd: () => (--left === 0 ? agent.close() : next()),
      onResponseError: (_, error) => {
        throw error;
      },
    },
  );
};
for (let n = 0; n < Number(inFlight); n++) next();
