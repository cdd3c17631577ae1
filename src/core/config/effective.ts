import type { Env } from '../env.js';
import type { SettingReport } from '../report/examined.js';
import { givenValue, type ConnectionFlags } from './connection.js';
import { SETTINGS } from './definition.js';
import type { Setting } from './schema.js';

const FROM_OUTSIDE = ['baseUrl', 'project', 'concurrency', 'timeout', 'retries'] as const;

/** What the settings are made of. */
export interface SettingSources {
  /** What the configuration file says, key by key. */
  readonly values: Readonly<Record<string, unknown>>;
  /** The file's path, for people. */
  readonly file: string;
  readonly env: Env;
  readonly flags: ConnectionFlags;
  /** The embedded service that gives base URL and project if nothing else does. */
  readonly local?: { readonly url: string; readonly project: string } | undefined;
}

/** Every setting with the value that counts, and where that comes from. */
export function effectiveSettings({ values, file, env, flags, local }: SettingSources): SettingReport[] {
  const settings: Readonly<Record<string, Setting<unknown>>> = SETTINGS;
  const found: Readonly<Record<string, unknown>> = { baseUrl: local?.url, project: local?.project };
  return Object.entries(settings).map(([key, { fallback }]) => {
    const outside = FROM_OUTSIDE.find((candidate) => candidate === key);
    const typed = outside && givenValue(outside, flags, env);
    if (typed) return { key, value: numberOr(typed.text, fallback), origin: typed.name };
    const value = values[key];
    if (value !== undefined) return { key, value: toJson(value), origin: file };
    if (found[key] !== undefined) return { key, value: found[key], origin: '.locsync/service.json' };
    return { key, value: fallback ?? null, origin: 'default' };
  });
}

const numberOr = (text: string, fallback: unknown): string | number =>
  typeof fallback === 'number' && Number.isFinite(Number(text)) ? Number(text) : text;

/** A value as JSON has it. */
function toJson(value: unknown): unknown {
  if (value instanceof Map)
    return Object.fromEntries(Array.from(value, ([key, item]) => [key, toJson(item)]));
  if (Array.isArray(value)) return value.map(toJson);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, toJson(item)]));
}
