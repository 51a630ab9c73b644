import type { EntityReferences } from '../../../model/entity-reference.ts';
import type { FacetResult } from '../../../operations/search/count-facets.ts';
import type { SearchHit, SearchOutcome } from '../../../operations/search/search-entities.ts';

/** Fields that results of searches share. */
interface SearchPage {
  readonly count: number;
  readonly total: number;
  readonly searchResults: readonly object[];
  readonly facets: readonly object[];
}

/** Fields that results of offset-paged and scrolled searches share. */
export function searchPage(
  outcome: Pick<SearchOutcome, 'hits' | 'total' | 'facets'>,
  references: EntityReferences,
): SearchPage {
  return {
    count: outcome.hits.length,
    total: outcome.total,
    searchResults: outcome.hits.map((hit) => searchResult(hit, references)),
    facets: facets(outcome.facets, references),
  };
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
