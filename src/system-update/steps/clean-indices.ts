import type { IndexMapping } from '../../model/index-mapping.ts';
import type { PropertyGeneration } from '../../model/property-generation.ts';
import type { UpdateSwitches } from '../../model/system-update-request.ts';
import type { Urn } from '../../model/urn.ts';
import type { MetadataStore, RowWrite } from '../../store/metadata-store.ts';
import type { JsonObject } from '../../util/json.ts';
import { EVERY_TYPE } from '../list-mappings.ts';
import type { MappedLife } from '../list-mappings.ts';
import type { StepNeed, UpdateStep } from '../step.ts';
import type { Rebuild } from './restore-indices.ts';

/** What the step works with. */
export interface CleanupParts {
  readonly store: MetadataStore;
  readonly listMappings: () => Promise<readonly MappedLife[]>;
  readonly rebuild: Rebuild;
  /** Who the changes are from. */
  readonly actor: Urn;
  /** Epoch ms. */
  readonly now: () => number;
}

/** Environment variables that must both be true before mappings are removed. */
const SWITCHES = [
  { name: 'reindexMappings', variable: 'ELASTICSEARCH_INDEX_BUILDER_MAPPINGS_REINDEX' },
  { name: 'structuredProperties', variable: 'ENABLE_STRUCTURED_PROPERTIES_SYSTEM_UPDATE' },
] as const;

/**
 * Removes the mappings of lives that have ended: each one once the removal job of its values is done, and only where
 * no entity of the type holds a value. The index is built anew without them; only then is it recorded that they are
 * gone, so that a run that is cut short begins again.
 */
export function cleanIndices(parts: CleanupParts): UpdateStep {
  return {
    id: 'clean-indices',
    isBlocking: false,
    need: (switches) => needOf(switches, parts),
    run: async (control) => {
      const hasMappings = removable(await parts.listMappings()).some(({ mappings }) => mappings.length > 0);
      const entities = hasMappings ? await parts.rebuild(control) : 0;
      // Counted again in the index as it is now: what it keeps is what stays listed.
      const lives = await parts.listMappings();
      const gone = removable(lives);
      await dropMappings(gone, parts);
      const dropped = gone.flatMap((life) => emptyMappings(life));
      const kept = lives.flatMap(({ mappings }) => mappings).filter((mapping) => !dropped.includes(mapping));
      return { entities, dropped: dropped.map(present), kept: kept.filter(isOfDeleted).map(present) };
    },
  };
}

async function needOf(switches: UpdateSwitches, { listMappings, store }: CleanupParts): Promise<StepNeed> {
  const ended = (await store.reader.generations()).filter(isMappedAfterItsEnd);
  if (ended.length === 0) return { verdict: 'impossible', reason: 'No deleted property has a mapping left.' };
  const off = SWITCHES.filter(({ name }) => !switches[name]).map(({ variable }) => variable);
  if (off.length > 0) {
    const remedy = `Set ${off.join(' and ')} to true to remove them.`;
    return { verdict: 'impossible', reason: `Deleted properties have mappings left. ${remedy}` };
  }
  if (removable(await listMappings()).length > 0) {
    return { verdict: 'needed', reason: 'Deleted properties have mappings without values.' };
  }
  const isWaiting = ended.some(({ removal }) => removal?.finishedAt === undefined);
  return isWaiting
    ? { verdict: 'waiting', reason: 'The values of deleted properties are still being removed.' }
    : { verdict: 'impossible', reason: 'Every mapping of a deleted property that is left still has values.' };
}

function isMappedAfterItsEnd({ droppedFrom, ended }: PropertyGeneration): boolean {
  return ended !== undefined && !droppedFrom.includes(EVERY_TYPE);
}

/** The lives of which a mapping can go now, or of which nothing is left to list. */
function removable(lives: readonly MappedLife[]): readonly MappedLife[] {
  return lives.filter((mapped) => {
    const { life, mappings } = mapped;
    if (!isMappedAfterItsEnd(life) || life.removal?.finishedAt === undefined) return false;
    return mappings.length === 0 || emptyMappings(mapped).length > 0;
  });
}

function emptyMappings({ mappings }: MappedLife): readonly IndexMapping[] {
  return mappings.filter(({ values }) => values === 0);
}

function isOfDeleted({ state }: IndexMapping): boolean {
  return state === 'deleted';
}

async function dropMappings(
  lives: readonly MappedLife[],
  { actor, now, store }: CleanupParts,
): Promise<void> {
  const writes = lives.map(({ life, mappings }): RowWrite => {
    const { droppedFrom, generation, propertyUrn } = life;
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
