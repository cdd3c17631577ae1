import { quantity } from '../../core/text/wording.js';
import type { Host } from '../../ports/host.js';
import type { Connection, RemoteTexts, Service } from '../../ports/service.js';
import type { FoundConfig } from '../../ports/settings.js';
import type { ServiceOptions } from '../../sync/context/project-options.js';
import type { Examination } from './examination.js';
import { withService } from '../login.js';

/** Asks the service what every run asks, and says how it answers what the interface leaves open. */
export async function examineService(
  host: Host,
  { root }: FoundConfig,
  connection: Connection,
  options: ServiceOptions,
  seen: Examination,
): Promise<void> {
  const cache = options.cache === false ? undefined : { root, writable: false };
  const examine = async (service: Service): Promise<void> => {
    await seen.attempt('service', async () => seen.ok('service', ...(await answersOf(service))));
  };
  await withService(host, connection, options.debug, examine, cache);
}

async function answersOf(service: Service): Promise<readonly string[]> {
  const [project, locales, sources] = await Promise.all([
    service.project(),
    service.locales(),
    service.sourceFiles(),
  ]);
  const keys = sources.reduce((sum, source) => sum + source.keys, 0);
  const found = [
    `project ${project.id} ${project.name}`.trim(),
    `${quantity(locales.length, 'language')}: ${locales.map(({ code }) => code).join(', ')}`,
    `${quantity(sources.length, 'source file')} with ${quantity(keys, 'key')}`,
  ];
  const source = sources.find((candidate) => candidate.keys > 0);
  const [locale] = locales;
  if (source === undefined || locale === undefined) return found;
  const texts = await service.texts(source, locale, locales);
  const textsByLocale = (await service.textsOfAllLanguages(source, locales)).texts().byLocale;
  const isOne = locales.every(({ id }) => textsByLocale.has(id));
  return [
    ...found,
    ...formOf(texts),
    isOne ? 'one request answers all languages' : 'each language takes a request of its own',
  ];
}

/** How the service spells the keys of nested data. */
function formOf(texts: RemoteTexts): readonly string[] {
  const entry = texts.find(({ key }) => key.length > 1) ?? texts[0];
  if (entry === undefined) return [];
  return entry.key.length > 1
    ? ['keys come as nested objects']
    : [`keys come as one text, such as ${JSON.stringify(entry.key[0])}`];
}
