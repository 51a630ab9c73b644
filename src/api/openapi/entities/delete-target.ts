import type { FastifyRequest } from 'fastify';
import type { Requester } from '../../../operations/requester.ts';
import type { EntitySpec } from '../../../model/entity-registry.ts';
import type { MetadataChangeProposal } from '../../../model/proposal.ts';
import type { Urn } from '../../../model/urn.ts';
import { deleteEntity } from '../../../operations/entities/delete-entity.ts';
import { getAspect } from '../../../operations/entities/get-aspect.ts';
import { deletePoints } from '../../../operations/timeseries/delete-points.ts';
import { getEntities } from '../../../operations/entities/get-entities.ts';
import { ingestProposals } from '../../../operations/entities/ingest-proposals.ts';
import { QueryParameters } from '../../http/query-parameters.ts';
import { conditionOf, refuseGuards, underCondition } from '../../http/requests/write-condition.ts';
import { requesterOf } from '../../http/request-context.ts';
import type { Handler } from '../dialect.ts';
import type { AspectTarget, EntityTarget } from './entity-target.ts';
import { ASPECTS_PARAMETERS, requestedAspects } from './read-entity.ts';

/**
 * `DELETE /{entity}/{urn}`: hard-deletes the entity, or only the named aspects, or with `clear` all aspects but the
 * key. Deleting what does not exist succeeds.
 */
export const removeEntity: Handler<EntityTarget> = async (_context, { entity, urn }, request, reply) => {
  const parameters = QueryParameters.of(request, [...ASPECTS_PARAMETERS, 'clear']);
  const requester = requesterOf(request);
  const names = parameters.flag('clear', false)
    ? await presentAspects(requester, entity, urn)
    : requestedAspects(entity, parameters);
  const isWhole = names === undefined || names.includes(entity.keyAspect.name);
  if (!isWhole) await deleteAspects(request, urn, names);
  else {
    refuseGuards(request, 'The deletion of an entity');
    await requester.run(deleteEntity, { urn });
  }
  return reply.code(200).send();
};

/**
 * `DELETE /{entity}/{urn}/{aspect}`. Deleting the key aspect deletes the entity. Of a timeseries aspect, as in DataHub,
 * only the newest point is deleted; `DELETE /{entity}/{urn}?aspects=` deletes all.
 */
export const removeAspect: Handler<AspectTarget> = async (_context, { urn, aspect }, request, reply) => {
  QueryParameters.of(request, []);
  if (aspect.kind === 'timeseries') await deleteNewestPoint(request, urn, aspect.name);
  else await deleteAspects(request, urn, [aspect.name]);
  return reply.code(200).send();
};

/** Deletes the newest point, and others of the same time. */
async function deleteNewestPoint(request: FastifyRequest, urn: Urn, aspectName: string): Promise<void> {
  refuseGuards(request, 'The deletion of points');
  const requester = requesterOf(request);
  const newest = await requester.run(getAspect, { urn, aspectName, version: 0 });
  const time = newest?.value['timestampMillis'];
  if (typeof time === 'number') {
    await requester.run(deletePoints, { urn, aspectName, from: time, to: time });
  }
}

async function deleteAspects(request: FastifyRequest, urn: Urn, names: readonly string[]): Promise<void> {
  const proposals = names.map((aspectName): MetadataChangeProposal => ({
    urn,
    aspectName,
    changeType: 'DELETE',
  }));
  await requesterOf(request).run(ingestProposals, underCondition(proposals, conditionOf(request)));
}

/** Names of all aspects of the entity except the key. */
async function presentAspects(
  requester: Requester,
  entity: EntitySpec,
  urn: Urn,
): Promise<readonly string[]> {
  const aspects = (await requester.run(getEntities, { urns: [urn] })).get(urn);
  return [...(aspects?.keys() ?? [])].filter((name) => name !== entity.keyAspect.name);
}
