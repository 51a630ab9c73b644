import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sampleAspect } from '../../../test/support/samples/aspect-values.ts';
import {
  aspectRow,
  propertyDirectory,
  propertyState,
  propertyUrn,
} from '../../../test/support/memory/search-fixtures.ts';
import { readRegistry } from '../../config/read-registry.ts';
import { loadRegistry } from '../../model/registry/load-registry.ts';
import type { ValueType } from '../../model/structured-property.ts';
import { parseUrn } from '../../model/urn.ts';
import type { JsonObject, JsonValue } from '../../util/json.ts';
import { HELD_ASSIGNMENTS, assignmentField } from '../assignment-field.ts';
import { MAX_EXACT_LENGTH } from './document-fields.ts';
import { createDocumentBuilder } from './document.ts';
import { TYPED_OWNERS } from './judged-fields.ts';
import { createMapping } from '../mapping.ts';
import type { SearchDocument } from '../search-index.ts';
import { effort } from '../../../test/support/effort.ts';

const registry = loadRegistry(readRegistry());
const build = createDocumentBuilder(registry);
const urn = parseUrn('urn:li:dataset:(urn:li:dataPlatform:hive,db.orders,PROD)');
const noProperties = propertyDirectory();

function documentOf(aspects: Readonly<Record<string, JsonObject>>): SearchDocument {
  const rows = Object.entries(aspects).map(([name, value]) => aspectRow(urn, name, value));
  return build(urn, rows, noProperties);
}

/** Values of one field in a document built from one aspect. */
function values(aspectName: string, value: JsonObject, field: string): unknown {
  return documentOf({ [aspectName]: value }).values.get(field);
}

describe('a search document', () => {
  it('has only urn and type without aspects', () => {
    expect(documentOf({})).toEqual({ urn, entityType: 'dataset', values: new Map(), texts: new Map() });
  });

  it('spells the entity type like the registry', () => {
    expect(build(parseUrn('urn:li:DATASET:(a,b,PROD)'), [], noProperties).entityType).toBe('dataset');
  });

  it('has the fields of the key', () => {
    const key = { platform: 'urn:li:dataPlatform:hive', name: 'db.orders', origin: 'PROD' };
    const document = documentOf({ datasetKey: key });
    expect(document.values).toEqual(
      new Map([
        ['platform', ['urn:li:dataPlatform:hive']],
        ['id', ['db.orders']],
        ['origin', ['PROD']],
      ]),
    );
    expect(document.texts).toEqual(
      new Map([
        ['platform', ['hive']],
        ['id', ['db.orders']],
      ]),
    );
  });

  it('also indexes the name of an entity under the common alias', () => {
    expect(values('datasetProperties', { name: 'Orders' }, 'name')).toEqual(['Orders']);
    expect(values('datasetProperties', { name: 'Orders' }, '_entityName')).toEqual(['Orders']);
    expect(documentOf({ datasetProperties: { name: 'Orders' } }).texts.get('_entityName')).toBeUndefined();
  });

  it('writes maps as key=value', () => {
    expect(
      values('datasetProperties', { customProperties: { env: 'PROD', empty: '' } }, 'customProperties'),
    ).toEqual(['env=PROD', 'empty=']);
  });

  it('writes one sub-field per key for map arrays', () => {
    const ownership = {
      owners: [],
      ownerTypes: { 'urn:li:ownershipType:a.b': ['urn:li:corpuser:x', 'urn:li:corpuser:y'] },
    };
    expect(values('ownership', ownership, 'ownerTypes.urn:li:ownershipType:a.b')).toEqual([
      'urn:li:corpuser:x',
      'urn:li:corpuser:y',
    ]);
  });

  it('combines owner and ownership type', () => {
    const owners = [
      { owner: 'urn:li:corpuser:x', type: 'CUSTOM', typeUrn: 'urn:li:ownershipType:a' },
      { owner: 'urn:li:corpuser:y', type: 'NONE' },
    ];
    expect(values('ownership', { owners }, TYPED_OWNERS)).toEqual([
      'urn:li:corpuser:x urn:li:ownershipType:a',
    ]);
  });

  it('writes times as numbers', () => {
    expect(values('datasetProperties', { created: { time: 5 } }, 'createdAt')).toEqual([5]);
  });

  it('writes every prefix of a browse path', () => {
    expect(
      values('browsePathsV2', { path: [{ id: 'a' }, { id: 'urn:li:container:c' }] }, 'browsePathV2'),
    ).toEqual(['␟a', '␟a␟urn:li:container:c']);
    expect(values('browsePaths', { paths: ['/prod/hive', 'x'] }, 'browsePaths')).toEqual([
      '/prod',
      '/prod/hive',
      '/x',
    ]);
    expect(values('browsePaths', { paths: ['/prod//hive/', '/'] }, 'browsePaths')).toEqual([
      '/prod',
      '/prod/hive',
    ]);
  });

  it('writes the whole browse paths beside the prefixes', () => {
    const paths = ['/prod', 'prod/hive/', '/'];
    expect(values('browsePaths', { paths }, 'browsePaths.whole')).toEqual(['/prod', '/prod/hive']);
  });

  it('has `removed` only on soft-deleted entities', () => {
    expect(values('status', { removed: true }, 'removed')).toEqual(['true']);
    expect(values('status', { removed: false }, 'removed')).toBeUndefined();
    expect(values('deprecation', { deprecated: false }, 'deprecated')).toEqual(['false']);
  });

  it('contains each value of a list once', () => {
    const tags = { tags: [{ tag: 'urn:li:tag:a' }, { tag: 'urn:li:tag:b' }, { tag: 'urn:li:tag:a' }] };
    expect(values('globalTags', tags, 'tags')).toEqual(['urn:li:tag:a', 'urn:li:tag:b']);
  });

  it('records presence and time of values', () => {
    const terms = (...urns: readonly string[]): JsonObject => ({
      terms: urns.map((term) => ({ urn: term })),
    });
    expect(values('glossaryTerms', terms('urn:li:glossaryTerm:t'), 'hasGlossaryTerms')).toEqual(['true']);
    expect(values('glossaryTerms', terms('urn:li:glossaryTerm:t'), 'termsModifiedAt')).toEqual([1000]);
    expect(values('glossaryTerms', terms(), 'hasGlossaryTerms')).toEqual(['false']);
    expect(values('glossaryTerms', terms(), 'termsModifiedAt')).toBeUndefined();
    expect(documentOf({}).values.get('hasGlossaryTerms')).toBeUndefined();
  });

  it('has a description if any aspect has one', () => {
    const document = documentOf({
      datasetProperties: { description: 'd' },
      editableDatasetProperties: { name: 'n' },
    });
    expect(document.values.get('hasDescription')).toEqual(['true']);
  });

  it('counts values', () => {
    const active = {
      activeIncidentDetails: [{ urn: 'urn:li:incident:a', type: 'X' }],
      resolvedIncidentDetails: [],
    };
    expect(values('incidentsSummary', active, 'numActiveIncidents')).toEqual([1]);
    expect(values('incidentsSummary', active, 'numResolvedIncidents')).toEqual([0]);
  });

  it('leaves out empty texts and cuts very long exact values', () => {
    expect(values('datasetProperties', { name: '' }, 'name')).toBeUndefined();
    const long = 'x'.repeat(MAX_EXACT_LENGTH + 1);
    const document = documentOf({ datasetProperties: { description: long } });
    expect(document.values.get('description')).toEqual([long.slice(0, MAX_EXACT_LENGTH)]);
    expect(document.texts.get('description')).toEqual([long]);
  });

  it('contains relationships by name', () => {
    const document = documentOf({
      container: { container: 'urn:li:container:c' },
      globalTags: { tags: [{ tag: 'no urn' }] },
    });
    expect(document.values.get('edge:IsPartOf')).toEqual(['urn:li:container:c']);
    expect(document.values.get('edge:TaggedWith')).toBeUndefined();
  });

  it('ignores unknown aspects and timeseries aspects', () => {
    expect(documentOf({ noSuchAspect: { name: 'x' }, datasetProfile: { rowCount: 1 } }).values.size).toBe(0);
  });
});

describe('property assignments in a search document', () => {
  const assigned = (
    valueType: ValueType,
    list: readonly JsonValue[],
    generations = { 'urn:li:structuredProperty:p': 3 },
  ) => {
    const value = { properties: [{ propertyUrn: 'urn:li:structuredProperty:p', values: list }] };
    const row = aspectRow(urn, 'structuredProperties', value, generations);
    const properties = propertyDirectory(propertyState('p', { valueType, generation: 3 }));
    return build(urn, [row], properties);
  };
  const field = assignmentField(propertyUrn('p'), 3);

  it.each<[ValueType, JsonValue[], unknown]>([
    ['string', [{ string: 'Foo' }, { string: '' }, { string: 'Foo' }], ['Foo', '']],
    ['rich_text', [{ string: '<b>x</b>' }], ['<b>x</b>']],
    ['urn', [{ string: 'urn:li:tag:a' }], ['urn:li:tag:a']],
    [
      'number',
      [{ double: 30 }, { string: '60' }, { string: 'NaN' }, { string: 'x' }, { double: -0 }],
      [30, 60, 0],
    ],
    ['number', [{ double: 1e308 }], [1e308]],
    ['date', [{ string: '2020-10-01' }, { string: '2020-02-30' }, { double: 5 }], [1_601_510_400_000]],
  ])('holds the values of a %s property', (valueType, list, expected) => {
    const document = assigned(valueType, list);
    expect(document.values).toEqual(
      new Map<string, unknown>([
        [HELD_ASSIGNMENTS, [field]],
        [field, expected],
      ]),
    );
    expect(document.texts.size).toBe(0);
  });

  it('does not cut a value of maximum length', () => {
    const long = 'ä'.repeat(16_383);
    expect(assigned('string', [{ string: long }]).values.get(field)).toEqual([long]);
  });

  it('has no field without a usable value', () => {
    expect([...assigned('number', [{ string: 'NaN' }]).values.keys()]).toEqual([HELD_ASSIGNMENTS]);
  });

  it('leaves out values of ended or unknown generations and of unknown properties, but lists the assignments', () => {
    const dead = assigned('string', [{ string: 'x' }], { 'urn:li:structuredProperty:p': 2 });
    expect(dead.values).toEqual(new Map([[HELD_ASSIGNMENTS, [assignmentField(propertyUrn('p'), 2)]]]));
    const value = { properties: [{ propertyUrn: 'urn:li:structuredProperty:p', values: [{ string: 'x' }] }] };
    const row = aspectRow(urn, 'structuredProperties', value);
    expect(build(urn, [row], propertyDirectory(propertyState('p'))).values.size).toBe(0);
    const known = aspectRow(urn, 'structuredProperties', value, { 'urn:li:structuredProperty:p': 3 });
    expect([...build(urn, [known], noProperties).values.keys()]).toEqual([HELD_ASSIGNMENTS]);
  });

  it('contains values of soft-deleted properties, so that restoring one needs no reindexing', () => {
    const value = { properties: [{ propertyUrn: 'urn:li:structuredProperty:p', values: [{ string: 'x' }] }] };
    const row = aspectRow(urn, 'structuredProperties', value, { 'urn:li:structuredProperty:p': 3 });
    const properties = propertyDirectory(propertyState('p', { generation: 3, removed: true }));
    expect(build(urn, [row], properties).values.get(field)).toEqual(['x']);
  });

  it('distinguishes properties created by one commit', () => {
    expect(assignmentField(propertyUrn('a'), 3)).not.toBe(assignmentField(propertyUrn('b'), 3));
  });
});

describe('documents of the whole registry', () => {
  const all = createMapping(registry).of([...registry.entities.keys()]);

  it.each(
    [...registry.aspects.values()]
      .filter(({ kind }) => kind === 'versioned')
      .map((spec) => [spec.name, spec] as const),
  )('fills only declared fields, of their kinds, from %s', (name, spec) => {
    const { values: fields, texts } = documentOf({ [name]: sampleAspect(spec, 'all') });
    for (const [field, list] of fields) {
      const kind = /^(edge|column|owner|query):/.test(field) ? 'text' : all.kindOf(field);
      expect(kind, field).toBeDefined();
      const isText = kind === 'text' || kind === 'boolean';
      expect(
        list.every((value) => typeof value === (isText ? 'string' : 'number')),
        field,
      ).toBe(true);
      expect(new Set<unknown>(list).size, field).toBe(list.length);
    }
    const searched = new Set(all.textFields.map(({ field }) => field));
    for (const field of texts.keys()) expect(searched.has(field), field).toBe(true);
  });

  const { anyJson } = fc.letrec<{ anyJson: JsonValue }>((tie) => ({
    anyJson: fc.oneof(
      { maxDepth: 4 },
      fc.constantFrom(null, true, false, '', 'urn:li:tag:a'),
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      fc.string(),
      fc.array(tie('anyJson'), { maxLength: 3 }),
      fc.dictionary(fc.constantFrom('tag', 'urn', 'id', 'time', '__proto__'), tie('anyJson')),
    ),
  }));

  it('never throws and never has an empty field, for any aspect value', () => {
    const names = [...registry.aspects.keys()];
    fc.assert(
      fc.property(fc.constantFrom(...names), anyJson, fc.string(), (name, json, member) => {
        const document = documentOf({
          [name]: { [member]: json, properties: json, name: json, tags: json, path: json },
        });
        for (const list of document.values.values()) expect(list.length).toBeGreaterThan(0);
      }),
      { numRuns: effort(500) },
    );
  });
});
