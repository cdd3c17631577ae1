import { EXIT } from './exit.js';
import { entry } from './entry.js';
import type { Scope } from './suggest.js';
import { quantity, itOrThem } from '../text/wording.js';

/** Why the record of uploads does not hold everything that a run has sent. */
export const RECORD_FULL = 'there are more than 8 MB, and the longest texts were left out';

/** The outcome of an upload. */
export const uploadErrors = {
  SERVICE_CHANGED_TEXT: entry<{ count: number; keys: string; scope: Scope }>({
    exit: EXIT.ok,
    text: ({ count, keys }) =>
      `the service holds ${quantity(count, 'uploaded text')} in another form than ${count === 1 ? 'it was' : 'they were'} sent: ${keys}; neither form replaces the other`,
    hint: ({ scope }, run) =>
      `see both with ${run('diff', [], scope)}; to settle it, change the text here or on the service`,
  }),
  UPLOAD_INTERRUPTED: entry<{ name: string }>({
    exit: EXIT.remote,
    text: ({ name }) => `the run was interrupted before the service answered the upload of ${name}`,
    hint: (_, run) => `run ${run('push')} again: it compares before it uploads`,
  }),
  UPLOAD_OVERTAKEN: entry<{ count: number; again: boolean }>({
    exit: EXIT.ok,
    text: ({ count, again }) =>
      `after the upload the service held another text of ${quantity(count, 'key')}, as when another machine uploads at the same moment${again ? '; the file was uploaded once more' : ''}`,
    hint: () => 'let one machine push at a time, such as one job of the pipeline',
  }),
  UPLOAD_NOT_STORED: entry<{ count: number; keys: string }>({
    exit: EXIT.differences,
    text: ({ count, keys }) =>
      `the service accepted the upload, but 6 s later it holds nothing of it: ${quantity(count, 'key')}, ${keys}`,
    hint: () =>
      'push again, which sends what is still missing then; if it stays so, check the project on the service',
  }),
  /** `earlier`: it was an upload of an earlier run. */
  UPLOAD_DROPPED: entry<{ count: number; texts: string; earlier?: boolean }>({
    exit: EXIT.differences,
    isNeverCut: true,
    text: ({ count, texts, earlier = false }) =>
      `the service held ${quantity(count, 'text')} that ${earlier ? 'an earlier upload' : 'the upload'} lacked, and has lost ${itOrThem(count)} with it: ${texts}; its uploads seem to replace a language instead of merging into it`,
    hint: (_, run) =>
      `enter the texts again on the service, there may be no other copy; with such a service run ${run('pull')} before each push`,
  }),
  REPLACED_NOT_KEPT: entry<{ reason: string; file: 'replaced.json' | 'uploads.jsonl' }>({
    exit: EXIT.ok,
    text: ({ reason, file }) =>
      `what this run has ${file === 'replaced.json' ? 'replaced' : 'sent'} could not be written to .locsync/${file}: ${reason}`,
    hint: ({ reason }) =>
      `${reason === RECORD_FULL ? 'push fewer files at once' : 'correct the owner and the type of .locsync/'}; until then a pull takes older texts that come back, such as by a stale upload of another machine`,
  }),
  UPLOADS_UNREADABLE: entry<{ reason: string }>({
    exit: EXIT.ok,
    text: ({ reason }) =>
      `.locsync/uploads.jsonl cannot be read: ${reason}; no run can name the texts of the service that the uploads noted there have lost`,
    hint: (_, run) =>
      `if a push was killed or interrupted lately, look at ${run('diff')} and at the history of the service before the next pull; remove .locsync/uploads.jsonl if this happens again`,
  }),
  /** `on` is a date. */
  UPLOAD_FORGOTTEN: entry<{ name: string; on: string; count: number; texts: string }>({
    exit: EXIT.ok,
    isNeverCut: true,
    text: ({ name, on, count, texts }) =>
      `it is still unknown whether the upload of ${name} on ${on} arrived; before it, the service held ${quantity(count, 'text')} that the disk lacked: ${texts}`,
    hint: () =>
      'check whether the service or the disk still has them; after 14 days no run looks for them again',
  }),
  UPLOAD_UNCOVERED: entry<{ name: string; on: string; count: number; texts: string; isHere: boolean }>({
    exit: EXIT.ok,
    isNeverCut: true,
    text: ({ name, on, count, texts, isHere }) =>
      `it is unknown whether the upload of ${name} on ${on} arrived, and ${isHere ? 'the configuration does not cover the file' : 'the file is gone'}; before the upload, the service held ${quantity(count, 'text')} that the disk lacked: ${texts}`,
    hint: ({ isHere }) =>
      isHere
        ? 'check whether the service still has them; a push or pull with a configuration that covers the file finds it out'
        : 'check whether the service or another file still has them; no run looks for them again',
  }),
  UPLOAD_LOST_OTHERS: entry<{
    locale: string;
    /** The locale as `--locale` takes it. */
    tag: string;
    /** How many texts the service held in that language, if it holds none now. */
    all: number | undefined;
    /** Texts that the disk does not hold. */
    count: number;
    keys: string;
    texts: string;
  }>({
    exit: EXIT.differences,
    isNeverCut: true,
    text: ({ locale, all, count, keys, texts }) => {
      const lost =
        all === undefined
          ? `${quantity(count, 'newer text')} in ${locale}: ${keys}`
          : `all its texts in ${locale} (${all})${count === 0 ? '' : `, and the disk lacks ${count} of them: ${keys}`}`;
      return `since the upload of this file the service has lost ${lost}, although that upload held no text in ${locale}${texts === '' ? '' : `; before it, the service held ${texts}`}`;
    },
    hint: ({ all, tag }, run) =>
      all === undefined
        ? `take the earlier texts from the history of the service; with such a service run ${run('pull', [], { others: [tag] })} before each push`
        : 'its uploads seem to replace all languages of a source file: take the earlier texts from its history, and keep the languages in one file here (a pattern without {locale})',
  }),
  /** `file` is the one that still holds the texts. */
  UPLOAD_ALTERED_OTHERS: entry<{ locale: string; count: number; keys: string; file: string; scope: Scope }>({
    exit: EXIT.differences,
    isNeverCut: true,
    text: ({ locale, count, keys, file }) =>
      `since the upload of this file the service holds an altered or an earlier form of ${quantity(count, 'text')} in ${locale}, although that upload held no text in ${locale}: ${keys}; ${count === 1 ? 'the text' : 'the texts'} in ${file} stay${count === 1 ? 's' : ''}`,
    hint: ({ scope }, run) => [
      `see both with ${run('diff', [], scope)}`,
      `send the texts of the disk again: ${run('push', ['--force'], scope)}`,
      `take the service's: ${run('pull', ['--force'], scope)}`,
    ],
  }),
  /** `isEmpty`: the language has no text at all. */
  UPLOAD_LOST_UNREAD: entry<{ locale: string; tag: string; isEmpty: boolean; count: number; keys: string }>({
    exit: EXIT.differences,
    isNeverCut: true,
    text: ({ locale, isEmpty, count, keys }) =>
      `since the upload of this file the service has lost texts of other languages; what it held in ${locale} was not read before, and now it has ${isEmpty ? 'no text' : `no translation of ${count} changed source ${count === 1 ? 'text' : 'texts'}: ${keys}`}`,
    hint: ({ tag }, run) =>
      `take the earlier texts from the history of the service, if there were any; with such a service run ${run('pull', [], { others: [tag] })} before each push`,
  }),
  /** `earlier`: it was an upload of an earlier run. */
  UPLOAD_ALTERED: entry<{ count: number; keys: string; texts: string; scope: Scope; earlier?: boolean }>({
    exit: EXIT.differences,
    isNeverCut: true,
    text: ({ count, keys, texts, earlier = false }) =>
      `${earlier ? 'an earlier upload' : 'the upload of this file'} has altered ${quantity(count, 'newer text')} of the service: ${keys}; before it, the service held ${texts}`,
    hint: ({ count, scope }, run) =>
      `keep ${count === 1 ? 'this text' : 'these texts'}, there may be no other copy: enter ${itOrThem(count)} again on the service, then run ${run('pull', ['--force'], scope)}; with such a service run ${run('pull')} before each push`,
  }),
  TEXTS_REVERTED: entry<{ count: number; texts: string }>({
    exit: EXIT.ok,
    isNeverCut: true,
    text: ({ count, texts }) =>
      `since the last upload from here, the service holds the older text of ${quantity(count, 'key')} again; before, it held ${texts}`,
    hint: ({ count }) =>
      `if this was not intended, enter ${count === 1 ? 'the newer text' : 'the newer texts'} again on the service: there may be no other copy`,
  }),
  READ_BACK_FAILED: entry<{
    reason: string;
    /** Texts that only the service had: if it has lost them, there is no other copy. */
    texts?: string;
  }>({
    exit: EXIT.ok,
    isNeverCut: true,
    text: ({ reason, texts = '' }) =>
      `the service accepted the upload, but it could not be read back: ${reason}${texts === '' ? '' : `; before it, the service held ${texts}`}`,
    hint: () => 'nothing is recorded of it; the next run compares both sides again',
  }),
  SERVICE_KEPT_NOT: entry<{ count: number; keys: string }>({
    exit: EXIT.ok,
    text: ({ count, keys }) =>
      `the service accepted the upload but does not hold ${quantity(count, 'key')} of it: ${keys}`,
    hint: () => 'if it imports later, the next run sees them; else check the project on the service',
  }),
} as const;
