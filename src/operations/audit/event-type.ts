import type { AuditEntry } from '../../model/access/audit-event.ts';
import { entityTypeOf } from '../../model/urn.ts';

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
 * DataHub's event types for changes of some entity types. CREATE is used for the first aspect of a new entity;
 * DataHub uses it for the key aspect, which is not logged here.
 */
const CHANGE_TYPES: Readonly<
  Record<string, { readonly CREATE?: string; readonly UPSERT: string; readonly DELETE?: string }>
> = {
  dataHubAccessToken: { UPSERT: 'CreateAccessTokenEvent', DELETE: 'RevokeAccessTokenEvent' },
  dataHubPolicy: { CREATE: 'CreatePolicyEvent', UPSERT: 'UpdatePolicyEvent', DELETE: 'DeletePolicyEvent' },
  dataHubIngestionSource: { CREATE: 'CreateIngestionSourceEvent', UPSERT: 'UpdateIngestionSourceEvent' },
  corpuser: { CREATE: 'CreateUserEvent', UPSERT: 'UpdateUserEvent' },
};

/** DataHub's type of an event; refusals and other kinds that DataHub lacks have Colophon's own types. */
export function eventTypeOf({ kind, urn, changeType, createsEntity, aspectName = '' }: AuditEntry): string {
  if (kind !== 'change') return KIND_TYPES[kind];
  const special = urn === undefined ? undefined : CHANGE_TYPES[entityTypeOf(urn)];
  if (changeType !== 'DELETE') {
    return (createsEntity && special?.CREATE) ?? special?.UPSERT ?? 'UpdateAspectEvent';
  }
  // Deleting the key aspect deletes the entity.
  return aspectName.endsWith('Key') ? (special?.DELETE ?? 'DeleteEntityEvent') : 'UpdateAspectEvent';
}
