import type { FastifyInstance } from 'fastify';
import { invalidRequest } from '../../errors.ts';
import type { AuditEntry, AuditKind, AuditQuery } from '../../model/access/audit-event.ts';
import { AUDIT_KINDS } from '../../model/access/audit-event.ts';
import { parseUrn } from '../../model/urn.ts';
import type { JsonObject } from '../../util/json.ts';
import { QueryParameters } from '../http/query-parameters.ts';
import { catalogOf } from '../http/request-context.ts';

const DEFAULT_COUNT = 100;

/**
 * `GET /audit`: the audit log, newest first. Parameters, all optional: `entity`, `actor` and `kind` (repeatable),
 * `since` and `until` (epoch ms), `count` (1 to 1000, default 100), and `cursor` from the previous page.
 */
export function addAuditRoute(app: FastifyInstance): void {
  app.get('/audit', async (request) => {
    const { entries, next } = await catalogOf(request).auditEvents(queryOf(new QueryParameters(request)));
    return { events: entries.map(present), cursor: next ?? null };
  });
}

function queryOf(parameters: QueryParameters): AuditQuery {
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
  throw invalidRequest(`Parameter kind must be one of ${AUDIT_KINDS.join(', ')}, but it is '${text}'.`);
}

function present({ origin, actor, urn, ...entry }: AuditEntry): JsonObject {
  return {
    ...entry,
    ...(actor !== undefined && { actorUrn: actor }),
    ...(urn !== undefined && { entityUrn: urn }),
    ...(origin !== undefined && { request: { ...origin } }),
  };
}
