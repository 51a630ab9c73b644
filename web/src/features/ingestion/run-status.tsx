import type { ReactNode } from 'react';
import { Badge } from '../../components/text/badge.tsx';

const STATES = {
  RUNNING: { tone: 'accent', text: 'Running' },
  SUCCESS: { tone: 'good', text: 'Succeeded' },
  SUCCEEDED_WITH_WARNINGS: { tone: 'warn', text: 'Succeeded with warnings' },
  FAILURE: { tone: 'bad', text: 'Failed' },
  CANCELLED: { tone: 'plain', text: 'Cancelled' },
  TIMEOUT: { tone: 'bad', text: 'Timed out' },
  ABORTED: { tone: 'bad', text: 'Aborted' },
  DUPLICATE: { tone: 'plain', text: 'Skipped: another run was in progress' },
  ROLLING_BACK: { tone: 'accent', text: 'Rolling back' },
  ROLLED_BACK: { tone: 'plain', text: 'Rolled back' },
  ROLLBACK_FAILED: { tone: 'bad', text: 'Rollback failed' },
} as const;

const IN_PROGRESS: ReadonlySet<string> = new Set(['RUNNING', 'PENDING']);

/** Whether a run can still be stopped; without a status, no executor has started it. */
export function isInProgress(status: string | null | undefined): boolean {
  return status === null || status === undefined || IN_PROGRESS.has(status);
}

/** Status of a run. */
export function RunStatus({ status }: { readonly status: string | null | undefined }): ReactNode {
  if (status === null || status === undefined) return <Badge>Waiting</Badge>;
  const known = Object.entries(STATES).find(([name]) => name === status)?.[1];
  return <Badge tone={known?.tone ?? 'plain'}>{known?.text ?? status}</Badge>;
}

/** Formats a duration, in ms: `1 h 2 min`, `4.2 s`. */
export function durationText(ms: number): string {
  const seconds = ms / 1_000;
  if (seconds < 60) return `${seconds.toLocaleString('en', { maximumFractionDigits: 1 })} s`;
  const minutes = Math.round(seconds / 60);
  return minutes < 60
    ? `${minutes} min`
    : `${Math.floor(minutes / 60).toLocaleString('en')} h ${minutes % 60} min`;
}
