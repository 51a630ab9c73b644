import type { EntityReference } from '../../../../model/entity-reference.ts';
import { upsertConnection } from '../../../../operations/connections/upsert-connection.ts';
import { bind } from '../fields/bind-operation.ts';
import type { GraphqlContext } from '../../context/graphql-context.ts';
import { requireOneOf } from '../../context/require-privilege.ts';
import type { Resolvers } from '../../schema/schema-types.generated.ts';
import { fromAspect, fromMember } from '../fields/aspect-field.ts';

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
  upsertConnection: bind(
    upsertConnection,
    ({ input: { id, name, json, platformUrn } }) => ({
      id: id || undefined,
      platform: platformUrn,
      name,
      blob: json?.blob,
    }),
    { present: (connection) => connection, failed: null },
  ),
} satisfies Partial<Resolvers['Mutation']>;

async function jsonOf({ urn }: EntityReference, { catalog }: GraphqlContext): Promise<object | null> {
  const blob = await catalog.connections.getBlob(urn);
  return blob === undefined ? null : { blob };
}
