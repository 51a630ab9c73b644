import type { Requester } from '../../../operations/requester.ts';
import { getPoints } from '../../../operations/timeseries/get-points.ts';
import { MOST_POINTS, tooManyPoints } from '../../../operations/timeseries/point-limit.ts';
import { scanPoints } from '../../../operations/timeseries/scan-points.ts';
import type { Aspect } from '../../../model/aspect.ts';
import type { Criterion, Filter } from '../../../model/filter.ts';
import { pointMatcher } from '../../../model/points/match-point.ts';
import { parseUrn } from '../../../model/urn.ts';
import { nextTurn } from '../../../util/concurrency/next-turn.ts';

const PAGE = 1_000;

/** Points of a timeseries aspect of an entity type. */
export interface PointSource {
  readonly entityType: string;
  readonly aspectName: string;
}

/**
 * The points that match a filter; newest first per entity if the filter names entities, otherwise newest first overall.
 * Throws INVALID_REQUEST when more than 100,000 points would have to be read.
 */
export async function* readPoints(
  requester: Requester,
  source: PointSource,
  filter: Filter,
): AsyncGenerator<Aspect> {
  const isWanted = pointMatcher(filter);
  const window = { from: bound(filter, FROM), to: bound(filter, TO) };
  const urns = urnsOf(filter);
  let count = 0;
  const points =
    urns === undefined ? ofType(requester, source, window) : ofEntities(requester, source, urns, window);
  for await (const point of points) {
    if (++count > MOST_POINTS) throw tooManyPoints();
    if (isWanted(point)) yield point;
  }
}

/** An inclusive time range in epoch ms. */
interface Window {
  readonly from: number | undefined;
  readonly to: number | undefined;
}

async function* ofEntities(
  requester: Requester,
  { aspectName }: PointSource,
  urns: readonly string[],
  window: Window,
): AsyncGenerator<Aspect> {
  for (const text of urns) {
    const urn = parseUrn(text);
    yield* await requester.run(getPoints, { urn, aspectName, ...window, limit: MOST_POINTS + 1 });
  }
}

/** All points of the aspect that the caller may see, newest first. */
async function* ofType(requester: Requester, source: PointSource, window: Window): AsyncGenerator<Aspect> {
  let after: string | undefined;
  do {
    const page = await requester.run(scanPoints, { ...source, ...window, limit: PAGE, after });
    yield* page.map(({ point }) => point);
    after = page.length === PAGE ? page.at(-1)?.position : undefined;
    await nextTurn();
  } while (after !== undefined);
}

/** The entities to which the filter restricts matches; undefined when it does not. */
function urnsOf([only, ...others]: Filter): readonly string[] | undefined {
  if (only === undefined || others.length > 0) return undefined;
  const named = only.find(({ field, operator, values, negated }) => {
    const isEqual = operator === 'EQUAL' || operator === 'IN';
    return field === 'urn' && isEqual && !negated && values.length > 0;
  });
  return named && [...new Set(named.values)];
}

const FROM: ReadonlySet<string> = new Set(['GREATER_THAN', 'GREATER_THAN_OR_EQUAL_TO']);
const TO: ReadonlySet<string> = new Set(['LESS_THAN', 'LESS_THAN_OR_EQUAL_TO']);

/** The bound that the filter sets on the time of matches; undefined when it sets none. */
function bound([only, ...others]: Filter, operators: ReadonlySet<string>): number | undefined {
  if (only === undefined || others.length > 0) return undefined;
  const isBound = ({ field, operator, values, negated }: Criterion): boolean =>
    field === 'timestampMillis' && operators.has(operator) && !negated && values.length === 1;
  const time = Number(only.find(isBound)?.values[0]);
  return Number.isSafeInteger(time) ? time : undefined;
}
