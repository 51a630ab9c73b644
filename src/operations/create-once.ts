import { EntityExistsError } from '../change/entity-exists.ts';
import type { CatalogError } from '../errors.ts';
import type { MetadataChangeProposal } from '../model/proposal.ts';
import type { Urn } from '../model/urn.ts';
import type { Work } from './work.ts';

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
  if ((await work.query.existing([urn], work.scope)).has(urn)) throw alreadyExists();
  await refusingExisting(alreadyExists, () => work.ingest(proposals));
}

/** Runs a write with a CREATE_ENTITY. Throws `alreadyExists()` when the entity exists. */
export async function refusingExisting(
  alreadyExists: () => CatalogError,
  write: () => Promise<unknown>,
): Promise<void> {
  try {
    await write();
  } catch (error) {
    if (error instanceof EntityExistsError) throw alreadyExists();
    throw error;
  }
}
