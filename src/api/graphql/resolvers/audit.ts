import type { AuditEntry, AuditKind } from '../../../model/audit-event.ts';
import { AUDIT_KINDS } from '../../../model/audit-event.ts';
import type { FieldResolvers } from '../build-schema.ts';
import type { GraphqlContext } from '../graphql-context.ts';

interface AuditEventsInput {
  readonly entityUrn?: string | null;
  readonly actorUrns?: readonly string[] | null;
  readonly kinds?: readonly string[] | null;
  readonly entityTypes?: readonly string[] | null;
  readonly aspectNames?: readonly string[] | null;
  readonly since?: number | null;
  readonly until?: number | null;
  readonly count?: number | null;
  readonly cursor?: string | null;
}

const DEFAULT_COUNT = 20;

const KIND_NAMES: Readonly<Record<AuditKind, string>> = {
  change: 'CHANGE',
  denied: 'DENIED',
  unauthenticated: 'UNAUTHENTICATED',
  logIn: 'LOG_IN',
  failedLogIn: 'FAILED_LOG_IN',
  logOut: 'LOG_OUT',
  upkeep: 'UPKEEP',
  secretRead: 'SECRET_READ',
};

/** Queries of the audit log. */
export const AUDIT_QUERIES: FieldResolvers = {
  auditEvents: async (
    _root: unknown,
    { input }: { readonly input?: AuditEventsInput | null },
    { catalog, references }: GraphqlContext,
  ) => {
    const { entityUrn, actorUrns, kinds, entityTypes, aspectNames, since, until, count, cursor } =
      input ?? {};
    const { entries, next } = await catalog.auditEvents({
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
  },
};

function present({ kind, actor, urn, origin, ...entry }: AuditEntry): unknown {
  const request = origin && { ...origin, id: origin.requestId };
  return { ...entry, kind: KIND_NAMES[kind], actorUrn: actor, entityUrn: urn, request };
}
