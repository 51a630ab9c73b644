import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Catalog } from '../../../auth/catalog.ts';
import type { EntitySpec } from '../../../model/entity-registry.ts';
import type { MetadataChangeProposal } from '../../../model/proposal.ts';
import type { Sequence } from '../../../model/sequence.ts';
import type { Urn } from '../../../model/urn.ts';
import { QueryParameters } from '../../http/query-parameters.ts';
import { catalogOf } from '../../http/request-context.ts';
import type { RouteContext } from '../dialect.ts';
import type { AspectTarget, EntityTarget } from './entity-target.ts';
import { requestedAspects } from './read-entity.ts';

/**
 * `DELETE /{entity}/{urn}`: hard-deletes the entity, or only the named aspects, or with `clear` all aspects but the
 * key. Deleting what does not exist succeeds.
 */
export async function deleteEntity(
  _context: RouteContext,
  { entity, urn }: EntityTarget,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const parameters = new QueryParameters(request);
  const catalog = catalogOf(request);
  const names = parameters.flag('clear', false)
    ? await presentAspects(catalog, entity, urn)
    : requestedAspects(entity, parameters);
  const isWhole = names === undefined || names.includes(entity.keyAspect.name);
  const sequence = isWhole
    ? (await catalog.deleteEntity(urn)).sequence
    : await deleteAspects(catalog, urn, names);
  return reply.markWritten(sequence).code(200).send();
}

/** `DELETE /{entity}/{urn}/{aspect}`. Deleting the key aspect deletes the entity. */
export async function deleteAspect(
  _context: RouteContext,
  { urn, aspect }: AspectTarget,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const sequence = await deleteAspects(catalogOf(request), urn, [aspect.name]);
  return reply.markWritten(sequence).code(200).send();
}

async function deleteAspects(catalog: Catalog, urn: Urn, names: readonly string[]): Promise<Sequence> {
  const proposals = names.map((aspectName): MetadataChangeProposal => ({
    urn,
    aspectName,
    changeType: 'DELETE',
  }));
  return (await catalog.ingest(proposals)).sequence;
}

/** Names of all aspects of the entity except the key. */
async function presentAspects(catalog: Catalog, entity: EntitySpec, urn: Urn): Promise<readonly string[]> {
  const aspects = (await catalog.getEntities([urn])).get(urn);
  return [...(aspects?.keys() ?? [])].filter((name) => name !== entity.keyAspect.name);
}
