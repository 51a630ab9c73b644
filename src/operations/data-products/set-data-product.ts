import * as v from 'valibot';
import { patchOf, put, take } from '../../model/proposal-builders.ts';
import type { MetadataChangeProposal } from '../../model/proposal.ts';
import type { Urn } from '../../model/urn.ts';
import { requireEntities } from '../assets.ts';
import { defineOperation } from '../operation.ts';
import { stampNow } from '../stamp-now.ts';
import { requireExisting } from '../stored.ts';
import type { Reading } from '../work.ts';
import { PRODUCT_INFO } from './data-product.ts';

const CONTAINS = 'DataProductContains';
/** Maximum number of data products that one asset is removed from. */
const MOST_PRODUCTS = 1_000;

/** Moves assets into a data product, or out of all. An asset has at most one, so it is removed from all others. */
export const setDataProduct = defineOperation({
  name: 'setDataProduct',
  effect: 'write',
  input: (types) =>
    v.object({ product: v.optional(types.entityOf('dataProduct')), assets: v.array(types.entity()) }),
  needs: { on: ({ assets }) => assets, anyOf: ['EDIT_ENTITY_DATA_PRODUCTS'] },
  run: async ({ product, assets }, work) => {
    await requireEntities(assets, work);
    await requireExisting(
      product === undefined ? [] : [product],
      (urn) => `Failed to batch set data product: ${urn} does not exist. Create it first.`,
      work,
    );
    const urns = [...new Set(assets.map(({ urn }) => urn))];
    const proposals: MetadataChangeProposal[] = [];
    for (const urn of urns) {
      for (const other of await productsOf(urn, work)) {
        if (other !== product?.urn) proposals.push(patchOf(other, PRODUCT_INFO, [take(['assets', urn])]));
      }
    }
    if (product !== undefined && urns.length > 0) {
      const stamp = { ...stampNow(work) };
      const operations = urns.map((urn) =>
        put(['assets', urn], { destinationUrn: urn, created: stamp, lastModified: stamp }),
      );
      proposals.push(patchOf(product.urn, PRODUCT_INFO, operations));
    }
    await work.ingest(proposals);
  },
});

async function productsOf(urn: Urn, { query, scope }: Reading): Promise<readonly Urn[]> {
  const { entities } = await query.relationships(
    {
      urn,
      types: [CONTAINS],
      direction: 'INCOMING',
      start: 0,
      count: MOST_PRODUCTS,
      includeSoftDelete: true,
    },
    scope,
  );
  return entities.map((related) => related.urn);
}
