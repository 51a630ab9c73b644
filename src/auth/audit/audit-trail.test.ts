import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { AuditEvent, AuditPage, AuditQuery, AuditedAspect } from '../../model/access/audit-event.ts';
import { parseUrn } from '../../model/urn.ts';
import type { AuditStore } from '../../store/audit-store.ts';
import { readAuditTrail } from './audit-trail.ts';
import { effort } from '../../../test/support/effort.ts';

const tag = (name: string) => parseUrn(`urn:li:tag:${name}`);
const NAMES = ['a', 'b', 'c'];

/** An audit store over an array. */
function storeOf(events: readonly AuditEvent[]): Pick<AuditStore, 'newest'> {
  const sorted = [...events].sort((a, b) => b.time - a.time || b.id - a.id);
  return {
    newest: ({ before, since = 0, limit }) => {
      const older = sorted.filter(
        ({ time, id }) => time < before.time || (time === before.time && id < before.id),
      );
      return Promise.resolve(older.filter(({ time }) => time >= since).slice(0, limit));
    },
  };
}

const everything = {
  seesEntity: () => true,
  assignmentFilter: () => undefined,
  seesEveryProperty: true,
  settle: () => Promise.resolve(),
};
const event = (id: number, time: number, names: readonly string[]): AuditEvent => ({
  id,
  time,
  kind: 'change',
  count: 1,
  aspects: names.map((name): AuditedAspect => ({
    urn: tag(name),
    aspectName: 'status',
    changeType: 'UPSERT',
  })),
});

describe('a page of the audit log', () => {
  it('continues without gap or repetition on the next page, for any page size', async () => {
    const events = fc
      .array(fc.tuple(fc.nat(5), fc.array(fc.constantFrom(...NAMES), { maxLength: 4 })), { maxLength: 60 })
      .map((drafts) => drafts.map(([time, names], i) => event(i + 1, time, names)));
    await fc.assert(
      fc.asyncProperty(events, fc.integer({ min: 1, max: 7 }), async (log, count) => {
        const store = storeOf(log);
        const all = await readAuditTrail(store, { count: 1000 }, everything);
        const paged: string[] = [];
        let page: AuditPage | undefined;
        do {
          const cursor = page?.next;
          page = await readAuditTrail(store, { count, ...(cursor !== undefined && { cursor }) }, everything);
          paged.push(...page.entries.map(({ id }) => id));
        } while (page.next !== undefined);
        expect(paged).toEqual(all.entries.map(({ id }) => id));
        expect(paged).toHaveLength(log.reduce((sum, { aspects }) => sum + Math.max(1, aspects.length), 0));
      }),
      { numRuns: effort(50) },
    );
  });

  it('omits entities that the caller may not see, after settling their visibility', async () => {
    const settled = new Set<string>();
    const scope = {
      settle: (urns: readonly string[]) => {
        for (const urn of urns) settled.add(urn);
        return Promise.resolve();
      },
      seesEntity: (urn: string) => settled.has(urn) && urn !== tag('b'),
      assignmentFilter: () => undefined,
      seesEveryProperty: true,
    };
    const log = storeOf([event(1, 1, ['a', 'b']), event(2, 2, ['b'])]);
    const { entries } = await readAuditTrail(log, { count: 10 }, scope);
    expect(entries.map(({ urn }) => urn)).toEqual([tag('a')]);
    const about = await readAuditTrail(log, { count: 10, entity: tag('b') }, scope);
    expect(about.entries).toEqual([]);
  });

  it('omits a property whose values the caller may not read on any entity', async () => {
    const properties = ['hidden', 'shown'].map((name) => parseUrn(`urn:li:structuredProperty:${name}`));
    const aspects = properties.map((urn): AuditedAspect => ({ urn, changeType: 'UPSERT' }));
    const scope = {
      ...everything,
      assignmentFilter: (urn: string) => (urn.endsWith(':hidden') ? [] : undefined),
    };
    const log = storeOf([{ ...event(1, 1, []), aspects }]);
    const { entries } = await readAuditTrail(log, { count: 10 }, scope);
    expect(entries.map(({ urn }) => urn)).toEqual([properties[1]]);
  });

  it('ends with a cursor after scanning many events without a match', async () => {
    const log = storeOf([
      event(1, 0, ['a']),
      ...Array.from({ length: 20_010 }, (_, i) => event(i + 2, 1, ['b'])),
    ]);
    const query: AuditQuery = { count: 10, entity: tag('a') };
    const first = await readAuditTrail(log, query, everything);
    expect(first.entries).toEqual([]);
    const second = await readAuditTrail(log, { ...query, cursor: first.next ?? '' }, everything);
    expect(second.entries).toHaveLength(1);
    expect(second.next).toBeUndefined();
  });

  it.each([
    [{ count: 0 }, 'count'],
    [{ count: 1.5 }, 'count'],
    [{ count: 10, cursor: '' }, 'cursor'],
    [{ count: 10, cursor: 'MS4x' }, 'cursor'],
    [{ count: 10, actors: Array.from({ length: 101 }, () => tag('a')) }, '100 actors'],
  ])('refuses %j', async (query, named) => {
    await expect(readAuditTrail(storeOf([]), query, everything)).rejects.toThrow(named);
  });
});
