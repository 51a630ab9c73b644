import * as v from 'valibot';
import type { EntityReference } from '../../model/entity-reference.ts';
import { VIEW } from '../../model/access/personal.ts';
import type { InputTypes } from '../input-types.ts';
import { requireExisting } from '../stored.ts';
import type { Work } from '../work.ts';

/** Shape of the choice of a default view; without one there is none. */
export function viewChoice(types: InputTypes) {
  return v.object({ defaultView: v.optional(types.entityOf(VIEW.entityType)) });
}

/** The choice as settings store it. Throws NOT_FOUND unless the view exists. */
export async function storedChoice(view: EntityReference | undefined, work: Work) {
  if (view === undefined) return {};
  await requireExisting([view], (urn) => `View ${urn} does not exist. List the views to find one.`, work);
  return { defaultView: view.urn };
}
