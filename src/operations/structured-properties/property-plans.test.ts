import { describe, expect, it } from 'vitest';
import type { IngestGuard } from '../../change/metadata-change.ts';
import { ChangedSinceError } from '../../change/unless-changed.ts';
import { NOTHING_AFFECTED, type PlanInput } from '../../model/plan.ts';
import { EVERYTHING } from '../../model/scope.ts';
import { parseUrn } from '../../model/urn.ts';
import { createPropertyPlans } from './property-plans.ts';

const urn = parseUrn('urn:li:structuredProperty:p');
const input: PlanInput = { definitions: [], deletions: [{ urn, hard: false }] };

/** A catalog with one property; the callbacks write to it between the steps of planning and applying. */
class BusyCatalog {
  sequence = 5;
  values = 3;
  stateVersion = '1';
  looks = 0;
  /** One callback per count, run before it and after the dry run. */
  readonly before: (() => void)[] = [];
  /** One callback per count, run after it and before the write. */
  readonly meanwhile: (() => void)[] = [];
  readonly guards: (IngestGuard | undefined)[] = [];

  readonly plans = createPropertyPlans({
    actor: parseUrn('urn:li:corpuser:tester'),
    scope: EVERYTHING,
    change: {
      dryRun: () => {
        this.looks++;
        const affected = { propertyUrn: urn, generation: 1, valueType: undefined };
        const change = {
          urn,
          change: 'delete' as const,
          reasons: [],
          losses: [],
          stateVersion: this.stateVersion,
          affected,
        };
        return Promise.resolve({ sequence: this.sequence, changes: [change] });
      },
      ingest: (_actor, _proposals, guard) => {
        this.guards.push(guard);
        const since = guard?.unlessChangedSince ?? this.sequence;
        if (since !== this.sequence) return Promise.reject(new ChangedSinceError(since));
        return Promise.resolve({ sequence: ++this.sequence, results: [] });
      },
    },
    query: {
      countAssignments: () => {
        this.before.shift()?.();
        const counts = [{ ...NOTHING_AFFECTED, entities: this.values, values: this.values }];
        const counted = { sequence: this.sequence, counts, ruled: [] };
        this.meanwhile.shift()?.();
        return Promise.resolve(counted);
      },
    },
  });

  write(values: number, stateVersion = this.stateVersion): void {
    this.sequence++;
    this.values = values;
    this.stateVersion = stateVersion;
  }
}

describe('applying a plan', () => {
  it('retries after a write between count and commit', async () => {
    const catalog = new BusyCatalog();
    const { planToken } = await catalog.plans.plan(input);
    catalog.meanwhile.push(() => catalog.write(3));
    const { sequence } = await catalog.plans.apply(input, planToken);
    expect(catalog.guards).toEqual([{ unlessChangedSince: 5 }, { unlessChangedSince: 6 }]);
    expect(sequence).toBe(6);
    expect(catalog.sequence).toBe(7);
  });

  it('is refused when a value was added between count and commit', async () => {
    const catalog = new BusyCatalog();
    const { planToken } = await catalog.plans.plan(input);
    catalog.meanwhile.push(() => catalog.write(4));
    await expect(catalog.plans.apply(input, planToken)).rejects.toThrow('4 values on 4 entities');
    expect(catalog.sequence).toBe(6);
  });

  it('gives up when writes never pause', async () => {
    const catalog = new BusyCatalog();
    const { planToken } = await catalog.plans.plan(input);
    catalog.meanwhile.push(...Array.from({ length: 1000 }, () => () => catalog.write(3)));
    await expect(catalog.plans.apply(input, planToken)).rejects.toThrow('written to continuously');
  });

  it('commits without a guard if there is no plan token', async () => {
    const catalog = new BusyCatalog();
    catalog.meanwhile.push(() => catalog.write(9));
    await catalog.plans.apply(input, undefined);
    expect(catalog.guards).toEqual([undefined]);
  });
});

describe('a plan', () => {
  it('is repeated when a definition changes during the count', async () => {
    const catalog = new BusyCatalog();
    catalog.before.push(() => catalog.write(8, '2'));
    const { sequence, definitions } = await catalog.plans.plan(input);
    expect(sequence).toBe(6);
    expect(definitions).toMatchObject([{ values: 8 }]);
    expect(catalog.looks).toBe(3);
  });

  it('is as of the counted commit when only values change', async () => {
    const catalog = new BusyCatalog();
    catalog.before.push(() => catalog.write(8));
    const { sequence, definitions } = await catalog.plans.plan(input);
    expect(sequence).toBe(6);
    expect(definitions).toMatchObject([{ values: 8 }]);
    expect(catalog.looks).toBe(2);
  });

  it('is refused if the definition changes continuously', async () => {
    const catalog = new BusyCatalog();
    catalog.before.push(...Array.from({ length: 100 }, (_, i) => () => catalog.write(3, `v${i}`)));
    await expect(catalog.plans.plan(input)).rejects.toThrow('The definitions changed during planning');
  });
});
