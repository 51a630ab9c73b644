import type { AuditEntry, Protocol } from '../../../model/access/audit-event.ts';
import { entityTypeOf } from '../../../model/urn.ts';
import type { JsonObject } from '../../../util/json.ts';

/** DataHub has three event sources; Colophon's own routes and pages count as OPENAPI. */
const SOURCES: Readonly<Record<Protocol, string>> = {
  graphql: 'GRAPHQL',
  openapi: 'OPENAPI',
  restli: 'RESTLI',
  colophon: 'OPENAPI',
  web: 'OPENAPI',
};

const KIND_TYPES = {
  denied: 'AccessDeniedEvent',
  unauthenticated: 'UnauthenticatedEvent',
  logIn: 'LogInEvent',
  failedLogIn: 'FailedLogInEvent',
  logOut: 'LogOutEvent',
  upkeep: 'UpkeepEvent',
  secretRead: 'ReadSecretEvent',
  webhookMessage: 'SendWebhookMessageEvent',
} as const;

/**
 * DataHub's event types for changes of some entity types. CREATE stands for the first aspect of a new entity; DataHub has it
 * for the key aspect, which is not logged here.
 */
const CHANGE_TYPES: Readonly<
  Record<string, { readonly CREATE?: string; readonly UPSERT: string; readonly DELETE?: string }>
> = {
  dataHubAccessToken: { UPSERT: 'CreateAccessTokenEvent', DELETE: 'RevokeAccessTokenEvent' },
  dataHubPolicy: { CREATE: 'CreatePolicyEvent', UPSERT: 'UpdatePolicyEvent', DELETE: 'DeletePolicyEvent' },
  dataHubIngestionSource: { CREATE: 'CreateIngestionSourceEvent', UPSERT: 'UpdateIngestionSourceEvent' },
  corpuser: { CREATE: 'CreateUserEvent', UPSERT: 'UpdateUserEvent' },
};

/** DataHub's type of an event; refusals and other kinds that DataHub lacks have types of our own. */
export function eventTypeOf({ kind, urn, changeType, createsEntity, aspectName = '' }: AuditEntry): string {
  if (kind !== 'change') return KIND_TYPES[kind];
  const special = urn === undefined ? undefined : CHANGE_TYPES[entityTypeOf(urn)];
  if (changeType !== 'DELETE') {
    return (createsEntity && special?.CREATE) ?? special?.UPSERT ?? 'UpdateAspectEvent';
  }
  // Deleting the key aspect deletes the entity.
  return aspectName.endsWith('Key') ? (special?.DELETE ?? 'DeleteEntityEvent') : 'UpdateAspectEvent';
}

/** An event in DataHub's form; `raw` adds all recorded data. */
export function toUsageEvent(entry: AuditEntry, raw: boolean): JsonObject {
  const { time, actor, origin, urn, aspectName, logInMethod } = entry;
  return {
    eventType: eventTypeOf(entry),
    timestamp: time,
    ...(actor !== undefined && { actorUrn: actor }),
    ...(origin !== undefined && {
      eventSource: SOURCES[origin.protocol],
      telemetryTraceId: origin.requestId,
      ...(origin.address !== undefined && { sourceIP: origin.address }),
      ...(origin.userAgent !== undefined && { userAgent: origin.userAgent }),
    }),
    ...(urn !== undefined && { entityUrn: urn, entityType: entityTypeOf(urn) }),
    ...(aspectName !== undefined && { aspectName }),
    ...(logInMethod !== undefined && { loginSource: logInMethod }),
    ...(raw && { rawUsageEvent: rawEvent(entry) }),
  };
}

function rawEvent({ origin, actor, urn, ...rest }: AuditEntry): JsonObject {
  return {
    ...rest,
    ...(actor !== undefined && { actorUrn: actor }),
    ...(urn !== undefined && { entityUrn: urn }),
    ...(origin !== undefined && { request: { ...origin } }),
  };
}
