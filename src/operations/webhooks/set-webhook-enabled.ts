import * as v from 'valibot';
import { TOKEN } from '../needs.ts';
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
  input: () => v.object({ id: v.string(), isEnabled: v.boolean() }),
  needs: TOKEN,
  run: async ({ id, isEnabled }, work) => {
    const set = await changeWebhook(
      id,
      (webhook) => ({ ...webhook, isEnabled, restarts: webhook.restarts + (isEnabled ? 1 : 0) }),
      work,
    );
    return viewOf(set, work);
  },
});
