import { parseUrn } from '../../model/urn.ts';
import type { Urn } from '../../model/urn.ts';
import type { JsonObject } from '../../util/json.ts';

/** An entity of the demo with the aspects that it gets. */
export interface DemoEntity {
  readonly urn: Urn;
  readonly aspects: Readonly<Record<string, JsonObject>>;
}

/** Epoch ms that counts as now in the demo; fixed, so that every run makes the same catalog. */
export const DEMO_NOW = Date.UTC(2026, 8, 30, 6);

/** Milliseconds of a day. */
export const DAY = 86_400_000;

/** Who is said to have made everything. */
export const DEMO_ACTOR = 'urn:li:corpuser:datahub';

/** An audit stamp at the demo's now, so many days ago. */
export function stamp(daysAgo: number): JsonObject {
  return { time: DEMO_NOW - daysAgo * DAY, actor: DEMO_ACTOR };
}

/** Puts an entity together; aspects that are undefined are left out. */
export function demoEntity(
  urn: string,
  aspects: Readonly<Record<string, JsonObject | undefined>>,
): DemoEntity {
  const present = Object.entries(aspects).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value] as const],
  );
  return { urn: parseUrn(urn), aspects: Object.fromEntries(present) };
}
