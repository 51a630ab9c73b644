import { CatalogError } from '../errors.ts';
import type { EntityReference } from '../model/entity-reference.ts';
import type { Urn } from '../model/urn.ts';
import type { JsonObject } from '../util/json.ts';
import type { Reading, Work } from './work.ts';

/** Throws NOT_FOUND for the first entity that does not exist, with the message that `sentence` returns. */
export async function requireExisting(
  entities: readonly EntityReference[],
  sentence: (urn: Urn) => string,
  { catalog }: Pick<Reading, 'catalog'>,
): Promise<void> {
  if (entities.length === 0) return;
  const existing = await catalog.existing(entities.map(({ urn }) => urn));
  const missing = entities.find(({ urn }) => !existing.has(urn));
  if (missing !== undefined) throw new CatalogError('NOT_FOUND', sentence(missing.urn));
}

/** Reads the latest value of an aspect; undefined when there is none. */
export async function readAspect(
  urn: Urn,
  aspectName: string,
  { catalog }: Pick<Reading, 'catalog'>,
): Promise<JsonObject | undefined> {
  return (await catalog.getEntities([urn], [aspectName])).get(urn)?.get(aspectName)?.value;
}

/** Hard-deletes an entity; references to it stay. Throws NOT_FOUND when it does not exist. */
export async function deleteExisting(entity: EntityReference, work: Work): Promise<void> {
  await requireExisting([entity], (urn) => `Failed to delete ${urn}. It does not exist.`, work);
  await work.deleteEntity(entity.urn);
}

/**
 * Hard-deletes an entity; references to it are removed asynchronously, as in DataHub, whatever the caller's privileges
 * on the referencing entities. Throws NOT_FOUND when it does not exist.
 */
export async function deleteEverywhere(entity: EntityReference, work: Work): Promise<void> {
  await requireExisting([entity], (urn) => `Failed to delete ${urn}. It does not exist.`, work);
  await work.deleteWithReferences(entity.urn);
}
