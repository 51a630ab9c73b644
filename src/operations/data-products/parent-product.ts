import { invalidRequest } from '../../errors.ts';
import { because } from '../../refusals.ts';
import type { EntityReference } from '../../model/entity-reference.ts';
import { ancestorsOf } from '../ancestors.ts';
import { readsFrom, requireExisting } from '../stored.ts';
import type { Work } from '../work.ts';
import { PARENT_PRODUCT } from './data-product.ts';

/**
 * Throws NOT_FOUND unless the new parent of a data product exists, and INVALID_REQUEST if the parent is the product
 * itself or a part of it.
 */
export async function requireParentProduct(
  parent: EntityReference,
  child: EntityReference | undefined,
  work: Work,
): Promise<void> {
  const missing = (urn: string) => `Parent data product ${urn} does not exist. Create it first.`;
  await requireExisting([parent], missing, work);
  const above = await ancestorsOf(parent, 'dataProduct', () => PARENT_PRODUCT, work, readsFrom(work));
  if (child === undefined || ![parent, ...above].some(({ urn }) => urn === child.urn)) return;
  throw invalidRequest(
    `Cannot make ${child.urn} part of ${parent.urn}, which is the same product or one of its parts. Choose another parent.`,
    undefined,
    because('LOOP'),
  );
}
