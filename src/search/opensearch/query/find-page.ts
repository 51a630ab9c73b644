import { isRanked, scoreOf, sortValuesOf } from '../../cursor.ts';
import type { Cursor } from '../../cursor.ts';
import type { Hit, Page, PageRequest } from '../../search-index.ts';
import { parseUrn } from '../../../model/urn.ts';
import { FIELDS, RESULT_WINDOW } from '../document/layout.ts';
import { decodeText, encodeText } from '../document/terms.ts';
import type { AnsweredHit, Ask } from './answer.ts';
import type { Clause } from './clause.ts';
import { countMatches, matchingOf, queryClause, scoredMatching } from './matching.ts';
import { sortClauses } from './sort-clauses.ts';

/** A page and, when more hits follow, where it ended. */
export interface FoundPage extends Omit<Page, 'next'> {
  readonly end?: Cursor;
}

/**
 * Answers a request from one set of indexes or one state of them; `after` is where the page before ended. The page and the
 * total are asked for apart: the engine then sorts what can still get on the page instead of all that matches.
 */
export async function findPage(
  ask: Ask,
  request: PageRequest,
  after: Cursor | undefined,
): Promise<FoundPage> {
  const { from, size, words } = request;
  if (from + size >= RESULT_WINDOW) {
    return { total: (await countMatches(ask, matchingOf(request))).total, hits: [] };
  }
  const find = words === undefined ? findUnscored : findScored;
  const { hits, total } = await find(ask, request, after);
  const page = hits.slice(0, size);
  const last = page.at(-1);
  const isLast = hits.length <= size;
  // Something may have been written between the two answers; a page that holds everything knows the total by itself.
  const isWhole = isLast && after === undefined && (from === 0 || page.length > 0);
  return {
    total: isWhole ? from + page.length : total,
    hits: page.map((hit) => toHit(hit, words !== undefined)),
    ...(last !== undefined && !isLast && { end: endAt(last, isRanked(request)) }),
  };
}

/** Hits of a page, one more than asked for if more follow, and how many match on all pages. */
interface Found {
  readonly hits: readonly AnsweredHit[];
  readonly total: number;
}

async function findUnscored(ask: Ask, request: PageRequest, after: Cursor | undefined): Promise<Found> {
  const matching = matchingOf(request);
  const [{ total }, hits] = await Promise.all([
    countMatches(ask, matching),
    askHits(ask, request, after, queryClause(matching, 'all')),
  ]);
  return { total, hits };
}

async function findScored(ask: Ask, request: PageRequest, after: Cursor | undefined): Promise<Found> {
  const matching = matchingOf(request);
  const [{ total, which }, scored] = await Promise.all([
    countMatches(ask, matching),
    scoredMatching(ask, matching),
  ]);
  return { total, hits: await askHits(ask, request, after, queryClause(scored, which)) };
}

async function askHits(
  ask: Ask,
  request: PageRequest,
  after: Cursor | undefined,
  query: Clause,
): Promise<readonly AnsweredHit[]> {
  const { from, size, sort, words } = request;
  const order = isRanked(request) ? [{ _score: 'desc' }, { [FIELDS.urn]: 'asc' }] : sortClauses(sort);
  const answer = await ask({
    query,
    from,
    // One more than asked for tells whether more hits follow.
    size: size + 1,
    sort: order,
    track_scores: words !== undefined,
    track_total_hits: false,
    // Fields of columns only: what is stored would have to be unpacked for every hit.
    stored_fields: '_none_',
    docvalue_fields: [FIELDS.urn, FIELDS.type],
    ...(after !== undefined && { search_after: positionOf(after, request) }),
  });
  return answer.hits.hits;
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

/** The urn of a hit, as text. */
export function urnOf({ fields }: Pick<AnsweredHit, 'fields'>): string {
  return decodeText(fields[FIELDS.urn]?.[0] ?? '');
}
