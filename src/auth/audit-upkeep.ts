import type { AuditRetention, AuditStore } from '../store/audit-store.ts';

/** How long the audit log is kept. */
export interface AuditUpkeepParts {
  readonly store: AuditStore;
  /** Longest age of an event in ms. */
  readonly keepForMs: number;
  /** Most events. */
  readonly keepEvents: number;
  /** Epoch ms. */
  readonly now: () => number;
}

/** Purges what need not be kept of the audit log, a batch at a time; ends after a batch when the signal is aborted. */
export async function purgeAudit(
  { store, keepForMs, keepEvents: keep, now }: AuditUpkeepParts,
  signal: AbortSignal,
): Promise<void> {
  const retention: AuditRetention = { before: now() - keepForMs, keep };
  while (!signal.aborted && (await store.purge(retention)) > 0);
}
