import { CatalogError } from '../../../errors.ts';
import { UNKNOWN_WRITE, type Aspect, type EntityAspects } from '../../../model/aspect.ts';
import { derivedAspects } from '../../../model/aspects/derived-aspects.ts';
import type { EntityRegistry, EntitySpec } from '../../../model/entity-registry.ts';
import { entitySpec } from '../../../model/registry/find-in-registry.ts';
import { entityTypeOf, parseUrn, type Urn } from '../../../model/urn.ts';
import { getEntities } from '../../../operations/entities/get-entities.ts';
import { read, type ReadCall } from '../resource.ts';
import { snapshotJson } from '../snapshot.ts';

/** `GET /entities/{urn}`: the entity as a snapshot, DataHub's older form. Throws NOT_FOUND. */
export const getSnapshot = read(getEntities, async (call) => {
  const urn = parseUrn(call.key);
  const entity = specOf(call.registry, urn);
  const names = wantedAspects(call, entity);
  const aspects = (await call.requester.run(getEntities, { urns: [urn], aspectNames: names })).get(urn);
  if (aspects === undefined) throw new CatalogError('NOT_FOUND', `Did not find ${urn}`);
  return { json: `{"value":${snapshotJson(entity, urn, aspects.values())}}` };
});

/** `GET /entities?ids=List(...)`: several entities as snapshots; omits nonexistent ones. */
export const batchGetSnapshots = read(getEntities, async (call) => {
  const entities = await readAll(call);
  const members = entities.flatMap(({ urn, entity, aspects }) =>
    aspects === undefined
      ? []
      : [`${JSON.stringify(urn)}:{"value":${snapshotJson(entity, urn, aspects.values())}}`],
  );
  return { json: batchJson(members) };
});

/** `GET /entitiesV2/{urn}`: the entity with its aspects in envelopes; a nonexistent one has only its key aspect. */
export const getEntity = read(getEntities, async (call) => {
  const urn = parseUrn(call.key);
  const entity = specOf(call.registry, urn);
  const aspects = (
    await call.requester.run(getEntities, { urns: [urn], aspectNames: wantedAspects(call, entity) })
  ).get(urn);
  return { json: entityJson(entity, urn, aspects?.values() ?? keyOnly(entity, urn)) };
});

/**
 * `GET /entitiesV2?ids=List(...)`: several entities with aspects in envelopes; nonexistent ones have only their key.
 */
export const batchGetEntities = read(getEntities, async (call) => {
  const entities = await readAll(call);
  const members = entities.map(
    ({ urn, entity, aspects }) =>
      `${JSON.stringify(urn)}:${entityJson(entity, urn, aspects?.values() ?? keyOnly(entity, urn))}`,
  );
  return { json: batchJson(members) };
});

/** JSON text of a batch response; `members` are keyed by urn. */
export function batchJson(members: readonly string[]): string {
  return `{"results":{${members.join(',')}},"statuses":{},"errors":{}}`;
}

/** JSON text of an entity with its aspects in envelopes. */
export function entityJson(
  entity: EntitySpec,
  urn: Urn,
  aspects: Iterable<Aspect>,
  version: (aspect: Aspect) => number = () => 0,
): string {
  const members = [...aspects].map(
    (aspect) => `${JSON.stringify(aspect.aspectName)}:${envelopeJson(aspect, version(aspect))}`,
  );
  return `{"entityName":${JSON.stringify(entity.name)},"urn":${JSON.stringify(urn)},"aspects":{${members.join(',')}}}`;
}

/** The entity type of a urn; throws INVALID_REQUEST when the registry has none. */
export function specOf(registry: EntityRegistry, urn: Urn): EntitySpec {
  return entitySpec(registry, entityTypeOf(urn));
}

function envelopeJson(aspect: Aspect, version: number): string {
  const { aspectName: name, created, systemMetadata, text } = aspect;
  const rest = JSON.stringify({ name, type: 'VERSIONED', version, created, systemMetadata });
  return `{"value":${text},${rest.slice(1)}`;
}

interface ReadEntity {
  readonly urn: Urn;
  readonly entity: EntitySpec;
  /** Undefined when the entity does not exist. */
  readonly aspects: EntityAspects | undefined;
}

/** The entities in `ids`, in one read. */
async function readAll(call: ReadCall): Promise<readonly ReadEntity[]> {
  const urns = [...new Set(call.parameters.texts('ids').map(parseUrn))];
  const names = call.parameters.texts('aspects');
  const wanted = names.length === 0 ? undefined : [...new Set([...names, ...keysOf(call.registry, urns)])];
  const found = await call.requester.run(getEntities, { urns, aspectNames: wanted });
  return urns.map((urn) => ({ urn, entity: specOf(call.registry, urn), aspects: found.get(urn) }));
}

function keysOf(registry: EntityRegistry, urns: readonly Urn[]): readonly string[] {
  return urns.map((urn) => specOf(registry, urn).keyAspect.name);
}

/** The requested aspects plus the key aspect; undefined: all. Ignores unknown names. */
function wantedAspects({ parameters }: ReadCall, entity: EntitySpec): readonly string[] | undefined {
  const names = parameters.texts('aspects');
  if (names.length === 0) return undefined;
  return [entity.keyAspect.name, ...names.filter((name) => entity.aspects.has(name))];
}

/** The aspects of a nonexistent entity: only the key, without creation data; clients detect nonexistence by that. */
function keyOnly(entity: EntitySpec, urn: Urn): readonly Aspect[] {
  return derivedAspects(entity, { urn, ...UNKNOWN_WRITE }, (name) => name === entity.keyAspect.name);
}
