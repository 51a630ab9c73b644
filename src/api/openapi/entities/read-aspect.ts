import type { Requester } from '../../../operations/requester.ts';
import type { Aspect, EntityAspects } from '../../../model/aspect.ts';
import type { AspectSpec } from '../../../model/entity-registry.ts';
import type { Urn } from '../../../model/urn.ts';
import { getAspect } from '../../../operations/entities/get-aspect.ts';
import { getEntities } from '../../../operations/entities/get-entities.ts';
import { QueryParameters } from '../../http/query-parameters.ts';
import { requesterOf } from '../../http/request-context.ts';
import { JSON_TYPE } from '../answer-writes.ts';
import type { Handler } from '../dialect.ts';
import type { AspectTarget } from './entity-target.ts';
import { sendNotFound } from './not-found.ts';
import { includesSoftDeleted, isSoftDeleted, statusOf } from './read-entity.ts';

/** `GET /{entity}/{urn}/{aspect}`: the latest version of the aspect, or version `version`. */
export const sendAspect: Handler<AspectTarget> = async (
  { dialect },
  { urn, aspect: spec },
  request,
  reply,
) => {
  const parameters = QueryParameters.of(request, ['systemMetadata', 'version']);
  const version = parameters.count('version') ?? 0;
  const requester = requesterOf(request);
  const latest = (await requester.run(getEntities, { urns: [urn], aspectNames: [spec.name] })).get(urn);
  if (latest === undefined) return sendNotFound(reply, 'ENTITY', `${urn} does not exist.`);
  const aspect = await readVersion(requester, urn, spec, version, latest);
  if (aspect === undefined) {
    const wanted = version === 0 ? spec.name : `version ${version} of ${spec.name}`;
    return sendNotFound(reply, 'ASPECT', `${urn} has no ${wanted}.`);
  }
  const withSystemMetadata = parameters.flag('systemMetadata', false);
  return reply.type(JSON_TYPE).send(dialect.aspectJson(aspect, withSystemMetadata));
};

/** `HEAD /{entity}/{urn}/{aspect}`: 204 when the aspect exists and its entity is not soft-deleted, unless `includeSoftDelete`; else 404. */
export const aspectExists: Handler<AspectTarget> = async (
  _context,
  { entity, urn, aspect: spec },
  request,
  reply,
) => {
  const withSoftDeleted = includesSoftDeleted(request);
  const requester = requesterOf(request);
  const latest = (
    await requester.run(getEntities, { urns: [urn], aspectNames: [...statusOf(entity), spec.name] })
  ).get(urn);
  if (latest === undefined) return sendNotFound(reply, 'ENTITY', `${urn} does not exist.`);
  const aspect = await readVersion(requester, urn, spec, 0, latest);
  if (aspect === undefined || (!withSoftDeleted && isSoftDeleted(latest))) {
    return sendNotFound(reply, 'ASPECT', `${urn} has no ${spec.name}.`);
  }
  return reply.code(204).send();
};

/**
 * One version of an aspect; 0 is the latest, taken from `latest`. Timeseries aspects are not in `latest`; their latest
 * point is read from the catalog.
 */
export async function readVersion(
  requester: Requester,
  urn: Urn,
  aspect: AspectSpec,
  version: number,
  latest: EntityAspects,
): Promise<Aspect | undefined> {
  return version === 0 && aspect.kind === 'versioned'
    ? latest.get(aspect.name)
    : requester.run(getAspect, { urn, aspectName: aspect.name, version });
}
