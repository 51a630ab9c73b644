import { describe, expect, it, vi } from 'vitest';
import { CatalogError, GoneError } from '../../../errors.ts';
import { parseUrn } from '../../../model/urn.ts';
import type { JobReport } from '../../../model/maintenance/job-report.ts';
import type { ChangePage, ChangeRequest } from '../../../query/changes/change-query.ts';
import { Slots } from '../../../util/concurrency/slots.ts';
import { WEBHOOK } from '../../../model/access/webhook.ts';
import { readWebhook } from '../webhook.ts';
import type { Delivery, WebhookState } from '../webhooks.ts';
import { WebhookDelivery, type DeliveryParts } from './deliver-webhook.ts';

const HOOK = readWebhook(parseUrn(`urn:li:${WEBHOOK.entityType}:a`), {
  name: 'a',
  url: 'https://example.com/',
  owner: 'urn:li:corpuser:ann',
  createdAt: 0,
  isEnabled: true,
  entityTypes: [],
  aspects: [],
  urns: [],
  properties: [],
  runIds: [],
  eventsPerMessage: 100,
  secrets: [],
  restarts: 0,
  since: 'begin',
  sinceRestart: 0,
});
const HOUR = 3_600_000;
/** The default of `webhooks.retryDelays`. */
const DELAYS = [5_000, 300_000, HOUR / 2, 2 * HOUR, 5 * HOUR, 10 * HOUR, 14 * HOUR, 20 * HOUR, 24 * HOUR];
// The tests do not read the report.
const REPORT = {} as JobReport;

/** A page with one event, of which only the time is read. */
const PAGE = { events: [{ time: 7 }], cursor: 'next', sequence: 9, isAtEnd: true } as unknown as ChangePage;

/** Delivers with the given failures and responses; the clock jumps to the next attempt. */
function delivery(parts: {
  readonly read?: (request: ChangeRequest) => Promise<ChangePage>;
  readonly send?: (attempt: number) => Partial<Delivery>;
}) {
  const states: WebhookState[] = [];
  const sent: { id: string; attempt: number; at: number }[] = [];
  const requests: ChangeRequest[] = [];
  const warnings: unknown[] = [];
  const stop = new AbortController();
  let clock = 1_000;
  const now = (): number => {
    // Reading the clock advances it to the next attempt.
    clock = Math.max(clock, states.at(-1)?.pending?.nextTryAt ?? 0);
    return clock;
  };
  const [slots, slowSlots] = [new Slots(1), new Slots(1)];
  const places: string[] = [];
  for (const [name, of] of Object.entries({ slots, slowSlots })) {
    const take = of.take.bind(of);
    vi.spyOn(of, 'take').mockImplementation(() => {
      places.push(name);
      return take();
    });
  }
  const all: DeliveryParts = {
    now,
    newId: () => String(states.length),
    retryDelays: DELAYS,
    slots,
    slowSlots,
    records: {
      begin: () =>
        Promise.resolve({ report: REPORT, state: states.at(-1) ?? { restart: 0, cursor: 'begin' } }),
      save: (_at, state) => {
        states.push(state);
        return Promise.resolve({ report: REPORT, state });
      },
    },
    read: (_webhook, request) => {
      requests.push(request);
      return parts.read?.(request) ?? Promise.resolve(PAGE);
    },
    sender: {
      send: (_webhook, { attempt, id }) => {
        sent.push({ id, attempt, at: clock });
        const outcome = parts.send?.(attempt) ?? { succeeded: true, status: 200 };
        // The tests do not read the rest of a delivery.
        return Promise.resolve({ delivery: outcome as Delivery, retryAt: undefined });
      },
    },
    refusalOf: () => Promise.resolve(undefined),
    commits: {
      after: ({ cursor }) => {
        stop.abort();
        return Promise.resolve(cursor);
      },
    },
    warn: (_message, error) => {
      warnings.push(error);
      stop.abort();
    },
  };
  const running = new WebhookDelivery(HOOK, all, { stop: stop.signal, kill: new AbortController().signal });
  return { running, states, sent, requests, warnings, stop, places };
}

describe('the delivery of a webhook', () => {
  it('tries a message ten times in 75 hours with one id, then stops at its position', async () => {
    const { running, sent, states, requests } = delivery({
      send: () => ({ succeeded: false, status: 503, error: 'down' }),
    });
    await running.run();
    expect(sent.map(({ attempt }) => attempt)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    expect(new Set(sent.map(({ id }) => id)).size).toBe(1);
    const [first, ...later] = sent.map(({ at }) => at);
    expect(later.map((at, i) => at - ([first, ...later][i] ?? 0))).toEqual(DELAYS);
    expect(((later.at(-1) ?? 0) - (first ?? 0)) / HOUR).toBeCloseTo(75.6, 1);
    const last = states.at(-1);
    expect(last).toMatchObject({ cursor: 'begin', stop: { reason: 'failing' }, pending: { tries: 10 } });
    expect(last?.stop?.message).toContain('failed 10 times, the last time with: down');
    // Each attempt reads up to the same commit.
    expect(requests.slice(1).map(({ since, upTo }) => [since, upTo])).toEqual(
      sent.slice(1).map(() => ['begin', 9]),
    );
  });

  it('uses the slots for slow receivers while its receiver is slow', async () => {
    const durations = [10, 2_000, 3_000, 10];
    const { running, places } = delivery({
      read: () => Promise.resolve(durations.length > 0 ? PAGE : { ...PAGE, events: [] }),
      send: () => ({ succeeded: true, status: 200, durationMs: durations.shift() ?? 0 }),
    });
    await running.run();
    expect(places).toEqual(['slots', 'slots', 'slowSlots', 'slowSlots', 'slots']);
  });

  it('stores a message before it sends it, and its position after it is accepted', async () => {
    const { running, states, stop } = delivery({
      send: () => {
        stop.abort();
        return { succeeded: true, status: 204 };
      },
    });
    await running.run();
    expect(states).toMatchObject([
      { cursor: 'begin', pending: { upTo: 9, since: 7, tries: 0 } },
      { cursor: 'next', pending: undefined },
    ]);
  });

  it('stops when the changes after its position are no longer kept', async () => {
    const { running, sent, states } = delivery({
      read: () => Promise.reject(new GoneError('The log was trimmed.', 'oldest-cursor')),
    });
    await running.run();
    expect(sent).toEqual([]);
    expect(states).toMatchObject([{ cursor: 'begin', stop: { reason: 'trimmed' } }]);
    expect(states[0]?.stop?.message).toMatch(/The log was trimmed\..*oldest-cursor.*Replay the webhook/);
  });

  it('continues after a failure of the store, at the same position', async () => {
    const { running, states, warnings } = delivery({
      read: () => Promise.reject(new CatalogError('UNAVAILABLE', 'The store is unavailable.')),
    });
    await running.run();
    expect(warnings).toMatchObject([{ code: 'UNAVAILABLE' }]);
    expect(states).toEqual([]);
  });

  it('advances without a message if nothing matches', async () => {
    const { running, sent, states } = delivery({ read: () => Promise.resolve({ ...PAGE, events: [] }) });
    await running.run();
    expect(sent).toEqual([]);
    expect(states).toMatchObject([{ cursor: 'next', pending: undefined }]);
  });
});
