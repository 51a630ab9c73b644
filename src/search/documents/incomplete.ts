import { messageOf } from '../../errors.ts';
import type { Urn } from '../../model/urn.ts';
import { shorten } from '../../util/printable.ts';
import type { SearchDocument } from '../search-index.ts';

/** Index field with the missing part of a document and the reason; absent on complete documents. Has no public name. */
export const INCOMPLETE = '~incomplete';

/**
 * Index field that is `true` on documents that may lack values that policies evaluate: callers with a restricted view must
 * not find them. Has no public name.
 */
export const UNJUDGED = '~unjudged';

/** Called for each document that is indexed incompletely; `reason` names the missing part and the cause. */
export type ReportIncomplete = (urn: Urn, reason: string) => void;

/** Maximum length of a reason. */
const LONGEST_REASON = 300;

/** Reason for a document without its words. */
export function withoutWordsFor(error: unknown): string {
  return shorten(`words: ${messageOf(error)}`, LONGEST_REASON);
}

/** Reason for a document without values and words. */
export function withoutValuesFor(error: unknown): string {
  return shorten(`values and words: ${messageOf(error)}`, LONGEST_REASON);
}

/** Reason for a document without the fields of an aspect. */
export function withoutAspectFor(aspectName: string, error: unknown): string {
  return shorten(`aspect ${aspectName}: ${messageOf(error)}`, LONGEST_REASON);
}

/** The document without its full-text fields. */
export function exactFieldsOf(document: SearchDocument, reason: string): SearchDocument {
  const reasons = [...(document.values.get(INCOMPLETE) ?? []).map(String), reason];
  return { ...document, values: new Map(document.values).set(INCOMPLETE, reasons), texts: new Map() };
}

/** Whether a document was made by `bareDocument`. */
export function isBare({ texts, values }: SearchDocument): boolean {
  return texts.size === 0 && values.size === 2 && values.has(UNJUDGED);
}

/** A document with urn and type only. */
export function bareDocument(
  { entityType, urn }: Pick<SearchDocument, 'entityType' | 'urn'>,
  reason: string,
): SearchDocument {
  const values = new Map([
    [INCOMPLETE, [reason]],
    [UNJUDGED, ['true']],
  ]);
  return { urn, entityType, values, texts: new Map() };
}
