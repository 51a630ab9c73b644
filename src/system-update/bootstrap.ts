import { isDeepStrictEqual } from 'node:util';
import type { MetadataChange } from '../change/metadata-change.ts';
import { FIXED_TYPES, ROOT_USER, type FixedEntities } from '../model/access/built-in.ts';
import { POLICY } from '../model/access/policy.ts';
import type { EntityAspects } from '../model/aspect.ts';
import type { EntityRegistry } from '../model/entity-registry.ts';
import type { MetadataChangeProposal } from '../model/proposal.ts';
import { entityTypeOf, formatUrn, parseUrn, type Urn } from '../model/urn.ts';
import type { MetadataStore } from '../store/metadata-store.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../util/json.ts';

/** A built-in entity from a file of registry/bootstrap. */
export interface BootstrapEntity {
  readonly urn: Urn;
  readonly aspects: Readonly<Record<string, JsonObject>>;
}

/** An unvalidated bootstrap file. */
export interface BootstrapFile {
  readonly path: string;
  readonly content: JsonValue;
}

/** Parses a bootstrap file: a list of `{urn, aspects}`. */
export function parseBootstrap({ path, content }: BootstrapFile): readonly BootstrapEntity[] {
  if (!Array.isArray(content)) throw new Error(`${path}: expected a list of entities.`);
  return content.map((entity: unknown, index) => {
    const aspects = isJsonObject(entity) ? entity['aspects'] : undefined;
    if (!isJsonObject(entity) || typeof entity['urn'] !== 'string' || !isJsonObject(aspects)) {
      throw new Error(`${path}: entry ${index} needs a 'urn' and an object 'aspects'.`);
    }
    const values = Object.entries(aspects).flatMap(([name, value]) =>
      isJsonObject(value) ? [[name, value] as const] : [],
    );
    return { urn: parseUrn(entity['urn']), aspects: Object.fromEntries(values) };
  });
}

/** An `entityType` entity for each entity type of the registry; property definitions refer to them. */
export function entityTypeEntities(registry: EntityRegistry): readonly BootstrapEntity[] {
  return [...registry.entities.keys()].map((name) => ({
    urn: formatUrn('entityType', `datahub.${name}`),
    aspects: { entityTypeInfo: { qualifiedName: `datahub.${name}`, displayName: name } },
  }));
}

/** Dependencies of bootstrapping. */
export interface BootstrapParts {
  readonly store: MetadataStore;
  readonly change: Pick<MetadataChange, 'ingest'>;
  readonly actor: Urn;
}

/** Entities that only the server changes and deletes: built-in ones of some types, and policies that are not editable. */
export function fixedEntities(entities: readonly BootstrapEntity[]): FixedEntities {
  const fixed = entities.filter(isFixed);
  return new Map(fixed.map(({ aspects, urn }) => [urn, aspects]));
}

/** Whether the entity is fixed. */
export function isFixed({ aspects, urn }: BootstrapEntity): boolean {
  const entityType = entityTypeOf(urn);
  if (!FIXED_TYPES.includes(entityType)) return false;
  return entityType !== POLICY.entityType || aspects[POLICY.infoAspect]?.['editable'] === false;
}

/** The built-in entities that are missing or changed, each with the aspects to write. */
export async function dueEntities(
  entities: readonly BootstrapEntity[],
  { store }: BootstrapParts,
): Promise<readonly BootstrapEntity[]> {
  const urns = entities.map(({ urn }) => urn);
  const present = await store.reader.entities(urns, undefined);
  return entities
    .map((entity) => ({ urn: entity.urn, aspects: dueAspects(entity, present.get(entity.urn)?.aspects) }))
    .filter(({ aspects }) => Object.keys(aspects).length > 0);
}

/** Writes the built-in entities that are missing or changed, in one commit; returns their number. */
export async function bootstrap(
  entities: readonly BootstrapEntity[],
  parts: BootstrapParts,
): Promise<number> {
  const due = await dueEntities(entities, parts);
  const proposals = due.flatMap(({ urn, aspects }) =>
    Object.entries(aspects).map(([aspectName, value]): MetadataChangeProposal => ({
      urn,
      aspectName,
      changeType: 'UPSERT',
      value,
    })),
  );
  if (proposals.length > 0) await parts.change.ingest(parts.actor, proposals);
  return due.length;
}

/**
 * Types whose fixed entities are restored if they differ, because they determine rights. Of other types, only missing
 * aspects are written.
 */
const EXACT_TYPES: readonly string[] = ['dataHubPolicy', 'dataHubRole'];

function dueAspects(entity: BootstrapEntity, stored: EntityAspects | undefined): BootstrapEntity['aspects'] {
  const { aspects, urn } = entity;
  if (stored === undefined) return aspects;
  if (urn === ROOT_USER) return { ...dueOfRoot(aspects, stored), ...unremoved(stored) };
  if (!isFixed(entity)) return {};
  const isExact = EXACT_TYPES.includes(entityTypeOf(urn));
  const due = Object.entries(aspects).filter(([name, value]) => {
    const found = stored.get(name)?.value;
    return found === undefined || (isExact && !isDeepStrictEqual(untimed(found), untimed(value)));
  });
  return { ...Object.fromEntries(due), ...unremoved(stored) };
}

/** Keeps the root user active and a system user; its other members are not touched. */
function dueOfRoot(aspects: BootstrapEntity['aspects'], stored: EntityAspects): BootstrapEntity['aspects'] {
  const [info, status] = ['corpUserInfo', 'corpUserStatus'].map((name) => stored.get(name)?.value);
  return {
    ...(info?.['system'] !== true && { corpUserInfo: { ...aspects['corpUserInfo'], ...info, system: true } }),
    ...(status?.['status'] === 'SUSPENDED' && { corpUserStatus: aspects['corpUserStatus'] ?? {} }),
  };
}

/** Restores a soft-deleted entity. */
function unremoved(stored: EntityAspects): BootstrapEntity['aspects'] {
  return stored.get('status')?.value['removed'] === true ? { status: { removed: false } } : {};
}

function untimed({ lastUpdatedTimestamp: _, ...others }: JsonObject): JsonObject {
  return others;
}
