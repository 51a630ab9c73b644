import { invalidRequest } from '../../../errors.ts';
import type { FieldResolvers } from '../build-schema.ts';
import type { EntityReference } from '../../../model/entity-reference.ts';
import type { GraphqlContext } from '../graphql-context.ts';
import { requireOneOf } from '../mutation-steps.ts';
import type { Input } from '../mutation-steps.ts';
import { given } from '../../../util/given.ts';
import { fromAspect, fromMember } from './aspect-field.ts';

interface UpsertInput {
  readonly id?: string | null;
  readonly platformUrn: string;
  readonly name?: string | null;
  readonly json?: { readonly blob: string } | null;
}

const TYPE = 'dataHubConnection';
const DETAILS = 'dataHubConnectionDetails';
const PRIVILEGE = 'MANAGE_CONNECTIONS';

/** Fields of `DataHubConnection`. */
export const DATAHUB_CONNECTION: FieldResolvers = {
  connectionName: fromMember(DETAILS, 'name'),
  details: fromAspect(DETAILS, ({ type, name }, entity, context) => ({
    type,
    name,
    json: () => jsonOf(entity, context),
  })),
};

/** Queries of connections to external systems. */
export const CONNECTION_QUERIES: FieldResolvers = {
  connection: async (_root: unknown, { urn }: { readonly urn: string }, context: GraphqlContext) => {
    requireOneOf([PRIVILEGE], context);
    const connection = context.references.parseAs(TYPE, urn);
    return (await context.loader.exists(connection.urn)) ? connection : null;
  },
};

/** Mutations of connections to external systems. */
export const CONNECTION_MUTATIONS: FieldResolvers = {
  upsertConnection: async (_root: unknown, { input }: Input<UpsertInput>, context: GraphqlContext) => {
    requireOneOf([PRIVILEGE], context);
    const { id, name, json, platformUrn } = input;
    if (!json) throw invalidRequest("'json' is required for type JSON. Pass the connection details in it.");
    const platform = context.references.parseAs('dataPlatform', platformUrn).urn;
    const said = { platform, blob: json.blob, ...given({ name, id: id || undefined }) };
    const { urn, sequence } = await context.catalog.connections.upsert(said);
    context.wrote(sequence);
    return context.references.to(urn);
  },
};

async function jsonOf({ urn }: EntityReference, { catalog }: GraphqlContext): Promise<object | null> {
  const blob = await catalog.connections.getBlob(urn);
  return blob === undefined ? null : { blob };
}
