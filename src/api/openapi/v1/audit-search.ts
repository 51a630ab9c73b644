import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Requester } from '../../../operations/requester.ts';
import type { AuditPage } from '../../../model/access/audit-event.ts';
import type { InputOf } from '../../../operations/operation.ts';
import { parseUrn } from '../../../model/urn.ts';
import { asObject, asTexts } from '../../../util/json/json-input.ts';
import type { JsonObject } from '../../../util/json.ts';
import { checkBatchSize } from '../../../util/batch-size.ts';
import { listAuditEvents } from '../../../operations/audit/list-audit-events.ts';
import { QueryParameters } from '../../http/query-parameters.ts';
import { refuseOtherMethods } from '../../http/refuse-other-methods.ts';
import { bodyOf } from '../../http/request-body.ts';
import { noteUnknownMembers } from '../../http/requests/unknown-members.ts';
import { requesterOf } from '../../http/request-context.ts';
import { runs } from '../../http/route-needs.ts';
import { JSON_TYPE } from '../answer-writes.ts';
import { toUsageEvent } from './usage-event.ts';

type AuditQuery = InputOf<typeof listAuditEvents>;

const PATH = '/openapi/v1/events/audit/search';

/** Members of the body. */
const FILTER = ['actorUrns', 'entityTypes', 'aspectTypes', 'eventTypes'] as const;

/** Maximum events per response; a greater `size` is reduced to it. */
export const MAX_AUDIT_SIZE = 1_000;
/** Matches are counted up to this number, as in DataHub. */
const MAX_TOTAL = 10_000;
const DEFAULT_SIZE = 10;
const DAY_MS = 86_400_000;

/** `POST /openapi/v1/events/audit/search`: searches the audit log, in DataHub's form. `now` returns epoch ms. */
export function auditRoutes(app: FastifyInstance, now: () => number): void {
  app.post(PATH, runs(listAuditEvents), (request, reply) => searchAudit(request, reply, now));
  refuseOtherMethods(app, PATH, ['POST']);
}

async function searchAudit(
  request: FastifyRequest,
  reply: FastifyReply,
  now: () => number,
): Promise<FastifyReply> {
  const requester = requesterOf(request);
  const parameters = QueryParameters.of(request, ['startTime', 'endTime', 'size', 'scrollId', 'includeRaw']);
  const body = asObject(bodyOf(request), 'The body');
  noteUnknownMembers(body, FILTER, 'The body');
  const query = { ...filterOf(body), ...windowOf(parameters, now()) };
  const withRaw = parameters.flag('includeRaw', true);
  const { total: known, cursor } = scrollOf(parameters.text('scrollId'));
  const count = Math.min(parameters.count('size') ?? DEFAULT_SIZE, MAX_AUDIT_SIZE);
  const { entries, next } = await firstMatches(requester, { ...query, count, ...(cursor && { cursor }) });
  const total = known ?? (next === undefined ? entries.length : await countMatches(requester, query));
  return reply.type(JSON_TYPE).send({
    ...(next !== undefined && { nextScrollId: scrollIdOf(total, next) }),
    count: entries.length,
    total,
    usageEvents: entries.map((entry) => toUsageEvent(entry, withRaw)),
  });
}

/** The first matches. Queries the log even for a size of 0, so that privileges are checked. */
async function firstMatches(
  requester: Requester,
  query: AuditQuery & { readonly count: number },
): Promise<AuditPage> {
  if (query.count > 0) return requester.run(listAuditEvents, query);
  const { next } = await requester.run(listAuditEvents, { ...query, count: 1 });
  return { entries: [], ...(next !== undefined && { next }) };
}

async function countMatches(requester: Requester, query: Omit<AuditQuery, 'count'>): Promise<number> {
  let total = 0;
  let cursor: string | undefined;
  do {
    const page = { ...query, count: MAX_AUDIT_SIZE, ...(cursor !== undefined && { cursor }) };
    const { entries, next } = await requester.run(listAuditEvents, page);
    total += entries.length;
    // An empty page reached the scan limit: more matches are possible, but rare, so counting stops.
    cursor = entries.length === 0 ? undefined : next;
  } while (cursor !== undefined && total < MAX_TOTAL);
  return Math.min(total, MAX_TOTAL);
}

function filterOf(body: JsonObject): Omit<AuditQuery, 'count'> {
  const texts = (name: string): readonly string[] => {
    const value = body[name];
    const texts = value === undefined || value === null ? [] : asTexts(value, name);
    checkBatchSize(name, texts.length);
    return texts;
  };
  return {
    actors: texts('actorUrns').map(parseUrn),
    entityTypes: texts('entityTypes'),
    aspectNames: texts('aspectTypes'),
    eventTypes: texts('eventTypes'),
  };
}

/** The requested time range; `-1` or absent: from a day ago, until now. */
function windowOf(parameters: QueryParameters, now: number): Pick<AuditQuery, 'since' | 'until'> {
  const time = (name: string): number | undefined =>
    parameters.text(name) === '-1' ? undefined : parameters.count(name);
  const end = time('endTime');
  return { since: time('startTime') ?? now - DAY_MS, ...(end !== undefined && { until: end + 1 }) };
}

function scrollIdOf(total: number, cursor: string): string {
  return `${total}~${cursor}`;
}

function scrollOf(scrollId: string | undefined): { readonly total?: number; readonly cursor?: string } {
  if (scrollId === undefined) return {};
  const [, total, cursor] = /^(\d{1,5})~(.*)$/s.exec(scrollId) ?? [];
  // The log refuses an invalid cursor.
  return { total: Number(total ?? 0), cursor: cursor ?? scrollId };
}
