import { TOKEN } from '../needs.ts';
import { objectOf } from '../shapes.ts';
import { defineProtected } from '../operation.ts';
import { MANAGE_TOKENS } from '../tokens/caller-token.ts';
import { viewOf } from './webhook-view.ts';
import { WEBHOOK } from '../../model/access/webhook.ts';
import { readWebhook } from './webhook.ts';

/** The webhooks of the caller, oldest first; with MANAGE_ACCESS_TOKENS, all webhooks. */
export const listWebhooks = defineProtected({
  name: 'listWebhooks',
  effect: 'read',
  summary: 'Lists your webhooks, oldest first; with MANAGE_ACCESS_TOKENS, all webhooks.',
  input: () => objectOf({}),
  needs: TOKEN,
  isLong: true,
  run: async (_input, work) => {
    const { actor, rights, services } = work;
    const stored = await services.reader.rowsOf(WEBHOOK.entityType, WEBHOOK.infoAspect);
    const seesAll = rights.holds(MANAGE_TOKENS);
    const webhooks = stored
      .map(({ aspect }) => readWebhook(aspect.urn, aspect.value))
      .filter(({ owner }) => seesAll || owner === actor.urn)
      .sort((a, b) => a.createdAt - b.createdAt || (a.id < b.id ? -1 : 1));
    return Promise.all(webhooks.map((webhook) => viewOf(webhook, work)));
  },
});
