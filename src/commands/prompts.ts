import { BASE_URL_EXPECTED, readBaseUrl } from '../core/config/base-url.js';
import type { Host } from '../ports/host.js';

/** What is wrong with an answer, in a few words; undefined if nothing is. */
export type Validate = (answer: string) => string | undefined;

/** What a person types, without spaces around it, once nothing is wrong with it. */
export const askFor = (host: Host, question: string, fault: Validate): Promise<string> =>
  host.terminal.ask(question, { signal: host.signal, validate: fault });

/** Yes or no; Enter alone means `otherwise`. */
export const confirm = (host: Host, question: string, otherwise: boolean): Promise<boolean> =>
  host.terminal.confirm(question, otherwise, host.signal);

export const BASE_URL_QUESTION = 'Base URL of the service, such as https://l10n.example.com';

/** Whether an answer can be the base URL of the service. */
export function baseUrlFault(host: Host): Validate {
  const allowInsecure = host.env['LOCSYNC_ALLOW_INSECURE'] === '1';
  return (answer) => {
    const read = readBaseUrl(answer, { name: 'the base URL', allowInsecure });
    return read instanceof URL ? undefined : (read.hint ?? `give ${BASE_URL_EXPECTED}`);
  };
}

/** Whether an answer can be a project's API ID. */
export const projectFault: Validate = (answer) =>
  /^[\w-]+$/.test(answer) ? undefined : 'API IDs are made of letters, digits, "_" and "-", as in pro_123';
