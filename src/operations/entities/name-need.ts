import type { EntityReference } from '../../model/entity-reference.ts';
import { productClauses } from '../data-products/data-product.ts';
import { isGlossaryPart } from '../glossary/glossary-part.ts';
import { GLOSSARY_RIGHTS, glossaryRight } from '../glossary/glossary-rights.ts';
import type { Need } from '../needs.ts';

/** Platform privileges to rename entities, by entity type. */
const MANAGERS: Readonly<Record<string, string>> = {
  domain: 'MANAGE_DOMAINS',
  corpGroup: 'MANAGE_USERS_AND_GROUPS',
  businessAttribute: 'MANAGE_BUSINESS_ATTRIBUTE',
  tag: 'MANAGE_TAGS',
};

/** The right to rename an entity: the privilege to manage entities of its type, or EDIT_ENTITY if there is none. */
export const NAME_NEED: Need<{ readonly urn: EntityReference }> = {
  anyOf: ['EDIT_ENTITY', ...Object.values(MANAGERS), ...GLOSSARY_RIGHTS, 'MANAGE_DATA_PRODUCTS'],
  clauses: async ({ urn: entity }, reading) => {
    const { urn, entityType } = entity;
    const manager = MANAGERS[entityType];
    if (manager !== undefined) return [[{ privilege: manager }]];
    if (isGlossaryPart(entity)) return [await glossaryRight(entity, reading)];
    if (entityType === 'dataProduct') return productClauses(entity, reading);
    return [[{ privilege: 'EDIT_ENTITY', urn }]];
  },
};
