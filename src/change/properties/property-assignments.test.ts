import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FakeState, aspectRow } from '../../../test/support/memory/fake-state.ts';
import type { RowInternal } from '../../store/entity-rows.ts';
import type { JsonObject } from '../../util/json.ts';
import { assignmentsOf, mergeAssignments, sameValues, splitAssignments } from './property-assignments.ts';

const DATASET = 'urn:li:dataset:(urn:li:dataPlatform:hive,t,PROD)';
const PROPERTY_NAMES = ['a', 'b', 'c', 'd'] as const;

function urnOf(name: string): string {
  return `urn:li:structuredProperty:${name}`;
}

function assignment(name: string, ...values: string[]): JsonObject {
  return { propertyUrn: urnOf(name), values: values.map((string) => ({ string })) };
}

function define(state: FakeState, name: string, generation: number, removed = false): FakeState {
  const definition = { qualifiedName: name, valueType: 'urn:li:dataType:datahub.string', entityTypes: [] };
  return state
    .put(urnOf(name), 'propertyDefinition', definition, { generation })
    .put(urnOf(name), 'status', { removed });
}

function rowOf(
  properties: readonly JsonObject[],
  generations: Readonly<Record<string, number>>,
): ReturnType<typeof aspectRow> {
  const assignments = Object.fromEntries(
    Object.entries(generations).map(([name, value]) => [urnOf(name), value]),
  );
  return aspectRow(DATASET, 'structuredProperties', { properties }, { assignments });
}

describe('splitAssignments', () => {
  it('separates live, soft-deleted and dead assignments', () => {
    const state = new FakeState();
    define(state, 'live', 1);
    define(state, 'hidden', 2, true);
    define(state, 'broken', 9);
    const all = ['live', 'hidden', 'broken', 'gone', 'unknown'].map((name) => assignment(name, 'v'));
    const { visible, hidden } = splitAssignments(
      rowOf(all, { live: 1, hidden: 2, broken: 3, gone: 4 }),
      state,
    );
    expect(visible).toEqual({ properties: [assignment('live', 'v')] });
    expect(hidden.map(({ json, generation }) => [json, generation])).toEqual([
      [assignment('hidden', 'v'), 2],
    ]);
  });

  it('does not bring back values when a property name is reused', () => {
    const state = define(new FakeState(), 'reused', 7);
    const { visible, hidden } = splitAssignments(rowOf([assignment('reused', 'old')], { reused: 3 }), state);
    expect([visible, hidden]).toEqual([{ properties: [] }, []]);
  });

  it('returns the same object when nothing is hidden or dead', () => {
    const state = define(new FakeState(), 'live', 1);
    const row = rowOf([assignment('live', 'v')], { live: 1 });
    expect(splitAssignments(row, state).visible).toBe(row.aspect.value);
  });
});

describe('mergeAssignments', () => {
  it('stores the hidden assignments after the stated ones with their generations', () => {
    const state = new FakeState();
    define(state, 'live', 1);
    define(state, 'hidden', 2, true);
    const { hidden } = splitAssignments(rowOf([assignment('hidden', 'h')], { hidden: 2 }), state);
    expect(mergeAssignments({ properties: [assignment('live', 'l')] }, hidden, state)).toEqual({
      value: { properties: [assignment('live', 'l'), assignment('hidden', 'h')] },
      internal: { assignments: { [urnOf('live')]: 1, [urnOf('hidden')]: 2 } },
    });
  });

  it('prefers written assignments to hidden ones', () => {
    const state = define(new FakeState(), 'a', 1, true);
    const { hidden } = splitAssignments(rowOf([assignment('a', 'old')], { a: 1 }), state);
    const after = { properties: [assignment('a', 'new')] };
    expect(mergeAssignments(after, hidden, define(state, 'a', 1)).value).toBe(after);
  });

  it('accepts values that violate the schema', () => {
    for (const properties of [undefined, null, 'x', [1, null, {}, { propertyUrn: 'x' }]]) {
      expect(mergeAssignments({ properties }, [], new FakeState()).internal).toEqual({ assignments: {} });
    }
  });

  it('is the inverse of splitAssignments', () => {
    const flag = fc.record({ removed: fc.boolean(), stored: fc.boolean(), dead: fc.boolean() });
    fc.assert(
      fc.property(fc.tuple(flag, flag, flag, flag), (flags) => {
        const state = new FakeState();
        const stored: JsonObject[] = [];
        const generations: Record<string, number> = {};
        PROPERTY_NAMES.forEach((name, i) => {
          define(state, name, i + 1, flags[i]?.removed);
          if (flags[i]?.stored !== true) return;
          stored.push(assignment(name, 'old'));
          generations[name] = flags[i].dead ? 100 : i + 1;
        });
        const split = splitAssignments(rowOf(stored, generations), state);
        const stated = PROPERTY_NAMES.filter((_, i) => flags[i]?.removed === false).map((name) =>
          assignment(name, 'new'),
        );
        const merged = mergeAssignments({ properties: stated }, split.hidden, state);
        const again = splitAssignments(rowWith(merged.value, merged.internal), state);
        expect(again.visible).toEqual({ properties: stated });
        expect(again.hidden).toEqual(split.hidden);
        expect(Object.keys(merged.internal.assignments ?? {}).length).toBe(
          assignmentsOf(merged.value).length,
        );
      }),
    );
  });
});

describe('sameValues', () => {
  it('compares kind, value and order', () => {
    expect(sameValues([{ string: 'a' }, { double: 1 }], [{ string: 'a' }, { double: 1 }])).toBe(true);
    expect(sameValues([{ string: 'a' }, { string: 'b' }], [{ string: 'b' }, { string: 'a' }])).toBe(false);
    expect(sameValues([{ string: '1' }], [{ double: 1 }])).toBe(false);
    expect(sameValues([], [{ double: 1 }])).toBe(false);
  });
});

function rowWith(value: JsonObject, internal: RowInternal): ReturnType<typeof aspectRow> {
  return aspectRow(DATASET, 'structuredProperties', value, internal);
}
