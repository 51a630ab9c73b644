import type { FieldResolvers } from '../build-schema.ts';
import type { EntityReference } from '../entity-reference.ts';
import type { GraphqlContext } from '../graphql-context.ts';
import { details, fromAspect } from './aspect-field.ts';
import { parentsOf } from './parents.ts';

/** Fields of `Domain`. */
export const DOMAIN: FieldResolvers = {
  properties: details('domainProperties'),
  parentDomains: async (entity: EntityReference, _args: unknown, context: GraphqlContext) => {
    const link = { aspectName: 'domainProperties', member: 'parentDomain' };
    const domains = await parentsOf(entity, 'domain', () => link, context);
    return { count: domains.length, domains };
  },
};

/** Fields of `Container`. */
export const CONTAINER: FieldResolvers = {
  properties: details('containerProperties'),
  editableProperties: fromAspect('editableContainerProperties', (value) => value),
};

/** Fields of `DataProduct`. */
export const DATA_PRODUCT: FieldResolvers = { properties: details('dataProductProperties') };

/** Fields of `Application`. */
export const APPLICATION: FieldResolvers = { properties: details('applicationProperties') };

/** Fields of `BusinessAttribute`. */
export const BUSINESS_ATTRIBUTE: FieldResolvers = { properties: details('businessAttributeInfo') };
