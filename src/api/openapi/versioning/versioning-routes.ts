import type { FastifyInstance } from 'fastify';
import type { EntityRegistry } from '../../../model/entity-registry.ts';
import { entitySpec, urnOf } from '../../../model/registry/find-in-registry.ts';
import { parseUrn, type Urn } from '../../../model/urn.ts';
import { requireOfType } from '../../../model/version-set.ts';
import { linkVersion } from '../../../operations/versions/link-version.ts';
import { unlinkVersion } from '../../../operations/versions/unlink-version.ts';
import type { LinkedVersion } from '../../../operations/versions/version-links.ts';
import { asObject, asText, optionalInteger, optionalText } from '../../../util/json/json-input.ts';
import type { JsonObject } from '../../../util/json.ts';
import { QueryParameters } from '../../http/query-parameters.ts';
import { refuseOtherMethods } from '../../http/refuse-other-methods.ts';
import { bodyOf } from '../../http/request-body.ts';
import { noteUnknownMembers } from '../../http/requests/unknown-members.ts';
import { requesterOf } from '../../http/request-context.ts';
import { runs } from '../../http/route-needs.ts';
import { WRITE_PARAMETERS, sendWritten, writeOptions, writtenEntities } from '../answer-writes.ts';
import { listJson } from '../aspect-json.ts';
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
export function versioningRoutes(app: FastifyInstance, registry: EntityRegistry): void {
  const target = ({ versionSet, asset }: VersionPath): { readonly set: Urn; readonly asset: Urn } => ({
    set: urnOf(entitySpec(registry, 'versionSet'), versionSet),
    asset: parseUrn(asset),
  });
  app.post<{ Params: VersionPath }>(PATH, runs(linkVersion), async (request, reply) => {
    const { set, asset } = target(request.params);
    const options = {
      ...writeOptions(QueryParameters.of(request, WRITE_PARAMETERS), { async: false }),
      async: false,
    };
    const link = { set, asset, ...readVersion(asObject(bodyOf(request), 'The body')) };
    requireOfType(set, asset);
    const result = await requesterOf(request).run(linkVersion, link);
    return sendWritten(reply, options, listJson(writtenEntities(V3, result, options)));
  });
  app.delete<{ Params: VersionPath }>(PATH, runs(unlinkVersion), async (request, reply) => {
    QueryParameters.of(request, []);
    const removed = await requesterOf(request).run(unlinkVersion, target(request.params));
    return sendWritten(reply, { async: false }, JSON.stringify(removed));
  });
  refuseOtherMethods(app, PATH, ['POST', 'DELETE']);
}

const VERSION = ['version', 'comment', 'sourceCreationTimestamp', 'sourceCreator'];

/** Parses the body of a new version, which has DataHub's member names. */
function readVersion(body: JsonObject): Pick<LinkedVersion, 'version' | 'comment' | 'source'> {
  noteUnknownMembers(body, VERSION, 'The body');
  const comment = optionalText(body['comment'], 'comment');
  const time = optionalInteger(body['sourceCreationTimestamp'], 'sourceCreationTimestamp');
  const actor = optionalText(body['sourceCreator'], 'sourceCreator');
  return {
    version: asText(body['version'], 'version'),
    ...(comment !== undefined && { comment }),
    ...(time !== undefined && { source: { time, actor: actor === undefined ? undefined : parseUrn(actor) } }),
  };
}
