import * as v from 'valibot';
import { DOCUMENT_STAGES, LIFECYCLE_STAGE } from '../../model/lifecycle-stage.ts';
import type { Filter } from '../../model/filter.ts';
import { callerAndGroups } from '../groups/caller-groups.ts';
import { list } from '../input-types.ts';
import { defineRead } from '../operation.ts';
import { FLAG, NUMBER, TEXT, objectOf } from '../shapes.ts';
import { equalTo, findEntities, isMissing, type Listing } from '../search/find-entities.ts';
import { FILTER } from '../search/filter-input.ts';
import { SORT } from '../search/search-shape.ts';
import { listEntities } from '../search/list-entities.ts';
import { readsFrom } from '../stored.ts';

/** A search for documents; all conditions must hold. An empty list is no condition. */
export interface DocumentSearch extends Pick<Listing, 'query' | 'start' | 'count'> {
  /** Urns of parents; any of them matches. */
  readonly parentDocuments?: readonly string[] | null | undefined;
  /** Only documents without a parent. */
  readonly rootOnly?: boolean | null | undefined;
  /** Subtypes; any of them matches. */
  readonly types?: readonly string[] | null | undefined;
  readonly domains?: readonly string[] | null | undefined;
  readonly relatedAssets?: readonly string[] | null | undefined;
  readonly sourceType?: string | null | undefined;
  readonly tags?: readonly string[] | null | undefined;
  readonly glossaryTerms?: readonly string[] | null | undefined;
  readonly creators?: readonly string[] | null | undefined;
  readonly platforms?: readonly string[] | null | undefined;
  readonly states?: readonly string[] | null | undefined;
  /** Further conditions, for example of a view. */
  readonly filter?: Filter | undefined;
  readonly sort?: Listing['sort'] | undefined;
  /** Whether to include documents that are found only through their assets. */
  readonly findsThoseOfAssets: boolean;
}

/**
 * One page of documents: published ones, and those that the caller or the caller's groups own, unless they are
 * drafts. The lifecycle stage of a document decides whether it is published, or its state if it has no stage.
 */
export const findDocuments = defineRead({
  name: 'findDocuments',
  summary: 'Searches published documents, and those that you or your groups own.',
  input: () =>
    objectOf({
      query: v.nullish(TEXT),
      start: v.nullish(NUMBER),
      count: v.nullish(NUMBER),
      parentDocuments: v.nullish(list(TEXT)),
      rootOnly: v.nullish(FLAG),
      types: v.nullish(list(TEXT)),
      domains: v.nullish(list(TEXT)),
      relatedAssets: v.nullish(list(TEXT)),
      sourceType: v.nullish(TEXT),
      tags: v.nullish(list(TEXT)),
      glossaryTerms: v.nullish(list(TEXT)),
      creators: v.nullish(list(TEXT)),
      platforms: v.nullish(list(TEXT)),
      states: v.nullish(list(TEXT)),
      filter: v.optional(FILTER),
      sort: v.optional(SORT),
      findsThoseOfAssets: v.nullish(FLAG, false),
    }),
  limits: (search, settings) => listEntities.limits?.(listingOf(search, [conditionsOf(search)]), settings),
  isLong: true,
  run: async (search, reading) => {
    const caller = await callerAndGroups(reading, readsFrom(reading));
    const conditions = conditionsOf(search);
    const filter = [
      [...conditions, equalTo(STAGE, DOCUMENT_STAGES.published)],
      [...conditions, isMissing(STAGE), equalTo('state', 'PUBLISHED')],
      [...conditions, no(equalTo(STAGE, DOCUMENT_STAGES.draft)), equalTo('owners', ...caller)],
    ];
    return findEntities(listingOf(search, filter), reading);
  },
});

const STAGE = LIFECYCLE_STAGE.member;

function listingOf({ query, start, count, sort, ...search }: DocumentSearch, ours: Filter): Listing {
  const more = search.filter ?? [];
  const filter = more.length === 0 ? ours : ours.flatMap((one) => more.map((other) => [...one, ...other]));
  return { entityTypes: ['document'], filter, query, start, count, lifecycle: 'any', ...(sort && { sort }) };
}

function conditionsOf(search: DocumentSearch): Filter[number] {
  return [
    ...oneOf('parentDocument', search.parentDocuments),
    ...(search.rootOnly === true ? [isMissing('parentDocument')] : []),
    ...oneOf('typeNames', search.types),
    ...oneOf('domains', search.domains),
    ...oneOf('relatedAssets', search.relatedAssets),
    ...oneOf('tags', search.tags),
    ...oneOf('glossaryTerms', search.glossaryTerms),
    ...oneOf('creator', search.creators),
    ...oneOf('platform', search.platforms),
    ...oneOf('state', search.states),
    ...(search.sourceType ? [equalTo('sourceType', search.sourceType)] : []),
    ...(search.findsThoseOfAssets ? [] : [no(equalTo('showInGlobalContext', 'false'))]),
  ];
}

function oneOf(field: string, values: readonly string[] | null | undefined): Filter[number] {
  return values && values.length > 0 ? [equalTo(field, ...values)] : [];
}

function no(criterion: Filter[number][number]): Filter[number][number] {
  return { ...criterion, negated: true };
}
