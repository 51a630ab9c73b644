import { updateDeprecation } from '../../../../operations/entities/update-deprecation.ts';
import { DONE, bind } from '../fields/bind-operation.ts';
import { assetOf, assetsOf } from '../../inputs/edit-target.ts';
import type { Resolvers } from '../../schema/schema-types.generated.ts';

/** Mutations that set or clear deprecation. */
export const DEPRECATION_MUTATIONS = {
  updateDeprecation: bind(
    updateDeprecation,
    ({ input: { urn, subResource, subResourceType, replacement, ...deprecation } }) => ({
      ...deprecation,
      replacement: replacement || undefined,
      assets: [assetOf({ resourceUrn: urn, subResource, subResourceType })],
    }),
    DONE,
  ),
  batchUpdateDeprecation: bind(
    updateDeprecation,
    ({ input: { resources, replacement, ...deprecation } }) => ({
      ...deprecation,
      replacement: replacement || undefined,
      assets: assetsOf(resources),
    }),
    DONE,
  ),
} satisfies Partial<Resolvers['Mutation']>;
