import { LocsyncError, type Place } from '../errors/index.js';
import type { Finding } from './finding.js';

/** A finding as an error of the catalogue. */
export function findingError(
  finding: Finding,
  key: string,
  locale: string,
  place: Place | undefined,
): LocsyncError {
  const options = { place };
  switch (finding.kind) {
    case 'placeholders':
      return LocsyncError.of('CHECK_PLACEHOLDERS', { key, ...finding }, options);
    case 'tags':
      return LocsyncError.of('CHECK_TAGS', { key, ...finding }, options);
    case 'blanks':
      return LocsyncError.of('CHECK_BLANKS', { key, ...finding }, options);
    case 'syntax':
      return LocsyncError.of('CHECK_SYNTAX', { key, ...finding }, options);
    case 'orphans':
      return LocsyncError.of('CHECK_ORPHAN', { key }, options);
    case 'stale':
      return LocsyncError.of('CHECK_STALE', { key }, options);
    case 'plural':
      return LocsyncError.of('CHECK_PLURAL', { key, locale, ...finding }, options);
  }
}
