import { formatUrn } from '../../../model/urn.ts';
import type { FieldResolvers } from '../build-schema.ts';
import type { ResourceRef } from '../edit-target.ts';
import { findEntities } from '../find-entities.ts';
import type { GraphqlContext } from '../graphql-context.ts';
import {
  commit,
  creationOf,
  deleteEverywhere,
  deleteExisting,
  patchOf,
  put,
  putGiven,
  requireExisting,
  requireOneOf,
  upsertOf,
} from '../mutation-steps.ts';
import type { Input, UrnAndInput } from '../mutation-steps.ts';
import { addOwners, removeOwners } from '../owners.ts';
import type { OwnerInput } from '../owners.ts';
import { parseFilter } from '../parse-search.ts';
import { given } from '../property-input.ts';
import type { FacetFilterInput } from '../search-input.ts';
import { updating } from '../wrapped-error.ts';
import { stampNow } from './stamp-now.ts';

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

const MANAGE = ['MANAGE_GLOBAL_OWNERSHIP_TYPES'];
const INFO = 'ownershipTypeInfo';

/** Mutations of owners and of ownership types. */
export const OWNERSHIP_MUTATIONS: FieldResolvers = {
  addOwner: (_root: unknown, { input }: Input<OwnerInput & ResourceRef>, context: GraphqlContext) =>
    changing(input, () => addOwners([input], [{ resourceUrn: input.resourceUrn }], context)),
  addOwners: (
    _root: unknown,
    { input }: Input<ResourceRef & { readonly owners: readonly OwnerInput[] }>,
    context: GraphqlContext,
  ) => changing(input, () => addOwners(input.owners, [{ resourceUrn: input.resourceUrn }], context)),
  batchAddOwners: (
    _root: unknown,
    { input }: Input<Batch & { readonly owners: readonly OwnerInput[] }>,
    context: GraphqlContext,
  ) => changing(input, () => addOwners(input.owners, input.resources, context)),
  removeOwner: (_root: unknown, { input }: Input<RemoveInput>, context: GraphqlContext) => {
    const { ownerUrn, ownershipTypeUrn, resourceUrn } = input;
    return changing(input, () => removeOwners([ownerUrn], ownershipTypeUrn, [{ resourceUrn }], context));
  },
  batchRemoveOwners: (_root: unknown, { input }: Input<BatchRemoveInput>, context: GraphqlContext) => {
    const { ownerUrns, ownershipTypeUrn, resources } = input;
    return changing(input, () => removeOwners(ownerUrns, ownershipTypeUrn, resources, context));
  },
  createOwnershipType: (_root: unknown, { input }: Input<OwnershipTypeInput>, context: GraphqlContext) => {
    requireOneOf(MANAGE, context);
    return updating(input, async () => {
      const urn = formatUrn('ownershipType', context.settings.newId());
      const stamp = { ...stampNow(context) };
      const info = { name: input.name ?? '', ...given({ description: input.description }) };
      await commit(
        [
          creationOf(urn, INFO, { ...info, created: stamp, lastModified: stamp }),
          upsertOf(urn, 'status', { removed: false }),
        ],
        context,
      );
      return context.references.to(urn);
    });
  },
  updateOwnershipType: (
    _root: unknown,
    { urn, input }: UrnAndInput<OwnershipTypeInput>,
    context: GraphqlContext,
  ) => {
    requireOneOf(MANAGE, context);
    return updating(input, async () => {
      const type = context.references.parseAs('ownershipType', urn);
      await requireExisting([type], (missing) => `Ownership type ${missing} does not exist.`, context);
      const { name, description } = input;
      const stamp = put(['lastModified'], { ...stampNow(context) });
      await commit([patchOf(type.urn, INFO, [...putGiven({ name, description }), stamp])], context);
      return type;
    });
  },
  deleteOwnershipType: (
    _root: unknown,
    { urn, deleteReferences }: DeleteArguments,
    context: GraphqlContext,
  ) => {
    requireOneOf(MANAGE, context);
    const remove = deleteReferences === false ? deleteExisting : deleteEverywhere;
    return updating({ urn }, async () => {
      await remove(context.references.parseAs('ownershipType', urn), context);
      return true;
    });
  },
};

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

function changing(input: object, change: () => Promise<void>): Promise<boolean> {
  return updating(input, async () => {
    await change();
    return true;
  });
}
