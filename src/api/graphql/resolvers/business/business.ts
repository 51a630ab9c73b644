import { PARENT_PRODUCT } from '../../../../operations/data-products/data-product.ts';
import { PARENT_DOMAIN } from '../../../../operations/domains/domain.ts';
import { equalTo } from '../../../../operations/search/find-entities.ts';
import { listEntities } from '../../../../operations/search/list-entities.ts';
import { object, objects, text } from '../../../../util/json/json-members.ts';
import { columnType } from '../../../../model/column-type.ts';
import type { Resolvers, SchemaFieldDataType } from '../../schema/schema-types.generated.ts';
import { fromAspect } from '../fields/aspect-field.ts';
import { createdOn } from '../fields/created-on.ts';
import { contentsBy } from './contents.ts';
import { productContents } from './data-products.ts';
import { ancestorsShown, parents } from '../fields/parents.ts';

/** Fields of `Domain`. */
export const DOMAIN = {
  entities: contentsBy('domains'),
  parentDomains: parents('domains', 'domain', () => PARENT_DOMAIN),
} satisfies Partial<Resolvers['Domain']>;

/** Fields of `DomainProperties` that are not members of the aspect. */
export const DOMAIN_PROPERTIES = { createdOn } satisfies Partial<Resolvers['DomainProperties']>;

/** Fields of `Container`. */
export const CONTAINER = {
  entities: contentsBy('container'),
} satisfies Partial<Resolvers['Container']>;

/** Fields of `DataProduct`. */
export const DATA_PRODUCT = {
  entities: productContents,
  parentDataProducts: (product, _args, context) =>
    ancestorsShown(product, 'dataProduct', () => PARENT_PRODUCT, context),
} satisfies Partial<Resolvers['DataProduct']>;

/** Fields of `DataProductProperties` that are not members of the aspect. */
export const DATA_PRODUCT_PROPERTIES = {
  numAssets: ({ value }) => objects(value['assets']).length,
  createdOn,
} satisfies Partial<Resolvers['DataProductProperties']>;

/** Fields of `ApplicationProperties` that are not members of the aspect. */
export const APPLICATION_PROPERTIES = {
  numAssets: async ({ of }, _args, context) => {
    const filter = [[equalTo('applications', of.urn)]];
    return (await context.run(listEntities, { entityTypes: [], filter, count: 0 })).total;
  },
} satisfies Partial<Resolvers['ApplicationProperties']>;

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
