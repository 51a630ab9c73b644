import { upsertDataContract } from '../../../../operations/data-contracts/upsert-data-contract.ts';
import { bind } from '../fields/bind-operation.ts';
import type { Resolvers } from '../../schema/schema-types.generated.ts';

export const DATA_CONTRACT_MUTATIONS = {
  upsertDataContract: bind(
    upsertDataContract,
    ({ urn, input: { entityUrn, freshness, schema, dataQuality, ...input } }) => ({
      ...input,
      dataset: entityUrn,
      contract: urn ?? undefined,
      freshness: freshness?.map(assertionOf),
      schema: schema?.map(assertionOf),
      dataQuality: dataQuality?.map(assertionOf),
    }),
    { present: (contract) => contract },
  ),
} satisfies Partial<Resolvers['Mutation']>;

function assertionOf({ assertionUrn }: { readonly assertionUrn: string }): string {
  return assertionUrn;
}
