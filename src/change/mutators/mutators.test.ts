import { describe, expect, it } from 'vitest';
import { FakeState, aspectChange, ruleContext } from '../../../test/support/memory/fake-state.ts';
import { parseUrn } from '../../model/urn.ts';
import type { JsonObject, JsonValue } from '../../util/json.ts';
import { assignmentStamps } from './assignment-stamps.ts';
import { domainLists } from './domain-lists.ts';
import { MUTATORS } from './index.ts';
import { namespacedUrns } from './namespaced-urns.ts';
import { ownerTypes } from './owner-types.ts';

const PROPERTY = 'urn:li:structuredProperty:p';
const DATASET = 'urn:li:dataset:(urn:li:dataPlatform:hive,t,PROD)';
const TYPES = [
  'urn:li:dataType:datahub.number',
  'urn:li:entityType:datahub.dataset',
  'urn:li:entityType:datahub.chart',
];

function namespaced(after: JsonObject, state = new FakeState().exist(...TYPES)): JsonObject {
  return namespacedUrns.mutate(
    { ...aspectChange({ urn: PROPERTY, aspectName: 'propertyDefinition', after }), after },
    ruleContext(state),
  );
}

describe('namespaced urns', () => {
  const bare = {
    qualifiedName: 'p',
    valueType: 'urn:li:dataType:number',
    entityTypes: [
      'urn:li:entityType:dataset',
      'urn:li:entityType:datahub.chart',
      'urn:li:entityType:datahub.dataset',
    ],
    typeQualifier: { allowedTypes: ['urn:li:entityType:chart'] },
  };

  it('get the namespace wherever a definition names a type', () => {
    expect(namespaced(bare)).toEqual({
      qualifiedName: 'p',
      valueType: 'urn:li:dataType:datahub.number',
      entityTypes: ['urn:li:entityType:datahub.dataset', 'urn:li:entityType:datahub.chart'],
      typeQualifier: { allowedTypes: ['urn:li:entityType:datahub.chart'] },
    });
  });

  it('stay bare when the bare name is registered', () => {
    const state = new FakeState().exist(...TYPES, 'urn:li:entityType:dataset', 'urn:li:dataType:number');
    const { valueType, entityTypes } = namespaced(bare, state);
    expect([valueType, entityTypes]).toEqual([bare.valueType, bare.entityTypes]);
  });

  it('stay as written when there is no such type at all', () => {
    const after = { valueType: 'urn:li:dataType:foo', entityTypes: ['x', 'urn:li:tag:t'] };
    expect(namespaced(after)).toEqual(after);
  });

  it.each<JsonObject>([
    {},
    { valueType: 1, entityTypes: 'x', typeQualifier: [] },
    { entityTypes: [1], typeQualifier: { allowedTypes: {} } },
  ])('pass on %j, which violates the schema', (after) => {
    expect(namespaced(after)).toEqual(after);
  });
});

describe('stamps of assignments', () => {
  const stamp = { time: 9, actor: parseUrn('urn:li:corpuser:new') };
  const old = { time: 1, actor: 'urn:li:corpuser:old' };

  function stamped(
    before: JsonObject | undefined,
    properties: readonly JsonValue[],
    stampAssignments?: typeof stamp,
  ): JsonValue | undefined {
    const after = { properties };
    const change = aspectChange({
      urn: DATASET,
      aspectName: 'structuredProperties',
      after,
      ...(before !== undefined && { before }),
    });
    const { urn } = change;
    const proposal = { urn, aspectName: 'structuredProperties', changeType: 'UPSERT', value: after } as const;
    const withStamp = { ...proposal, ...(stampAssignments !== undefined && { stampAssignments }) };
    return assignmentStamps.mutate({ ...change, after, proposal: withStamp }, ruleContext(new FakeState()))[
      'properties'
    ];
  }

  const assigned = { propertyUrn: PROPERTY, values: [{ string: 'a' }] };
  const before = { properties: [{ ...assigned, created: old, lastModified: old }] };

  it('are not set unless the proposal requests them', () => {
    expect(stamped(before, [assigned])).toEqual([assigned]);
  });

  it('are both set to now for a new assignment', () => {
    expect(stamped(undefined, [assigned], stamp)).toEqual([
      { ...assigned, created: stamp, lastModified: stamp },
    ]);
  });

  it('keep the creation when values change', () => {
    const changed = { ...assigned, values: [{ string: 'b' }] };
    expect(stamped(before, [changed], stamp)).toEqual([{ ...changed, created: old, lastModified: stamp }]);
  });

  it('stay when values are unchanged', () => {
    expect(stamped(before, [assigned], stamp)).toEqual(before.properties);
    expect(stamped({ properties: [assigned] }, [{ ...assigned, created: old }], stamp)).toEqual([assigned]);
  });

  it('pass on values that violate the schema', () => {
    expect(stamped(before, [null, 1, {}], stamp)).toEqual([null, 1, {}]);
  });
});

describe('lists of domains', () => {
  const mutated = (before: JsonObject | undefined, after: JsonObject): JsonObject =>
    domainLists.mutate(
      {
        ...aspectChange({ urn: DATASET, aspectName: 'domains', after, ...(before && { before }) }),
        after,
      },
      ruleContext(new FakeState()),
    );
  const [a, b] = ['urn:li:domain:a', 'urn:li:domain:b'];
  const attribution = { time: 1, actor: 'urn:li:corpuser:x', sourceDetail: {} };

  it('treat urns stored without associations as having plain ones', () => {
    expect(mutated({ domains: [a] }, { domains: [a, b], domainAssociations: [{ domain: a }] })).toEqual({
      domains: [a, b],
      domainAssociations: [{ domain: a }, { domain: b }],
    });
  });

  it('ignore an empty detail that a client adds', () => {
    const stored = { domains: [a], domainAssociations: [{ domain: a, attribution: { time: 1 } }] };
    const sent = { domain: a, context: null, attribution: { time: 1, sourceDetail: {} } };
    expect(mutated(stored, { domains: [b, a], domainAssociations: [sent] })).toEqual({
      domains: [a, b],
      domainAssociations: [stored.domainAssociations[0], { domain: b }],
    });
  });

  it('keep several associations of one domain', () => {
    const twice = [{ domain: a }, { domain: a, attribution }];
    expect(mutated(undefined, { domains: [], domainAssociations: twice })).toEqual({
      domains: [a],
      domainAssociations: twice,
    });
  });

  it.each<JsonObject>([{}, { domains: 1 }, { domains: [a], domainAssociations: [1] }])(
    'pass on %j, which violates the schema',
    (after) => {
      expect(mutated(undefined, after)).toEqual(after);
    },
  );
});

describe('owners by type', () => {
  const mutated = (after: JsonObject): JsonObject =>
    ownerTypes.mutate(
      { ...aspectChange({ urn: DATASET, aspectName: 'ownership', after }), after },
      ruleContext(new FakeState()),
    );
  const [a, b] = ['urn:li:corpuser:a', 'urn:li:corpuser:b'];

  it('are derived from the owners, regardless of what the client sends', () => {
    const owners = [
      { owner: a, type: 'TECHNICAL_OWNER' },
      { owner: b, type: 'TECHNICAL_OWNER' },
      { owner: b, type: 'TECHNICAL_OWNER', source: { type: 'MANUAL' } },
      { owner: a, type: 'CUSTOM', typeUrn: 'urn:li:ownershipType:v1.0' },
      { owner: a },
    ];
    expect(mutated({ owners, ownerTypes: { 'urn:li:ownershipType:sent': [a] } })).toEqual({
      owners,
      ownerTypes: {
        'urn:li:ownershipType:__system__technical_owner': [a, b],
        'urn:li:ownershipType:v1%2E0': [a],
        'urn:li:ownershipType:__system__none': [a],
      },
    });
  });

  it.each<[JsonObject, JsonObject]>([
    [{ owners: [] }, { owners: [] }],
    [
      { owners: [], ownerTypes: { x: [a] } },
      { owners: [], ownerTypes: {} },
    ],
    [{ owners: 1 }, { owners: 1 }],
    [{ owners: [1] }, { owners: [1], ownerTypes: {} }],
  ])('of %j are %j', (after, expected) => {
    expect(mutated(after)).toEqual(expected);
  });
});

describe('the list of mutators', () => {
  it('normalises before it stamps', () => {
    expect(MUTATORS.map(({ name }) => name)).toEqual([
      'namespacedUrns',
      'numberValues',
      'keptWordSearch',
      'assignmentStamps',
      'domainLists',
      'ownerTypes',
      'latestVersions',
      'rootUser',
      'assertionTargets',
      'fieldsOnce',
    ]);
  });
});
