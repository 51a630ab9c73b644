import { EntityExistsError } from '../change/entity-exists.ts';
import { CatalogError } from '../errors.ts';
import { because } from '../refusals.ts';
import type { MetadataChangeProposal } from '../model/proposal.ts';
import { type Urn, urnKey } from '../model/urn.ts';
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
 * Creates an entity that the caller then owns, unless `isOwned` is false. If it exists, throws an error that names its type by
 * `kind`; INVALID_REQUEST unless another code is given.
 */
export async function createEntity(
  urn: Urn,
  kind: string,
  proposals: readonly MetadataChangeProposal[],
  work: Work,
  { code = 'INVALID_REQUEST', isOwned = true }: NewEntity = {},
): Promise<void> {
  const all = isOwned ? [...proposals, await creatorOwnership(urn, work)] : proposals;
  const taken = `This ${kind} already exists! ${urn} is taken: choose another id.`;
  await createOnce(
    urn,
    all,
    () => new CatalogError(code, taken, because('NAME_TAKEN', { name: urnKey(urn) })),
    work,
  );
}

interface NewEntity {
  readonly code?: 'INVALID_REQUEST' | 'CONFLICT';
  readonly isOwned?: boolean;
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
