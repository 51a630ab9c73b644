import { upsertDataContract } from '../../../../operations/data-contracts/upsert-data-contract.ts';
import { ofUrnAndInput } from '../fields/bind-operation.ts';
import type { Resolvers } from '../../schema/schema-types.generated.ts';

export const DATA_CONTRACT_MUTATIONS = {
  upsertDataContract: ofUrnAndInput(upsertDataContract, { present: (contract) => contract }),
} satisfies Partial<Resolvers['Mutation']>;
