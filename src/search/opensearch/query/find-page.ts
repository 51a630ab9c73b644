import { isRanked, scoreOf, sortValuesOf } from '../../cursor.ts';
import type { Cursor } from '../../cursor.ts';
import type { Hit, Page, PageRequest } from '../../search-index.ts';
import { parseUrn } from '../../../model/urn.ts';
import type { Columns } from '../document/columns.ts';
import { FIELDS, RESULT_WINDOW } from '../document/layout.ts';
import { decodeText, encodeText } from '../document/terms.ts';
import { MOST_ORDERED } from '../../text/word-order.ts';
import { askOne } from './answer.ts';
import type { AnsweredHit, Ask, SearchBody } from './answer.ts';
import type { Clause } from './clause.ts';
import { countMatches, matchingOf, queryClause, scoredMatching } from './matching.ts';
import type { Counted, Matching } from './matching.ts';
import { sortClauses } from './sort-clauses.ts';

/** A page and, if more hits follow, the cursor of its last hit. */
export interface FoundPage extends Omit<Page, 'next'> {
  readonly end?: Cursor;
}

/** Where a page is sought. */
export interface PagePlace {
  readonly columns: Columns;
  /** Cursor of the previous page. */
  readonly after: Cursor | undefined;
  /** Matches that are counted of a request that allows a lower bound. */
  readonly mostCounted: number;
}

/**
 * Finds a page. Requests page and total separately, because without the total OpenSearch can skip documents that cannot
 * get on the page.
 */
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
  const find = words === undefined ? findUnscored : findScored;
  const { hits, ...counted } = await find(ask, request, matching, { after, most });
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
    hits: page.map((hit) => toHit(hit, words !== undefined)),
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

async function findUnscored(
  ask: Ask,
  request: PageRequest,
  matching: Matching,
  { after, most }: Limits,
): Promise<Found> {
  const [counted, found] = await Promise.all([
    countMatches(ask, matching, most),
    askOne(ask, pageOf(request, matching, after, queryClause(matching, 'all'))),
  ]);
  return { ...counted, hits: found.hits.hits };
}

async function findScored(
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
  const { from, size, sort, words } = request;
  return {
    query,
    from,
    // One extra hit tells whether more follow.
    size: size + 1,
    sort: isRanked(request) ? [{ _score: 'desc' }, { [FIELDS.urn]: 'asc' }] : sortClauses(sort, columns),
    track_scores: words !== undefined,
    track_total_hits: false,
    // Only doc values: stored fields would have to be decompressed for every hit.
    stored_fields: '_none_',
    docvalue_fields: [FIELDS.urn, FIELDS.type],
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
  const urn = urnOf(last);
  if (ranked) return { urn, score: last._score ?? 0 };
  const values = last.sort?.slice(0, -1).map(String) ?? [];
  return values.length > 0 ? { urn, values } : { urn };
}

function toHit(hit: AnsweredHit, isScored: boolean): Hit {
  return {
    urn: parseUrn(urnOf(hit)),
    entityType: hit.fields[FIELDS.type]?.[0] ?? '',
    score: isScored ? (hit._score ?? 0) : 1,
  };
}

/** Urn of a hit. */
export function urnOf({ fields }: Pick<AnsweredHit, 'fields'>): string {
  return decodeText(fields[FIELDS.urn]?.[0] ?? '');
}
