import { UNFILLED_ASPECTS } from '../model/aspects/server-aspects.ts';
import { because, type Refusal } from '../refusals.ts';
import { shorten } from '../util/printable.ts';

/** Receives warnings about a request, with their kind; throws if the request wants them rejected. */
export type Warn = (message: string, kind: Refusal) => void;

/** Maximum length of an unknown field name in a message. */
export const MAX_SHOWN_NAME = 100;

/** Warns that a filter, facet, sort criterion or summary names a field that does not exist or that the caller may not see. */
export function warnOfUnknownField(what: string, name: string, effect: string, warn: Warn): void {
  warn(
    `${what} '${shorten(name, MAX_SHOWN_NAME)}' ${effect}: none of the searched entity types has this field.`,
    because('SEARCH_FIELD_UNKNOWN', { field: name }),
  );
}

/** Warns that a filter names a field of an aspect that nothing writes. */
export function warnOfUnfilledField(name: string, aspectName: string, warn: Warn): void {
  const reason = UNFILLED_ASPECTS[aspectName] ?? '';
  warn(
    `Filter field '${shorten(name, MAX_SHOWN_NAME)}' has no values: no entity has the aspect ${aspectName} (${reason}).`,
    because('SEARCH_FIELD_UNFILLED', { field: name }),
  );
}

/** Warns that no value can be between the bounds of a filter, because they are in the wrong order. */
export function warnOfBounds(name: string, bounds: readonly string[], warn: Warn): void {
  const shown = bounds.map((bound) => `'${shorten(bound, MAX_SHOWN_NAME)}'`).join(' and ');
  warn(
    `Filter field '${shorten(name, MAX_SHOWN_NAME)}' has no values between ${shown}. Send the lower bound first.`,
    because('BOUNDS_REVERSED', { field: name }),
  );
}
