import type { ReactNode } from 'react';
import { useEntityNames } from '../../api/names/entity-names.ts';
import { numberText } from '../../components/number-text.ts';
import { Inline } from '../../components/text/inline.tsx';
import { LongText } from '../../components/text/long-text.tsx';
import { Moment } from '../../components/text/moment.tsx';
import { Facts } from '../../components/data/table.tsx';
import { Notice } from '../../components/feedback/notices.tsx';
import { Stack } from '../../components/layout/layout.tsx';
import { EntityLink } from '../../shared/entities/entity-link.tsx';
import type { ShownWebhook } from './webhook-data.ts';
import { WebhookStatus } from './webhook-status.tsx';

const STOPPED = 'Delivery has stopped. Enable the webhook to start again.';

/** Why nothing is delivered any more, and what to do, by the reason that the server gives. */
const STOPS: Readonly<Record<string, string>> = {
  failing:
    'The receiver did not accept the last message, in all attempts. Mend it, then enable the webhook again.',
  gone: 'The receiver answered that it no longer exists. Delete the webhook, or enable it when the receiver is back.',
  trimmed:
    'Changes that were not delivered are too old to be kept. Enable the webhook to continue with new changes.',
  owner: 'The owner is suspended or deleted. Delete the webhook, or reactivate its owner and enable it.',
  secret:
    'The secret cannot be read with the key of this server. Rotate the secret, then enable the webhook.',
};

/** Facts of a webhook: URL, filters, and delivery state. */
export function WebhookFacts({ webhook }: { readonly webhook: ShownWebhook }): ReactNode {
  const { deliveredAt, formerSecretUntil, ownerUrn, pending, properties, stop, urns } = webhook;
  const nameOfUrn = useEntityNames([ownerUrn, ...properties, ...urns]);
  const texts = (label: string, values: readonly string[]) =>
    values.length === 0 ? [] : [{ label, value: <Inline>{values.map((value) => value)}</Inline> }];
  const entities = (label: string, of: readonly string[]) =>
    of.length === 0
      ? []
      : [
          {
            label,
            value: (
              <Inline>
                {of.map((urn) => (
                  <EntityLink key={urn} urn={urn} name={nameOfUrn(urn)} />
                ))}
              </Inline>
            ),
          },
        ];
  return (
    <Stack>
      {stop !== null && <Notice tone="bad">{STOPS[stop.cause] ?? STOPPED}</Notice>}
      {webhook.status === 'RETRYING' && pending !== null && (
        <Notice tone="warn">
          <p>
            The receiver did not accept the last message
            {pending.failedTries > 1 && `, in ${numberText(pending.failedTries)} attempts`}. Next attempt:{' '}
            <Moment time={pending.nextTryAt} />.
          </p>
        </Notice>
      )}
      <Facts
        facts={[
          { label: 'Status', value: <WebhookStatus status={webhook.status} /> },
          { label: 'URL', value: <LongText>{webhook.url}</LongText> },
          { label: 'Owner', value: <EntityLink urn={ownerUrn} name={nameOfUrn(ownerUrn)} /> },
          { label: 'Created', value: <Moment time={webhook.createdAt} /> },
          {
            label: 'Last delivery',
            value: deliveredAt === null ? 'None yet' : <Moment time={deliveredAt} />,
          },
          ...texts('Entity types', webhook.entityTypes),
          ...texts('Aspects', webhook.aspects),
          ...texts('Runs', webhook.runIds),
          ...entities('Entities', urns),
          ...entities('Properties', properties),
          { label: 'Events per message', value: `up to ${webhook.eventsPerMessage.toLocaleString('en')}` },
          ...(formerSecretUntil !== null && formerSecretUntil > Date.now()
            ? [{ label: 'Old secret expires', value: <Moment time={formerSecretUntil} /> }]
            : []),
        ]}
      />
    </Stack>
  );
}
