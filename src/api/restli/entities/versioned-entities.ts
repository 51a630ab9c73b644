import type { Requester } from '../../../operations/requester.ts';
import { invalidRequest } from '../../../errors.ts';
import type { Aspect } from '../../../model/aspect.ts';
import { parseUrn, type Urn } from '../../../model/urn.ts';
import { getAspect } from '../../../operations/entities/get-aspect.ts';
import { getEntities } from '../../../operations/entities/get-entities.ts';
import { read, type Resource } from '../resource.ts';
import type { UriValue } from '../uri-value.ts';
import { batchJson, entityJson, specOf } from './read-entities.ts';

/** An entity with versions of its aspects; aspects not named are at the latest version. */
interface VersionedKey {
  readonly urn: Urn;
  readonly versions: ReadonlyMap<string, number>;
}

/**
 * `GET /entitiesVersionedV2?ids=List((urn:...,versionStamp:aspect%3A1%3Bother%3A0))`: entities with each aspect at the
 * version in the stamp.
 */
const batchGet = read([getEntities, getAspect], async ({ registry, requester, parameters }) => {
  const keys = parameters.list('ids').map((id, index) => versionedKey(id, `ids[${index}]`));
  const names = parameters.texts('aspects');
  const members = keys.map(async ({ urn, versions }) => {
    const entity = specOf(registry, urn);
    const wanted = names.length === 0 ? undefined : [entity.keyAspect.name, ...names];
    const latest = [
      ...((await requester.run(getEntities, { urns: [urn], aspectNames: wanted })).get(urn)?.values() ?? []),
    ];
    const read = await Promise.all(latest.map((aspect) => atVersion(requester, aspect, versions)));
    const aspects = read.filter((aspect) => aspect !== undefined);
    const versionOf = ({ aspectName }: Aspect): number => versions.get(aspectName) ?? 0;
    return `${JSON.stringify(urn)}:${entityJson(entity, urn, aspects, versionOf)}`;
  });
  return { json: batchJson(await Promise.all(members)) };
});

function atVersion(
  requester: Requester,
  latest: Aspect,
  versions: VersionedKey['versions'],
): Promise<Aspect | undefined> {
  const version = versions.get(latest.aspectName) ?? 0;
  return version === 0
    ? Promise.resolve(latest)
    : requester.run(getAspect, { urn: latest.urn, aspectName: latest.aspectName, version });
}

function versionedKey(value: UriValue, at: string): VersionedKey {
  if (typeof value === 'string') return { urn: parseUrn(value), versions: new Map() };
  const [urn, stamp] = value instanceof Map ? [value.get('urn'), value.get('versionStamp') ?? ''] : [];
  if (typeof urn !== 'string' || typeof stamp !== 'string') {
    throw invalidRequest(`${at} must be a key such as (urn:...,versionStamp:...).`);
  }
  return { urn: parseUrn(urn), versions: parseStamp(stamp, `${at}.versionStamp`) };
}

/** Parses a stamp such as `schemaMetadata:1;ownership:0`. */
function parseStamp(stamp: string, at: string): ReadonlyMap<string, number> {
  const parts = stamp === '' ? [] : stamp.split(';');
  return new Map(
    parts.map((part) => {
      const [, name = '', version = ''] = /^(\w+):(\d{1,9})$/.exec(part) ?? [];
      if (name === '')
        throw invalidRequest(
          `${at} must be a list of aspects with versions such as a:1;b:0, but it contains '${part}'.`,
        );
      return [name, Number(version)];
    }),
  );
}

/** `/entitiesVersionedV2`: entities at older versions. */
export const ENTITIES_VERSIONED_V2: Resource = { name: 'entitiesVersionedV2', list: batchGet, actions: {} };
