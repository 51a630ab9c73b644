import type { EntityRegistry } from '../model/entity-registry.ts';
import type { IndexMapping, MappingState } from '../model/maintenance/index-mapping.ts';
import type { PropertyGeneration } from '../model/properties/property-generation.ts';
import { STRUCTURED_PROPERTY, type PropertyDirectory } from '../model/structured-property.ts';
import { HELD_ASSIGNMENTS, assignmentField } from '../search/assignment-field.ts';
import { MATCH_ALL } from '../search/expression.ts';
import type { SearchIndex } from '../search/search-index.ts';
import { unrestricted } from '../search/unrestricted.ts';
import type { SystemReader } from '../store/system-reader.ts';

/** Dependencies of listing mappings. */
export interface MappingParts {
  readonly reader: Pick<SystemReader, 'generations'>;
  readonly index: Pick<SearchIndex, 'aggregate'>;
  readonly properties: PropertyDirectory;
  readonly registry: EntityRegistry;
  /** Entity types that can hold property values. */
  readonly entityTypes: readonly string[];
  /** Yields to requests between two entity types. */
  readonly pause: () => Promise<void>;
}

/** A property generation with its mappings that have not been dropped. */
export interface MappedGeneration {
  readonly record: PropertyGeneration;
  readonly mappings: readonly IndexMapping[];
}

/** Denotes all entity types in `droppedFrom`. */
export const EVERY_TYPE = '*';

/** Facet size above any number of property generations, so that the counts are complete. */
const EVERY_GENERATION = 10_000_000;

/**
 * Mappings of every property generation, with exact numbers of values: one for each current or former entity type of
 * the definition, and for each whose entities have a value.
 */
export async function listMappings(parts: MappingParts): Promise<readonly MappedGeneration[]> {
  const holders = await countHolders(parts);
  const generations = await parts.reader.generations();
  return generations.map((record) => ({ record, mappings: mappingsOf(record, holders, parts) }));
}

/** Number of entities per entity type and assignment field. */
async function countHolders(parts: MappingParts): Promise<ReadonlyMap<string, ReadonlyMap<string, number>>> {
  const holders = new Map<string, ReadonlyMap<string, number>>();
  for (const entityType of parts.entityTypes) {
    const facet = { fields: [HELD_ASSIGNMENTS] as const, size: EVERY_GENERATION };
    const [counted] = await parts.index.aggregate(
      unrestricted({ entityTypes: [entityType], where: MATCH_ALL }),
      [facet],
    );
    const counts = (counted?.buckets ?? []).map(
      ({ values: [field], count }) => [String(field), count] as const,
    );
    holders.set(entityType, new Map(counts));
    await parts.pause();
  }
  return holders;
}

function mappingsOf(
  record: PropertyGeneration,
  holders: ReadonlyMap<string, ReadonlyMap<string, number>>,
  { entityTypes, properties, registry }: MappingParts,
): readonly IndexMapping[] {
  if (record.droppedFrom.includes(EVERY_TYPE)) return [];
  const { generation, propertyUrn } = record;
  const field = assignmentField(propertyUrn, generation);
  // All values are removed from the rows; the index still lists their former holders until it is rebuilt.
  const isRemoved = record.removal?.finishedAt !== undefined && record.removal.walkedTo !== undefined;
  const valuesIn = (entityType: string): number =>
    isRemoved ? 0 : (holders.get(entityType)?.get(field) ?? 0);
  const declared = [...record.entityTypes, ...nowDeclared(record, properties)].map(
    (name) => registry.findEntity(name)?.name ?? name,
  );
  const holding = entityTypes.filter((entityType) => valuesIn(entityType) > 0);
  const kept = declared.filter((entityType) => !record.droppedFrom.includes(entityType));
  return [...new Set([...kept, ...holding])].sort().map((entityType) => ({
    field: `${STRUCTURED_PROPERTY.fieldPrefix}${record.qualifiedName}`,
    propertyUrn,
    generation,
    state: stateOf(record, properties),
    entityType,
    values: valuesIn(entityType),
  }));
}

/** Entity types of the current definition, which may have been extended since the generation began. */
function nowDeclared(
  { ended, propertyUrn }: PropertyGeneration,
  properties: PropertyDirectory,
): readonly string[] {
  const urns = ended === undefined ? (properties.get(propertyUrn)?.definition.entityTypes ?? []) : [];
  return urns.map((urn) => urn.replace(/^urn:li:entityType:(datahub\.)?/, ''));
}

function stateOf({ ended, propertyUrn }: PropertyGeneration, properties: PropertyDirectory): MappingState {
  if (ended !== undefined) return 'deleted';
  return properties.get(propertyUrn)?.removed === true ? 'soft-deleted' : 'active';
}
