import { TOKEN } from '../needs.ts';
import { FLAG, TEXT, objectOf } from '../shapes.ts';
import { defineProtected } from '../operation.ts';
import { changeWebhook } from './stored-webhook.ts';
import { viewOf } from './webhook-view.ts';

/**
 * Disables a webhook, or enables it: it goes on at its position, at once, whatever had stopped it. Those of others need
 * MANAGE_ACCESS_TOKENS.
 */
export const setWebhookEnabled = defineProtected({
  name: 'setWebhookEnabled',
  effect: 'write',
  summary: 'Stops a webhook, or resumes it at its position, whatever had stopped it.',
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
