import { invalidRequest } from '../../errors.ts';
import type { EntityReference } from '../../model/entity-reference.ts';
import { ancestorsOf } from '../ancestors.ts';
import { readsFrom, requireExisting } from '../stored.ts';
import type { Work } from '../work.ts';
import { PARENT_PRODUCT } from './data-product.ts';

/**
 * Throws NOT_FOUND unless the data product exists that shall become the parent of another, and INVALID_REQUEST if it is that one
 * or a part of it.
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
    `Cannot make ${child.urn} a part of ${parent.urn}, which is the same or a part of it. Choose another parent.`,
  );
}
