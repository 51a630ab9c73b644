import type { EntityRegistry } from '../../model/entity-registry.ts';
import {
  COLUMN_TYPE,
  type LineageDirection,
  type LineageLink,
  type LineageModel,
} from '../../model/relationships/lineage.ts';
import type { Scope } from '../../model/scope.ts';
import { entityTypeOf, isUrn, type Urn } from '../../model/urn.ts';
import { COLUMN_ASPECTS, COLUMN_RELATIONSHIP } from '../../model/relationships/column-links.ts';
import { DOWNSTREAM_COLUMNS, UPSTREAM_COLUMNS } from '../../search/links/column-fields.ts';
import { edgeField } from '../../search/links/edges.ts';
import type { SearchReader } from '../../search/search-index.ts';
import { unrestrictedUrns } from '../../search/unrestricted.ts';
import { inStepsOfRead } from '../../util/concurrency/steps.ts';
import type { LinkReader } from '../../search/links/stated-links.ts';
import { entitiesMatching } from '../relationships/entities-matching.ts';
import type { MetadataQuery } from '../metadata-query.ts';
import { oneOf } from '../filters/combine.ts';

/** One step along lineage; `statedBy` is the entity whose aspects state the link. */
export interface LineageStep {
  readonly from: Urn;
  readonly to: Urn;
  readonly type: string;
  readonly statedBy: Urn;
  /** Query or job that creates the link; only between columns. */
  readonly via?: Urn;
}

type Slices = AsyncGenerator<readonly LineageStep[], void, undefined>;

/**
 * Generates the lineage steps from entities, in slices that can be processed without yielding to the event loop. Omits
 * steps to hidden entities and links stated by hidden entities.
 */
export type LineageNeighbours = (urns: readonly Urn[], direction: LineageDirection, scope: Scope) => Slices;

export interface NeighbourParts {
  readonly index: SearchReader;
  readonly registry: EntityRegistry;
  readonly model: LineageModel;
  readonly linksOf: LinkReader;
  readonly getEntities: MetadataQuery['getEntities'];
}

/** Maximum number of start entities per index request. */
const ASKED = 500;
/** Maximum number of steps per slice. */
const SLICE = 2_000;

/** Follows lineage in the index: by the edge fields of the entities, and by filters on the edge fields of others. */
export function createLineageNeighbours(parts: NeighbourParts): LineageNeighbours {
  return async function* neighbours(urns, direction, scope) {
    const byType = Map.groupBy(urns, (urn) => parts.registry.findEntity(entityTypeOf(urn))?.name ?? '');
    for (const [entityType, ofType] of byType) {
      for (let start = 0; start < ofType.length; start += ASKED) {
        const asked = ofType.slice(start, start + ASKED);
        for await (const steps of stepsFrom(entityType, asked, direction, scope, parts)) {
          yield await visible(steps, scope);
        }
      }
    }
  };
}

async function* stepsFrom(
  entityType: string,
  asked: readonly Urn[],
  direction: LineageDirection,
  scope: Scope,
  parts: NeighbourParts,
): Slices {
  if (entityType === COLUMN_TYPE) yield* columnSteps(asked, direction, scope, parts);
  for (const link of parts.model.links(entityType, direction)) {
    yield* link.statedBy === 'left' ? stepsStatedBy(asked, link, parts) : stepsStatedOf(asked, link, parts);
  }
}

async function visible(steps: readonly LineageStep[], scope: Scope): Promise<readonly LineageStep[]> {
  await scope.settle(steps.flatMap(({ to, via }) => (via === undefined ? [to] : [to, via])));
  return steps.flatMap((step) => {
    if (!scope.seesEntity(step.to)) return [];
    if (step.via === undefined || scope.seesEntity(step.via)) return [step];
    const { via: _hidden, ...rest } = step;
    return [rest];
  });
}

async function* stepsStatedBy(
  asked: readonly Urn[],
  { type, reaches }: LineageLink,
  { index, registry }: NeighbourParts,
): Slices {
  const destinations = await index.values(unrestrictedUrns(asked), edgeField(type));
  let steps: LineageStep[] = [];
  for (const [from, values] of destinations) {
    for (const to of values) {
      if (typeof to !== 'string' || !isUrn(to)) continue;
      if (!reaches.has(registry.findEntity(entityTypeOf(to))?.name ?? '')) continue;
      steps.push({ from, to, type, statedBy: from });
      if (steps.length < SLICE) continue;
      yield steps;
      steps = [];
    }
  }
  yield steps;
}

async function* stepsStatedOf(
  asked: readonly Urn[],
  { type, reaches }: LineageLink,
  { index }: NeighbourParts,
): Slices {
  const left = new Set<string>(asked);
  const field = edgeField(type);
  for await (const holders of entitiesMatching(index, [...reaches], oneOf(field, asked))) {
    const destinations = await index.values(unrestrictedUrns(holders), field);
    const steps: LineageStep[] = [];
    for (const [to, values] of destinations) {
      for (const from of values) {
        if (typeof from === 'string' && left.has(from) && isUrn(from))
          steps.push({ from, to, type, statedBy: to });
      }
    }
    yield steps;
  }
}

/** The index only finds the entities that state links between columns; the links are read from their aspects. */
async function* columnSteps(
  asked: readonly Urn[],
  direction: LineageDirection,
  scope: Scope,
  { index, registry, linksOf, getEntities }: NeighbourParts,
): Slices {
  const left = new Set<Urn>(asked);
  const isUp = direction === 'UPSTREAM';
  const where = oneOf(isUp ? DOWNSTREAM_COLUMNS : UPSTREAM_COLUMNS, asked);
  const isColumn = (urn: Urn): boolean => registry.findEntity(entityTypeOf(urn))?.name === COLUMN_TYPE;
  for await (const holders of entitiesMatching(index, [...registry.entities.keys()], where)) {
    for (const holder of holders) {
      const aspects = (await getEntities([holder], COLUMN_ASPECTS, scope)).get(holder);
      let steps: LineageStep[] = [];
      for (const aspect of aspects?.values() ?? []) {
        const { columns } = await inStepsOfRead(linksOf(aspect));
        for (const { downstreams, upstreams, via } of columns) {
          const [near, far] = isUp ? [downstreams, upstreams] : [upstreams, downstreams];
          const starts = near.filter((urn) => left.has(urn));
          const ends = starts.length === 0 ? [] : far.filter(isColumn);
          for (const [from, to] of pairsOf(starts, ends)) {
            const step = { from, to, type: COLUMN_RELATIONSHIP, statedBy: holder };
            steps.push(via === undefined ? step : { ...step, via });
            if (steps.length < SLICE) continue;
            yield steps;
            steps = [];
          }
        }
      }
      yield steps;
    }
  }
}

function* pairsOf(starts: readonly Urn[], ends: readonly Urn[]): Generator<readonly [Urn, Urn]> {
  for (const start of starts) for (const end of ends) yield [start, end];
}
