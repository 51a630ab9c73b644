import { TOKEN } from '../needs.ts';
import { FLAG, TEXT, objectOf } from '../shapes.ts';
import { defineProtected } from '../operation.ts';
import { changeWebhook } from './stored-webhook.ts';
import { viewOf } from './webhook-view.ts';

/**
 * Disables a webhook, or enables it: then it resumes immediately at its position, also after it was stopped. Webhooks
 * of others need MANAGE_ACCESS_TOKENS.
 */
export const setWebhookEnabled = defineProtected({
  name: 'setWebhookEnabled',
  effect: 'write',
  summary: 'Disables a webhook, or resumes it at its position, also after it was stopped.',
  input: () => objectOf({ id: TEXT, enabled: FLAG }),
  needs: TOKEN,
  run: async ({ id, enabled }, work) => {
    const set = await changeWebhook(
      id,
      (webhook) => ({ ...webhook, isEnabled: enabled, restarts: webhook.restarts + (enabled ? 1 : 0) }),
      work,
    );
    return viewOf(set, work);
  },
});
