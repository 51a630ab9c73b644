import { describe, expect, it } from 'vitest';
import { parseUrn } from '../../model/urn.ts';
import type { JobReport } from '../../model/maintenance/job-report.ts';
import type { JobStore } from '../../store/job-store.ts';
import type { JsonObject } from '../../util/json.ts';
import { WebhookRecords } from './delivery/webhook-records.ts';
import { infoOf, readWebhook, webhookUrn, type Webhook } from './webhook.ts';

const URN = webhookUrn('hook');
const TAG = parseUrn('urn:li:tag:pii');
const HOOK: Webhook = {
  id: 'hook',
  name: 'tags',
  url: 'https://example.com',
  owner: parseUrn('urn:li:corpuser:ann'),
  createdAt: 1,
  isEnabled: true,
  eventsPerMessage: 100,
  secrets: ['sealed'],
  restarts: 2,
  filter: { aspects: ['status'], entityTypes: ['tag'], urns: [TAG], properties: [TAG], runIds: ['run'] },
  formerSecretUntil: undefined,
  start: { since: 'now', restart: 1 },
};

/** Records of a store that returns this result for every query. */
function recordsWith(result: JsonObject): WebhookRecords {
  const report = { id: 7, owner: URN, result } as Partial<JobReport> as JobReport;
  const store = { list: () => Promise.resolve([{ report, heardAt: 0 }]) } as Partial<JobStore> as JobStore;
  return new WebhookRecords({ store, keptDeliveries: 1, now: () => 0 });
}

describe('stored webhook data', () => {
  it('is read as it was written', async () => {
    for (const hook of [HOOK, { ...HOOK, formerSecretUntil: 5 }]) {
      expect(readWebhook(URN, infoOf(hook))).toEqual(hook);
    }
    const state = {
      restart: 2,
      cursor: 'c',
      deliveredAt: 3,
      stop: { reason: 'gone', message: 'x', at: 4 },
      pending: { id: 'msg', upTo: 9, since: 1, tries: 2, nextTryAt: 5 },
    };
    expect((await recordsWith(state).find(HOOK))?.state).toEqual(state);
    const tried = {
      messageId: 'msg',
      kind: 'test',
      time: 1,
      attempt: 1,
      succeeded: true,
      durationMs: 2,
      events: 0,
    };
    const unset = { status: undefined, error: undefined, range: undefined };
    expect(await recordsWith(tried).deliveries(HOOK)).toStrictEqual([{ ...tried, ...unset, id: 7 }]);
  });

  it('is refused with the invalid member', async () => {
    expect(() => readWebhook(URN, { ...infoOf(HOOK), secrets: ['sealed', 1] })).toThrow(
      `What is stored of ${URN} cannot be read at secrets.1: Invalid type: Expected string but received 1.`,
    );
    await expect(recordsWith({ restart: 1, cursor: 'c', stop: { reason: 'x' } }).find(HOOK)).rejects.toThrow(
      `the state of ${URN} cannot be read at stop.reason`,
    );
    await expect(recordsWith({ kind: 'test' }).deliveries(HOOK)).rejects.toThrow(
      `a delivery of ${URN} cannot be read at messageId`,
    );
  });
});
