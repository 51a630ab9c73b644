import { describe, expect, it } from 'vitest';
import { FakeState, registry } from '../../test/support/memory/fake-state.ts';
import type { PlanInput } from '../model/plan.ts';
import { parseUrn } from '../model/urn.ts';
import type { JsonObject } from '../util/json.ts';
import { atOnce } from '../util/concurrency/steps.ts';
import { decideNothing } from './dry-run.ts';
import type { DryRun } from './metadata-change.ts';

const urn = parseUrn('urn:li:structuredProperty:p');
const stamp = { time: Date.UTC(2026, 0, 1), actor: parseUrn('urn:li:corpuser:tester') };
const settings = {
  enforceEntityTypes: true,
  hardDeleteRequiresSoftDelete: false,
  keywordMaxLength: 1000,
  linkSchemes: ['https'],
};

const definition = (rest: JsonObject = {}): JsonObject => ({
  qualifiedName: 'p',
  valueType: 'urn:li:dataType:datahub.string',
  entityTypes: ['urn:li:entityType:datahub.dataset'],
  cardinality: 'SINGLE',
  ...rest,
});

function catalog(stored?: JsonObject, internal: object = { generation: 4 }): FakeState {
  const state = new FakeState().exist(
    'urn:li:dataType:datahub.string',
    'urn:li:dataType:datahub.number',
    'urn:li:entityType:datahub.dataset',
  );
  return stored === undefined ? state : state.put(urn, 'propertyDefinition', stored, internal);
}

function dryRun(state: FakeState, input: Partial<PlanInput>, chosen: Partial<typeof settings> = {}): DryRun {
  const plan = { definitions: [], deletions: [], ...input };
  const decide = decideNothing({ input: plan, stamp, registry, settings: { ...settings, ...chosen } });
  const { writes, entries, result } = atOnce(decide(state, 10));
  expect(writes).toEqual([]);
  expect(entries).toEqual([]);
  return result;
}

const defining = (propertyDefinition: JsonObject): Partial<PlanInput> => ({
  definitions: [{ urn, propertyDefinition }],
});

describe('a dry run of a definition', () => {
  it('reports the sequence before the commit that it simulates', () => {
    const { sequence, changes } = dryRun(catalog(), defining(definition()));
    expect(sequence).toBe(9);
    expect(changes).toEqual([
      { urn, change: 'create', reasons: [], losses: [], stateVersion: '-.-.-.-.-', affected: undefined },
    ]);
  });

  it.each([
    ['none', definition()],
    ['none', definition({ valueType: 'urn:li:dataType:string' })],
    ['compatible', definition({ cardinality: 'MULTIPLE' })],
    ['compatible', definition({ version: '20260101000000' })],
  ])('is %s for %j', (change, next) => {
    const state = catalog(definition());
    const [found] = dryRun(state, defining(next)).changes;
    expect(found).toMatchObject({ change, reasons: [], stateVersion: '1.-.-.-.-' });
    expect(found?.affected).toBeUndefined();
  });

  it.each([undefined, null, '20250101000000', '20260101000000'])(
    'reports what breaks and requires another version than %j',
    (version) => {
      const stored = definition({ cardinality: 'MULTIPLE', version: '20260101000000' });
      const next = definition({
        valueType: 'urn:li:dataType:datahub.number',
        ...(version !== undefined && { version }),
      });
      expect(dryRun(catalog(stored), defining(next)).changes).toEqual([
        {
          urn,
          change: 'breaking',
          reasons: [
            expect.stringContaining('Value type cannot be changed'),
            expect.stringContaining('MULTIPLE to SINGLE'),
            expect.stringContaining('greater than 20260101000000'),
          ],
          losses: [
            { member: 'valueType', lost: ['urn:li:dataType:datahub.string'] },
            { member: 'cardinality', lost: ['MULTIPLE'] },
          ],
          versionAbove: '20260101000000',
          stateVersion: '1.-.-.-.-',
          affected: { propertyUrn: urn, generation: 4, valueType: 'string' },
        },
      ]);
    },
  );

  it('asks for no version when the given one allows a breaking change', () => {
    const stored = definition({ cardinality: 'MULTIPLE' });
    const [change] = dryRun(catalog(stored), defining(definition({ version: '20260101000000' }))).changes;
    expect(change).toMatchObject({
      change: 'breaking',
      reasons: [expect.stringContaining('MULTIPLE to SINGLE')],
    });
  });

  it.each([
    [definition({ cardinality: 'SOME' }), 'SOME'],
    [definition({ valueType: 'urn:li:dataType:datahub.number', version: '1' }), 'Must match [0-9]{14}'],
    [definition({ version: '20200101000000' }), 'Must be greater than 20260101000000'],
    [
      definition({ valueType: 'urn:li:dataType:datahub.number', entityTypes: ['urn:li:entityType:none'] }),
      'Urn does not exist',
    ],
  ])('is refused like a write: %j', (next, message) => {
    const stored = catalog(definition({ version: '20260101000000' }));
    expect(() => dryRun(stored, defining(next))).toThrow(message);
  });
});

describe('a dry run of a deletion', () => {
  const deleting = (hard: boolean): Partial<PlanInput> => ({ deletions: [{ urn, hard }] });

  it('affects the live generation', () => {
    for (const hard of [true, false]) {
      expect(dryRun(catalog(definition()), deleting(hard)).changes).toMatchObject([
        { change: 'delete', affected: { generation: 4, valueType: 'string' } },
      ]);
    }
  });

  it('reports no change for a soft delete of a soft-deleted property, but one for a hard delete', () => {
    const state = catalog(definition()).put(urn, 'status', { removed: true });
    expect(dryRun(state, deleting(false)).changes).toMatchObject([
      { change: 'none', stateVersion: '1.-.-.-.1', affected: undefined },
    ]);
    expect(dryRun(state, deleting(true)).changes).toMatchObject([
      { change: 'delete', affected: { generation: 4 } },
    ]);
  });

  it('affects no values of an entity without a definition', () => {
    const state = catalog().put(urn, 'status', { removed: false });
    expect(dryRun(state, deleting(true)).changes).toMatchObject([{ change: 'delete', affected: undefined }]);
  });

  it('is refused like the deletion, also for a missing property', () => {
    const chosen = { hardDeleteRequiresSoftDelete: true };
    expect(() => dryRun(catalog(definition()), deleting(true), chosen)).toThrow(
      'Cannot hard delete an active',
    );
    expect(() => dryRun(catalog(), deleting(false))).toThrow(`There is no structured property ${urn}`);
  });
});
