import type { Requester } from '../../../operations/requester.ts';
import { invalidRequest } from '../../../errors.ts';
import type { Aspect, EntityAspects } from '../../../model/aspect.ts';
import type { AspectSpec, EntitySpec } from '../../../model/entity-registry.ts';
import { entitySpec, findAspect, unknownAspect, urnOf } from '../../../model/registry/find-in-registry.ts';
import type { Urn } from '../../../model/urn.ts';
import { asList, asObject, asText, wrongType } from '../../../util/json/json-input.ts';
import type { JsonObject, JsonValue } from '../../../util/json.ts';
import { nextTurn } from '../../../util/concurrency/next-turn.ts';
import { checkBatchSize } from '../../../util/batch-size.ts';
import { getEntities } from '../../../operations/entities/get-entities.ts';
import { QueryParameters } from '../../http/query-parameters.ts';
import { bodyOf } from '../../http/request-body.ts';
import { noteUnknownMembers } from '../../http/requests/unknown-members.ts';
import { requesterOf } from '../../http/request-context.ts';
import { JSON_TYPE } from '../answer-writes.ts';
import { listJson } from '../aspect-json.ts';
import { readVersion } from '../entities/read-aspect.ts';
import type { Handler } from '../dialect.ts';
import { because } from '../../../refusals.ts';

/** The requested versions of an entity's aspects; empty: the latest version of all aspects. */
interface WantedEntity {
  readonly urn: Urn;
  readonly versions: ReadonlyMap<AspectSpec, number>;
}

/** `POST /{entity}/batchGet`: many entities of one type; omits nonexistent entities. */
export const batchGet: Handler<string> = async ({ registry, dialect }, entityName, request, reply) => {
  const wanted = readWanted(entitySpec(registry, entityName), bodyOf(request));
  const entities = await readEntities(requesterOf(request), wanted);
  const withSystemMetadata = QueryParameters.of(request, ['systemMetadata']).flag('systemMetadata', false);
  const json = entities.map(([urn, aspects]) => dialect.entityJson(urn, aspects, withSystemMetadata));
  return reply.type(JSON_TYPE).send(listJson(json));
};

/** Parses the body of a batchGet; throws INVALID_REQUEST with the path of the invalid member. */
export function readWanted(entity: EntitySpec, body: JsonValue, listName = ''): readonly WantedEntity[] {
  const list = asList(body, listName || 'The body');
  checkBatchSize(listName || 'The body', list.length);
  return list.map((value, index) => {
    const at = `${listName}[${index}]`;
    const element = asObject(value, at);
    if (element['urn'] === undefined)
      throw invalidRequest(
        `Missing \`urn\` field in ${at}.`,
        undefined,
        because('INPUT_MISSING', { name: 'urn' }),
      );
    const urn = urnOf(entity, asText(element['urn'], `${at}.urn`));
    return { urn, versions: readVersions(entity, element, at) };
  });
}

/** The existing requested aspects by entity; one read for all latest versions, and one per older version. */
export async function readEntities(
  requester: Requester,
  wanted: readonly WantedEntity[],
): Promise<readonly (readonly [Urn, readonly Aspect[]])[]> {
  const names = wanted.some(({ versions }) => versions.size === 0)
    ? undefined
    : [...new Set(wanted.flatMap(({ versions }) => [...versions.keys()].map(({ name }) => name)))];
  const latest = await requester.run(getEntities, {
    urns: [...new Set(wanted.map(({ urn }) => urn))],
    aspectNames: names,
  });
  const found: (readonly [Urn, readonly Aspect[]])[] = [];
  for (const entity of wanted) {
    const aspects = latest.get(entity.urn);
    if (aspects === undefined) continue;
    // Each older version is a separate read.
    if (entity.versions.size > 0) await nextTurn();
    found.push(await chosen(requester, entity, aspects));
  }
  return found;
}

async function chosen(
  requester: Requester,
  { urn, versions }: WantedEntity,
  latest: EntityAspects,
): Promise<readonly [Urn, readonly Aspect[]]> {
  if (versions.size === 0) return [urn, [...latest.values()]];
  const aspects = [...versions].map(([aspect, version]) =>
    readVersion(requester, urn, aspect, version, latest),
  );
  return [urn, (await Promise.all(aspects)).filter((aspect) => aspect !== undefined)];
}

function readVersions(entity: EntitySpec, element: JsonObject, at: string): ReadonlyMap<AspectSpec, number> {
  const versions = new Map<AspectSpec, number>();
  for (const name of Object.keys(element)) {
    if (name === 'urn') continue;
    const aspect = findAspect(entity, name);
    if (aspect === undefined) throw unknownAspect(entity, name, 'INVALID_REQUEST');
    versions.set(aspect, versionOf(element[name], `${at}.${name}`));
  }
  return versions;
}

/** In this request the header `If-Version-Match` selects a version; 0 is the latest. */
function versionOf(value: JsonValue | undefined, at: string): number {
  if (value === undefined || value === null) return 0;
  const options = asObject(value, at);
  noteUnknownMembers(options, ['headers'], at);
  const { headers } = options;
  if (headers === undefined || headers === null) return 0;
  const named = asObject(headers, `${at}.headers`);
  noteUnknownMembers(named, ['If-Version-Match'], `${at}.headers`);
  const wanted = named['If-Version-Match'] ?? '0';
  const version = typeof wanted === 'string' && /^\d+$/.test(wanted) ? Number(wanted) : wanted;
  if (typeof version !== 'number' || !Number.isSafeInteger(version) || version < 0) {
    throw wrongType(`${at}.headers.If-Version-Match`, 'a version number such as "0"', wanted);
  }
  return version;
}
