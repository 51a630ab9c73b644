import type { IndexMapping } from '../../model/maintenance/index-mapping.ts';
import type { PropertyGeneration } from '../../model/properties/property-generation.ts';
import type { UpdateSwitches } from '../../model/maintenance/system-update-request.ts';
import type { Urn } from '../../model/urn.ts';
import type { MetadataStore, RowWrite } from '../../store/metadata-store.ts';
import type { JsonObject } from '../../util/json.ts';
import { EVERY_TYPE, type MappedGeneration } from '../list-mappings.ts';
import type { StepNeed, UpdateStep } from '../step.ts';
import type { Rebuild } from './restore-indices.ts';

/** Dependencies of the step. */
export interface CleanupParts {
  readonly store: MetadataStore;
  readonly listMappings: () => Promise<readonly MappedGeneration[]>;
  readonly rebuild: Rebuild;
  /** Actor of the changes. */
  readonly actor: Urn;
  /** Epoch ms. */
  readonly now: () => number;
}

/** Switches that must both be on before mappings are removed, with DataHub's environment variables. */
const SWITCHES = [
  { name: 'reindexMappings', variable: 'ELASTICSEARCH_INDEX_BUILDER_MAPPINGS_REINDEX' },
  { name: 'structuredProperties', variable: 'ENABLE_STRUCTURED_PROPERTIES_SYSTEM_UPDATE' },
] as const;

/**
 * Removes the mappings of ended property generations once their values are removed, and only for entity types without
 * values. Rebuilds the index without them, then records the removal, so that an interrupted run starts over.
 */
export function cleanIndices(parts: CleanupParts): UpdateStep {
  return {
    id: 'clean-indices',
    isBlocking: false,
    need: (switches) => needOf(switches, parts),
    run: async (control) => {
      const hasMappings = removable(await parts.listMappings()).some(({ mappings }) => mappings.length > 0);
      // Start afresh: documents read before the values were removed may have them.
      const { entities } = hasMappings ? await parts.rebuild(control, true) : { entities: 0 };
      // Count again in the rebuilt index: only mappings without values there are dropped.
      const generations = await parts.listMappings();
      const gone = removable(generations);
      await dropMappings(gone, parts);
      const dropped = gone.flatMap(emptyMappings);
      const kept = generations
        .flatMap(({ mappings }) => mappings)
        .filter((mapping) => !dropped.includes(mapping));
      return { entities, dropped: dropped.map(present), kept: kept.filter(isOfDeleted).map(present) };
    },
  };
}

async function needOf(switches: UpdateSwitches, { listMappings, store }: CleanupParts): Promise<StepNeed> {
  const ended = (await store.reader.endedGenerations()).filter(isMappedAfterItsEnd);
  if (ended.length === 0)
    return {
      verdict: 'impossible',
      reason: 'No mappings of deleted properties remain.',
      cause: 'UP_TO_DATE',
    };
  const off = SWITCHES.filter(({ name }) => !switches[name]).map(({ variable }) => variable);
  if (off.length > 0) {
    const remedy = `Set ${off.join(' and ')} to true to remove them.`;
    return {
      verdict: 'impossible',
      reason: `Mappings of deleted properties remain. ${remedy}`,
      cause: 'SWITCHED_OFF',
    };
  }
  if (removable(await listMappings()).length > 0) {
    return { verdict: 'needed', reason: 'Deleted properties have mappings without values.', cause: 'DUE' };
  }
  const isWaiting = ended.some(({ removal }) => removal?.finishedAt === undefined);
  return isWaiting
    ? {
        verdict: 'waiting',
        reason: 'The values of deleted properties are still being removed.',
        cause: 'REMOVALS_RUNNING',
      }
    : {
        verdict: 'impossible',
        reason: 'All remaining mappings of deleted properties still have values.',
        cause: 'STILL_USED',
      };
}

function isMappedAfterItsEnd({ droppedFrom, ended }: PropertyGeneration): boolean {
  return ended !== undefined && !droppedFrom.includes(EVERY_TYPE);
}

/** Ended generations with a mapping that can be dropped now, or without any mapping. */
function removable(generations: readonly MappedGeneration[]): readonly MappedGeneration[] {
  return generations.filter((mapped) => {
    const { record, mappings } = mapped;
    if (!isMappedAfterItsEnd(record) || record.removal?.finishedAt === undefined) return false;
    return mappings.length === 0 || emptyMappings(mapped).length > 0;
  });
}

function emptyMappings({ mappings }: MappedGeneration): readonly IndexMapping[] {
  return mappings.filter(({ values }) => values === 0);
}

function isOfDeleted({ state }: IndexMapping): boolean {
  return state === 'deleted';
}

async function dropMappings(
  generations: readonly MappedGeneration[],
  { actor, now, store }: CleanupParts,
): Promise<void> {
  const writes = generations.map(({ record, mappings }): RowWrite => {
    const { droppedFrom, generation, propertyUrn } = record;
    const empty = mappings.filter(({ values }) => values === 0).map(({ entityType }) => entityType);
    const isEverything = empty.length === mappings.length;
    return {
      kind: 'dropMapping',
      propertyUrn,
      generation,
      droppedFrom: isEverything ? [EVERY_TYPE] : [...new Set([...droppedFrom, ...empty])].sort(),
    };
  });
  const created = { time: now(), actor };
  await store.commit(() => ({ writes, entries: [], created, result: undefined }));
}

function present({ entityType, field, propertyUrn, values }: IndexMapping): JsonObject {
  return { field, propertyUrn, entityType, values };
}
