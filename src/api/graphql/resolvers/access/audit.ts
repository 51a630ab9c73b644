import { AUDIT_KINDS, type AuditKind } from '../../../../model/access/audit-event.ts';
import { listAuditEvents, type ListedAuditEntry } from '../../../../operations/audit/list-audit-events.ts';
import { answeredBy } from '../fields/bind-operation.ts';
import type { AuditEventKind, Resolvers } from '../../schema/schema-types.generated.ts';

const DEFAULT_COUNT = 20;

const KIND_NAMES: Readonly<Record<AuditKind, AuditEventKind>> = {
  change: 'CHANGE',
  denied: 'DENIED',
  unauthenticated: 'UNAUTHENTICATED',
  logIn: 'LOG_IN',
  failedLogIn: 'FAILED_LOG_IN',
  logOut: 'LOG_OUT',
  upkeep: 'UPKEEP',
  secretRead: 'SECRET_READ',
  webhookMessage: 'WEBHOOK_MESSAGE',
};

/** Queries of the audit log. */
export const AUDIT_QUERIES = {
  auditEvents: answeredBy(listAuditEvents, async (_root, { input }, context) => {
    const { references } = context;
    const { entityUrn, actorUrns, kinds, entityTypes, aspectNames, since, until, count, cursor } =
      input ?? {};
    const { entries, next } = await context.run(listAuditEvents, {
      ...(entityUrn && { entity: references.parse(entityUrn).urn }),
      actors: (actorUrns ?? []).map((urn) => references.parse(urn).urn),
      kinds: AUDIT_KINDS.filter((kind) => kinds?.includes(KIND_NAMES[kind])),
      entityTypes: entityTypes ?? [],
      aspectNames: aspectNames ?? [],
      ...(typeof since === 'number' && { since }),
      ...(typeof until === 'number' && { until }),
      count: count ?? DEFAULT_COUNT,
      ...(cursor && { cursor }),
    });
    return { events: entries.map(present), nextCursor: next };
  }),
} satisfies Partial<Resolvers['Query']>;

function present({ createsEntity, kind, actor, urn, origin, ...entry }: ListedAuditEntry): object {
  const request = origin && { ...origin, id: origin.requestId };
  return {
    ...entry,
    createsEntity: createsEntity === true,
    kind: KIND_NAMES[kind],
    actorUrn: actor,
    entityUrn: urn,
    request,
  };
}
