import { STRUCTURED_PROPERTY } from '../../model/structured-property.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../util/json.ts';

const DAY_MS = 86_400_000;

/** The day of the stored demo in epoch ms, at its end of work: no time in it is later, except planned ones. */
export const DEMO_DAY = Date.UTC(2026, 8, 30, 6);

/** Members that hold epoch ms in audit stamps, points and refreshes. */
const TIMES: ReadonlySet<string> = new Set([
  'time',
  'timestampMillis',
  'lastUpdatedTimestamp',
  'lastRefreshed',
  'lastObserved',
  'startedAt',
  'requestedAt',
  'startTimeMs',
]);

const { assignmentAspect } = STRUCTURED_PROPERTY;
const DATE = /^\d{4}-\d{2}-\d{2}$/;

/** Whole days in ms from the day of the stored demo to the day of `now`. */
export function sinceDemoMs(now: number): number {
  return Math.floor((now - DEMO_DAY) / DAY_MS) * DAY_MS;
}

/**
 * Moves the times and dates of an aspect by whole days: the numbers in members that hold epoch ms, and, in property values,
 * texts of the form YYYY-MM-DD.
 */
export function movedBy(offsetMs: number, aspectName: string, value: JsonObject): JsonObject {
  const hasDates = aspectName === assignmentAspect;
  const moved = (name: string, item: JsonValue | undefined): JsonValue | undefined => {
    if (Array.isArray(item)) return item.map((one: JsonValue) => moved('', one) ?? null);
    if (isJsonObject(item)) return object(item);
    if (typeof item === 'number') return TIMES.has(name) && item > 0 ? item + offsetMs : item;
    const isDate = hasDates && name === 'string' && typeof item === 'string' && DATE.test(item);
    return isDate ? new Date(Date.parse(item) + offsetMs).toISOString().slice(0, 10) : item;
  };
  const object = (members: JsonObject): JsonObject =>
    Object.fromEntries(Object.entries(members).map(([name, item]) => [name, moved(name, item) ?? null]));
  return object(value);
}
