import { github } from './github.js';
import { human } from './human.js';
import { json, jsonParts } from './json.js';
import { junit } from './junit.js';
import { markdown } from './markdown.js';
import type { Reporter } from './reporter.js';

/** Every reporter by the name that `--reporter` takes. */
export const reporters = { human, json, github, junit, markdown } as const satisfies Record<string, Reporter>;

export type ReporterName = keyof typeof reporters;

export { jsonParts };
