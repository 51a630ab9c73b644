import { CatalogError } from '../../errors.ts';
import type { Urn } from '../../model/urn.ts';
import type { WriteCheckParts } from './write.ts';

/** Privileges on an asset that let one change its membership without seeing it. */
const ON_ASSET = ['EDIT_ENTITY_DATA_PRODUCTS', 'EDIT_ENTITY'];

/**
 * Throws FORBIDDEN unless the actor, who may change the data product, sees each asset or holds a privilege on it. The
 * message is the same whether an asset is hidden or does not exist.
 */
export async function checkMembers(
  assets: readonly Urn[],
  { actor, authorizer, query }: Pick<WriteCheckParts, 'actor' | 'authorizer' | 'query'>,
): Promise<void> {
  const seen = await query.existing(assets, authorizer.scopeOf(actor));
  const others = assets.filter((asset) => !seen.has(asset));
  const decisions = await authorizer.decideOn(
    actor,
    ON_ASSET,
    others.map((urn) => ({ urn })),
  );
  const refused = others.find((_asset, i) => decisions[i]?.allowed !== true);
  if (refused === undefined) return;
  throw new CatalogError(
    'FORBIDDEN',
    `${actor.urn} is unauthorized to UPDATE entities: putting ${refused}, which does not exist for this actor, into a data ` +
      `product or taking it out needs ${ON_ASSET.join(' or ')} on the asset. Ask an administrator for a policy.`,
  );
}
