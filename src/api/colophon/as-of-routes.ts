import { invalidRequest } from '../../errors.ts';
import type { Aspect } from '../../model/aspect.ts';
import { parseUrn } from '../../model/urn.ts';
import { compareMoments } from '../../operations/changes/compare-moments.ts';
import { readEntityAsOf } from '../../operations/changes/read-entity-as-of.ts';
import { nextTurn } from '../../util/concurrency/next-turn.ts';
import type { JsonObject } from '../../util/json.ts';
import type { QueryParameters } from '../http/query-parameters.ts';
import { ownRoute, type OwnRoute } from './own-route.ts';

/** Characters of a value that takes a turn of its own: they are parsed in about a millisecond. */
const LONG = 64 * 1024;

const parameter = (name: string, description: string): JsonObject => ({
  name,
  in: 'query',
  required: true,
  description,
  schema: { type: 'string' },
});

function required(query: QueryParameters, name: string): string {
  const text = query.text(name);
  if (text === undefined) throw invalidRequest(`Parameter ${name} is missing. Give it once.`);
  return text;
}

/** Reads of entities as they were. */
export const AS_OF_ROUTES: readonly OwnRoute[] = [
  ownRoute({
    method: 'GET',
    path: '/entities/:urn',
    operation: readEntityAsOf,
    mayMiss: true,
    summary: 'Get an entity of any type with all aspects, as it was at a moment',
    parameters: [parameter('asOf', 'A cursor of the change feed, or a time such as 2026-03-01T14:30:00Z.')],
    answer: async ({ named, query, requester }) => {
      const urn = parseUrn(named('urn'));
      const entity = await requester.run(readEntityAsOf, { urn, moment: required(query, 'asOf') });
      const aspects: Record<string, object> = {};
      for (const [name, aspect] of entity.aspects) {
        const { created, systemMetadata } = aspect;
        aspects[name] = { value: await valueOf(aspect), systemMetadata, created };
      }
      return { urn, asOf: entity.cursor, sequence: entity.sequence, aspects };
    },
  }),
  ownRoute({
    method: 'GET',
    path: '/diff',
    operation: compareMoments,
    summary: 'Tell which aspects of an entity differ between two moments',
    parameters: [
      parameter('urn', 'The entity.'),
      parameter('from', 'A cursor of the change feed, or a time such as 2026-03-01T14:30:00Z.'),
      parameter('to', 'Like from; or now.'),
    ],
    answer: async ({ query, requester }) => {
      const urn = parseUrn(required(query, 'urn'));
      const moments = { from: required(query, 'from'), to: required(query, 'to') };
      const { differences, from, to } = await requester.run(compareMoments, { urn, ...moments });
      const values: object[] = [];
      for (const { after, aspectName, before } of differences) {
        values.push({ aspectName, before: await valueOf(before), after: await valueOf(after) });
      }
      return { urn, from, to, differences: values };
    },
  }),
];

/** The value, or null without one. Parses no two long ones in one turn. */
async function valueOf(aspect: Aspect | undefined): Promise<JsonObject | null> {
  if (aspect === undefined) return null;
  if (aspect.text.length > LONG) await nextTurn();
  return aspect.value;
}
