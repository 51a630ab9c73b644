import { isRanked, scoreOf, sortValuesOf, type Cursor } from '../../cursor.ts';
import type { Hit, Page, PageRequest } from '../../search-index.ts';
import { parseUrn } from '../../../model/urn.ts';
import type { Columns } from '../document/columns.ts';
import { FIELDS, RESULT_WINDOW } from '../document/layout.ts';
import { encodeText } from '../document/terms.ts';
import { MOST_ORDERED } from '../../text/word-order.ts';
import { askOne, totalOf, urnIn, type AnsweredHit, type Ask, type SearchBody } from './answer.ts';
import { bestBody, orderBest } from './best-hits.ts';
import { isOpen, type Clause } from './clause.ts';
import {
  askAllThenAny,
  countMatches,
  countOf,
  countingBody,
  matchingOf,
  queryClause,
  scoredMatching,
  weighedMatching,
  type Counted,
  type Matching,
} from './matching.ts';
import { sortClauses } from './sort-clauses.ts';

/** A page and, if more hits follow, the cursor of its last hit. */
export interface FoundPage extends Omit<Page, 'next'> {
  readonly end?: Cursor;
}

/** Number of matches up to which a search for a page also counts them. */
const MOST_COUNTED_BESIDE = 10_000;
/** Number of matches of words up to which one search scores, orders and counts them all; its cost grows with them. */
const FEW = 1000;

/** Where to search for a page. */
export interface PagePlace {
  readonly columns: Columns;
  /** Cursor of the previous page. */
  readonly after: Cursor | undefined;
  /** Maximum matches to count for a request that allows a lower bound. */
  readonly mostCounted: number;
  /** Whether more than a few matches are expected, as found by `findOnlyPage`. */
  readonly isBroad?: boolean;
}

/** Finds a page. */
export async function findPage(
  ask: Ask,
  request: PageRequest,
  { after, columns, isBroad = false, mostCounted }: PagePlace,
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
        : findWeighed(ask, request, weighed, { after, most, isBroad });
  const { hits, ...counted } = await found;
  const page = hits.slice(0, size);
  const last = page.at(-1);
  const isLast = hits.length <= size;
  // The index may change between the two requests; a page with all hits determines the total itself.
  const isWhole = isLast && after === undefined && (from === 0 || page.length > 0);
  // A client that pages by number must not mistake a lower bound for the end.
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
  /** Maximum matches to count; undefined: all. */
  readonly most: number | undefined;
}

/**
 * The only page of a query that the engine can weigh, with one search that stops soon after it; undefined if there may be more
 * pages, or the engine cannot weigh it.
 */
export async function findOnlyPage(
  ask: Ask,
  request: PageRequest,
  columns: Columns,
): Promise<{ readonly page?: FoundPage; readonly isBroad: boolean }> {
  const { from, size } = request;
  const weighed = weighedMatching(matchingOf(request, columns));
  if (weighed === undefined || from > 0 || size >= RESULT_WINDOW) return { isBroad: false };
  // Word order is read for each match.
  const limit = weighed.words.length > 1 ? size : Math.max(size, FEW);
  const { hits, total } = await findFew(ask, request, weighed, limit);
  if (total > size) return { isBroad: total > FEW };
  return { page: { total, hits: hits.map((hit) => toHit(hit, request)) }, isBroad: false };
}

/**
 * A search for the first page counts few matches, or those of a query that only excludes some, whose number the engine often
 * knows. Otherwise matches are counted separately: without a total the engine skips documents that cannot be on the page, or
 * were on an earlier one.
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

/** Ensures that all pages of the same words use the same statistics. */
function scoring(ask: Ask, { words }: PageRequest): Ask {
  return (searches) => ask(searches, words?.text);
}

/**
 * Finds a page by words that the engine weighs. The best of many matches are found by searches that need not score all
 * of them.
 */
async function findWeighed(
  ask: Ask,
  request: PageRequest,
  matching: Matching,
  { after, isBroad, most }: Limits & { readonly isBroad: boolean },
): Promise<Found> {
  const limits = { after, most };
  const isFirst = after === undefined && isRanked(request) && request.from + request.size < FEW;
  let which: Counted['which'] = 'all';
  if (matching.words.length > 1 || !isFirst) {
    const ordered = await findScored(ask, request, matching, limits, MOST_ORDERED);
    if (matching.words.length === 1 || ordered.total <= MOST_ORDERED) return ordered;
    which = ordered.which;
  } else if (!isBroad) {
    const few = await findFew(ask, request, matching, FEW);
    if (few.total <= FEW) return few;
  }
  const best = isFirst ? await findBest(ask, request, matching, which, most) : undefined;
  return best ?? findScored(ask, request, matching, limits, Infinity);
}

/** The page, with all matches counted, unless there are more than `limit`. */
async function findFew(ask: Ask, request: PageRequest, matching: Matching, limit: number): Promise<Found> {
  const { answer } = await askAllThenAny(scoring(ask, request), matching, (which) => ({
    ...pageOf(request, matching, undefined, queryClause(matching, which, limit)),
    track_total_hits: true,
    // The limit applies to each shard.
    terminate_after: limit + 1,
  }));
  return { total: totalOf(answer), isBound: false, hits: answer.hits.hits };
}

/** The first page, without word order; undefined if the index has changed between two searches. */
async function findBest(
  ask: Ask,
  request: PageRequest,
  matching: Matching,
  which: Counted['which'],
  most: number | undefined,
): Promise<Found | undefined> {
  const { entityTypes, from, size } = request;
  const { rarities: _, ...unscored } = matching;
  const types = entityTypes.length > 1 ? [FIELDS.type] : [];
  const best = bestBody(queryClause(matching, which), from + size + 1, types);
  const scored = scoring(ask, request);
  const [counted, answer] = await scored([countingBody(unscored, which, most), best]);
  const hits = answer && (await orderBest(scored, best, answer));
  return counted && hits && { ...countOf(counted), hits: hits.slice(from) };
}

/** A page by one search that scores, and so counts, each match; word order scores up to this number of `matches`. */
async function findScored(
  ask: Ask,
  request: PageRequest,
  matching: Matching,
  { after, most }: Limits,
  matches: number,
): Promise<Found & Pick<Counted, 'which'>> {
  const { answer, which } = await askAllThenAny(scoring(ask, request), matching, (which) => ({
    ...pageOf(request, matching, after, queryClause(matching, which, matches)),
    track_total_hits: (matching.words.length > 1 ? orderedOf(most) : most) ?? true,
    ...(matches <= MOST_ORDERED && matching.words.length > 1 && { terminate_after: MOST_ORDERED + 1 }),
  }));
  return { ...countOf(answer), which, hits: answer.hits.hits };
}

/** Matches to count where word order scores up to a number of them. */
function orderedOf(most: number | undefined): number | undefined {
  return most && Math.max(most, MOST_ORDERED + 1);
}

async function findCounted(
  ask: Ask,
  request: PageRequest,
  matching: Matching,
  { after, most }: Limits,
): Promise<Found> {
  const [counted, scored] = await Promise.all([
    countMatches(ask, matching, orderedOf(most)),
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
    // One extra hit shows whether more follow.
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
