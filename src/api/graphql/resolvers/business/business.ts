import { PARENT_DOMAIN } from '../../../../operations/domains/domain.ts';
import { object, objects, text } from '../../../../util/json/json-members.ts';
import { columnType } from '../../presenters/schema.ts';
import type { Resolvers, SchemaFieldDataType } from '../../schema/schema-types.generated.ts';
import { details, fromAspect } from '../fields/aspect-field.ts';
import { contentsBy } from './contents.ts';
import { productContents } from './data-products.ts';
import { parents } from '../fields/parents.ts';

/** Fields of `Domain`. */
export const DOMAIN = {
  entities: contentsBy('domains'),
  parentDomains: parents('domains', 'domain', () => PARENT_DOMAIN),
} satisfies Partial<Resolvers['Domain']>;

/** Fields of `Container`. */
export const CONTAINER = {
  entities: contentsBy('container'),
} satisfies Partial<Resolvers['Container']>;

/** Fields of `DataProduct`. */
export const DATA_PRODUCT = {
  properties: details('dataProductProperties', {}, (value) => ({
    numAssets: objects(value['assets']).length,
  })),
  entities: productContents,
} satisfies Partial<Resolvers['DataProduct']>;

/** Fields of `BusinessAttributeInfo` that are not members of the aspect. */
export const BUSINESS_ATTRIBUTE_INFO = {
  type: ({ value: { type } }) => (type === undefined ? undefined : (columnType(type) as SchemaFieldDataType)),
} satisfies Partial<Resolvers['BusinessAttributeInfo']>;

/** Resolver of the business attribute of a column. */
export const businessAttributesOf = fromAspect('businessAttributes', (value, references, { urn }) => {
  const association = object(value['businessAttribute']);
  const businessAttribute = references.find(text(association?.['businessAttributeUrn']));
  return { businessAttribute: businessAttribute && { businessAttribute, associatedUrn: urn } };
});
