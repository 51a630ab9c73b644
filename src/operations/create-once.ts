import { EntityExistsError } from '../change/entity-exists.ts';
import { CatalogError } from '../errors.ts';
import type { MetadataChangeProposal } from '../model/proposal.ts';
import type { Urn } from '../model/urn.ts';
import { creatorOwnership } from './creator-ownership.ts';
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

/**
 * Creates an entity that the caller then owns. If it exists, throws an error that names its type by `kind`;
 * INVALID_REQUEST unless another code is given.
 */
export async function createOwned(
  urn: Urn,
  kind: string,
  proposals: readonly MetadataChangeProposal[],
  work: Work,
  code: 'INVALID_REQUEST' | 'CONFLICT' = 'INVALID_REQUEST',
): Promise<void> {
  await createUnowned(urn, kind, [...proposals, await creatorOwnership(urn, work)], work, code);
}

/**
 * Creates an entity whose owners, if any, are among the proposals. If it exists, throws an error that names its type
 * by `kind`; INVALID_REQUEST unless another code is given.
 */
export async function createUnowned(
  urn: Urn,
  kind: string,
  proposals: readonly MetadataChangeProposal[],
  work: Work,
  code: 'INVALID_REQUEST' | 'CONFLICT' = 'INVALID_REQUEST',
): Promise<void> {
  await createOnce(urn, proposals, () => takenError(urn, kind, code), work);
}

function takenError(urn: Urn, kind: string, code: 'INVALID_REQUEST' | 'CONFLICT'): CatalogError {
  return new CatalogError(code, `This ${kind} already exists! ${urn} is taken: choose another id.`);
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
