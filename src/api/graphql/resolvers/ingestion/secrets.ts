import type { Urn } from '../../../../model/urn.ts';
import { createSecret } from '../../../../operations/secrets/create-secret.ts';
import { deleteSecret } from '../../../../operations/secrets/delete-secret.ts';
import { getSecretValues } from '../../../../operations/secrets/get-secret-values.ts';
import { listSecrets } from '../../../../operations/secrets/list-secrets.ts';
import { updateSecret } from '../../../../operations/secrets/update-secret.ts';
import { answeredBy, ofArguments, ofInput } from '../fields/bind-operation.ts';
import { pageOf } from '../fields/page-of.ts';
import type { Resolvers } from '../../schema/schema-types.generated.ts';

/** Binding of mutations that return the urn of the secret. */
const URN = { present: (urn: Urn) => urn };

/** Queries for the secrets that ingestion recipes reference. */
export const SECRET_QUERIES = {
  listSecrets: answeredBy(listSecrets, async (_root, { input }, context) => {
    const found = await context.run(listSecrets, { words: input.query ?? '' });
    const { items: secrets, ...page } = pageOf(found, input);
    return { ...page, secrets };
  }),
  getSecretValues: answeredBy(getSecretValues, (_root, { input }, context) =>
    context.run(getSecretValues, { names: input.secrets }),
  ),
} satisfies Partial<Resolvers['Query']>;

export const SECRET_MUTATIONS = {
  createSecret: ofInput(createSecret, URN),
  updateSecret: ofInput(updateSecret, URN),
  deleteSecret: ofArguments(deleteSecret, URN),
} satisfies Partial<Resolvers['Mutation']>;
