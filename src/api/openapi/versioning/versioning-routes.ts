import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Catalog } from '../../../auth/catalog.ts';
import { CatalogError } from '../../../errors.ts';
import type { EntityRegistry } from '../../../model/entity-registry.ts';
import { entitySpec, urnOf } from '../../../model/registry/find-in-registry.ts';
import { entityTypeOf, parseUrn } from '../../../model/urn.ts';
import type { Urn } from '../../../model/urn.ts';
import {
  MOST_VERSIONS,
  VERSIONS,
  linkProposals,
  requireOfType,
  requireUnlinked,
  unlinkProposals,
} from '../../../model/version-set.ts';
import type { KnownVersion, NewVersion } from '../../../model/version-set.ts';
import { asObject, asText, optionalInteger, optionalText } from '../../../util/json/json-input.ts';
import type { JsonObject } from '../../../util/json.ts';
import { QueryParameters } from '../../http/query-parameters.ts';
import { refuseOtherMethods } from '../../http/refuse-other-methods.ts';
import { bodyOf } from '../../http/request-body.ts';
import { catalogOf } from '../../http/request-context.ts';
import { sendWritten, writeOptions, writtenEntities } from '../answer-writes.ts';
import { listJson } from '../aspect-json.ts';
import { pageInput } from '../page-parameters.ts';
import { V3 } from '../v3/dialect.ts';

const PATH = '/openapi/v3/entity/versioning/:versionSet/relationship/versionOf/:asset';

interface VersionPath {
  readonly versionSet: string;
  readonly asset: string;
}

/**
 * `/openapi/v3/entity/versioning/{versionSet}/relationship/versionOf/{asset}`: POST makes an asset the latest version
 * of a version set, DELETE removes it from the set.
 */
export function versioningRoutes(app: FastifyInstance, registry: EntityRegistry, now: () => number): void {
  const target = ({ versionSet, asset }: VersionPath): Pick<NewVersion, 'set' | 'asset'> => ({
    set: urnOf(entitySpec(registry, 'versionSet'), versionSet),
    asset: parseUrn(asset),
  });
  app.post<{ Params: VersionPath }>(PATH, (request, reply) =>
    link(target(request.params), now(), request, reply),
  );
  app.delete<{ Params: VersionPath }>(PATH, (request, reply) =>
    unlink(target(request.params), request, reply),
  );
  refuseOtherMethods(app, PATH, ['POST', 'DELETE']);
}

async function link(
  { set, asset }: Pick<NewVersion, 'set' | 'asset'>,
  time: number,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const catalog = catalogOf(request);
  const options = { ...writeOptions(new QueryParameters(request), { async: false }), async: false };
  const stamp = { time, actor: catalog.actor.urn };
  const version = readVersion(asObject(bodyOf(request), 'The body'), stamp);
  requireOfType(set, asset);
  await requireEdit(catalog, [asset]);
  if (!(await catalog.existing([asset])).has(asset)) {
    throw new CatalogError('NOT_FOUND', `Cannot link ${asset} to ${set}: the asset does not exist.`);
  }
  requireUnlinked(asset, await aspectOf(catalog, asset, VERSIONS.ofAsset));
  const newest = await newestOf(catalog, set);
  const result = await catalog.ingest(linkProposals({ set, asset, stamp, ...version }, newest));
  return sendWritten(reply, result, options, listJson(writtenEntities(V3, result, options)));
}

async function unlink(
  { set, asset }: Pick<NewVersion, 'set' | 'asset'>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const catalog = catalogOf(request);
  await requireEdit(catalog, [asset]);
  if ((await aspectOf(catalog, asset, VERSIONS.ofAsset))?.['versionSet'] !== set) {
    throw new CatalogError('NOT_FOUND', `${asset} is not a version of ${set}. Nothing was changed.`);
  }
  const wasNewest = (await aspectOf(catalog, set, VERSIONS.ofSet))?.['latest'] === asset;
  const others = wasNewest ? await otherVersions(catalog, set, asset) : [];
  const proposals = unlinkProposals({ set, asset }, wasNewest, others);
  const result = await catalog.ingest(proposals);
  const removed = proposals.flatMap(({ urn, changeType }) => (changeType === 'DELETE' ? [urn] : []));
  return sendWritten(reply, result, { async: false }, JSON.stringify(removed));
}

/** Parses the body of a new version, which has DataHub's member names. */
function readVersion(
  body: JsonObject,
  stamp: NewVersion['stamp'],
): Pick<NewVersion, 'version' | 'comment' | 'source'> {
  const comment = optionalText(body['comment'], 'comment');
  const time = optionalInteger(body['sourceCreationTimestamp'], 'sourceCreationTimestamp');
  const actor = optionalText(body['sourceCreator'], 'sourceCreator');
  return {
    version: asText(body['version'], 'version'),
    ...(comment !== undefined && { comment }),
    ...(time !== undefined && {
      source: { time, actor: actor === undefined ? stamp.actor : parseUrn(actor) },
    }),
  };
}

async function requireEdit(catalog: Catalog, urns: readonly Urn[]): Promise<void> {
  for (const urn of urns) {
    const denial = `${catalog.actor.urn} is unauthorized to UPDATE ${urn}.`;
    await catalog.requireEntityPrivilege('EDIT_ENTITY', urn, denial);
  }
}

async function newestOf(catalog: Catalog, set: Urn): Promise<KnownVersion | undefined> {
  const latest = (await aspectOf(catalog, set, VERSIONS.ofSet))?.['latest'];
  if (typeof latest !== 'string') return undefined;
  const urn = parseUrn(latest);
  const properties = await aspectOf(catalog, urn, VERSIONS.ofAsset);
  return properties && { urn, properties };
}

async function otherVersions(catalog: Catalog, set: Urn, asset: Urn): Promise<readonly KnownVersion[]> {
  const page = pageInput(new QueryParameters({ query: {} }), {
    entityTypes: [entityTypeOf(asset)],
    filter: [[{ field: 'versionSet', operator: 'EQUAL', values: [set], negated: false }]],
  });
  const flags = { ...page.flags, includeSoftDeleted: true };
  const { hits } = await catalog.search({ ...page, flags, count: MOST_VERSIONS });
  const urns = hits.map(({ urn }) => urn).filter((urn) => urn !== asset);
  const found = await catalog.getEntities(urns, [VERSIONS.ofAsset]);
  return urns.map((urn) => ({ urn, properties: found.get(urn)?.get(VERSIONS.ofAsset)?.value ?? {} }));
}

async function aspectOf(catalog: Catalog, urn: Urn, name: string): Promise<JsonObject | undefined> {
  return (await catalog.getEntities([urn], [name])).get(urn)?.get(name)?.value;
}
