import type { ReactNode } from 'react';
import { Badge } from '../../components/text/badge.tsx';
import type { ListedWebhook } from './webhook-data.ts';

const BADGES = {
  ACTIVE: { tone: 'good', text: 'Active' },
  RETRYING: { tone: 'warn', text: 'Retrying' },
  STOPPED: { tone: 'bad', text: 'Stopped' },
  DISABLED: { tone: 'plain', text: 'Disabled' },
} as const;

/** Delivery status of a webhook. */
export function WebhookStatus({ status }: Pick<ListedWebhook, 'status'>): ReactNode {
  const { text, tone } = BADGES[status];
  return <Badge tone={tone}>{text}</Badge>;
}

/** Describes the outcome of a synchronous delivery. */
export function outcomeText({
  status,
  succeeded,
}: {
  readonly status: number | null;
  readonly succeeded: boolean;
}): string {
  if (succeeded) return `The receiver accepted the message (status ${status ?? ''}).`;
  if (status === null) return 'The receiver did not respond. The delivery has the details.';
  return `The receiver rejected the message (status ${status}). The delivery has the details.`;
}
