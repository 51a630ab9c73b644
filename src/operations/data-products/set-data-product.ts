import type { GrantClause } from '../../auth/grants.ts';
import type { EntityReference } from '../../model/entity-reference.ts';
import type { Need } from '../needs.ts';
import { list } from '../input-types.ts';
import { defineOperation } from '../operation.ts';
import { productClauses } from './data-product.ts';
import {
  MEMBER_PRIVILEGE,
  productsOf,
  puttingInto,
  requireMembership,
  takingFrom,
  urnsOf,
} from './membership.ts';
import { objectOf } from '../shapes.ts';

interface Assignment {
  readonly dataProductUrn?: EntityReference | undefined;
  readonly resourceUrns: readonly EntityReference[];
}

/**
 * Adding assets to a data product needs the right to change it. Removing them from other products needs the right to
 * change those, or the privilege on the asset, which alone suffices to remove it from all.
 */
const NEED: Need<Assignment> = {
  anyOf: ['MANAGE_DATA_PRODUCTS', 'EDIT_ENTITY', MEMBER_PRIVILEGE],
  clauses: async ({ dataProductUrn: product, resourceUrns: assets }, reading) => {
    if (product === undefined) return assets.map(({ urn }) => [{ privilege: MEMBER_PRIVILEGE, urn }]);
    const clauses: GrantClause[] = [...(await productClauses(product, reading))];
    for (const urn of urnsOf(assets)) {
      for (const other of await productsOf(urn, reading)) {
        if (other === product.urn) continue;
        const onOther = await productClauses(reading.references.to(other), reading);
        for (const clause of onOther) clauses.push([{ privilege: MEMBER_PRIVILEGE, urn }, ...clause]);
      }
    }
    return clauses;
  },
};

/** Sets the only data product of assets, or removes them from all. */
export const setDataProduct = defineOperation({
  name: 'setDataProduct',
  effect: 'write',
  summary: 'Sets the only data product of assets; without one, removes them from all.',
  input: (types) =>
    objectOf({ dataProductUrn: types.optionalEntityOf('dataProduct'), resourceUrns: list(types.entity()) }),
  needs: NEED,
  run: async ({ dataProductUrn: product, resourceUrns: assets }, work) => {
    await requireMembership({ products: product === undefined ? [] : [product], assets }, work);
    const urns = urnsOf(assets);
    const proposals = product === undefined ? [] : puttingInto(product.urn, urns, work);
    for (const urn of urns) {
      const others = (await productsOf(urn, work)).filter((other) => other !== product?.urn);
      for (const other of others) for (const one of takingFrom(other, [urn])) proposals.push(one);
    }
    await work.ingest(proposals);
  },
});
