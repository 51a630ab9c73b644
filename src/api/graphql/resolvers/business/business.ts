import { PARENT_DOMAIN } from '../../../../operations/domains/domain.ts';
import { object, objects, text } from '../../../../util/json/json-members.ts';
import { globalTags, glossaryTerms } from '../../presenters/associations.ts';
import { columnType } from '../../presenters/schema.ts';
import { auditStamp, auditStampOrNever, resolvedAuditStamp } from '../../presenters/stamps.ts';
import type { Resolvers } from '../../schema/schema-types.generated.ts';
import { details, fromAspect } from '../fields/aspect-field.ts';
import { contentsBy } from './contents.ts';
import { productContents } from './data-products.ts';
import { parents } from '../fields/parents.ts';

/** Fields of `Domain`. */
export const DOMAIN = {
  properties: details('domainProperties', {}, (value, references) => ({
    createdOn: resolvedAuditStamp(value['created'], references),
  })),
  entities: contentsBy('domains'),
  parentDomains: parents('domains', 'domain', () => PARENT_DOMAIN),
} satisfies Partial<Resolvers['Domain']>;

/** Fields of `Container`. */
export const CONTAINER = {
  properties: details('containerProperties'),
  editableProperties: fromAspect('editableContainerProperties', (value) => value),
  entities: contentsBy('container'),
} satisfies Partial<Resolvers['Container']>;

/** Fields of `DataProduct`. */
export const DATA_PRODUCT = {
  properties: details('dataProductProperties', {}, (value) => ({
    numAssets: objects(value['assets']).length,
  })),
  entities: productContents,
} satisfies Partial<Resolvers['DataProduct']>;

/** Fields of `Application`. */
export const APPLICATION = { properties: details('applicationProperties') } satisfies Partial<
  Resolvers['Application']
>;

/** Fields of `BusinessAttribute`. */
export const BUSINESS_ATTRIBUTE = {
  properties: details('businessAttributeInfo', {}, (value, references, { urn }) => {
    const tags = object(value['globalTags']);
    const terms = object(value['glossaryTerms']);
    return {
      tags: tags && globalTags(tags, references, { urn }),
      glossaryTerms: terms && glossaryTerms(terms, references, { urn }),
      type: value['type'] === undefined ? undefined : columnType(value['type']),
      created: auditStampOrNever(value['created']),
      lastModified: auditStampOrNever(value['lastModified']),
      deleted: auditStamp(value['deleted']),
    };
  }),
} satisfies Partial<Resolvers['BusinessAttribute']>;

/** Resolver of the business attribute of a column. */
export const businessAttributesOf = fromAspect('businessAttributes', (value, references, { urn }) => {
  const association = object(value['businessAttribute']);
  const businessAttribute = references.find(text(association?.['businessAttributeUrn']));
  return { businessAttribute: businessAttribute && { businessAttribute, associatedUrn: urn } };
});
