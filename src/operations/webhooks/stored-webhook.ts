import { forbidden, requireAny } from '../../auth/rights.ts';
import { CatalogError } from '../../errors.ts';
import { upsertOf } from '../../model/proposal-builders.ts';
import { MANAGE_TOKENS } from '../tokens/caller-token.ts';
import type { ProtectedWork } from '../work.ts';
import { retryIfOutdated } from '../write-if-unchanged.ts';
import { WEBHOOK } from '../../model/access/webhook.ts';
import { infoOf, readWebhook, webhookUrn, type Webhook } from './webhook.ts';

/**
 * The webhook with this id. Throws NOT_FOUND if there is none, and FORBIDDEN without MANAGE_ACCESS_TOKENS for one of
 * another owner.
 */
export async function getCallerWebhook(id: string, work: ProtectedWork): Promise<Webhook> {
  return (await readStored(id, work)).webhook;
}

/** Throws FORBIDDEN for a restricted token: webhooks send more than it may see, and it may be read-only. */
export function requireWholeToken({ actor }: ProtectedWork): void {
  if (actor.restriction !== undefined) throw forbidden('A restricted token cannot manage webhooks.');
}

/**
 * Changes a webhook of the caller. Never overwrites a concurrent change. Throws the errors of `getCallerWebhook` and
 * `requireWholeToken`.
 */
export async function changeWebhook(
  id: string,
  change: (webhook: Webhook) => Webhook,
  work: ProtectedWork,
): Promise<Webhook> {
  let changed: Webhook | undefined;
  await retryIfOutdated(async () => {
    const { version, webhook } = await readStored(id, work);
    requireWholeToken(work);
    changed = change(webhook);
    const proposal = upsertOf(webhookUrn(id), WEBHOOK.infoAspect, infoOf(changed));
    const condition = { ifVersionMatch: version ?? '-1' };
    await work.services.change.ingest(work.actor.urn, [{ ...proposal, condition }]);
  });
  if (changed === undefined) throw new Error('Nothing was written.');
  return changed;
}

/** Records in the audit log that the caller requested a message, accepted or not. */
export function recordMessage({ id }: Webhook, { actor, services }: ProtectedWork): void {
  const aspects = [{ urn: webhookUrn(id), changeType: 'READ' }] as const;
  services.auditLog.record({ kind: 'webhookMessage', actor: actor.urn, aspects });
}

async function readStored(id: string, { actor, rights, services }: ProtectedWork) {
  const urn = webhookUrn(id);
  const stored = (await services.reader.entities([urn], [WEBHOOK.infoAspect])).get(urn);
  const info = stored?.aspects.get(WEBHOOK.infoAspect);
  if (info === undefined) {
    throw new CatalogError('NOT_FOUND', `There is no webhook ${id}. List the webhooks to find its id.`);
  }
  const webhook = readWebhook(urn, info.value);
  if (webhook.owner !== actor.urn) requireAny(rights, MANAGE_TOKENS);
  return { webhook, version: info.systemMetadata.version };
}
