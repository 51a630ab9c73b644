import type { AuditRetention, AuditStore } from '../../store/audit-store.ts';

/** Retention of the audit log. */
export interface AuditPurgeParts {
  readonly store: AuditStore;
  /** Maximum age of an event in ms. */
  readonly keepForMs: number;
  /** Maximum number of events. */
  readonly keepEvents: number;
  /** Epoch ms. */
  readonly now: () => number;
}

/** Purges audit events beyond the retention in batches; stops after the current batch when the signal is aborted. */
export async function purgeAudit(
  { store, keepForMs, keepEvents: keep, now }: AuditPurgeParts,
  signal: AbortSignal,
): Promise<void> {
  const retention: AuditRetention = { before: now() - keepForMs, keep };
  while (!signal.aborted && (await store.purge(retention)) > 0);
}
