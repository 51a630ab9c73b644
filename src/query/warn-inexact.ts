import type { Facet } from '../search/search-index.ts';
import { because } from '../refusals.ts';
import { shorten } from '../util/printable.ts';
import { MAX_SHOWN_NAME, type Warn } from './warn-unknown-field.ts';

/** Warns that a total is only a lower bound. */
export function warnOfBound(total: number, warn: Warn): void {
  warn(
    `At least ${total} entities match; the total is not exact. Set 'exactTotal' to count all.`,
    because('TOTAL_INEXACT', { total }),
  );
}

/** Warns that a property has more distinct values than were judged. */
export function warnOfUnjudged(property: string, judged: number, warn: Warn): void {
  warn(
    `At least so many entities break the rules of ${shorten(property, MAX_SHOWN_NAME)}: only ${judged} of its distinct values were judged.`,
    because('TOTAL_INEXACT', { total: judged }),
  );
}

/** Warns that a facet counts the violations of only some of the properties with rules. */
export function warnOfUncounted(counted: number, total: number, warn: Warn): void {
  warn(
    `The violations of ${counted} of the ${total} properties with rules are counted. Filter by 'violations' to find those of another property.`,
    because('VIOLATIONS_UNCOUNTED', { counted, total }),
  );
}

/** Warns that a search for words does not find all values of a property yet. */
export function warnOfMissingWords(
  property: string,
  { all, missing }: { readonly all: number; readonly missing: number },
  warn: Warn,
): void {
  const name = shorten(property, MAX_SHOWN_NAME);
  warn(
    `The words of ${name} are being added to the index: ${missing} of ${all} entities with a value are not found by them yet.`,
    because('PROPERTY_WORDS_MISSING', { property: name, missing, total: all }),
  );
}

/** Warns that columns are searched by the values that they have themselves. */
export function warnOfColumns(property: string, warn: Warn): void {
  warn(
    `Columns inherit values of ${shorten(property, MAX_SHOWN_NAME)}, but are searched by their own values only. Open a column to see what it inherits.`,
    because('COLUMNS_BY_OWN_VALUE', { property }),
  );
}

/** Warns if a facet of a field is not exact. */
export function warnOfEstimate(name: string, facets: readonly Facet[], warn: Warn): void {
  const error = Math.max(0, ...facets.map((facet) => facet.error ?? 0));
  if (error === 0) return;
  warn(
    `The facet '${shorten(name, MAX_SHOWN_NAME)}' is not exact: it has too many values. Counts may be too low by up to ${error}, ` +
      'including those of omitted values. Narrow the search for exact counts.',
    because('FACET_INEXACT', { field: name, error }),
  );
}
