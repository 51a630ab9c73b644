import type { WrittenEntity } from '../../../auth/secret-access.ts';
import type { Urn } from '../../../model/urn.ts';
import { given } from '../../../util/given.ts';
import { notNegative } from '../../../util/not-negative.ts';
import type { GraphqlContext } from '../graphql-context.ts';
import type { CreateSecretInput, Resolvers } from '../schema-types.generated.ts';

const DEFAULT_COUNT = 20;

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
  createSecret: async (_root, { input }, context) =>
    written(await context.catalog.secrets.create(secretOf(input)), context),
  updateSecret: async (_root, { input }, context) => {
    const { urn } = context.references.parseAs('dataHubSecret', input.urn);
    return written(await context.catalog.secrets.update(urn, secretOf(input)), context);
  },
  deleteSecret: async (_root, args, context) => {
    const { urn } = context.references.parseAs('dataHubSecret', args.urn);
    return written(await context.catalog.secrets.delete(urn), context);
  },
} satisfies Partial<Resolvers['Mutation']>;

function secretOf({ name, value, description }: CreateSecretInput) {
  return { name, value, ...given({ description }) };
}

function written({ urn, sequence }: WrittenEntity, context: GraphqlContext): Urn {
  context.wrote(sequence);
  return urn;
}
