import type { EntityReference } from '../../../../model/entity-reference.ts';
import { CONNECTION } from '../../../../operations/connections/connection.ts';
import { getConnectionDetails } from '../../../../operations/connections/get-connection-details.ts';
import { getConnection } from '../../../../operations/connections/get-connection.ts';
import { upsertConnection } from '../../../../operations/connections/upsert-connection.ts';
import { answeredBy, ofInput } from '../fields/bind-operation.ts';
import type { GraphqlContext } from '../../context/graphql-context.ts';
import type { Resolvers } from '../../schema/schema-types.generated.ts';
import { fromAspect, fromMember } from '../fields/aspect-field.ts';

const DETAILS = CONNECTION.detailsAspect;

/** Fields of `DataHubConnection`. */
export const DATAHUB_CONNECTION = {
  connectionName: fromMember(DETAILS, 'name'),
  details: fromAspect(DETAILS, ({ type, name }, _references, entity, context) => ({
    type,
    name,
    json: () => jsonOf(entity, context),
  })),
} satisfies Partial<Resolvers['DataHubConnection']>;

/** Queries of connections to external systems. */
export const CONNECTION_QUERIES = {
  connection: answeredBy(
    getConnection,
    async (_root, { urn }, context) => (await context.run(getConnection, { connection: urn })) ?? null,
  ),
} satisfies Partial<Resolvers['Query']>;

/** Mutations of connections to external systems. */
export const CONNECTION_MUTATIONS = {
  upsertConnection: ofInput(upsertConnection, { present: (connection) => connection }),
} satisfies Partial<Resolvers['Mutation']>;

async function jsonOf({ urn }: EntityReference, context: GraphqlContext): Promise<object | null> {
  const blob = await context.run(getConnectionDetails, { urn });
  return blob === undefined ? null : { blob };
}
