import { LocsyncError } from '../../../core/errors/index.js';
import { pathOf } from '../../../core/files/file-set.js';
import type { KeyId } from '../../../core/keys/key.js';
import type { Locale } from '../../../core/locales/locale.js';
import { sectionName } from '../../../core/lock/base.js';
import { baseOf } from '../../../core/lock/lock-file.js';
import { isEscapedAgain, sinceBase, verdictOf } from '../../../core/merge/merge.js';
import { isSourceForm } from '../../../plan/receipt.js';
import type { Project } from '../../context/project.js';
import { sourceTextsHere } from '../../files/source-leaves.js';
import { nameKeys } from '../../file-errors/name-keys.js';
import { isAlteredForm } from './lost-since.js';
import { becameSource } from './became-source.js';
import { knownSourceTexts } from './source-texts.js';
import { uncomparedHere } from '../../compare/other-languages/uncompared-texts.js';
import type { PushRun } from '../state/push-run.js';
import { lossErrorsOf } from './loss-errors.js';
import type { LanguageLoss } from './compared-languages.js';
import type { UncomparedFileSet } from '../service-before/uncompared.js';
import { textsNow } from '../service-before/read-uncompared.js';

const KEPT: LanguageLoss = { errors: [], warnings: [], losesTexts: false };

/** Compares a language with what it held before; `path` is the file that was uploaded. */
export async function uncomparedLossOf(
  run: PushRun,
  path: string,
  uncompared: UncomparedFileSet,
  locale: Locale,
): Promise<LanguageLoss | LocsyncError> {
  const { project } = run;
  const before = uncompared.before.get(locale.id);
  if (!before) return unknownLossOf(project, path, uncompared, locale);
  const now = await textsNow(project, uncompared, locale);
  if (now instanceof LocsyncError) return now;
  const moved = [...before].filter(([key, text]) => now.get(key) !== text);
  if (moved.length === 0) return KEPT;
  const section = sectionName(pathOf(uncompared.bound.set, locale), undefined);
  const { replaced, stored } = project;
  const here = await uncomparedHere(project, uncompared.bound, locale);
  const base = baseOf(stored.lock, section);
  const isAltered = (key: KeyId, text: string): boolean => {
    const left = now.get(key) ?? '';
    return isAlteredForm(text, left) || replaced.has('disk', { section, key }, left);
  };
  const isOlder = (key: KeyId): boolean => {
    const entry = base.get(key);
    const [left = '', text = ''] = [now.get(key), here.get(key)];
    return left === text || (entry !== undefined && sinceBase(entry, text, left).sameThere);
  };
  const isKept = (key: KeyId, text: string): boolean => {
    const there = now.get(key);
    return isEscapedAgain({ verdict: verdictOf(base.get(key), here.get(key), there), there }, text);
  };
  const sourceTexts = knownSourceTexts(run, uncompared, sourceTextsHere(uncompared.known));
  const isSourceNow = becameSource(project, uncompared.bound, locale, sourceTexts);
  const lostTexts = moved.filter(([key, text]) => {
    const left = now.get(key);
    if (isKept(key, text)) return false;
    return left === undefined || isSourceNow(key, text, left) || isAltered(key, text) || isOlder(key);
  });
  if (lostTexts.length === 0) return KEPT;
  const lost = new Map(lostTexts.filter(([key, text]) => here.get(key) !== text));
  const altered = new Map(lostTexts.filter(([key, text]) => here.get(key) === text && isAltered(key, text)));
  project.uploads.noteNamed(section, lost.keys());
  const isEmptied = now.size === 0;
  const other = { path: pathOf(uncompared.bound.set, locale), locale, section };
  const emptied = isEmptied ? { count: before.size } : undefined;
  const differing = new Map([...lost].filter(([key]) => now.has(key) && (here.get(key) ?? '') !== ''));
  const losses = lossErrorsOf(path, other, { emptied, lost, differing, altered });
  return { ...losses, losesTexts: true };
}

/** What a language not read before may have lost, on a service known to lose texts. */
async function unknownLossOf(
  project: Project,
  path: string,
  uncompared: UncomparedFileSet,
  locale: Locale,
): Promise<LanguageLoss | LocsyncError> {
  const now = await textsNow(project, uncompared, locale);
  if (now instanceof LocsyncError) return now;
  // What the disk holds may be older.
  const gone = [...uncompared.changed].flatMap(([key, text]) => {
    const left = now.get(key);
    return left === undefined || isSourceForm(text, left) ? [key] : [];
  });
  const isEmpty = now.size === 0;
  if (gone.length === 0 && !isEmpty) return KEPT;
  const args = {
    locale: locale.code,
    tag: locale.tag,
    isEmpty,
    count: gone.length,
    keys: nameKeys(gone, Infinity),
  };
  const error = LocsyncError.of('UPLOAD_LOST_UNREAD', args, { place: { path } });
  return { errors: [error], warnings: [], losesTexts: true };
}
