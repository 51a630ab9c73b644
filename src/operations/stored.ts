import { CatalogError, type Problem } from '../errors.ts';
import type { EntityReference } from '../model/entity-reference.ts';
import { missingEntity } from '../model/missing-entity.ts';
import type { Urn } from '../model/urn.ts';
import type { JsonObject } from '../util/json.ts';
import type { ReadAspect } from './ancestors.ts';
import type { Reading, Work } from './work.ts';

/** Maximum missing entities that a message names. */
const MOST_NAMED = 50;

/** Throws NOT_FOUND for entities that do not exist, with the `sentence` of each; names at most 50. */
export async function requireExisting(
  entities: readonly EntityReference[],
  sentence: (urn: Urn) => string,
  reading: Pick<Reading, 'existing'>,
): Promise<void> {
  const urns = entities.map(({ urn }) => urn);
  const missing = new Set(urns).difference(await reading.existing(urns));
  if (missing.size === 0) return;
  const problems = [...missing]
    .slice(0, MOST_NAMED)
    .map((urn): Problem => ({ code: 'NOT_FOUND', message: sentence(urn), ...missingEntity(urn), urn }));
  throw new CatalogError('NOT_FOUND', problems.map(({ message }) => message).join(' '), { problems });
}

/** Reads the latest value of an aspect; undefined when there is none. */
export async function readAspect(
  urn: Urn,
  aspectName: string,
  { query, scope }: Pick<Reading, 'query' | 'scope'>,
): Promise<JsonObject | undefined> {
  return (await query.getEntities([urn], [aspectName], scope)).get(urn)?.get(aspectName)?.value;
}

/** Reads the latest values of aspects, one by one. */
export function readsFrom(reading: Pick<Reading, 'query' | 'scope'>): ReadAspect {
  return (urn, aspectName) => readAspect(urn, aspectName, reading);
}

/** Hard-deletes an entity; references to it are kept. Throws NOT_FOUND when it does not exist. */
export async function deleteExisting(entity: EntityReference, work: Work): Promise<void> {
  await requireExisting([entity], (urn) => `Failed to delete ${urn}. It does not exist.`, work);
  await work.deleteEntity(entity.urn);
}

/**
 * Hard-deletes an entity; references to it are removed asynchronously, as in DataHub, regardless of the caller's
 * privileges on the referencing entities. Throws NOT_FOUND when it does not exist.
 */
export async function deleteEverywhere(entity: EntityReference, work: Work): Promise<void> {
  await requireExisting([entity], (urn) => `Failed to delete ${urn}. It does not exist.`, work);
  await work.deleteWithReferences(entity.urn);
}
