import type { Aspect } from '../../model/aspect.ts';
import { compareMoments } from '../../operations/changes/compare-moments.ts';
import { readEntityAsOf } from '../../operations/changes/read-entity-as-of.ts';
import { nextTurn } from '../../util/concurrency/next-turn.ts';
import type { JsonObject } from '../../util/json.ts';
import { exposed, type OwnRoute } from './own-route.ts';

/** Minimum characters of a value that is parsed in a separate turn of the event loop: they take about a millisecond. */
const LONG = 64 * 1024;

/** Reads of entities as of an earlier moment. */
export const AS_OF_ROUTES: readonly OwnRoute[] = [
  exposed('GET /entities/:urn', readEntityAsOf, {
    mayMiss: true,
    mayExpire: true,
    present: async ({ aspects: read, cursor, sequence }, { urn }) => {
      const aspects: Record<string, object> = {};
      for (const [name, aspect] of read) {
        const { created, systemMetadata } = aspect;
        aspects[name] = { value: await valueOf(aspect), systemMetadata, created };
      }
      return { urn, asOf: cursor, sequence, aspects };
    },
  }),
  exposed('GET /diff', compareMoments, {
    mayExpire: true,
    present: async ({ differences, from, to }, { urn }) => {
      const values: object[] = [];
      for (const { after, aspectName, before } of differences) {
        values.push({ aspectName, before: await valueOf(before), after: await valueOf(after) });
      }
      return { urn, from, to, differences: values };
    },
  }),
];

/** The value, or null without one. Parses at most one long value per turn of the event loop. */
async function valueOf(aspect: Aspect | undefined): Promise<JsonObject | null> {
  if (aspect === undefined) return null;
  if (aspect.text.length > LONG) await nextTurn();
  return aspect.value;
}
