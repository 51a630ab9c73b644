import type { Urn } from '../../../../model/urn.ts';
import { createSecret } from '../../../../operations/secrets/create-secret.ts';
import { deleteSecret } from '../../../../operations/secrets/delete-secret.ts';
import { updateSecret } from '../../../../operations/secrets/update-secret.ts';
import { notNegative } from '../../../../util/not-negative.ts';
import { bind } from '../fields/bind-operation.ts';
import type { Resolvers } from '../../schema/schema-types.generated.ts';

const DEFAULT_COUNT = 20;

/** Mutations answer with the urn of the secret. */
const URN = { present: (urn: Urn) => urn, failed: null };

/** Queries for the secrets that ingestion recipes reference. */
export const SECRET_QUERIES = {
  listSecrets: async (_root, { input }, { catalog }) => {
    const start = notNegative('start', input.start ?? 0);
    const count = notNegative('count', input.count ?? DEFAULT_COUNT);
    const all = await catalog.secrets.list(input.query ?? '');
    const secrets = all.slice(start, start + count);
    return { start, count: secrets.length, total: all.length, secrets };
  },
  getSecretValues: (_root, { input }, { catalog }) => catalog.secrets.getValues(input.secrets),
} satisfies Partial<Resolvers['Query']>;

export const SECRET_MUTATIONS = {
  createSecret: bind(createSecret, ({ input }) => ({ secret: input }), URN),
  updateSecret: bind(updateSecret, ({ input: { urn, ...to } }) => ({ secret: urn, to }), URN),
  deleteSecret: bind(deleteSecret, ({ urn }) => ({ secret: urn }), URN),
} satisfies Partial<Resolvers['Mutation']>;
