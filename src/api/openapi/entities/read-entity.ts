import type { FastifyRequest } from 'fastify';
import type { EntityAspects } from '../../../model/aspect.ts';
import type { EntitySpec } from '../../../model/entity-registry.ts';
import { getEntities } from '../../../operations/entities/get-entities.ts';
import { QueryParameters } from '../../http/query-parameters.ts';
import { requesterOf } from '../../http/request-context.ts';
import { JSON_TYPE } from '../answer-writes.ts';
import type { Handler } from '../dialect.ts';
import type { EntityTarget } from './entity-target.ts';
import { aspectNames } from '../../../model/registry/find-in-registry.ts';
import { readAspects } from './read-aspects.ts';
import { sendNotFound } from './not-found.ts';

/** `GET /{entity}/{urn}`: the entity with all its aspects, or with the named ones. */
export const sendEntity: Handler<EntityTarget> = async (
  { registry, dialect },
  { entity, urn },
  request,
  reply,
) => {
  const parameters = QueryParameters.of(request, [...ASPECTS_PARAMETERS, 'systemMetadata']);
  const names = requestedAspects(entity, parameters);
  const aspects = (await readAspects(requesterOf(request), registry, [urn], names)).get(urn);
  if (aspects === undefined) return sendNotFound(reply, 'ENTITY', `${urn} does not exist.`);
  const withSystemMetadata = parameters.flag('systemMetadata', false);
  return reply.type(JSON_TYPE).send(dialect.entityJson(urn, aspects, withSystemMetadata));
};

/**
 * `HEAD /{entity}/{urn}`: 204 when the entity exists and is not soft-deleted, or `includeSoftDelete` is true; 404
 * otherwise.
 */
export const entityExists: Handler<EntityTarget> = async (_context, { entity, urn }, request, reply) => {
  const withSoftDeleted = includesSoftDeleted(request);
  const aspects = (
    await requesterOf(request).run(getEntities, { urns: [urn], aspectNames: statusOf(entity) })
  ).get(urn);
  if (aspects === undefined || (!withSoftDeleted && isSoftDeleted(aspects))) {
    return sendNotFound(reply, 'ENTITY', `${urn} does not exist.`);
  }
  return reply.code(204).send();
};

/** The parameter `includeSoftDelete` of a HEAD. */
export function includesSoftDeleted(request: FastifyRequest): boolean {
  return QueryParameters.of(request, ['includeSoftDelete']).flag('includeSoftDelete', false);
}

/** Names of the query parameters of `requestedAspects`. */
export const ASPECTS_PARAMETERS: readonly string[] = ['aspectNames', 'aspects'];

/** Aspects named by the parameters `aspects` and `aspectNames`; undefined when there are none, which means all. */
export function requestedAspects(
  entity: EntitySpec,
  parameters: QueryParameters,
): readonly string[] | undefined {
  const names = [...parameters.list('aspectNames'), ...parameters.list('aspects')];
  return names.length === 0 ? undefined : aspectNames(entity, names);
}

/** The aspect with the soft-delete flag, if the type has it. */
export function statusOf(entity: EntitySpec): readonly string[] {
  return entity.aspects.has('status') ? ['status'] : [];
}

/** Whether the entity is soft-deleted; `aspects` must have been read with `status`. */
export function isSoftDeleted(aspects: EntityAspects): boolean {
  return aspects.get('status')?.value['removed'] === true;
}
