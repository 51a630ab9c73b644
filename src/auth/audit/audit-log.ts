import type { AuditedAspect, RequestOrigin, Maintenance } from '../../model/access/audit-event.ts';
import type { LogInMethod } from '../../model/access/log-in-method.ts';
import type { Urn } from '../../model/urn.ts';

/**
 * An audit event that is not a commit; commits are recorded by the store as part of the commit. The log adds the
 * request that caused the event.
 */
export type AuditRecord =
  | { readonly kind: 'logIn'; readonly actor: Urn; readonly logInMethod: LogInMethod }
  /** `actor`: the user that the client claimed to be; absent when that is not a valid user urn. */
  | { readonly kind: 'failedLogIn'; readonly actor?: Urn; readonly logInMethod: LogInMethod }
  | { readonly kind: 'logOut'; readonly actor: Urn }
  | { readonly kind: 'unauthenticated' }
  | { readonly kind: 'upkeep'; readonly actor: Urn; readonly upkeep: Maintenance }
  | {
      readonly kind: 'secretRead' | 'webhookMessage';
      readonly actor: Urn;
      readonly aspects: readonly AuditedAspect[];
    }
  | {
      readonly kind: 'denied';
      readonly actor: Urn;
      readonly privilege?: string;
      readonly aspects: readonly AuditedAspect[];
    };

/** Records audit events that are not commits. */
export interface AuditLog {
  /**
   * Queues the event and returns immediately; never throws. The event is on disk within a second, so a crash may lose
   * the last second. Equal refusals within that time become one event with a count. `origin` defaults to the current
   * request.
   */
  record(event: AuditRecord, origin?: RequestOrigin): void;
}
