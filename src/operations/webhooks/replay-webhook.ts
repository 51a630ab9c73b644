import { TOKEN } from '../needs.ts';
import { TEXT, objectOf } from '../shapes.ts';
import { defineProtected } from '../operation.ts';
import { changeWebhook, getCallerWebhook } from './stored-webhook.ts';
import { viewOf } from './webhook-view.ts';

/**
 * Resumes a webhook at another position of the change log, also after it was stopped: `now`, `oldest`, an RFC 3339
 * time, or a cursor. Throws GONE for a position that is no longer kept. Webhooks of others need MANAGE_ACCESS_TOKENS.
 */
export const replayWebhook = defineProtected({
  name: 'replayWebhook',
  effect: 'write',
  summary: 'Resumes a webhook at a position: a cursor, `now`, `oldest` or a time.',
  input: () => objectOf({ id: TEXT, since: TEXT }),
  needs: TOKEN,
  run: async ({ id, since: from }, work) => {
    await getCallerWebhook(id, work);
    const since = await work.services.changes.cursorOf(from, 'since');
    const set = await changeWebhook(
      id,
      (webhook) => {
        const restart = webhook.restarts + 1;
        return { ...webhook, restarts: restart, start: { since, restart } };
      },
      work,
    );
    return viewOf(set, work);
  },
});
