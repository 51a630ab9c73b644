import { invalidRequest } from '../../../errors.ts';
import type { EntityReference } from '../../../model/entity-reference.ts';
import { given } from '../../../util/given.ts';
import type { GraphqlContext } from '../graphql-context.ts';
import { requireOneOf } from '../mutation-steps.ts';
import type { Resolvers } from '../schema-types.generated.ts';
import { fromAspect, fromMember } from './aspect-field.ts';

const TYPE = 'dataHubConnection';
const DETAILS = 'dataHubConnectionDetails';
const PRIVILEGE = 'MANAGE_CONNECTIONS';

/** Fields of `DataHubConnection`. */
export const DATAHUB_CONNECTION = {
  connectionName: fromMember(DETAILS, 'name'),
  details: fromAspect(DETAILS, ({ type, name }, entity, context) => ({
    type,
    name,
    json: () => jsonOf(entity, context),
  })),
} satisfies Partial<Resolvers['DataHubConnection']>;

/** Queries of connections to external systems. */
export const CONNECTION_QUERIES = {
  connection: async (_root, { urn }, context) => {
    requireOneOf([PRIVILEGE], context);
    const connection = context.references.parseAs(TYPE, urn);
    return (await context.loader.exists(connection.urn)) ? connection : null;
  },
} satisfies Partial<Resolvers['Query']>;

/** Mutations of connections to external systems. */
export const CONNECTION_MUTATIONS = {
  upsertConnection: async (_root, { input }, context) => {
    requireOneOf([PRIVILEGE], context);
    const { id, name, json, platformUrn } = input;
    if (!json) throw invalidRequest("'json' is required for type JSON. Pass the connection details in it.");
    const platform = context.references.parseAs('dataPlatform', platformUrn).urn;
    const said = { platform, blob: json.blob, ...given({ name, id: id || undefined }) };
    const { urn, sequence } = await context.catalog.connections.upsert(said);
    context.wrote(sequence);
    return context.references.to(urn);
  },
} satisfies Partial<Resolvers['Mutation']>;

async function jsonOf({ urn }: EntityReference, { catalog }: GraphqlContext): Promise<object | null> {
  const blob = await catalog.connections.getBlob(urn);
  return blob === undefined ? null : { blob };
}
