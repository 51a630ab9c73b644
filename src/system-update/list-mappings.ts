import type { EntityRegistry } from '../model/entity-registry.ts';
import type { IndexMapping, MappingState } from '../model/index-mapping.ts';
import type { PropertyGeneration } from '../model/property-generation.ts';
import { EVERYTHING } from '../model/scope.ts';
import type { PropertyDirectory } from '../model/structured-property.ts';
import { STRUCTURED_PROPERTY } from '../model/structured-property.ts';
import { HELD_ASSIGNMENTS, assignmentField } from '../search/assignment-field.ts';
import { MATCH_ALL } from '../search/expression.ts';
import type { SearchIndex } from '../search/search-index.ts';
import type { MetadataReader } from '../store/metadata-store.ts';

/** What a list of mappings is made from. */
export interface MappingParts {
  readonly reader: Pick<MetadataReader, 'generations'>;
  readonly index: Pick<SearchIndex, 'aggregate'>;
  readonly properties: PropertyDirectory;
  readonly registry: EntityRegistry;
  /** Entity types that can hold property values. */
  readonly entityTypes: readonly string[];
  /** Lets requests go first between two entity types. */
  readonly pause: () => Promise<void>;
}

/** The life of a property with its mappings that have not been dropped. */
export interface MappedLife {
  readonly life: PropertyGeneration;
  readonly mappings: readonly IndexMapping[];
}

/** Stands for all entity types in what a life has been dropped from. */
export const EVERY_TYPE = '*';

/** More than any catalog has lives of properties, so that the counts are complete. */
const EVERY_LIFE = 10_000_000;

/**
 * The mappings of every life: for each entity type that the definition is or was for, and each that holds a value,
 * with exact numbers of values.
 */
export async function listMappings(parts: MappingParts): Promise<readonly MappedLife[]> {
  const holders = await countHolders(parts);
  const lives = await parts.reader.generations();
  return lives.map((life) => ({ life, mappings: mappingsOf(life, holders, parts) }));
}

/** Entities of each type by the assignment field that they hold. */
async function countHolders(parts: MappingParts): Promise<ReadonlyMap<string, ReadonlyMap<string, number>>> {
  const holders = new Map<string, ReadonlyMap<string, number>>();
  for (const entityType of parts.entityTypes) {
    const facet = { fields: [HELD_ASSIGNMENTS] as const, size: EVERY_LIFE };
    const [counted] = await parts.index.aggregate(
      { entityTypes: [entityType], where: MATCH_ALL },
      [facet],
      EVERYTHING,
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
  life: PropertyGeneration,
  holders: ReadonlyMap<string, ReadonlyMap<string, number>>,
  { entityTypes, properties, registry }: MappingParts,
): readonly IndexMapping[] {
  if (life.droppedFrom.includes(EVERY_TYPE)) return [];
  const { generation, propertyUrn } = life;
  const field = assignmentField(propertyUrn, generation);
  // The walk over all rows has found the last value; the index goes on naming its holders until it is built anew.
  const isRemoved = life.removal?.finishedAt !== undefined && life.removal.walkedTo !== undefined;
  const valuesIn = (entityType: string): number =>
    isRemoved ? 0 : (holders.get(entityType)?.get(field) ?? 0);
  const declared = [...life.entityTypes, ...nowDeclared(life, properties)].map(
    (name) => registry.findEntity(name)?.name ?? name,
  );
  const holding = entityTypes.filter((entityType) => valuesIn(entityType) > 0);
  const kept = declared.filter((entityType) => !life.droppedFrom.includes(entityType));
  return [...new Set([...kept, ...holding])].sort().map((entityType) => ({
    field: `${STRUCTURED_PROPERTY.fieldPrefix}${life.qualifiedName}`,
    propertyUrn,
    generation,
    state: stateOf(life, properties),
    entityType,
    values: valuesIn(entityType),
  }));
}

/** A definition may have got further entity types since the life began. */
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
