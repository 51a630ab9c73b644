import { isRanked, scoreOf, sortValuesOf } from '../../cursor.ts';
import type { Cursor } from '../../cursor.ts';
import type { Hit, Page, PageRequest } from '../../search-index.ts';
import { parseUrn } from '../../../model/urn.ts';
import type { Columns } from '../document/columns.ts';
import { FIELDS, RESULT_WINDOW } from '../document/layout.ts';
import { decodeText, encodeText } from '../document/terms.ts';
import { MOST_ORDERED } from '../../text/word-order.ts';
import { askOne, totalOf } from './answer.ts';
import type { AnsweredHit, Ask, SearchBody } from './answer.ts';
import { isOpen } from './clause.ts';
import type { Clause } from './clause.ts';
import {
  askAllThenAny,
  countMatches,
  countOf,
  matchingOf,
  queryClause,
  scoredMatching,
  weighedMatching,
} from './matching.ts';
import type { Counted, Matching } from './matching.ts';
import { sortClauses } from './sort-clauses.ts';

/** A page and, if more hits follow, the cursor of its last hit. */
export interface FoundPage extends Omit<Page, 'next'> {
  readonly end?: Cursor;
}

/** Matches that a search for a page counts as well. */
const MOST_COUNTED_BESIDE = 10_000;

/** Where a page is sought. */
export interface PagePlace {
  readonly columns: Columns;
  /** Cursor of the previous page. */
  readonly after: Cursor | undefined;
  /** Matches that are counted of a request that allows a lower bound. */
  readonly mostCounted: number;
}

/** Finds a page. */
export async function findPage(
  ask: Ask,
  request: PageRequest,
  { after, columns, mostCounted }: PagePlace,
): Promise<FoundPage> {
  const { from, size, words } = request;
  const matching = matchingOf(request, columns);
  const most = request.mayBound === true ? mostCounted : undefined;
  if (from + size >= RESULT_WINDOW) {
    const { isBound, total } = await countMatches(ask, matching, most);
    return { total, hits: [], ...(isBound && { isBound }) };
  }
  const weighed = weighedMatching(matching);
  const found =
    words === undefined
      ? findUnscored(ask, request, matching, { after, most })
      : weighed === undefined
        ? findCounted(ask, request, matching, { after, most })
        : findWeighed(ask, request, weighed, { after, most });
  const { hits, ...counted } = await found;
  const page = hits.slice(0, size);
  const last = page.at(-1);
  const isLast = hits.length <= size;
  // The index may change between the two requests; a page with all hits determines the total itself.
  const isWhole = isLast && after === undefined && (from === 0 || page.length > 0);
  // A client that pages by number must not take a lower bound for the end.
  const shown = after === undefined && hits.length > 0 ? from + hits.length : 0;
  return {
    ...(isWhole
      ? { total: from + page.length }
      : counted.isBound
        ? { total: Math.max(counted.total, shown), isBound: true }
        : { total: counted.total }),
    hits: page.map((hit) => toHit(hit, request)),
    ...(last !== undefined && !isLast && { end: endAt(last, isRanked(request)) }),
  };
}

/** Hits of a page, plus one if more follow, and the total over all pages. */
interface Found extends Pick<Counted, 'total' | 'isBound'> {
  readonly hits: readonly AnsweredHit[];
}

interface Limits {
  readonly after: Cursor | undefined;
  /** Matches that are counted; undefined: all. */
  readonly most: number | undefined;
}

/**
 * The only page of a query that the engine weighs, by one search that stops at the first match beyond it; undefined if there may
 * be more, or the engine cannot weigh it.
 */
export async function findOnlyPage(
  ask: Ask,
  request: PageRequest,
  columns: Columns,
): Promise<FoundPage | undefined> {
  const { from, size } = request;
  const weighed = weighedMatching(matchingOf(request, columns));
  if (weighed === undefined || from > 0 || size >= RESULT_WINDOW) return undefined;
  const { answer } = await askAllThenAny(scoring(ask, request), weighed, (which) => ({
    ...pageOf(request, weighed, undefined, queryClause(weighed, which, MOST_ORDERED)),
    track_total_hits: true,
    // Of each shard.
    terminate_after: size + 1,
  }));
  const { hits } = answer.hits;
  if (hits.length > size || totalOf(answer) > hits.length) return undefined;
  return { total: hits.length, hits: hits.map((hit) => toHit(hit, request)) };
}

/**
 * A search for the first page counts few matches, or those of a query that only excludes some, whose number the engine often
 * knows. More are counted separately: without a total the engine skips what cannot get on the page, or was on an earlier one.
 */
async function findUnscored(
  ask: Ask,
  request: PageRequest,
  matching: Matching,
  { after, most }: Limits,
): Promise<Found> {
  const query = queryClause(matching, 'all');
  const page = pageOf(request, matching, after, query);
  if (after !== undefined) {
    const [counted, found] = await Promise.all([countMatches(ask, matching, most), askOne(ask, page)]);
    return { ...counted, hits: found.hits.hits };
  }
  const beside = isOpen(query) ? most : Math.min(most ?? Infinity, MOST_COUNTED_BESIDE);
  const found = await askOne(ask, { ...page, track_total_hits: beside ?? true });
  const { hits } = found.hits;
  const counted = countOf(found);
  const isKnown = !counted.isBound || beside === most;
  return { ...(isKnown ? counted : await countMatches(ask, matching, most)), hits };
}

/** Pages of the same words by the same statistics. */
function scoring(ask: Ask, { words }: PageRequest): Ask {
  return (searches) => ask(searches, words?.text);
}

/** The engine weighs the words, and every match has to be scored: so one search counts them, too. */
async function findWeighed(
  ask: Ask,
  request: PageRequest,
  matching: Matching,
  { after, most }: Limits,
): Promise<Found> {
  const find = async (matches: number): Promise<Found> => {
    const { answer } = await askAllThenAny(scoring(ask, request), matching, (which) => ({
      ...pageOf(request, matching, after, queryClause(matching, which, matches)),
      // The score depends on whether there are more than so many.
      track_total_hits: most === undefined ? true : Math.max(most, MOST_ORDERED + 1),
      ...(matches <= MOST_ORDERED && matching.words.length > 1 && { terminate_after: MOST_ORDERED + 1 }),
    }));
    return { ...countOf(answer), hits: answer.hits.hits };
  };
  const ordered = await find(MOST_ORDERED);
  return ordered.total > MOST_ORDERED && matching.words.length > 1 ? find(ordered.total) : ordered;
}

async function findCounted(
  ask: Ask,
  request: PageRequest,
  matching: Matching,
  { after, most }: Limits,
): Promise<Found> {
  const [counted, scored] = await Promise.all([
    // The score depends on whether there are more than so many.
    countMatches(ask, matching, most && Math.max(most, MOST_ORDERED + 1)),
    scoredMatching(ask, matching),
  ]);
  const search = pageOf(request, matching, after, queryClause(scored, counted.which, counted.total));
  const { hits } = (await askOne(ask, search)).hits;
  return { ...counted, hits };
}

/** Search for the hits of a page. */
function pageOf(
  request: PageRequest,
  { columns }: Matching,
  after: Cursor | undefined,
  query: Clause,
): SearchBody {
  const { entityTypes, from, size, sort, words } = request;
  return {
    query,
    from,
    // One extra hit tells whether more follow.
    size: size + 1,
    sort: isRanked(request) ? [{ _score: 'desc' }, { [FIELDS.urn]: 'asc' }] : sortClauses(sort, columns),
    track_scores: words !== undefined,
    track_total_hits: false,
    // Only doc values: stored fields would have to be decompressed for every hit. The urn is the last key of the order.
    stored_fields: '_none_',
    ...(entityTypes.length > 1 && { docvalue_fields: [FIELDS.type] }),
    ...(after !== undefined && { search_after: positionOf(after, request) }),
  };
}

function positionOf(after: Cursor, request: PageRequest): readonly (string | number)[] {
  const urn = encodeText(after.urn);
  if (isRanked(request)) return [scoreOf(after), urn];
  if (request.sort.length === 0) return [urn];
  return [...sortValuesOf(after, request).map(String), urn];
}

function endAt(last: AnsweredHit, ranked: boolean): Cursor {
  const urn = urnIn(last);
  if (ranked) return { urn, score: last._score ?? 0 };
  const values = last.sort?.slice(0, -1).map(String) ?? [];
  return values.length > 0 ? { urn, values } : { urn };
}

function toHit(hit: AnsweredHit, { entityTypes: [only = '', other], words }: PageRequest): Hit {
  return {
    urn: parseUrn(urnIn(hit)),
    entityType: other === undefined ? only : (hit.fields?.[FIELDS.type]?.[0] ?? ''),
    score: words === undefined ? 1 : (hit._score ?? 0),
  };
}

/** Urn of a hit of `pageOf`. */
function urnIn({ sort = [] }: AnsweredHit): string {
  return decodeText(String(sort.at(-1) ?? ''));
}

/** Urn of a hit with this field. */
export function urnOf({ fields }: Pick<AnsweredHit, 'fields'>): string {
  return decodeText(fields?.[FIELDS.urn]?.[0] ?? '');
}
