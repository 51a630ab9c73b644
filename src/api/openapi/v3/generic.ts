import type { FastifyReply, FastifyRequest } from 'fastify';
import type { EntitySpec } from '../../../model/entity-registry.ts';
import { entitySpec } from '../../../model/registry/find-in-registry.ts';
import { entityTypeOf } from '../../../model/urn.ts';
import { asObject } from '../../../util/json/json-input.ts';
import type { JsonValue } from '../../../util/json.ts';
import { QueryParameters } from '../../http/query-parameters.ts';
import { bodyOf } from '../../http/request-body.ts';
import { requesterOf } from '../../http/request-context.ts';
import {
  JSON_TYPE,
  WRITE_PARAMETERS,
  sendWritten,
  writeOptions,
  writtenEntities,
  type WriteOptions,
} from '../answer-writes.ts';
import { listJson } from '../aspect-json.ts';
import type { ChangeResult } from '../../../operations/entities/ingest-proposals.ts';
import { CHANGE_TYPE_PARAMETERS, changeTypeOf } from '../change-type.ts';
import type { RouteContext } from '../dialect.ts';
import { writeBatches } from '../write-batches.ts';
import type { WriteType } from '../read-batch.ts';
import { readEntities, readWanted } from './batch-get.ts';

/** Default of writes of many entities. */
const ASYNC = { async: true };

/** `POST /generic`: writes aspects of entities of several types, all or none. The body is keyed by entity type. */
export async function postGeneric(
  context: RouteContext,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const parameters = QueryParameters.of(request, [...WRITE_PARAMETERS, ...CHANGE_TYPE_PARAMETERS]);
  return writeGeneric(
    context,
    changeTypeOf(parameters, false),
    writeOptions(parameters, ASYNC),
    request,
    reply,
  );
}

/** `PATCH /generic`: patches aspects of entities of several types, all or none. */
export async function patchGeneric(
  context: RouteContext,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const options = writeOptions(QueryParameters.of(request, WRITE_PARAMETERS), ASYNC);
  return writeGeneric(context, 'PATCH', options, request, reply);
}

/** `POST /generic/batchGet`: entities of several types; body and response are keyed by entity type. */
export async function batchGetGeneric(
  { registry, dialect }: RouteContext,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const withSystemMetadata = QueryParameters.of(request, ['systemMetadata']).flag('systemMetadata', false);
  const requester = requesterOf(request);
  const lists = genericLists({ registry, dialect }, bodyOf(request)).map(async ({ key, entity, list }) => {
    const entities = await readEntities(requester, readWanted(entity, list, key));
    const json = entities.map(([urn, aspects]) => dialect.entityJson(urn, aspects, withSystemMetadata));
    return `${JSON.stringify(key)}:${listJson(json)}`;
  });
  return reply.type(JSON_TYPE).send(`{${(await Promise.all(lists)).join(',')}}`);
}

async function writeGeneric(
  context: RouteContext,
  changeType: WriteType,
  options: WriteOptions,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { dialect } = context;
  const lists = genericLists(context, bodyOf(request));
  const result = await writeBatches(
    request,
    lists.map(({ key, entity, list }) => ({ dialect, entity, changeType, list, at: key })),
  );
  const isSilent = options.async && changeType === 'PATCH';
  const members = lists.map(({ key, entity }) => {
    const results = isSilent ? [] : resultsOf(entity, result.results);
    return `${JSON.stringify(key)}:${listJson(writtenEntities(dialect, { results }, options))}`;
  });
  return sendWritten(reply, options, `{${members.join(',')}}`);
}

function genericLists(
  { registry }: RouteContext,
  body: JsonValue,
): readonly { readonly key: string; readonly entity: EntitySpec; readonly list: JsonValue }[] {
  return Object.entries(asObject(body, 'The body')).map(([key, list]) => ({
    key,
    entity: entitySpec(registry, key),
    list: list ?? null,
  }));
}

function resultsOf(entity: EntitySpec, results: readonly ChangeResult[]): readonly ChangeResult[] {
  return results.filter(({ urn }) => entityTypeOf(urn) === entity.name);
}
