import { CatalogError } from '../../errors.ts';
import type { MetadataChangeProposal } from '../../model/proposal.ts';
import type { Urn } from '../../model/urn.ts';
import type { GraphqlContext } from './graphql-context.ts';

/** How the rules of writing refuse to create what exists; the words are DataHub's. */
const LOST_RACE = 'Cannot perform CREATE_ENTITY';

/**
 * Creates an entity by proposals of which the first is a CREATE_ENTITY; throws `alreadyExists` when the entity is
 * there, also when somebody else creates it at this very moment.
 */
export async function createOnce(
  urn: Urn,
  proposals: readonly MetadataChangeProposal[],
  alreadyExists: () => CatalogError,
  context: GraphqlContext,
): Promise<void> {
  if ((await context.catalog.existing([urn])).has(urn)) throw alreadyExists();
  try {
    const { sequence } = await context.catalog.ingest(proposals);
    context.wrote(sequence);
  } catch (error) {
    if (error instanceof CatalogError && error.message.includes(LOST_RACE)) throw alreadyExists();
    throw error;
  }
}
