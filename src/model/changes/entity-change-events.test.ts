import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../util/json.ts';
import { Aspect, UNKNOWN_WRITE } from '../aspect.ts';
import { entityTypeOf, parseUrn } from '../urn.ts';
import type { ChangeEvent } from './change-event.ts';
import { entityChangeEvents } from './entity-change-events.ts';

const DATASET = 'urn:li:dataset:(urn:li:dataPlatform:hive,t,PROD)';
const COLUMN = `urn:li:schemaField:(${DATASET},id)`;
const PROPERTY = 'urn:li:structuredProperty:io.acme.retention';
const STAMP = { time: 1, actor: parseUrn('urn:li:corpuser:jdoe') };
// The only part of an entity type that matters here.
const ENTITY = { keyAspect: { name: 'itsKey' } } as Parameters<typeof entityChangeEvents>[1];

interface Case {
  readonly urn?: string;
  readonly aspectName: string;
  readonly before?: JsonObject;
  readonly after?: JsonObject;
  readonly kind?: ChangeEvent['kind'];
}

function eventsOf({ urn: text = DATASET, aspectName, before, after, kind }: Case) {
  const urn = parseUrn(text);
  const version = (value: JsonObject | undefined): Aspect | undefined =>
    value && new Aspect({ ...UNKNOWN_WRITE, urn, aspectName, text: JSON.stringify(value), sequence: 1 });
  const change = {
    ...STAMP,
    urn,
    aspectName,
    entityType: entityTypeOf(urn),
    before: version(before),
    after: version(after),
    kind: kind ?? (after === undefined ? 'DELETE' : 'UPSERT'),
  } as const;
  return [...entityChangeEvents(change, ENTITY)].filter((event) => event !== undefined);
}

/** The events in short: `CATEGORY OPERATION modifier on urn {parameters}`. */
function summariesOf(change: Case): readonly string[] {
  return eventsOf(change).map(({ category, operation, modifier = '-', entityUrn, parameters }) =>
    [
      `${category} ${operation} ${modifier}`,
      ...(entityUrn === (change.urn ?? DATASET) ? [] : [`on ${entityUrn}`]),
      ...(parameters === undefined ? [] : [JSON.stringify(parameters)]),
    ].join(' '),
  );
}

const tag = (name: string): JsonObject => ({ tag: `urn:li:tag:${name}` });
const owner = (type: string): JsonObject => ({ owner: 'urn:li:corpuser:a', type });
const assignment = (...values: string[]): JsonObject => ({
  properties: [{ propertyUrn: PROPERTY, values: values.map((string) => ({ string })) }],
});
const definition = (more: JsonObject = {}): JsonObject => ({
  qualifiedName: 'io.acme.retention',
  valueType: 'urn:li:dataType:datahub.string',
  cardinality: 'SINGLE',
  entityTypes: ['urn:li:entityType:datahub.dataset'],
  ...more,
});
const DEFINED = {
  propertyUrn: PROPERTY,
  qualifiedName: 'io.acme.retention',
  valueType: 'urn:li:dataType:datahub.string',
  cardinality: 'SINGLE',
};
const incident = (state: string): JsonObject => ({ entities: [DATASET], status: { state } });

describe('entity change events', () => {
  it('have the members of EntityChangeEvent_v1', () => {
    const events = eventsOf({ aspectName: 'domains', after: { domains: ['urn:li:domain:sales'] } });
    expect(events).toEqual([
      {
        entityType: 'dataset',
        entityUrn: DATASET,
        category: 'DOMAIN',
        operation: 'ADD',
        modifier: 'urn:li:domain:sales',
        parameters: { domainUrn: 'urn:li:domain:sales' },
        auditStamp: STAMP,
        version: 0,
      },
    ]);
  });

  it.each<[string, Case, string[]]>([
    [
      'a tag that replaces another',
      { aspectName: 'globalTags', before: { tags: [tag('a')] }, after: { tags: [tag('b')] } },
      [
        'TAG REMOVE urn:li:tag:a {"tagUrn":"urn:li:tag:a","context":"{}","sourceDetails":"{}"}',
        'TAG ADD urn:li:tag:b {"tagUrn":"urn:li:tag:b","context":"{}","sourceDetails":"{}"}',
      ],
    ],
    [
      'all tags, with their aspect',
      { aspectName: 'globalTags', before: { tags: [tag('a')] } },
      ['TAG REMOVE urn:li:tag:a {"tagUrn":"urn:li:tag:a","context":"{}","sourceDetails":"{}"}'],
    ],
    [
      'a term',
      { aspectName: 'glossaryTerms', after: { terms: [{ urn: 'urn:li:glossaryTerm:pii' }] } },
      [
        'GLOSSARY_TERM ADD urn:li:glossaryTerm:pii ' +
          '{"termUrn":"urn:li:glossaryTerm:pii","context":"{}","sourceDetails":"{}"}',
      ],
    ],
    [
      'the type of an owner',
      {
        aspectName: 'ownership',
        before: { owners: [owner('DATAOWNER')] },
        after: { owners: [owner('TECHNICAL_OWNER')] },
      },
      [
        'OWNER REMOVE urn:li:corpuser:a {"ownerUrn":"urn:li:corpuser:a","ownerType":"DATAOWNER"}',
        'OWNER ADD urn:li:corpuser:a {"ownerUrn":"urn:li:corpuser:a","ownerType":"TECHNICAL_OWNER"}',
      ],
    ],
    [
      'a description',
      { aspectName: 'editableDatasetProperties', before: { description: 'x' }, after: { description: 'y' } },
      ['DOCUMENTATION MODIFY - {"description":"y","previousDescription":"x"}'],
    ],
    [
      'the tag and the description of a column',
      {
        aspectName: 'editableSchemaMetadata',
        after: {
          editableSchemaFieldInfo: [{ fieldPath: 'id', description: 'x', globalTags: { tags: [tag('a')] } }],
        },
      },
      [
        `TAG ADD urn:li:tag:a on ${COLUMN} {"tagUrn":"urn:li:tag:a","context":"{}","sourceDetails":"{}",` +
          `"fieldPath":"id","parentUrn":"${DATASET}"}`,
        `DOCUMENTATION ADD id on ${COLUMN} {"description":"x","fieldPath":"id","parentUrn":"${DATASET}"}`,
      ],
    ],
    [
      'a column',
      { aspectName: 'schemaMetadata', before: { fields: [] }, after: { fields: [{ fieldPath: 'id' }] } },
      [
        `TECHNICAL_SCHEMA ADD ${COLUMN} ` +
          `{"fieldPath":"id","fieldUrn":"${COLUMN}","nullable":false,"modificationCategory":"OTHER"}`,
      ],
    ],
    [
      'the values of a property',
      { aspectName: 'structuredProperties', before: assignment('a'), after: assignment('a', 'b') },
      [
        `STRUCTURED_PROPERTY MODIFY ${PROPERTY} ` +
          `{"propertyUrn":"${PROPERTY}","propertyValues":"[\\"a\\",\\"b\\"]"}`,
      ],
    ],
    [
      'a property that gets values',
      { aspectName: 'structuredProperties', before: { properties: [] }, after: assignment('a') },
      [`STRUCTURED_PROPERTY ADD ${PROPERTY} {"propertyUrn":"${PROPERTY}","propertyValues":"[\\"a\\"]"}`],
    ],
    [
      'a property that loses its values',
      { aspectName: 'structuredProperties', before: assignment('a'), after: { properties: [] } },
      [`STRUCTURED_PROPERTY REMOVE ${PROPERTY} {"propertyUrn":"${PROPERTY}","propertyValues":"[\\"a\\"]"}`],
    ],
    [
      'a new definition',
      { urn: PROPERTY, aspectName: 'propertyDefinition', after: definition() },
      [`STRUCTURED_PROPERTY ADD ${PROPERTY} ${JSON.stringify(DEFINED)}`],
    ],
    [
      'a changed definition',
      {
        urn: PROPERTY,
        aspectName: 'propertyDefinition',
        before: definition({ description: 'x', lastModified: { time: 1 } }),
        after: definition({ displayName: 'Retention', lastModified: { time: 2 } }),
      },
      [
        `STRUCTURED_PROPERTY MODIFY ${PROPERTY} ` +
          JSON.stringify({ ...DEFINED, changedFields: '["description","displayName"]' }),
      ],
    ],
    [
      'a definition with another stamp only',
      {
        urn: PROPERTY,
        aspectName: 'propertyDefinition',
        before: definition({ lastModified: { time: 1 } }),
        after: definition({ lastModified: { time: 2 } }),
      },
      [],
    ],
    [
      'deprecation',
      { aspectName: 'deprecation', after: { deprecated: true, note: '' } },
      ['DEPRECATION MODIFY DEPRECATED {"status":"DEPRECATED"}'],
    ],
    [
      'the removal of a deprecation',
      { aspectName: 'deprecation', before: { deprecated: true, note: '' } },
      ['DEPRECATION MODIFY ACTIVE {"status":"ACTIVE"}'],
    ],
    ['a new entity', { aspectName: 'itsKey', after: {} }, ['LIFECYCLE CREATE -']],
    ['a deleted entity', { aspectName: 'itsKey' }, ['LIFECYCLE HARD_DELETE -']],
    ['a first status', { aspectName: 'status', after: { removed: false } }, []],
    ['soft deletion', { aspectName: 'status', after: { removed: true } }, ['LIFECYCLE SOFT_DELETE -']],
    [
      'a restoration after a soft deletion',
      { aspectName: 'status', before: { removed: true }, after: { removed: false } },
      ['LIFECYCLE REINSTATE -'],
    ],
    [
      'a document: its key reports its creation',
      {
        urn: 'urn:li:document:d',
        aspectName: 'documentInfo',
        after: { title: 'D', status: { state: 'PUBLISHED' } },
      },
      [],
    ],
    [
      'a document that is published',
      {
        urn: 'urn:li:document:d',
        aspectName: 'documentInfo',
        before: { title: 'D', status: { state: 'UNPUBLISHED' } },
        after: { title: 'D', status: { state: 'PUBLISHED' } },
      },
      ['LIFECYCLE MODIFY - {"oldState":"UNPUBLISHED","newState":"PUBLISHED"}'],
    ],
    [
      'an incident that is raised',
      { urn: 'urn:li:incident:i', aspectName: 'incidentInfo', after: incident('ACTIVE') },
      [`INCIDENT ACTIVE - {"entities":["${DATASET}"]}`],
    ],
    [
      'an incident that is resolved',
      {
        urn: 'urn:li:incident:i',
        aspectName: 'incidentInfo',
        before: incident('ACTIVE'),
        after: incident('RESOLVED'),
      },
      [`INCIDENT RESOLVED - {"entities":["${DATASET}"]}`],
    ],
    [
      'a run of an assertion',
      {
        urn: 'urn:li:assertion:a',
        aspectName: 'assertionRunEvent',
        after: { status: 'COMPLETE', runId: 'r', asserteeUrn: DATASET, result: { type: 'FAILURE' } },
      },
      [
        `RUN COMPLETED - {"runResult":"COMPLETE","runId":"r","asserteeUrn":"${DATASET}","assertionResult":"FAILURE"}`,
      ],
    ],
    [
      'a run of a process',
      {
        urn: 'urn:li:dataProcessInstance:p',
        aspectName: 'dataProcessInstanceRunEvent',
        after: { status: 'STARTED', attempt: 1 },
      },
      ['RUN STARTED - {"attempt":1}'],
    ],
    [
      'another business attribute of a column',
      {
        urn: COLUMN,
        aspectName: 'businessAttributes',
        before: { businessAttribute: { businessAttributeUrn: 'urn:li:businessAttribute:a' } },
        after: { businessAttribute: { businessAttributeUrn: 'urn:li:businessAttribute:b' } },
      },
      ['REMOVE', 'ADD'].map((operation, i) => {
        const businessAttributeUrn = `urn:li:businessAttribute:${'ab'[i]}`;
        const parameters = { businessAttributeUrn, parentUrn: COLUMN, datasetUrn: DATASET };
        return `BUSINESS_ATTRIBUTE ${operation} ${businessAttributeUrn} ${JSON.stringify(parameters)}`;
      }),
    ],
    ['an aspect without parts', { aspectName: 'browsePathsV2', after: { path: [] } }, []],
    ['a change whose values are not kept', { aspectName: 'propertyDefinition', kind: 'UPSERT' }, []],
  ])('report %s', (_name, change, expected) => {
    expect(summariesOf(change)).toEqual(expected);
  });
});
