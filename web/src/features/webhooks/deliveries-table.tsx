import type { ReactNode } from 'react';
import { counted } from '../../components/counted.ts';
import { numberText } from '../../components/number-text.ts';
import { Button } from '../../components/controls/button.tsx';
import { Badge } from '../../components/text/badge.tsx';
import { Moment } from '../../components/text/moment.tsx';
import { Table } from '../../components/data/table.tsx';
import { EmptyState, ErrorNotice, TechnicalDetails } from '../../components/feedback/notices.tsx';
import { showToast } from '../../components/feedback/toasts.tsx';
import { Row, Soft, Stack } from '../../components/layout/layout.tsx';
import { useRedeliver, type ShownDelivery, type ShownWebhook } from './webhook-data.ts';
import { outcomeText } from './webhook-status.tsx';

const KINDS = { CHANGES: 'Changes', REDELIVERY: 'Redelivery', TEST: 'Test' } as const;

/** The latest delivery attempts of a webhook, newest first. */
export function DeliveriesTable({ webhook }: { readonly webhook: ShownWebhook }): ReactNode {
  const redeliver = useRedeliver();
  const { deliveries, id: webhookId, status } = webhook;
  if (deliveries.length === 0) {
    return (
      <EmptyState title="No deliveries yet">
        <p>The first change triggers the first message. Send a test to check the receiver now.</p>
      </EmptyState>
    );
  }
  return (
    <Stack>
      {redeliver.error !== null && <ErrorNotice error={redeliver.error} />}
      <Table
        label="Deliveries"
        items={deliveries}
        keyOf={({ id }) => String(id)}
        columns={[
          { id: 'time', label: 'Time', render: ({ time }) => <Moment time={time} /> },
          { id: 'kind', label: 'What', isExtra: true, render: (delivery) => <What delivery={delivery} /> },
          { id: 'outcome', label: 'Outcome', render: (delivery) => <Outcome delivery={delivery} /> },
          {
            id: 'duration',
            label: 'Duration',
            isNumeric: true,
            isExtra: true,
            render: ({ durationMs }) => `${durationMs.toLocaleString('en')} ms`,
          },
          {
            id: 'again',
            label: 'Actions',
            isLabelHidden: true,
            isNumeric: true,
            render: ({ from, id }) =>
              from !== null &&
              status !== 'DISABLED' && (
                <Button
                  look="quiet"
                  label={`Redeliver ${id}`}
                  isDisabled={redeliver.isPending}
                  onPress={() => {
                    redeliver.mutate(
                      { id: webhookId, delivery: id },
                      {
                        onSuccess: (delivery) => {
                          showToast(outcomeText(delivery));
                        },
                      },
                    );
                  }}
                >
                  Redeliver
                </Button>
              ),
          },
        ]}
      />
    </Stack>
  );
}

function What({ delivery: { attempt, events, kind } }: { readonly delivery: ShownDelivery }): ReactNode {
  const notes = [
    ...(kind === 'TEST' ? [] : [counted(events, 'event')]),
    ...(attempt > 1 ? [`attempt ${numberText(attempt)}`] : []),
  ];
  return (
    <Row gap={1}>
      {KINDS[kind]}
      <Soft>{notes.join(', ')}</Soft>
    </Row>
  );
}

function Outcome({
  delivery: { error, status, succeeded },
}: {
  readonly delivery: ShownDelivery;
}): ReactNode {
  return (
    <Row align="start">
      <Badge tone={succeeded ? 'good' : 'bad'}>{status ?? 'No response'}</Badge>
      <TechnicalDetails>{error ?? undefined}</TechnicalDetails>
    </Row>
  );
}
