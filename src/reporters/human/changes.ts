import { printable } from '../../core/text/printable.js';
import { quantity } from '../../core/text/wording.js';
import type { ChangeReport, StaleReport } from '../../core/report/file-report.js';
import type { Report } from '../../core/report/report.js';
import type { Ink, Screen } from '../ink.js';
import { twoTexts } from '../two-texts.js';

const WORDS: Record<ChangeReport['kind'], string> = {
  'to-push': 'changed here',
  'to-pull': 'changed on the service',
  conflict: 'changed on both sides',
  'deleted-here': 'deleted here',
  'deleted-there': 'deleted on the service',
  'emptied-there': 'emptied on the service',
  'not-kept': 'uploaded, not kept by the service',
};

/** The keys that differ, with both texts, file by file: `diff`. */
export function changeLines(report: Report, { columns, ink }: Screen): string {
  if (report.nameOnly === true) return report.files.map((file) => `${printable(file.path)}\n`).join('');
  const blocks = report.files
    .filter((file) => (file.changes?.length ?? 0) + (file.stale?.length ?? 0) > 0)
    .map((file) => {
      const changes = (file.changes ?? []).map((change) => changeText(change, ink, columns));
      const stale = (file.stale ?? []).map((text) => staleText(text, ink, columns));
      return `${ink.strong(`${printable(file.path)} (${printable(file.locale)})`)}\n${[...changes, ...stale].join('')}`;
    });
  if (blocks.length > 0) return blocks.join('\n');
  return report.errors.length > 0 ? '' : nothingDiffers(report);
}

/** What was not compared may differ. */
export function nothingDiffers({ summary: { notCompared = 0 } }: Report): string {
  if (notCompared === 0) return 'Nothing differs.\n';
  return `${quantity(notCompared, 'key')} that cannot be compared: see the warning.\nNothing else differs.\n`;
}

function changeText(change: ChangeReport, ink: Ink, columns: number | undefined): string {
  const paint = change.kind === 'conflict' ? ink.bad : ink.todo;
  const sides = twoTexts(
    { label: 'here', text: change.here },
    { label: 'there', text: change.there },
    ink,
    columns,
    change.before === undefined ? undefined : { label: 'before', text: change.before },
  );
  return `  ${printable(change.key)}  ${paint(wordFor(change))}\n${sides}`;
}

/** A translation, the source text that it was made from if that is known, and the present one. */
function staleText(
  { key, text, source, sourceBefore }: StaleReport,
  ink: Ink,
  columns: number | undefined,
): string {
  const earlierSource = { label: 'source was', text: sourceBefore ?? null };
  const translation = twoTexts({ ...earlierSource, text: null }, { label: 'here', text }, ink, columns);
  const lines = translation + twoTexts(earlierSource, { label: 'source is', text: source }, ink, columns);
  return `  ${printable(key)}  ${ink.todo('stale')}\n${lines}`;
}

/** Without a base, a key that a side lacks is new; otherwise that side has deleted it. */
export function wordFor({ kind, here, there, base }: ChangeReport): string {
  if (base === null && kind === 'to-push' && there === null) return 'new here';
  if (base === null && kind === 'to-pull' && here === null) return 'new on the service';
  if (base === 'other' && kind === 'conflict' && here === null) return 'deleted here, changed on the service';
  if (base === 'other' && kind === 'conflict' && there === null)
    return 'changed here, deleted on the service';
  return WORDS[kind];
}
