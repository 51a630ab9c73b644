import { invalidRequest } from '../../../../errors.ts';
import type { EntityReference, EntityReferences } from '../../../../model/entity-reference.ts';
import type { Urn } from '../../../../model/urn.ts';
import { notNegative } from '../../../../util/not-negative.ts';
import { applyView } from '../../inputs/apply-view.ts';
import { countLineage } from '../../../../operations/lineage/count-lineage.ts';
import { listLineage, type LineageNeighbour } from '../../../../operations/lineage/list-lineage.ts';
import {
  searchLineage,
  type LineageSearchInput,
  type LineageSearchOutcome,
} from '../../../../operations/lineage/search-lineage.ts';
import type { GraphqlContext } from '../../context/graphql-context.ts';
import {
  parseLineageFlags,
  showsColumnsAsParents,
  type AnyLineageInput,
} from '../../inputs/lineage-input.ts';
import { parseSearch, parseSort } from '../../inputs/parse-search.ts';
import { prefetch } from '../fields/prefetch.ts';
import { searchPage } from '../../presenters/search-result.ts';
import type {
  LineageInput,
  Resolvers,
  Result,
  SearchAcrossLineageCountsInput,
} from '../../schema/schema-types.generated.ts';
import { isSelected } from '../fields/selection-walk.ts';
import { answeredBy } from '../fields/bind-operation.ts';
import type { FieldSelection } from '../../schema/resolver-types.ts';
import { because } from '../../../../refusals.ts';

const DEFAULT_COUNT = 10;
const DEFAULT_NEIGHBOURS = 100;
const HITS = ['searchResults', 'entity'];
const NOTHING: LineageSearchOutcome = {
  total: 0,
  hits: [],
  facets: [],
  byHop: new Map<number, number>(),
  nextScrollId: undefined,
  isPartial: false,
};

export const LINEAGE_QUERIES = {
  searchAcrossLineage: answeredBy(searchLineage, async (_root, { input }, context, info) => {
    const start = notNegative('start', input.start ?? 0);
    const flags = parseSearch({ ...input, query: '' }, context.settings.registry)?.flags;
    const columnsAsParents = flags === undefined || showsColumnsAsParents(flags, input.searchFlags);
    const how = { start, isScroll: false, scrollId: undefined, columnsAsParents };
    return { start, ...(await search(input, how, context, info)) };
  }),
  scrollAcrossLineage: answeredBy(searchLineage, (_root, { input }, context, info) => {
    const how = { start: 0, isScroll: true, scrollId: input.scrollId ?? undefined, columnsAsParents: true };
    return search(input, how, context, info);
  }),
  searchAcrossLineageCounts: answeredBy([searchLineage, countLineage], async (_root, { input }, context) => ({
    total: await count(input, context),
  })),
} satisfies Partial<Resolvers['Query']>;

type Paging = Pick<LineageSearchInput, 'start' | 'isScroll' | 'scrollId' | 'columnsAsParents'>;

async function search(
  input: AnyLineageInput,
  how: Paging,
  context: GraphqlContext,
  info: FieldSelection,
): Promise<Result<'ScrollAcrossLineageResults'>> {
  const outcome = await find(input, how, context, info);
  await prefetch(outcome.hits, HITS, info, context);
  const { references } = context;
  const page = searchPage(outcome, references);
  return {
    ...page,
    nextScrollId: outcome.nextScrollId,
    isPartial: outcome.isPartial,
    searchResults: outcome.hits.map((hit, i) => ({
      ...page.searchResults[i],
      degree: hit.degree,
      degrees: hit.degrees,
      paths: hit.paths.map((path) => entityPath(path, references)),
      explored: hit.isExplored,
      truncatedChildren: hit.isCut,
      ignoredAsHop: hit.isIgnoredAsHop,
    })),
  };
}

async function find(
  input: AnyLineageInput,
  how: Paging,
  context: GraphqlContext,
  info: FieldSelection,
): Promise<LineageSearchOutcome> {
  if (input.urn === undefined || input.urn === null) {
    throw invalidRequest(
      "'urn' must be given: the entity whose lineage to search.",
      undefined,
      because('INPUT_MISSING', { name: 'urn' }),
    );
  }
  const { urn } = context.references.parse(input.urn);
  const asked = parseSearch({ ...input, query: input.query ?? '*' }, context.settings.registry);
  const narrowed = await applyView(asked, input.viewUrn, context);
  if (narrowed === undefined) return NOTHING;
  const flags = {
    ...narrowed.flags,
    skipAggregates: narrowed.flags.skipAggregates || !isSelected(['facets'], info),
    skipHighlighting:
      narrowed.flags.skipHighlighting || !isSelected(['searchResults', 'matchedFields'], info),
  };
  return context.run(searchLineage, {
    ...narrowed,
    ...how,
    urn,
    direction: input.direction,
    flags,
    lineage: parseLineageFlags(input),
    sort: parseSort({ ...input, query: '' }),
    count: notNegative('count', input.count ?? DEFAULT_COUNT),
    withPaths: isSelected(['searchResults', 'paths'], info),
  });
}

/** Number of entities in the lineage; counts stored entities only, as a search does. */
async function count(
  { urn: start, direction, ...input }: SearchAcrossLineageCountsInput,
  context: GraphqlContext,
): Promise<number> {
  const { urn } = context.references.parse(start);
  const searchFlags = {
    skipAggregates: true,
    skipHighlighting: true,
    filterNonLatestVersions: false,
    includeSoftDeleted: input.includeSoftDeleted ?? false,
  };
  const asked = parseSearch({ ...input, query: '*', searchFlags }, context.settings.registry);
  if (asked === undefined) return 0;
  const lineage = parseLineageFlags({ ...input, urn, direction });
  if (input.includeGhostEntities === true) {
    const onlyDeclaredColumns = input.validateSchemaFields !== 'NONE';
    return context.run(countLineage, { ...asked, urn, direction, lineage, onlyDeclaredColumns });
  }
  const { total } = await context.run(searchLineage, {
    ...asked,
    urn,
    direction,
    lineage,
    columnsAsParents: false,
    sort: [],
    withPaths: false,
    start: 0,
    count: 0,
    isScroll: false,
    scrollId: undefined,
  });
  return total;
}

/** One page of the direct upstream or downstream neighbours of an entity. */
export async function lineage(
  { urn }: EntityReference,
  { input }: { readonly input: LineageInput },
  context: GraphqlContext,
): Promise<object> {
  const start = notNegative('start', input.start ?? 0);
  const list = await context.run(listLineage, {
    urn,
    direction: input.direction,
    start,
    count: notNegative('count', input.count ?? DEFAULT_NEIGHBOURS),
    separateSiblings: input.separateSiblings ?? false,
    startTimeMillis: input.startTimeMillis ?? undefined,
    endTimeMillis: input.endTimeMillis ?? undefined,
    includeGhostEntities: input.includeGhostEntities ?? false,
  });
  const relationships = list.neighbours.map((neighbour) => relationship(urn, neighbour, context.references));
  return { start, count: relationships.length, total: list.total, filtered: list.filtered, relationships };
}

function relationship(start: Urn, neighbour: LineageNeighbour, references: EntityReferences): object {
  const { urn, type, createdOn, createdActor, updatedOn, updatedActor, via, properties } = neighbour;
  const path = via === undefined ? [start, urn] : [start, via, urn];
  return {
    type,
    degree: 1,
    createdOn,
    updatedOn,
    entity: references.to(urn),
    createdActor: createdActor && references.to(createdActor),
    updatedActor: updatedActor && references.to(updatedActor),
    isManual: properties?.['source'] === 'UI',
    paths: [entityPath(path, references)],
  };
}

function entityPath(path: readonly Urn[], references: EntityReferences): object {
  return { path: path.map((urn) => references.to(urn)) };
}
