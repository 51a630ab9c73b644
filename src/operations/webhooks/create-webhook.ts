import * as v from 'valibot';
import { NAMING_PRIVILEGES } from '../../auth/grants.ts';
import { WEBHOOK } from '../../model/access/webhook.ts';
import { creationOf } from '../../model/proposal-builders.ts';
import { platform } from '../needs.ts';
import { defineProtected } from '../operation.ts';
import { TEXT, objectOf } from '../shapes.ts';
import { GENERATE_TOKENS, MANAGE_TOKENS } from '../tokens/caller-token.ts';
import { CHANGE_FILTER, checkFilter } from '../changes/read-changes.ts';
import { requireWholeToken } from './stored-webhook.ts';
import { viewOf, type WebhookWithSecret } from './webhook-view.ts';
import { infoOf, webhookUrn, type Webhook } from './webhook.ts';

/** Maximum length of a name, in characters. */
const LONGEST_NAME = 200;
/** Default and maximum number of events in a message. */
export const DEFAULT_EVENTS = 100;
export const MOST_EVENTS = 1_000;

const COUNT = `a whole number from 1 to ${MOST_EVENTS}`;
const A_NAME = `1 to ${LONGEST_NAME} characters`;

/**
 * Creates a webhook of the caller, which sends change events that the caller may see at that time to a URL. Throws
 * CONFLICT if the caller has too many, INVALID_REQUEST for a URL that is not allowed, and GONE for a start that is no
 * longer kept.
 */
export const createWebhook = defineProtected({
  name: 'createWebhook',
  effect: 'write',
  summary: 'Creates a webhook that receives the changes you may see. Only this response contains its secret.',
  input: () =>
    objectOf({
      name: v.pipe(TEXT, v.trim(), v.minLength(1, A_NAME), v.maxLength(LONGEST_NAME, A_NAME)),
      url: TEXT,
      /** `now`, `oldest`, an RFC 3339 time, or a cursor of the change feed. */
      since: v.nullish(TEXT, 'now'),
      eventsPerMessage: v.nullish(
        v.pipe(v.number(COUNT), v.integer(COUNT), v.minValue(1, COUNT), v.maxValue(MOST_EVENTS, COUNT)),
        DEFAULT_EVENTS,
      ),
      ...CHANGE_FILTER,
    }),
  needs: platform(GENERATE_TOKENS, MANAGE_TOKENS),
  denial: NAMING_PRIVILEGES,
  limits: ({ eventsPerMessage: _events, name: _name, since: _since, url: _url, ...filter }, { registry }) =>
    checkFilter(filter, registry),
  run: async ({ eventsPerMessage, name, since, url, ...filter }, work): Promise<WebhookWithSecret> => {
    const { actor, services, settings } = work;
    requireWholeToken(work);
    const { change, changes, secretBox, webhooks } = services;
    webhooks.checkUrl(url);
    const id = settings.newId();
    const secret = webhooks.newSecret();
    const urn = webhookUrn(id);
    const webhook: Webhook = {
      id,
      name,
      url,
      owner: actor.urn,
      createdAt: settings.now(),
      isEnabled: true,
      filter,
      eventsPerMessage,
      secrets: [secretBox.seal(secret, urn)],
      formerSecretUntil: undefined,
      restarts: 0,
      start: { since: await changes.cursorOf(since, 'since'), restart: 0 },
    };
    await change.ingest(actor.urn, [creationOf(urn, WEBHOOK.infoAspect, infoOf(webhook))]);
    return { ...(await viewOf(webhook, work)), secret };
  },
});
