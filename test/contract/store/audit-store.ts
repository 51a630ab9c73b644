import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { AuditEvent, RequestOrigin } from '../../../src/model/access/audit-event.ts';
import { parseUrn, type Urn } from '../../../src/model/urn.ts';
import type { AuditSelection, NewAuditEvent } from '../../../src/store/audit-store.ts';
import type { LogEntry, MetadataStore } from '../../../src/store/metadata-store.ts';
import type { OpenStore } from './metadata-store.ts';

const ALICE = parseUrn('urn:li:corpuser:alice');
const BOB = parseUrn('urn:li:corpuser:bob');
const ORDERS = parseUrn('urn:li:dataset:(urn:li:dataPlatform:hive,orders,PROD)');
const SALES = parseUrn('urn:li:dataset:(urn:li:dataPlatform:hive,sales,PROD)');
const ORIGIN: RequestOrigin = {
  requestId: 'r1',
  protocol: 'graphql',
  operation: 'upsertStructuredProperties',
  tokenId: 't1',
  address: '127.0.0.1',
  userAgent: 'test',
};
const LATEST = { time: Number.MAX_SAFE_INTEGER, id: Number.MAX_SAFE_INTEGER };

/** Contract of AuditStore. `isDurable`: the store keeps its data after it is closed. */
export function describeAuditStore(name: string, open: OpenStore, isDurable: boolean): void {
  let store: MetadataStore;
  const newest = (selection: Partial<AuditSelection> = {}): Promise<readonly AuditEvent[]> =>
    store.audit.newest({ before: LATEST, limit: 100, ...selection });
  const commit = (time: number, actor: Urn, entries: readonly LogEntry[], origin?: RequestOrigin) =>
    store.commit((state) => {
      const created = { time, actor };
      const systemMetadata = { lastObserved: time, runId: 'r' };
      const urns = [...new Set(entries.map(({ urn }) => urn))].filter(
        (urn) => state.entity(urn) === undefined,
      );
      const writes = urns.map((urn) => ({
        kind: 'createEntity' as const,
        entity: { urn, created, systemMetadata },
      }));
      const touch = { kind: 'deleteAspect', urn: entries[0]?.urn ?? ORDERS, aspectName: 'status' } as const;
      return { writes: [...writes, touch], entries, created, result: undefined };
    }, origin);
  const upsert = (urn: Urn, aspectName: string): LogEntry => ({ urn, aspectName, changeType: 'UPSERT' });
  const denied = (time: number, actor: Urn, urn: Urn): NewAuditEvent => ({
    kind: 'denied',
    time,
    actor,
    privilege: 'EDIT_ENTITY',
    origin: ORIGIN,
    aspects: [{ urn, aspectName: 'status', changeType: 'UPSERT' }],
    count: 3,
  });

  describe(`audit log: ${name}`, () => {
    beforeEach(async () => {
      store = await open();
    });
    afterEach(() => store[Symbol.asyncDispose]());

    it('records a commit with its author, its request, and its changes', async () => {
      const entries = [
        upsert(ORDERS, 'status'),
        { urn: ORDERS, aspectName: 'ownership', changeType: 'DELETE' as const },
        upsert(SALES, 'status'),
      ];
      await commit(1000, ALICE, entries, ORIGIN);
      expect(await newest()).toEqual([
        {
          id: 1,
          time: 1000,
          kind: 'change',
          actor: ALICE,
          origin: ORIGIN,
          count: 1,
          commit: 1,
          aspects: entries.map((entry) =>
            entry.aspectName === 'status' ? { ...entry, createsEntity: true } : entry,
          ),
        },
      ]);
    });

    it('records commits of the server itself without a request', async () => {
      await commit(1000, ALICE, [upsert(ORDERS, 'status')]);
      const [event] = await newest();
      expect(event).not.toHaveProperty('origin');
    });

    it('does not record a commit without changes', async () => {
      await store.commit(() => ({
        writes: [],
        entries: [],
        created: { time: 1, actor: ALICE },
        result: undefined,
      }));
      expect(await newest()).toEqual([]);
    });

    it('keeps a refusal unchanged', async () => {
      const event = denied(5, BOB, ORDERS);
      const anonymous: NewAuditEvent = { kind: 'unauthenticated', time: 6, aspects: [], count: 1 };
      const reading: NewAuditEvent = { ...event, time: 7, aspects: [{ urn: SALES, changeType: 'READ' }] };
      await store.audit.append([event, anonymous, reading]);
      expect(await newest()).toEqual([
        { id: 3, ...reading },
        { id: 2, ...anonymous },
        { id: 1, ...event },
      ]);
    });

    it('finds events by entity, actor, kind and time, alone and together', async () => {
      await commit(1000, ALICE, [upsert(ORDERS, 'status')], ORIGIN);
      await commit(2000, BOB, [upsert(SALES, 'status'), upsert(ORDERS, 'status')], ORIGIN);
      await store.audit.append([denied(3000, BOB, SALES)]);
      await commit(4000, ALICE, [upsert(SALES, 'status')], ORIGIN);
      const times = async (selection: Partial<AuditSelection>): Promise<readonly number[]> =>
        (await newest(selection)).map(({ time }) => time);
      expect(await times({})).toEqual([4000, 3000, 2000, 1000]);
      expect(await times({ entity: ORDERS })).toEqual([2000, 1000]);
      expect(await times({ entity: SALES })).toEqual([4000, 3000, 2000]);
      expect(await times({ actors: [ALICE] })).toEqual([4000, 1000]);
      expect(await times({ actors: [BOB, ALICE] })).toEqual([4000, 3000, 2000, 1000]);
      expect(await times({ actors: [BOB, ALICE], limit: 2 })).toEqual([4000, 3000]);
      expect(await times({ kinds: ['denied', 'logIn'] })).toEqual([3000]);
      expect(await times({ kinds: ['change'] })).toEqual([4000, 2000, 1000]);
      expect(await times({ since: 2000 })).toEqual([4000, 3000, 2000]);
      expect(await times({ before: { time: 3000, id: 0 } })).toEqual([2000, 1000]);
      expect(await times({ entity: SALES, actors: [BOB], kinds: ['denied'], since: 1 })).toEqual([3000]);
      expect(await times({ entity: parseUrn('urn:li:tag:none') })).toEqual([]);
    });

    it('orders events of the same time by their number, and continues between them', async () => {
      await store.audit.append([1, 2, 3].map(() => denied(1000, BOB, ORDERS)));
      const [third, second] = await newest({ limit: 2 });
      expect([third?.id, second?.id]).toEqual([3, 2]);
      const rest = await newest({ before: { time: 1000, id: 2 } });
      expect(rest.map(({ id }) => id)).toEqual([1]);
    });

    it('purges older events, and those beyond the number, with their index entries', async () => {
      await commit(1000, ALICE, [upsert(ORDERS, 'status')], ORIGIN);
      await store.audit.append([
        denied(2000, BOB, ORDERS),
        denied(3000, BOB, ORDERS),
        denied(4000, BOB, ORDERS),
      ]);
      expect(await store.audit.purge({ before: 1500, keep: 100 })).toBe(1);
      expect(await store.audit.purge({ before: 1500, keep: 100 })).toBe(0);
      expect(await store.audit.purge({ before: 0, keep: 2 })).toBe(1);
      expect((await newest()).map(({ time }) => time)).toEqual([4000, 3000]);
      expect((await newest({ entity: ORDERS })).map(({ time }) => time)).toEqual([4000, 3000]);
    });

    it.runIf(isDurable)('is kept when the store is reopened', async () => {
      await commit(1000, ALICE, [upsert(ORDERS, 'status')], ORIGIN);
      await store.audit.append([denied(2000, BOB, ORDERS)]);
      await store[Symbol.asyncDispose]();
      store = await open();
      expect((await newest()).map(({ kind }) => kind)).toEqual(['denied', 'change']);
    });
  });
}
