import { invalidRequest } from '../../errors.ts';
import type { EntityAspects } from '../../model/aspect.ts';
import { holderOf } from '../../model/relationships/column-holder.ts';
import { COLUMN_TYPE, type LineageModel } from '../../model/relationships/lineage.ts';
import type { Scope } from '../../model/scope.ts';
import { STRUCTURED_PROPERTY } from '../../model/structured-property.ts';
import { entityTypeOf, type Urn } from '../../model/urn.ts';
import { because } from '../../refusals.ts';
import { URN_FIELD } from '../../search/mapping.ts';
import { nextTurnOfRead } from '../../util/concurrency/cancellation.ts';
import { object, objects } from '../../util/json/json-members.ts';
import { DEFAULT_ASSETS_FLAGS } from '../metadata-query.ts';
import { readInSlices } from '../read-in-parts.ts';
import { declaredOnly } from './lineage-count.ts';
import type { LineageQuery } from './lineage-query.ts';
import { walk, type LineageSearchParts } from './lineage-search.ts';

/** Entities that are read or searched at a time. */
const SLICE = 500;
const { assignmentAspect } = STRUCTURED_PROPERTY;
const READ_ASPECTS = [assignmentAspect, 'status'];
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
    const among = stopAtValueOf && createVerdicts(stopAtValueOf, urn, scope, parts);
    // Beyond what an earlier edit gave from here, so that it can be resumed.
    const continuable = among && ((urns: readonly Urn[]) => among(urns, 'none', 'given'));
    const end = { maxHops: hops, endsThere: true, continuable };
    const { isPartial, reached } = await walk({ urn, direction, lineage: ALL_LINKS }, end, scope, parts);
    const met = [...reached.keys()];
    const left = await declaredOnly(among ? [...(await among(met, 'none'))] : met, scope, parts);
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

/** Whether an entity has a value of the property: none, one that an edit along lineage gave from the same start, or another. */
type Verdict = 'none' | 'given' | 'own';

/** Finds entities by their values of a property, and reads each once. As in inheritance, soft-deleted ones have none for others. */
function createVerdicts(
  property: Urn,
  start: Urn,
  scope: Scope,
  { getEntities }: Pick<LineageSearchParts, 'getEntities'>,
): (urns: readonly Urn[], ...wanted: readonly Verdict[]) => Promise<ReadonlySet<Urn>> {
  const verdicts = new Map<Urn, Verdict>();
  return async (urns, ...wanted) => {
    const unread = urns.filter((urn) => !verdicts.has(urn));
    for (let from = 0; from < unread.length; from += SLICE) {
      const asked = unread.slice(from, from + SLICE);
      for await (const [slice, stored] of readInSlices(asked, READ_ASPECTS, scope, { getEntities }))
        for (const urn of slice) verdicts.set(urn, verdictOn(stored.get(urn), property, start));
      await nextTurnOfRead();
    }
    return new Set(urns.filter((urn) => wanted.includes(verdicts.get(urn) ?? 'none')));
  };
}

function verdictOn(aspects: EntityAspects | undefined, property: Urn, start: Urn): Verdict {
  if (aspects?.get('status')?.value['removed'] === true) return 'none';
  const assigned = objects(aspects?.get(assignmentAspect)?.value['properties']).filter(
    ({ propertyUrn, values }) => propertyUrn === property && objects(values).length > 0,
  );
  if (assigned.length === 0) return 'none';
  return assigned.every(({ attribution }) => object(attribution)?.['source'] === start) ? 'given' : 'own';
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
