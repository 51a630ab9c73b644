import { invalidRequest } from '../../errors.ts';
import { AUDIT_KINDS, type AuditKind } from '../../model/access/audit-event.ts';
import { parseUrn } from '../../model/urn.ts';
import { listAgentCalls } from '../../operations/audit/list-agent-calls.ts';
import { listAuditEvents, type ListedAuditEntry } from '../../operations/audit/list-audit-events.ts';
import type { InputOf } from '../../operations/operation.ts';
import type { JsonObject } from '../../util/json.ts';
import { QueryParameters } from '../http/query-parameters.ts';
import { requesterOf } from '../http/request-context.ts';
import { exposed, type OwnRoute } from './own-route.ts';
import { because } from '../../refusals.ts';

const DEFAULT_COUNT = 100;

const TEXT: JsonObject = { type: 'string' };
const TIME: JsonObject = { type: 'integer', format: 'int64', minimum: 0 };

/** The audit log, and the part about the caller's own agents. */
export const AUDIT_ROUTES: readonly OwnRoute[] = [
  exposed('GET /agents/calls', listAgentCalls, { present: (calls) => ({ calls }) }),
  {
    method: 'GET',
    path: '/audit',
    operation: listAuditEvents,
    summary: listAuditEvents.summary,
    parameters: [
      query('entity', TEXT, 'Urn of the changed entity.'),
      query('actor', { type: 'array', items: TEXT }, 'Urns of actors.'),
      query('kind', { type: 'array', items: { ...TEXT, enum: [...AUDIT_KINDS] } }, 'Kinds of events.'),
      query('since', TIME, 'Earliest time in epoch ms.'),
      query('until', TIME, 'Latest time in epoch ms.'),
      query(
        'count',
        { type: 'integer', minimum: 1, maximum: 1000, default: DEFAULT_COUNT },
        'Events per page.',
      ),
      query('cursor', TEXT, 'Continues after the page with this cursor.'),
    ],
    respond: async (request) => {
      const asked = queryOf(new QueryParameters(request));
      const { entries, next } = await requesterOf(request).run(listAuditEvents, asked);
      return { events: entries.map(present), cursor: next ?? null };
    },
  },
];

function query(name: string, schema: JsonObject, description: string): JsonObject {
  return { name, in: 'query', description, schema };
}

function queryOf(parameters: QueryParameters): InputOf<typeof listAuditEvents> {
  const entity = parameters.text('entity');
  const since = parameters.count('since');
  const until = parameters.count('until');
  const cursor = parameters.text('cursor');
  return {
    ...(entity !== undefined && { entity: parseUrn(entity) }),
    // Not a comma-separated list, because urns contain commas.
    actors: parameters.all('actor').map(parseUrn),
    kinds: parameters.list('kind').map(kindOf),
    ...(since !== undefined && { since }),
    ...(until !== undefined && { until }),
    count: parameters.count('count') ?? DEFAULT_COUNT,
    ...(cursor !== undefined && { cursor }),
  };
}

function kindOf(text: string): AuditKind {
  const kind = AUDIT_KINDS.find((known) => known === text);
  if (kind !== undefined) return kind;
  throw invalidRequest(
    `Parameter kind must be one of ${AUDIT_KINDS.join(', ')}, but it is '${text}'.`,
    undefined,
    because('INPUT_CHOICE', { name: 'kind', value: text, allowed: AUDIT_KINDS }),
  );
}

function present({ origin, actor, urn, ...entry }: ListedAuditEntry): JsonObject {
  return {
    ...entry,
    ...(actor !== undefined && { actorUrn: actor }),
    ...(urn !== undefined && { entityUrn: urn }),
    ...(origin !== undefined && { request: { ...origin } }),
  };
}
