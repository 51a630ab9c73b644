import { invalidRequest } from '../../errors.ts';
import { because } from '../../refusals.ts';
import type { EntityReference } from '../../model/entity-reference.ts';
import { VIEW } from '../../model/access/personal.ts';
import type { InputTypes } from '../input-types.ts';
import { readAspect, requireExisting } from '../stored.ts';
import type { Urn } from '../../model/urn.ts';
import type { Work } from '../work.ts';
import { objectOf } from '../shapes.ts';

/** Shape of a default view; absent: none. */
export function viewChoice(types: InputTypes) {
  return objectOf({ defaultView: types.optionalEntityOf(VIEW.entityType) });
}

/** A default view in the form of stored settings. Throws NOT_FOUND unless the view exists. */
export async function storedChoice(view: EntityReference | undefined, work: Work) {
  if (view === undefined) return {};
  await requireExisting([view], (urn) => `View ${urn} does not exist. List the views to find one.`, work);
  return { defaultView: view.urn };
}

/**
 * Throws INVALID_REQUEST for a personal view; `subject`: the setting, with which the message's second sentence
 * begins.
 */
export async function requireGlobal(view: Urn, subject: string, work: Work): Promise<void> {
  if ((await readAspect(view, VIEW.infoAspect, work))?.['type'] === 'GLOBAL') return;
  throw invalidRequest(
    `${view} is a personal view. ${subject} must be a global view.`,
    undefined,
    because('VIEW_NOT_GLOBAL'),
  );
}
