import { invalidRequest } from '../../errors.ts';
import { valuesByProperty } from '../../model/properties/ancestry.ts';
import { holderOf } from '../../model/relationships/column-holder.ts';
import { COLUMN_TYPE, type LineageModel } from '../../model/relationships/lineage.ts';
import type { Scope } from '../../model/scope.ts';
import { STRUCTURED_PROPERTY } from '../../model/structured-property.ts';
import { entityTypeOf, type Urn } from '../../model/urn.ts';
import { because } from '../../refusals.ts';
import { URN_FIELD } from '../../search/mapping.ts';
import { nextTurnOfRead } from '../../util/concurrency/cancellation.ts';
import { DEFAULT_ASSETS_FLAGS } from '../metadata-query.ts';
import { readInSlices } from '../read-in-parts.ts';
import { declaredOnly } from './lineage-count.ts';
import type { LineageQuery } from './lineage-query.ts';
import { walk, type LineageSearchParts } from './lineage-search.ts';

/** Entities that are read or searched at a time. */
const SLICE = 500;
const ALL_LINKS = {
  startTimeMillis: undefined,
  endTimeMillis: undefined,
  exploredPerHop: undefined,
  ignoreAsHops: [],
};

/** Walks the lineage and selects the assets reached. */
export function createLineageSelection(
  parts: LineageSearchParts & { readonly model: LineageModel },
): LineageQuery['selectLineage'] {
  return async ({ direction, hops, stopAtValueOf, urn }, scope) => {
    requireLineage(urn, parts);
    await scope.settle([urn]);
    if (!scope.seesEntity(urn)) return { urns: [], isPartial: false };
    const continuable =
      stopAtValueOf === undefined ? undefined : createStops(stopAtValueOf, scope, parts.getEntities);
    const end = { maxHops: hops, endsThere: true, continuable };
    const { isPartial, reached } = await walk({ urn, direction, lineage: ALL_LINKS }, end, scope, parts);
    const met = [...reached.keys()];
    const free = await continuable?.(met);
    const left = await declaredOnly(
      free === undefined ? met : met.filter((one) => free.has(one)),
      scope,
      parts,
    );
    const found = await searched(new Set(left.map(holderOrSelf)), scope, parts);
    return { urns: left.filter((one) => found.has(holderOrSelf(one))), isPartial };
  };
}

function requireLineage(
  urn: Urn,
  { model, registry }: Pick<LineageSearchParts, 'registry'> & { readonly model: LineageModel },
): void {
  const entityType = registry.findEntity(entityTypeOf(urn))?.name ?? entityTypeOf(urn);
  const links = (['UPSTREAM', 'DOWNSTREAM'] as const).flatMap((direction) =>
    model.links(entityType, direction),
  );
  if (entityType === COLUMN_TYPE || links.length > 0) return;
  throw invalidRequest(
    `'lineage.urn' cannot be ${urn}: entities of type ${entityType} have no lineage. Give the urn of a dataset, column, data job, chart or dashboard.`,
    'lineage.urn',
    because('ENTITY_TYPE_UNFIT', { entityType }),
  );
}

/**
 * Finds the entities without a value of the property, reading each once. As in inheritance, a soft-deleted entity has no value
 * for others.
 */
function createStops(
  property: Urn,
  scope: Scope,
  getEntities: LineageSearchParts['getEntities'],
): (urns: readonly Urn[]) => Promise<ReadonlySet<Urn>> {
  const { assignmentAspect } = STRUCTURED_PROPERTY;
  const holds = new Map<Urn, boolean>();
  return async (urns) => {
    const unread = urns.filter((urn) => !holds.has(urn));
    for (let start = 0; start < unread.length; start += SLICE) {
      const asked = unread.slice(start, start + SLICE);
      for await (const [slice, stored] of readInSlices(asked, [assignmentAspect, 'status'], scope, {
        getEntities,
      })) {
        for (const urn of slice) {
          const aspects = stored.get(urn);
          const values = valuesByProperty(aspects?.get(assignmentAspect)?.value).get(property) ?? [];
          holds.set(urn, values.length > 0 && aspects?.get('status')?.value['removed'] !== true);
        }
      }
      await nextTurnOfRead();
    }
    return new Set(urns.filter((urn) => holds.get(urn) !== true));
  };
}

/** Those of the entities that a search for assets finds. */
async function searched(
  urns: ReadonlySet<Urn>,
  scope: Scope,
  { registry, search }: Pick<LineageSearchParts, 'registry' | 'search'>,
): Promise<ReadonlySet<Urn>> {
  const found = new Set<Urn>();
  const all = [...urns];
  for (let start = 0; start < all.length; start += SLICE) {
    const values = all.slice(start, start + SLICE);
    const types = values.flatMap((urn) => registry.findEntity(entityTypeOf(urn))?.name ?? []);
    const page = { sort: [], start: 0, count: SLICE, scrollId: undefined, keepAliveMs: undefined };
    const filter = [[{ field: URN_FIELD, operator: 'EQUAL', values, negated: false } as const]];
    const input = {
      entityTypes: [...new Set(types)],
      query: '*',
      filter,
      flags: DEFAULT_ASSETS_FLAGS,
      ...page,
    };
    for (const { urn } of (await search(input, scope)).hits) found.add(urn);
    await nextTurnOfRead();
  }
  return found;
}

function holderOrSelf(urn: Urn): Urn {
  return holderOf(urn) ?? urn;
}
