import type { EntityReferences } from '../../../model/entity-reference.ts';
import type { FacetResult } from '../../../operations/search/count-facets.ts';
import type { SearchHit, SearchOutcome } from '../../../operations/search/search-entities.ts';
import { unhurried } from '../context/unhurried.ts';

/** Fields that results of searches share. */
interface SearchPage<Hits> {
  readonly count: number;
  readonly total: number;
  readonly searchResults: Hits;
  readonly facets: readonly object[];
}

/** Fields that results of offset-paged and scrolled searches share; the hits for {@link unhurried} completion. */
export function searchPage(
  outcome: Pick<SearchOutcome, 'hits' | 'total' | 'facets'>,
  references: EntityReferences,
): SearchPage<readonly object[] | AsyncIterable<object>> {
  const searchResults = unhurried(outcome.hits, (hit) => searchResult(hit, references));
  return { ...aboutPage(outcome, references), searchResults };
}

/** The same fields with the hits as a list, for callers that add to each. */
export function plainPage(
  outcome: Pick<SearchOutcome, 'hits' | 'total' | 'facets'>,
  references: EntityReferences,
): SearchPage<readonly object[]> {
  const searchResults = outcome.hits.map((hit) => searchResult(hit, references));
  return { ...aboutPage(outcome, references), searchResults };
}

function aboutPage(
  { facets: counted, hits, total }: Pick<SearchOutcome, 'hits' | 'total' | 'facets'>,
  references: EntityReferences,
): Omit<SearchPage<unknown>, 'searchResults'> {
  return { count: hits.length, total, facets: facets(counted, references) };
}

/** One `FacetMetadata` per facet. */
export function facets(results: readonly FacetResult[], references: EntityReferences): readonly object[] {
  return results.map(({ field, displayName, entity, buckets }) => ({
    field,
    displayName,
    entity: entity && references.to(entity),
    aggregations: buckets.map((bucket) => ({
      value: bucket.value,
      count: bucket.count,
      entity: bucket.entity && references.to(bucket.entity),
      displayName: bucket.displayName,
    })),
  }));
}

function searchResult({ urn, entityType, matchedFields }: SearchHit, references: EntityReferences): object {
  return {
    entity: { urn, entityType },
    insights: [],
    matchedFields: matchedFields.map(({ name, value }) => ({ name, value, entity: references.find(value) })),
    extraProperties: [],
  };
}
