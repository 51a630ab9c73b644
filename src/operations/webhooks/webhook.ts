import * as v from 'valibot';
import { WEBHOOK } from '../../model/access/webhook.ts';
import { formatUrn, parseUrn, urnKey, type Urn } from '../../model/urn.ts';
import type { ChangeFilter } from '../../query/changes/change-query.ts';
import type { JsonObject } from '../../util/json.ts';
import { parseStored } from './parse-stored.ts';

/** The definition of a webhook. Its deliveries and its position in the change log are stored separately. */
export interface Webhook {
  readonly id: string;
  readonly name: string;
  readonly url: string;
  /** User whose rights decide which changes are sent. */
  readonly owner: Urn;
  /** Epoch ms. */
  readonly createdAt: number;
  readonly isEnabled: boolean;
  readonly filter: ChangeFilter;
  /** Maximum number of events in a message; a commit is never split. */
  readonly eventsPerMessage: number;
  /** Encrypted, newest first. */
  readonly secrets: readonly string[];
  /** Time until which messages are also signed with the previous secret, epoch ms; undefined without one. */
  readonly formerSecretUntil: number | undefined;
  /** Number of requested restarts. A restart clears an earlier stop. */
  readonly restarts: number;
  /** Position set by the restart with this number: a cursor, `oldest`, or a time. */
  readonly start: { readonly since: string; readonly restart: number };
}

/** The urn of a webhook. Throws INVALID_REQUEST for a malformed id. */
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

/** Parses a stored definition. Throws an error with the urn and the invalid member. */
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
