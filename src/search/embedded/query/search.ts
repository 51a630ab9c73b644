import type { Steps } from '../../../util/concurrency/steps.ts';
import { isRanked, scoreOf, sortValuesOf, type Cursor } from '../../cursor.ts';
import type { Page, PageRequest } from '../../search-index.ts';
import type { Epoch } from '../epoch.ts';
import type { AnswerTime } from './answer-time.ts';
import { toHit, urnOf, type Candidate } from './candidate.ts';
import { matchEpoch, totalOf, type Matches } from './match.ts';
import { takeBySort, type SortPosition } from './take-by-sort.ts';
import { takeByScore, withScores } from './take-by-score.ts';
import { takeByUrn } from './take-by-urn.ts';
import { weighWords } from './word-search.ts';

/** A page and, if more hits follow, the cursor of its last hit. */
export interface FoundPage extends Omit<Page, 'next'> {
  readonly end?: Cursor;
}

/** Finds a page in an epoch, in steps; `after` is the cursor of the previous page. TIMEOUT when the time is up. */
export function* findPage(
  epoch: Epoch,
  request: PageRequest,
  after: Cursor | undefined,
  time: AnswerTime,
): Steps<FoundPage> {
  const matches = yield* matchEpoch(epoch, request, time);
  const found = yield* take(epoch, matches, request, after, time);
  const hits = found.slice(0, request.size);
  const last = hits.at(-1);
  return {
    total: totalOf(matches),
    hits: hits.map(toHit),
    ...(last !== undefined && found.length > hits.length && { end: cursorAt(last, request) }),
  };
}

/** A candidate, with sort values if the request has sort keys. */
type Found = Candidate & Partial<Pick<SortPosition, 'values'>>;

function* take(
  epoch: Epoch,
  matches: readonly Matches[],
  request: PageRequest,
  after: Cursor | undefined,
  time: AnswerTime,
): Steps<readonly Found[]> {
  const { words, sort, from } = request;
  // One extra hit shows whether more follow.
  const count = request.size + 1;
  if (sort.length > 0) {
    const found = takeBySort(
      matches,
      sort,
      after && { urn: after.urn, values: sortValuesOf(after, request) },
      from,
      count,
    );
    if (words === undefined) return found;
    const scored = yield* withScores(found, matches, yield* weighWords(epoch, matches, request, time), time);
    return found.map((candidate, i) => ({ ...candidate, score: scored[i]?.score ?? 0 }));
  }
  if (words === undefined) return takeByUrn(matches, after?.urn, from, count);
  return yield* takeByScore(
    matches,
    yield* weighWords(epoch, matches, request, time),
    after && { urn: after.urn, score: scoreOf(after) },
    from,
    count,
    time,
  );
}

function cursorAt(last: Found, request: PageRequest): Cursor {
  const urn = urnOf(last);
  if (request.sort.length > 0) return { urn, values: last.values ?? [] };
  return isRanked(request) ? { urn, score: last.score } : { urn };
}
