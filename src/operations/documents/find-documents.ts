import * as v from 'valibot';
import { DOCUMENT_STAGES, LIFECYCLE_STAGE } from '../../model/lifecycle-stage.ts';
import type { Filter } from '../../model/filter.ts';
import { callerAndGroups } from '../groups/caller-groups.ts';
import { list } from '../input-types.ts';
import { defineRead } from '../operation.ts';
import { FLAG, NUMBER, TEXT, objectOf } from '../shapes.ts';
import { equalTo, findEntities, isMissing, type Listing } from '../search/find-entities.ts';
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
  /** Whether it finds documents that are meant to be found only through their assets. */
  readonly findsThoseOfAssets: boolean;
}

/**
 * One page of documents: published ones, and those that the caller or the caller's groups own, unless they are drafts. The
 * lifecycle stage of a document tells whether it is published; its state, if it has no stage.
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

function listingOf({ query, start, count }: DocumentSearch, filter: Filter): Listing {
  return { entityTypes: ['document'], filter, query, start, count, lifecycle: 'any' };
}

function conditionsOf(search: DocumentSearch): Filter[number] {
  return [
    ...oneOf('parentDocument', search.parentDocuments),
    ...(search.rootOnly === true ? [isMissing('parentDocument')] : []),
    ...oneOf('typeNames', search.types),
    ...oneOf('domains', search.domains),
    ...oneOf('relatedAssets', search.relatedAssets),
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
