import { createOwnershipType } from '../../../operations/ownership-types/create-ownership-type.ts';
import { deleteOwnershipType } from '../../../operations/ownership-types/delete-ownership-type.ts';
import { updateOwnershipType } from '../../../operations/ownership-types/update-ownership-type.ts';
import { addOwners } from '../../../operations/owners/add-owners.ts';
import { removeOwners } from '../../../operations/owners/remove-owners.ts';
import { findEntities } from '../../../operations/find-entities.ts';
import { given } from '../../../util/given.ts';
import { DONE, PRESENTED, bind, failedUpdate } from '../bind-operation.ts';
import type { FieldResolvers } from '../build-schema.ts';
import { assetsOf } from '../edit-target.ts';
import type { ResourceRef } from '../edit-target.ts';
import type { GraphqlContext } from '../graphql-context.ts';
import type { Input, UrnAndInput } from '../mutation-steps.ts';
import { parseFilter } from '../parse-search.ts';
import type { FacetFilterInput } from '../search-input.ts';

/** An owner in GraphQL's form. */
export interface OwnerInput {
  readonly ownerUrn: string;
  readonly ownerEntityType: 'CORP_USER' | 'CORP_GROUP';
  readonly type?: string | null;
  readonly ownershipTypeUrn?: string | null;
}
interface Owners {
  readonly owners: readonly OwnerInput[];
}
interface DeleteArguments {
  readonly urn: string;
  /** Default: true. */
  readonly deleteReferences?: boolean | null;
}
interface Batch {
  readonly resources: readonly (ResourceRef | null)[];
}
interface RemoveInput {
  readonly ownerUrn: string;
  readonly ownershipTypeUrn?: string | null;
  readonly resourceUrn: string;
}
interface BatchRemoveInput extends Batch {
  readonly ownerUrns: readonly string[];
  readonly ownershipTypeUrn?: string | null;
}
interface OwnershipTypeInput {
  readonly name?: string | null;
  readonly description?: string | null;
}
interface ListInput {
  readonly start?: number | null;
  readonly count?: number | null;
  readonly query?: string | null;
  readonly filters?: readonly FacetFilterInput[] | null;
}

/** Mutations of owners and of ownership types. */
export const OWNERSHIP_MUTATIONS: FieldResolvers = {
  addOwner: bind(
    addOwners,
    ({ input }: Input<OwnerInput & ResourceRef>) => ({
      owners: [ownerOf(input)],
      assets: [{ urn: input.resourceUrn }],
    }),
    DONE,
  ),
  addOwners: bind(
    addOwners,
    ({ input }: Input<ResourceRef & Owners>) => ({
      owners: input.owners.map(ownerOf),
      assets: [{ urn: input.resourceUrn }],
    }),
    DONE,
  ),
  batchAddOwners: bind(
    addOwners,
    ({ input }: Input<Batch & Owners>) => ({
      owners: input.owners.map(ownerOf),
      assets: assetsOf(input.resources),
    }),
    DONE,
  ),
  removeOwner: bind(
    removeOwners,
    ({ input: { ownerUrn, ownershipTypeUrn, resourceUrn } }: Input<RemoveInput>) => ({
      owners: [ownerUrn],
      ownershipType: ownershipTypeUrn || undefined,
      assets: [{ urn: resourceUrn }],
    }),
    DONE,
  ),
  batchRemoveOwners: bind(
    removeOwners,
    ({ input: { ownerUrns, ownershipTypeUrn, resources } }: Input<BatchRemoveInput>) => ({
      owners: [...ownerUrns],
      ownershipType: ownershipTypeUrn || undefined,
      assets: assetsOf(resources),
    }),
    DONE,
  ),
  createOwnershipType: bind(createOwnershipType, ({ input }: Input<OwnershipTypeInput>) => input, PRESENTED),
  updateOwnershipType: bind(
    updateOwnershipType,
    ({ urn, input }: UrnAndInput<OwnershipTypeInput>) => ({ ...input, type: urn }),
    PRESENTED,
  ),
  deleteOwnershipType: bind(
    deleteOwnershipType,
    ({ urn, deleteReferences }: DeleteArguments) => ({
      type: urn,
      keepsReferences: deleteReferences === false,
    }),
    { ...DONE, failed: ({ urn }) => failedUpdate({ urn }) },
  ),
};

function ownerOf({ ownerUrn, ownerEntityType, type, ownershipTypeUrn }: OwnerInput) {
  return { owner: ownerUrn, ownerEntityType, type, ownershipType: ownershipTypeUrn || undefined };
}

/** Query that lists ownership types. */
export const OWNERSHIP_QUERIES: FieldResolvers = {
  listOwnershipTypes: async (_root: unknown, { input }: Input<ListInput>, context: GraphqlContext) => {
    const filter = parseFilter(given({ filters: input.filters }));
    const { entities, ...page } = await findEntities(
      { entityTypes: ['ownershipType'], query: input.query, start: input.start, count: input.count, filter },
      context,
    );
    return { ...page, ownershipTypes: entities };
  },
};
