import type { FastifyReply } from 'fastify';
import type { IngestResult } from './catalog-types.ts';
import type { Aspect } from '../../model/aspect.ts';
import type { Urn } from '../../model/urn.ts';
import type { QueryParameters } from '../http/query-parameters.ts';
import type { Dialect } from './dialect.ts';

/** Content type of answers whose JSON text is put together here. */
export const JSON_TYPE = 'application/json; charset=utf-8';

/** How a caller wants a write answered. */
export interface WriteOptions {
  /** 202 instead of 200; the write is durable before either. */
  readonly async: boolean;
  readonly systemMetadata: boolean;
}

/** The options of a write from its query; `fallback` is what the path does when it is not told. */
export function writeOptions(
  parameters: QueryParameters,
  fallback: Pick<WriteOptions, 'async'>,
): WriteOptions {
  return {
    async: parameters.flag('async', fallback.async),
    systemMetadata: parameters.flag('systemMetadata', false),
  };
}

/** Answers a write with JSON text, the status that fits, and the number of the commit. */
export function sendWritten(
  reply: FastifyReply,
  result: Pick<IngestResult, 'sequence'>,
  options: Pick<WriteOptions, 'async'>,
  json: string,
): FastifyReply {
  return reply
    .markWritten(result.sequence)
    .code(options.async ? 202 : 200)
    .type(JSON_TYPE)
    .send(json);
}

/** JSON text of the entity of which one aspect was written; without aspects when a condition held the write back. */
export function writtenEntity(
  dialect: Dialect,
  urn: Urn,
  result: IngestResult,
  options: WriteOptions,
): string {
  const aspects = result.results.flatMap(({ aspect }) => (aspect === undefined ? [] : [aspect]));
  return dialect.entityJson(urn, aspects, options.systemMetadata);
}

/** What a batch wrote, as JSON texts of entities in the order in which the batch first names them. */
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
