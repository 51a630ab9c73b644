import { describe, expect, it } from 'vitest';
import type { RequestOrigin } from '../../model/access/audit-event.ts';
import { parseUrn } from '../../model/urn.ts';
import type { NewAuditEvent } from '../../store/audit-store.ts';
import type { AuditRecord } from './audit-log.ts';
import { BufferedAuditLog } from './buffered-audit-log.ts';

const ALICE = parseUrn('urn:li:corpuser:alice');
const DATASET = parseUrn('urn:li:dataset:(urn:li:dataPlatform:hive,a,PROD)');
const origin = (requestId: string, address = '10.0.0.1'): RequestOrigin => ({
  requestId,
  protocol: 'graphql',
  operation: 'me',
  address,
});
const DENIED: AuditRecord = { kind: 'denied', actor: ALICE, aspects: [{ urn: DATASET, changeType: 'READ' }] };

/** Records the events, disposes the log, and returns the written events and the warnings. */
async function written(
  record: (log: BufferedAuditLog) => void,
  append = (): Promise<void> => Promise.resolve(),
): Promise<{ readonly events: readonly NewAuditEvent[]; readonly warnings: readonly string[] }> {
  const events: NewAuditEvent[] = [];
  const warnings: string[] = [];
  {
    await using log = new BufferedAuditLog({
      store: {
        append: (all) => {
          events.push(...all);
          return append();
        },
        newest: () => Promise.resolve([]),
        purge: () => Promise.resolve(0),
      },
      now: () => 1000,
      warn: (message) => warnings.push(message),
    });
    record(log);
  }
  return { events, warnings };
}

describe('the buffered audit log', () => {
  it('merges equal refusals into the event of the first request', async () => {
    const { events } = await written((log) => {
      for (let i = 0; i < 5; i++) log.record(DENIED, origin(`r${i}`));
      log.record(DENIED, origin('r5', '10.0.0.2'));
    });
    expect(events).toEqual([
      { ...DENIED, time: 1000, count: 5, origin: origin('r0') },
      { ...DENIED, time: 1000, count: 1, origin: origin('r5', '10.0.0.2') },
    ]);
  });

  it('keeps each login and logout as its own event', async () => {
    const { events } = await written((log) => {
      for (let i = 0; i < 3; i++) log.record({ kind: 'logOut', actor: ALICE }, origin('r'));
    });
    expect(events.map(({ kind, count }) => [kind, count])).toEqual([
      ['logOut', 1],
      ['logOut', 1],
      ['logOut', 1],
    ]);
  });

  it('counts a flood of different refusals by kind, without losing any', async () => {
    const { events } = await written((log) => {
      for (let i = 0; i < 5000; i++) log.record({ kind: 'unauthenticated' }, origin('r', `address ${i}`));
      log.record(DENIED, origin('r'));
    });
    expect(events.length).toBeLessThan(1100);
    expect(events.reduce((sum, { count }) => sum + count, 0)).toBe(5001);
    expect(events.at(-1)?.kind).toBe('denied');
  });

  it('limits the size of the event of a refused request', async () => {
    const long = parseUrn(`urn:li:tag:${'x'.repeat(5000)}`);
    const aspects = Array.from({ length: 500 }, () => ({ urn: DATASET, changeType: 'UPSERT' as const }));
    const odd = { urn: DATASET, aspectName: 'y'.repeat(5000), changeType: 'UPSERT' as const };
    const { events } = await written((log) => {
      const all = [{ urn: long, changeType: 'READ' as const }, odd, ...aspects];
      log.record({ kind: 'denied', actor: ALICE, aspects: all });
    });
    expect(events[0]?.aspects).toHaveLength(100);
    expect(JSON.stringify(events)).not.toMatch(/xxx|yyy/);
  });

  it('warns when events could not be written, and continues', async () => {
    const { warnings } = await written(
      (log) => log.record(DENIED),
      () => Promise.reject(new Error('disk full')),
    );
    expect(warnings).toEqual(['could not write 1 audit events']);
  });
});
