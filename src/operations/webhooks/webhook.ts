import * as v from 'valibot';
import { WEBHOOK } from '../../model/access/webhook.ts';
import { formatUrn, parseUrn, urnKey, type Urn } from '../../model/urn.ts';
import type { ChangeFilter } from '../../query/changes/change-query.ts';
import type { JsonObject } from '../../util/json.ts';
import { parseStored } from './parse-stored.ts';

/** The definition of a webhook. What it has sent, and where it is in the change log, is kept apart. */
export interface Webhook {
  readonly id: string;
  readonly name: string;
  readonly url: string;
  /** Whose rights decide what it sends. */
  readonly owner: Urn;
  /** Epoch ms. */
  readonly createdAt: number;
  readonly isEnabled: boolean;
  readonly filter: ChangeFilter;
  /** Maximum number of events in a message, unless one commit has more. */
  readonly eventsPerMessage: number;
  /** Sealed; the newest first. */
  readonly secrets: readonly string[];
  /** Until when messages are signed with the former secret, too, epoch ms; undefined: there is none. */
  readonly formerSecretUntil: number | undefined;
  /** How often it was told to start again: what stopped it before counts no more. */
  readonly restarts: number;
  /** Where it started with this restart: a cursor, `oldest`, or a time. */
  readonly start: { readonly since: string; readonly restart: number };
}

/** The urn of a webhook. Throws INVALID_REQUEST for an id that no webhook has. */
export function webhookUrn(id: string): Urn {
  return formatUrn(WEBHOOK.entityType, id);
}

const TEXTS = v.array(v.string());
const URN = v.pipe(v.string(), v.transform(parseUrn));

/** The aspect, as `infoOf` writes it. */
const INFO = v.object({
  name: v.string(),
  url: v.string(),
  owner: URN,
  createdAt: v.number(),
  isEnabled: v.boolean(),
  aspects: TEXTS,
  entityTypes: TEXTS,
  properties: v.array(URN),
  runIds: TEXTS,
  urns: v.array(URN),
  eventsPerMessage: v.number(),
  secrets: TEXTS,
  formerSecretUntil: v.optional(v.number()),
  restarts: v.number(),
  since: v.string(),
  sinceRestart: v.number(),
});

/** Reads a stored definition. Throws an error with the urn and the member that is not as expected. */
export function readWebhook(urn: Urn, value: JsonObject): Webhook {
  const info = parseStored(INFO, value, urn);
  const { aspects, entityTypes, formerSecretUntil, properties, runIds, since, sinceRestart, urns, ...rest } =
    info;
  return {
    ...rest,
    id: urnKey(urn),
    formerSecretUntil,
    filter: { aspects, entityTypes, properties, runIds, urns },
    start: { since, restart: sinceRestart },
  };
}

/** The aspect of a definition. */
export function infoOf({ filter, formerSecretUntil, start, ...webhook }: Webhook) {
  const { createdAt, eventsPerMessage, isEnabled, name, owner, restarts, secrets, url } = webhook;
  const { aspects, entityTypes, properties, runIds, urns } = filter;
  return {
    name,
    url,
    owner,
    createdAt,
    isEnabled,
    eventsPerMessage,
    restarts,
    aspects: [...aspects],
    entityTypes: [...entityTypes],
    runIds: [...runIds],
    urns: [...urns],
    properties: [...properties],
    secrets: [...secrets],
    since: start.since,
    sinceRestart: start.restart,
    ...(formerSecretUntil !== undefined && { formerSecretUntil }),
  };
}
