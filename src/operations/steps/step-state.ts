import { STEP_STATE, writerOfStep } from '../../model/access/step-state.ts';
import { EVERYTHING } from '../../model/scope.ts';
import { formatUrn, type Urn } from '../../model/urn.ts';
import type { JsonObject } from '../../util/json.ts';
import type { Reading } from '../work.ts';

/**
 * Whether the id of a step may belong to the caller: it begins with the caller's urn, as in DataHub's web
 * application. The urn of another user may begin with it, too, so the stored state decides: see {@link storedSteps}.
 */
export function mayBeOwnStep(id: string, { actor }: Pick<Reading, 'actor'>): boolean {
  return id.startsWith(`${actor.urn}-`);
}

/** The stored states of these steps, by id, including those that another user wrote. */
export async function storedSteps(
  ids: readonly string[],
  { query }: Pick<Reading, 'query'>,
): Promise<ReadonlyMap<string, JsonObject>> {
  // Read unrestricted: callers may read their own states without a privilege on this entity type.
  const found = await query.getEntities(ids.map(stepUrn), [STEP_STATE.infoAspect], EVERYTHING);
  return new Map(
    ids.flatMap((id) => {
      const value = found.get(stepUrn(id))?.get(STEP_STATE.infoAspect)?.value;
      return value === undefined ? [] : [[id, value] as const];
    }),
  );
}

/** Whether the caller wrote this state. */
export function isOwnState(state: JsonObject, { actor }: Pick<Reading, 'actor'>): boolean {
  return writerOfStep(state) === actor.urn;
}

/** Urn of the state of a step. */
export function stepUrn(id: string): Urn {
  return formatUrn(STEP_STATE.entityType, id);
}
