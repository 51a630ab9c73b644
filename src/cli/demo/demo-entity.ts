import { parseUrn, type Urn } from '../../model/urn.ts';
import type { JsonObject } from '../../util/json.ts';

/** A demo entity with the aspects to write. */
export interface DemoEntity {
  readonly urn: Urn;
  readonly aspects: Readonly<Record<string, JsonObject>>;
}

/** The demo's current time in epoch ms; fixed, so that every run creates the same catalog. */
export const DEMO_NOW = Date.UTC(2026, 8, 30, 6);

/** A day in milliseconds. */
export const DAY = 86_400_000;

/** Actor of all audit stamps. */
export const DEMO_ACTOR = 'urn:li:corpuser:datahub';

/** An audit stamp the given number of days before DEMO_NOW. */
export function stamp(daysAgo: number): JsonObject {
  return { time: DEMO_NOW - daysAgo * DAY, actor: DEMO_ACTOR };
}

/** Creates an entity; undefined aspects are omitted. */
export function demoEntity(
  urn: string,
  aspects: Readonly<Record<string, JsonObject | undefined>>,
): DemoEntity {
  const present = Object.entries(aspects).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value] as const],
  );
  return { urn: parseUrn(urn), aspects: Object.fromEntries(present) };
}
