import { PERSONAL_ASPECTS } from '../../model/access/personal.ts';
import { isSecretAspect } from '../../model/aspects/secret-aspects.ts';
import { isDerived } from '../../model/aspects/server-aspects.ts';
import { STRUCTURED_PROPERTY } from '../../model/structured-property.ts';
import { PROMPTS } from '../../model/visibility/hidden-prompts.ts';
import { MODIFIED_FIELD, MODIFIED_IN_PART_FIELD } from '../mapping.ts';
import type { FieldValues } from '../search-index.ts';
import type { IndexedRow } from './document.ts';

/** Aspects of which some callers see only a part, so that the time of their last write would reveal hidden writes. */
const SHOWN_IN_PART: ReadonlySet<string> = new Set([
  STRUCTURED_PROPERTY.assignmentAspect,
  PROMPTS.infoAspect,
  PROMPTS.answersAspect,
]);

/**
 * Adds the search fields with the times of the last change to the values of a document. Aspects that the server derives,
 * secrets and personal settings do not count.
 */
export function addLastChange(values: Map<string, FieldValues>, rows: readonly IndexedRow[]): void {
  let whole = 0;
  let inPart = 0;
  for (const { aspect, internal } of rows) {
    const { aspectName } = aspect;
    const time = internal.shownAt ?? aspect.created.time;
    const isInPart = SHOWN_IN_PART.has(aspectName);
    if (time <= (isInPart ? whole : inPart)) continue;
    // Aspects derived from the urn have sequence 0.
    if (aspect.sequence === 0 || isSecretAspect(aspectName)) continue;
    if (PERSONAL_ASPECTS.has(aspectName) || isDerived(aspect)) continue;
    whole = Math.max(whole, time);
    if (!isInPart) inPart = time;
  }
  if (whole > 0) values.set(MODIFIED_FIELD, [whole]);
  if (inPart > 0) values.set(MODIFIED_IN_PART_FIELD, [inPart]);
}
