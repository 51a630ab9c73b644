import { isRanked, scoreOf, sortValuesOf } from '../../cursor.ts';
import type { Cursor } from '../../cursor.ts';
import type { Hit, Page, PageRequest } from '../../search-index.ts';
import { parseUrn } from '../../../model/urn.ts';
import { FIELDS } from '../document/layout.ts';
import { decodeText, encodeText } from '../document/terms.ts';
import type { AnsweredHit, Ask } from './answer.ts';
import { askMatching, matchingOf, scoredMatching } from './matching.ts';
import { sortClauses } from './sort-clauses.ts';

/** A page and, when more hits follow, where it ended. */
export interface FoundPage extends Omit<Page, 'next'> {
  readonly end?: Cursor;
}

/** Answers a request from one set of indexes or one state of them; `after` is where the page before ended. */
export async function findPage(
  ask: Ask,
  request: PageRequest,
  after: Cursor | undefined,
): Promise<FoundPage> {
  const { from, size, sort, words } = request;
  const ranked = isRanked(request);
  const matching = words === undefined ? matchingOf(request) : await scoredMatching(ask, request);
  const answer = await askMatching(ask, matching, {
    from,
    // One more than asked for tells whether more hits follow.
    size: size + 1,
    sort: ranked ? [{ _score: 'desc' }, { [FIELDS.urn]: 'asc' }] : sortClauses(sort),
    track_scores: words !== undefined,
    _source: false,
    docvalue_fields: [FIELDS.urn, FIELDS.type],
    ...(after !== undefined && { search_after: positionOf(after, request) }),
  });
  const { total, hits } = answer.hits;
  const page = hits.slice(0, size);
  const last = page.at(-1);
  return {
    total: total.value,
    hits: page.map((hit) => toHit(hit, words !== undefined)),
    ...(last !== undefined && hits.length > size && { end: endAt(last, ranked) }),
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

/** The urn of a hit, as text. */
export function urnOf({ fields }: Pick<AnsweredHit, 'fields'>): string {
  return decodeText(fields[FIELDS.urn]?.[0] ?? '');
}
