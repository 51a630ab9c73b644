import type { GrantClause } from '../../auth/grants.ts';
import type { EntityReference } from '../../model/entity-reference.ts';
import { texts } from '../../util/json/json-members.ts';
import type { ParentLink } from '../ancestors.ts';
import type { Need } from '../needs.ts';
import { readAspect, requireExisting } from '../stored.ts';
import type { Reading, Work } from '../work.ts';

/** Aspect with the name, description and assets of a data product. */
export const PRODUCT_INFO = 'dataProductProperties';

/** The member that holds the parent of a data product. */
export const PARENT_PRODUCT: ParentLink = { aspectName: PRODUCT_INFO, member: 'parentDataProduct' };

export const PRODUCT_PRIVILEGES = ['MANAGE_DATA_PRODUCTS', 'EDIT_ENTITY'];

/** The need of changes of a data product: EDIT_ENTITY on it, or MANAGE_DATA_PRODUCTS on all its domains. */
export const PRODUCT_NEED: Need<{ readonly urn: EntityReference }> = {
  anyOf: PRODUCT_PRIVILEGES,
  clauses: ({ urn }, reading) => productClauses(urn, reading),
};

/** The clauses of `PRODUCT_NEED`, by the stored domains of the product. */
export async function productClauses(
  { urn }: EntityReference,
  reading: Pick<Reading, 'query' | 'scope' | 'references'>,
): Promise<readonly GrantClause[]> {
  const onProduct = { privilege: 'EDIT_ENTITY', urn };
  const domains = texts((await readAspect(urn, 'domains', reading))?.['domains']);
  const clauses = domains.flatMap((text): GrantClause[] => {
    const domain = reading.references.find(text);
    return domain === undefined ? [] : [[{ privilege: 'MANAGE_DATA_PRODUCTS', urn: domain.urn }, onProduct]];
  });
  return clauses.length === 0 ? [[onProduct]] : clauses;
}

/** Throws NOT_FOUND unless the data product exists. */
export function requireProduct(product: EntityReference, work: Work): Promise<void> {
  return requireExisting(
    [product],
    (urn) => `Failed to update Data Product with urn ${urn}. It does not exist.`,
    work,
  );
}
