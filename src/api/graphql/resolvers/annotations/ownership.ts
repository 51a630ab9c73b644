import { systemOwnershipType } from '../../../../model/access/ownership-types.ts';
import { createOwnershipType } from '../../../../operations/ownership-types/create-ownership-type.ts';
import { deleteOwnershipType } from '../../../../operations/ownership-types/delete-ownership-type.ts';
import { updateOwnershipType } from '../../../../operations/ownership-types/update-ownership-type.ts';
import { addOwners } from '../../../../operations/owners/add-owners.ts';
import { removeOwners } from '../../../../operations/owners/remove-owners.ts';
import { listEntities } from '../../../../operations/search/list-entities.ts';
import { given } from '../../../../util/given.ts';
import { text } from '../../../../util/json/json-members.ts';
import { ofType } from '../../presenters/associations.ts';
import { DONE, answeredBy, bind, ofArguments, ofInput, ofUrnAndInput } from '../fields/bind-operation.ts';
import type { Resolvers } from '../../schema/schema-types.generated.ts';
import { assetsOf } from '../../inputs/edit-target.ts';
import { parseFilter } from '../../inputs/parse-search.ts';

/** Fields of `Owner` that are not members of the aspect. */
export const OWNER = {
  ownershipType: ({ value }, _args, { references }) => {
    const urn = value['typeUrn'] ?? systemOwnershipType(text(value['type']) ?? 'NONE');
    return ofType('ownershipType', references.find(urn)) ?? null;
  },
} satisfies Partial<Resolvers['Owner']>;

/** Mutations of owners and of ownership types. */
export const OWNERSHIP_MUTATIONS = {
  addOwner: bind(
    addOwners,
    ({ input: { resourceUrn, ...owner } }) => ({ owners: [owner], assets: [{ urn: resourceUrn }] }),
    DONE,
  ),
  addOwners: bind(
    addOwners,
    ({ input }) => ({
      owners: input.owners,
      assets: [{ urn: input.resourceUrn }],
    }),
    DONE,
  ),
  batchAddOwners: bind(
    addOwners,
    ({ input }) => ({
      owners: input.owners,
      assets: assetsOf(input.resources),
    }),
    DONE,
  ),
  removeOwner: bind(
    removeOwners,
    ({ input: { ownerUrn, ownershipTypeUrn, resourceUrn } }) => ({
      owners: [ownerUrn],
      ownershipTypeUrn,
      assets: [{ urn: resourceUrn }],
    }),
    DONE,
  ),
  batchRemoveOwners: bind(
    removeOwners,
    ({ input: { ownerUrns, ownershipTypeUrn, resources } }) => ({
      owners: ownerUrns,
      ownershipTypeUrn,
      assets: assetsOf(resources),
    }),
    DONE,
  ),
  createOwnershipType: ofInput(createOwnershipType, { present: (type) => type }),
  updateOwnershipType: ofUrnAndInput(updateOwnershipType, { present: (type) => type }),
  deleteOwnershipType: ofArguments(deleteOwnershipType, { ...DONE }),
} satisfies Partial<Resolvers['Mutation']>;

/** Query that lists ownership types. */
export const OWNERSHIP_QUERIES = {
  listOwnershipTypes: answeredBy(listEntities, async (_root, { input }, context) => {
    const filter = parseFilter(given({ filters: input.filters }));
    const { entities, ...page } = await context.run(listEntities, {
      entityTypes: ['ownershipType'],
      filter,
      query: input.query,
      start: input.start,
      count: input.count,
    });
    return { ...page, ownershipTypes: entities };
  }),
} satisfies Partial<Resolvers['Query']>;
