import { Data } from '../core/json/data.js';
import type { PlannedKey } from '../core/report/file-report.js';

/** What a plan file holds: what a push or pull would do, and what both sides held then. */
export interface SavedPlan {
  readonly command: 'push' | 'pull';
  readonly origin: string;
  readonly project: string;
  /** The switches of the command that were given. */
  readonly switches: readonly string[];
  readonly locales: readonly string[];
  /** The path arguments, relative to the configuration's folder. */
  readonly paths: readonly string[];
  readonly minTranslated?: number | undefined;
  /** The content hash of the lock; undefined if there is none. */
  readonly lock: string | undefined;
  readonly files: readonly PlannedFile[];
}

/** One locale file: what it held on both sides, and what would become of it. */
export interface PlannedFile {
  readonly path: string;
  /** The content hash of the file; undefined if there is none. */
  readonly here: string | undefined;
  readonly locales: readonly PlannedLocale[];
}

export interface PlannedLocale {
  readonly locale: string;
  /** The content hash of the texts of the service. */
  readonly there: string;
  readonly changes: readonly PlannedKey[];
}

const KIND = 'locsync-plan';
const VERSION = 1;

export const renderPlan = ({ minTranslated, lock, files, ...plan }: SavedPlan): string =>
  `${JSON.stringify(
    {
      kind: KIND,
      schemaVersion: VERSION,
      ...plan,
      minTranslated: minTranslated ?? null,
      lock: lock ?? null,
      files: files.map(({ path, here, locales }) => ({
        path,
        here: here ?? null,
        locales: locales.map(({ locale, there, changes }) => ({
          locale,
          there,
          changes: changes.map(({ key, kind, from, to }) => ({ key, kind, before: from, after: to })),
        })),
      })),
    },
    undefined,
    2,
  )}\n`;

/** The plan of a text. Throws DataMismatch for anything else, and for a plan of a later version. */
export function parsePlan(text: string): SavedPlan {
  const data = Data.parse(text);
  data.get('kind').oneOf(KIND);
  data.get('schemaVersion').oneOf(VERSION);
  const texts = (name: string): string[] => data.get(name).list((item) => item.text());
  return {
    command: data.get('command').oneOf('push', 'pull'),
    origin: data.get('origin').text(),
    project: data.get('project').text(),
    switches: texts('switches'),
    locales: texts('locales'),
    paths: texts('paths'),
    minTranslated: data.get('minTranslated').orNull((value) => value.number()),
    lock: data.get('lock').orNull((value) => value.text()),
    files: data.get('files').list((file) => ({
      path: file.get('path').text(),
      here: file.get('here').orNull((value) => value.text()),
      locales: file.get('locales').list((locale) => ({
        locale: locale.get('locale').text(),
        there: locale.get('there').text(),
        changes: locale.get('changes').list((change) => ({
          key: change.get('key').text(),
          kind: change.get('kind').oneOf('added', 'changed', 'removed'),
          from: change.get('before').orNull((value) => value.text()) ?? null,
          to: change.get('after').orNull((value) => value.text()) ?? null,
        })),
      })),
    })),
  };
}

/** Whether a text is a plan, of whatever version. */
export function isPlan(text: string): boolean {
  try {
    return Data.parse(text).get('kind').text() === KIND;
  } catch {
    return false;
  }
}

/** What has moved since a plan was made: each file by its path and side. None: it still holds. */
export function movedSince(
  plan: SavedPlan,
  current: Pick<SavedPlan, 'lock' | 'files'>,
  lock: string,
): string[] {
  const moved = plan.lock === current.lock ? [] : [lock];
  const before = new Map(plan.files.map((file) => [file.path, file]));
  const after = new Map(current.files.map((file) => [file.path, file]));
  for (const path of new Set([...before.keys(), ...after.keys()])) {
    const [fileBefore, fileNow] = [before.get(path), after.get(path)];
    const sides = [
      ...(fileBefore?.here === fileNow?.here ? [] : ['here']),
      ...(same(fileBefore, fileNow, ({ locale, there }) => [locale, there]) ? [] : ['on the service']),
    ];
    if (sides.length > 0) moved.push(`${path} (${sides.join(' and ')})`);
    // Both sides are as they were: somebody has changed the plan.
    else if (!fileBefore || !fileNow || !same(fileBefore, fileNow, ({ changes }) => changes))
      moved.push(`${path} (in the plan)`);
  }
  return moved;
}

function same(
  left: PlannedFile | undefined,
  right: PlannedFile | undefined,
  of: (locale: PlannedLocale) => unknown,
): boolean {
  const text = (file: PlannedFile | undefined): string => JSON.stringify(file?.locales.map(of) ?? []);
  return text(left) === text(right);
}
