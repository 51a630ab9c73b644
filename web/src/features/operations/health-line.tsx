import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { counted } from '../../components/counted.ts';
import { StatusLine } from '../../components/layout/dashboard.tsx';
import { useReadiness, useStatus } from './operations-data.ts';

/** One line about the state of the server; nothing until it is known. */
export function HealthLine(): ReactNode {
  const { data: readiness } = useReadiness();
  const { data: status } = useStatus();
  if (readiness === undefined || status === undefined) return null;
  const total = status.counts.reduce((sum, { count }) => sum + count, 0);
  return (
    <StatusLine
      isGood={readiness.isReady}
      status={readiness.isReady ? 'Ready' : 'Not ready for searches and writes'}
    >
      <span>{counted(total, 'entity', 'entities')}</span>
      <span>Version {status.version}</span>
      <Link href="/operations">Operations</Link>
    </StatusLine>
  );
}
