import type { WrittenEntity } from '../../../auth/secret-access.ts';
import type { Urn } from '../../../model/urn.ts';
import type { FieldResolvers } from '../build-schema.ts';
import type { GraphqlContext } from '../graphql-context.ts';
import type { Input } from '../mutation-steps.ts';
import { given } from '../../../util/given.ts';
import { notNegative } from '../../../util/not-negative.ts';

interface ListInput {
  readonly start?: number | null;
  readonly count?: number | null;
  readonly query?: string | null;
}
interface SecretInput {
  readonly name: string;
  readonly value: string;
  readonly description?: string | null;
}
interface UpdateInput extends SecretInput {
  readonly urn: string;
}

const DEFAULT_COUNT = 20;

/** Queries for the secrets that ingestion recipes reference. */
export const SECRET_QUERIES: FieldResolvers = {
  listSecrets: async (_root: unknown, { input }: Input<ListInput>, { catalog }: GraphqlContext) => {
    const start = notNegative('start', input.start ?? 0);
    const count = notNegative('count', input.count ?? DEFAULT_COUNT);
    const all = await catalog.secrets.list(input.query ?? '');
    const secrets = all.slice(start, start + count);
    return { start, count: secrets.length, total: all.length, secrets };
  },
  getSecretValues: (
    _root: unknown,
    { input }: Input<{ readonly secrets: readonly string[] }>,
    { catalog }: GraphqlContext,
  ) => catalog.secrets.getValues(input.secrets),
};

export const SECRET_MUTATIONS: FieldResolvers = {
  createSecret: async (_root: unknown, { input }: Input<SecretInput>, context: GraphqlContext) =>
    written(await context.catalog.secrets.create(secretOf(input)), context),
  updateSecret: async (_root: unknown, { input }: Input<UpdateInput>, context: GraphqlContext) => {
    const { urn } = context.references.parseAs('dataHubSecret', input.urn);
    return written(await context.catalog.secrets.update(urn, secretOf(input)), context);
  },
  deleteSecret: async (_root: unknown, args: { readonly urn: string }, context: GraphqlContext) => {
    const { urn } = context.references.parseAs('dataHubSecret', args.urn);
    return written(await context.catalog.secrets.delete(urn), context);
  },
};

function secretOf({ name, value, description }: SecretInput) {
  return { name, value, ...given({ description }) };
}

function written({ urn, sequence }: WrittenEntity, context: GraphqlContext): Urn {
  context.wrote(sequence);
  return urn;
}
