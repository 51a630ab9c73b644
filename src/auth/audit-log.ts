import type { AuditedAspect, RequestOrigin, Upkeep } from '../model/audit-event.ts';
import type { LogInMethod } from '../model/log-in-method.ts';
import type { Urn } from '../model/urn.ts';

/**
 * Something that must be on record and is no commit; commits are recorded with themselves. The request that it
 * happened in is added by the log.
 */
export type AuditRecord =
  | { readonly kind: 'logIn'; readonly actor: Urn; readonly logInMethod: LogInMethod }
  /** `actor` is whom the client claimed to be, if that is a urn of a user at all. */
  | { readonly kind: 'failedLogIn'; readonly actor?: Urn; readonly logInMethod: LogInMethod }
  | { readonly kind: 'logOut'; readonly actor: Urn }
  | { readonly kind: 'unauthenticated' }
  | { readonly kind: 'upkeep'; readonly actor: Urn; readonly upkeep: Upkeep }
  | { readonly kind: 'secretRead'; readonly actor: Urn; readonly aspects: readonly AuditedAspect[] }
  | {
      readonly kind: 'denied';
      readonly actor: Urn;
      readonly privilege?: string;
      readonly aspects: readonly AuditedAspect[];
    };

/** Where events are recorded that are no commits. */
export interface AuditLog {
  /**
   * Takes the event and returns at once; it never throws. The event is on the disk within a second. Many equal
   * refusals in that time become one event with a count. The origin is that of the current request unless given.
   */
  record(event: AuditRecord, origin?: RequestOrigin): void;
}
