import { CatalogError } from '../../errors.ts';
import type { CatalogClient } from './catalog-client.ts';

/** Throws NOT_FOUND unless the entity exists. The server itself reports success for the removal of a missing one. */
export async function requireEntity(client: CatalogClient, urn: string): Promise<void> {
  const { entityExists } = await client.graphql('query exists($urn: String!) { entityExists(urn: $urn) }', {
    urn,
  });
  if (entityExists !== true)
    throw new CatalogError('NOT_FOUND', `${urn} does not exist. Check the urn; nothing was changed.`);
}
