import { TOKEN } from '../needs.ts';
import { TEXT, objectOf } from '../shapes.ts';
import { defineProtected } from '../operation.ts';
import { changeWebhook } from './stored-webhook.ts';
import { viewOf, type WebhookWithSecret } from './webhook-view.ts';
import { webhookUrn } from './webhook.ts';

/** Time during which messages are also signed with the previous secret, in ms. */
const OVERLAP = 24 * 3_600_000;

/**
 * Replaces the secret of a webhook; only the result contains the new one. For 24 hours messages are also signed with
 * the previous one. Webhooks of others need MANAGE_ACCESS_TOKENS.
 */
export const rotateWebhookSecret = defineProtected({
  name: 'rotateWebhookSecret',
  effect: 'write',
  summary:
    "Replaces a webhook's secret; only this response contains it. For 24 hours messages are signed with both.",
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
