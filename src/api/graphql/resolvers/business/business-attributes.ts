import { createBusinessAttribute } from '../../../../operations/business-attributes/create-business-attribute.ts';
import { deleteBusinessAttribute } from '../../../../operations/business-attributes/delete-business-attribute.ts';
import { setBusinessAttribute } from '../../../../operations/business-attributes/set-business-attribute.ts';
import { updateBusinessAttribute } from '../../../../operations/business-attributes/update-business-attribute.ts';
import { listEntities } from '../../../../operations/search/list-entities.ts';
import { DONE, answeredBy, bind, ofArguments, ofInput, ofUrnAndInput } from '../fields/bind-operation.ts';
import type { ResourceRef } from '../../inputs/edit-target.ts';
import type { Resolvers } from '../../schema/schema-types.generated.ts';

/** Mutations of business attributes and of their columns. */
export const BUSINESS_ATTRIBUTE_MUTATIONS = {
  createBusinessAttribute: ofInput(createBusinessAttribute, { present: (attribute) => attribute }),
  updateBusinessAttribute: ofUrnAndInput(updateBusinessAttribute, { present: (attribute) => attribute }),
  deleteBusinessAttribute: ofArguments(deleteBusinessAttribute, DONE),
  addBusinessAttribute: bind(
    setBusinessAttribute,
    ({ input: { businessAttributeUrn, resourceUrn } }) => ({
      attribute: businessAttributeUrn,
      columns: columnsOf(resourceUrn),
    }),
    DONE,
  ),
  removeBusinessAttribute: bind(
    setBusinessAttribute,
    ({ input }) => ({ columns: columnsOf(input.resourceUrn) }),
    DONE,
  ),
} satisfies Partial<Resolvers['Mutation']>;

function columnsOf(resources: readonly ResourceRef[]): string[] {
  return resources.map(({ resourceUrn }) => resourceUrn);
}

export const BUSINESS_ATTRIBUTE_QUERIES = {
  listBusinessAttributes: answeredBy(listEntities, async (_root, { input }, context) => {
    const { query, start, count } = input;
    const { entities, ...page } = await context.run(listEntities, {
      entityTypes: ['businessAttribute'],
      query,
      start,
      count,
    });
    return { ...page, businessAttributes: entities };
  }),
} satisfies Partial<Resolvers['Query']>;
