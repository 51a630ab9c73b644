import { invalidRequest } from '../../../../errors.ts';
import { linkAssetVersion } from '../../../../operations/versions/link-asset-version.ts';
import { unlinkAssetVersion } from '../../../../operations/versions/unlink-asset-version.ts';
import { bind, ofInput } from '../fields/bind-operation.ts';
import type { Resolvers } from '../../schema/schema-types.generated.ts';
import { because } from '../../../../refusals.ts';

/** Mutations that link and unlink versions of assets. */
export const VERSION_MUTATIONS = {
  linkAssetVersion: ofInput(linkAssetVersion, { present: (set) => set }),
  unlinkAssetVersion: bind(
    unlinkAssetVersion,
    ({ input: { versionSet, unlinkedEntity } }) => ({
      versionSet: required('versionSet', versionSet),
      unlinkedEntity: required('unlinkedEntity', unlinkedEntity),
    }),
    { present: (set) => set },
  ),
} satisfies Partial<Resolvers['Mutation']>;

/** Throws INVALID_REQUEST, naming the member, if it is missing; in the schema it is optional, as in DataHub. */
function required(member: string, value: string | null | undefined): string {
  if (value) return value;
  throw invalidRequest(
    `input.${member} is missing. Give its urn.`,
    undefined,
    because('INPUT_MISSING', { name: member }),
  );
}
