import {
  proposeDescription,
  proposeDomain,
  proposeOwners,
  proposeStructuredProperties,
  proposeTags,
  proposeTerms,
} from '../../../../operations/proposals/propose-edits.ts';
import { formatUrn } from '../../../../model/urn.ts';
import { DONE, bind } from '../fields/bind-operation.ts';
import { assetOf, assetsOf, type ResourceRef } from '../../inputs/edit-target.ts';
import type { Resolvers } from '../../schema/schema-types.generated.ts';

const URN = { present: (urn: string) => urn };

/** DataHub Cloud's mutations that propose a change; answer the urn of the proposal. */
export const PROPOSAL_MUTATIONS = {
  proposeTags: bind(
    proposeTags,
    ({ input }) => ({
      change: { labels: input.tagUrns, assets: assetsOf([input]) },
      note: input.description,
    }),
    URN,
  ),
  proposeTerms: bind(
    proposeTerms,
    ({ input }) => ({
      change: { labels: input.termUrns, assets: assetsOf([input]) },
      note: input.description,
    }),
    URN,
  ),
  proposeOwners: bind(
    proposeOwners,
    ({ input }) => ({
      change: { owners: input.owners, assets: [{ urn: input.resourceUrn }] },
      note: input.description,
    }),
    URN,
  ),
  proposeDomain: bind(
    proposeDomain,
    ({ input }) => ({
      change: { domain: input.domainUrn, assets: [{ urn: input.resourceUrn }] },
      note: input.description,
    }),
    URN,
  ),
  proposeStructuredProperties: bind(
    proposeStructuredProperties,
    ({ input }) => ({
      change: { assetUrn: holderOf(input), structuredPropertyInputParams: input.structuredProperties },
      note: input.description,
    }),
    URN,
  ),
  proposeUpdateDescription: bind(
    proposeDescription,
    ({ input }) => ({
      change: { asset: assetOf(input), description: input.description },
      note: input.proposalNote,
    }),
    DONE,
  ),
} satisfies Partial<Resolvers['Mutation']>;

/** The entity that has the values: that of the column, or the resource itself. */
function holderOf(resource: ResourceRef): string {
  const { fieldPath, urn } = assetOf(resource);
  return fieldPath === undefined ? urn : formatUrn('schemaField', urn, fieldPath);
}
