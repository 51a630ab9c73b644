import { NAMING_PRIVILEGES } from '../../auth/permit.ts';
import { CatalogError, invalidRequest } from '../../errors.ts';
import { creationOf } from '../../model/proposal-builders.ts';
import { EVERY_CHANGE } from '../../query/changes/change-query.ts';
import { platform } from '../needs.ts';
import { defineProtectedModelled } from '../operation.ts';
import { GENERATE_TOKENS, MANAGE_TOKENS } from '../tokens/caller-token.ts';
import { checkFilter } from '../changes/read-changes.ts';
import type { ReadChangesInput } from '../changes/read-changes.ts';
import { requireWholeToken } from './stored-webhook.ts';
import { viewOf } from './webhook-view.ts';
import type { WebhookWithSecret } from './webhook-view.ts';
import { WEBHOOK, infoOf, readWebhook, webhookUrn } from './webhook.ts';
import type { Webhook } from './webhook.ts';

/** Maximum length of a name, in characters. */
const LONGEST_NAME = 200;
/** Events in a message, unless the webhook has another number, and the most. */
export const DEFAULT_EVENTS = 100;
export const MOST_EVENTS = 1_000;

/** A new webhook. */
export interface WebhookInput extends Pick<ReadChangesInput, 'filter'> {
  readonly name: string;
  readonly url: string;
  /** Where it starts: `now` (default), `oldest`, an RFC 3339 time, or a cursor of the change feed. */
  readonly since?: string | undefined;
  readonly eventsPerMessage?: number | undefined;
}

/**
 * Creates a webhook of the caller: an address that gets every change from now on that the caller may see then. Throws CONFLICT
 * when the caller has too many, INVALID_REQUEST for an address that nothing is sent to, and GONE for a start that is not kept.
 */
export const createWebhook = defineProtectedModelled({
  name: 'createWebhook',
  effect: 'write',
  needs: platform(GENERATE_TOKENS, MANAGE_TOKENS),
  denial: NAMING_PRIVILEGES,
  limits: ({ eventsPerMessage = DEFAULT_EVENTS, filter = {}, name }: WebhookInput, { registry }) => {
    if (name.trim() === '' || name.length > LONGEST_NAME) {
      throw invalidRequest(`name must have 1 to ${LONGEST_NAME} characters, but it has ${name.length}.`);
    }
    if (!Number.isInteger(eventsPerMessage) || eventsPerMessage < 1 || eventsPerMessage > MOST_EVENTS) {
      throw invalidRequest(
        `eventsPerMessage must be a whole number from 1 to ${MOST_EVENTS}, but it is ${eventsPerMessage}.`,
      );
    }
    checkFilter(filter, registry);
  },
  run: async (
    { eventsPerMessage = DEFAULT_EVENTS, filter = {}, name, since = 'now', url },
    work,
  ): Promise<WebhookWithSecret> => {
    const { actor, services, settings } = work;
    requireWholeToken(work);
    const { change, changes, reader, secretBox, webhooks } = services;
    webhooks.checkUrl(url);
    const stored = await reader.rowsOf(WEBHOOK.entityType, WEBHOOK.infoAspect);
    const own = stored.filter(({ aspect }) => readWebhook(aspect.urn, aspect.value).owner === actor.urn);
    if (own.length >= webhooks.most) {
      throw new CatalogError(
        'CONFLICT',
        `You have ${own.length} webhooks, and at most ${webhooks.most} are allowed (webhooks.most). Delete one first.`,
      );
    }
    const id = settings.newId();
    const secret = webhooks.newSecret();
    const urn = webhookUrn(id);
    const webhook: Webhook = {
      ...{ id, name: name.trim(), url, owner: actor.urn, createdAt: settings.now(), isEnabled: true },
      ...{ filter: { ...EVERY_CHANGE, ...filter }, eventsPerMessage },
      ...{ secrets: [secretBox.seal(secret, urn)], formerSecretUntil: undefined, restarts: 0 },
      start: { since: await changes.cursorOf(since, 'since'), restart: 0 },
    };
    await change.ingest(actor.urn, [creationOf(urn, WEBHOOK.infoAspect, infoOf(webhook))]);
    return { ...(await viewOf(webhook, work)), secret };
  },
});
