import { CatalogError } from '../errors.ts';
import type { MetadataChangeProposal } from '../model/proposal.ts';
import type { Urn } from '../model/urn.ts';
import type { Work } from './work.ts';

/** Part of the validation error when a CREATE_ENTITY finds the entity; DataHub's words. */
const LOST_RACE = 'Cannot perform CREATE_ENTITY';

/**
 * Creates an entity. The first proposal must be a CREATE_ENTITY. Throws `alreadyExists()` when
 * the entity exists, even if another request creates it concurrently.
 */
export async function createOnce(
  urn: Urn,
  proposals: readonly MetadataChangeProposal[],
  alreadyExists: () => CatalogError,
  work: Work,
): Promise<void> {
  if ((await work.catalog.existing([urn])).has(urn)) throw alreadyExists();
  try {
    await work.ingest(proposals);
  } catch (error) {
    if (error instanceof CatalogError && error.message.includes(LOST_RACE)) throw alreadyExists();
    throw error;
  }
}
