import { TOKEN } from '../needs.ts';
import { TEXT, objectOf } from '../shapes.ts';
import { defineProtected } from '../operation.ts';
import { changeWebhook } from './stored-webhook.ts';
import { viewOf, type WebhookWithSecret } from './webhook-view.ts';
import { webhookUrn } from './webhook.ts';

/** How long messages are signed with the former secret, too, in ms. */
const OVERLAP = 24 * 3_600_000;

/**
 * Gives a webhook a new secret, which is shown only here. For 24 hours messages are signed with the former one, too. Those of
 * others need MANAGE_ACCESS_TOKENS.
 */
export const rotateWebhookSecret = defineProtected({
  name: 'rotateWebhookSecret',
  effect: 'write',
  summary:
    'Gives a webhook a new secret, which only this answer contains. Messages are signed with both for 24 hours.',
  input: () => objectOf({ id: TEXT }),
  needs: TOKEN,
  run: async ({ id }, work): Promise<WebhookWithSecret> => {
    const { secretBox, webhooks } = work.services;
    const secret = webhooks.newSecret();
    const sealed = secretBox.seal(secret, webhookUrn(id));
    const formerSecretUntil = work.settings.now() + OVERLAP;
    const rotated = await changeWebhook(
      id,
      ({ secrets, ...webhook }) => ({
        ...webhook,
        formerSecretUntil,
        secrets: [sealed, ...secrets.slice(0, 1)],
      }),
      work,
    );
    return { ...(await viewOf(rotated, work)), secret };
  },
});
