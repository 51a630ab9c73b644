import type { FastifyReply, FastifyRequest } from 'fastify';
import { acceptProposals } from '../../operations/entities/accept-proposals.ts';
import { ingestProposals, type IngestResult } from '../../operations/entities/ingest-proposals.ts';
import type { Aspect } from '../../model/aspect.ts';
import type { MetadataChangeProposal } from '../../model/proposal.ts';
import type { Urn } from '../../model/urn.ts';
import { QueryParameters } from '../http/query-parameters.ts';
import { conditionOf, underCondition } from '../http/requests/write-condition.ts';
import { requesterOf } from '../http/request-context.ts';
import type { Dialect } from './dialect.ts';

/** Content type of responses sent as prepared JSON text. */
export const JSON_TYPE = 'application/json; charset=utf-8';

/** How to answer a write. */
export interface WriteOptions {
  /** Whether to answer 202 instead of 200; the write is durable in both cases. */
  readonly async: boolean;
  readonly systemMetadata: boolean;
}

/** Reads the options of a write from the query; `fallback`: defaults of the path. */
export function writeOptions(
  parameters: QueryParameters,
  fallback: Pick<WriteOptions, 'async'>,
): WriteOptions {
  return {
    async: parameters.flag('async', fallback.async),
    systemMetadata: parameters.flag('systemMetadata', false),
  };
}

/** Names of the query parameters of `writeOptions`. */
export const WRITE_PARAMETERS: readonly string[] = ['async', 'systemMetadata'];

/** The operations of `writeProposals` and `writeBatches`. */
export const WRITES = [ingestProposals, acceptProposals] as const;

/**
 * Writes the proposals of a request, each under the condition in the request's headers. A condition that does not
 * hold is reported in the trace only if the request itself says `async=true`: where that is the default, the client
 * may not know of it.
 */
export function writeProposals(
  request: FastifyRequest,
  proposals: readonly MetadataChangeProposal[],
): Promise<Pick<IngestResult, 'results'>> {
  const requester = requesterOf(request);
  const guarded = underCondition(proposals, conditionOf(request));
  return isRequestedAsync(request)
    ? requester.run(acceptProposals, guarded)
    : requester.run(ingestProposals, guarded);
}

/** Whether the request itself says `async=true`. */
export function isRequestedAsync(request: FastifyRequest): boolean {
  return new QueryParameters(request).flag('async', false);
}

/** Answers a write with JSON text, status 200 or 202. */
export function sendWritten(
  reply: FastifyReply,
  options: Pick<WriteOptions, 'async'>,
  json: string,
): FastifyReply {
  return reply
    .code(options.async ? 202 : 200)
    .type(JSON_TYPE)
    .send(json);
}

/** JSON text of an entity with the one written aspect; without aspects when a condition prevented the write. */
export function writtenEntity(
  dialect: Dialect,
  urn: Urn,
  result: Pick<IngestResult, 'results'>,
  options: WriteOptions,
): string {
  const aspects = result.results.flatMap(({ aspect }) => (aspect === undefined ? [] : [aspect]));
  return dialect.entityJson(urn, aspects, options.systemMetadata);
}

/** JSON texts of the entities that a batch wrote, in the order in which the batch first names them. */
export function writtenEntities(
  dialect: Dialect,
  result: Pick<IngestResult, 'results'>,
  options: WriteOptions,
): readonly string[] {
  const entities = new Map<Urn, Map<string, Aspect>>();
  for (const { urn, aspectName, aspect } of result.results) {
    let aspects = entities.get(urn);
    if (aspects === undefined) entities.set(urn, (aspects = new Map<string, Aspect>()));
    if (aspect === undefined) aspects.delete(aspectName);
    else aspects.set(aspectName, aspect);
  }
  const isListed = options.async && !dialect.answersAsyncWrites;
  return [...entities].map(([urn, aspects]) =>
    isListed ? JSON.stringify({ urn }) : dialect.entityJson(urn, aspects.values(), options.systemMetadata),
  );
}
