import { describe, expect, it } from 'vitest';
import type { JsonObject, JsonValue } from '../../src/util/json.ts';
import { AvroReader } from './avro.ts';
import { registryFiles } from './registry-files.ts';

const OWNER: JsonObject = {
  type: 'record',
  name: 'Owner',
  namespace: 'com.linkedin.pegasus2avro.common',
  doc: 'Words that stay out.',
  fields: [
    { name: 'owner', type: 'string', Urn: 'Urn', doc: 'More of them.', Relationship: { name: 'OwnedBy' } },
  ],
};

function record(name: string, annotation: JsonObject, ...fields: readonly JsonValue[]): JsonObject {
  return { type: 'record', name, namespace: 'com.linkedin.pegasus2avro.shelf', Aspect: annotation, fields };
}

function compile(schemas: Readonly<Record<string, JsonObject>>): Map<string, JsonObject> {
  const reader = new AvroReader();
  for (const [file, schema] of Object.entries(schemas)) reader.addSchema(file, schema);
  return registryFiles(reader.types);
}

function fieldsOf(...fields: readonly JsonValue[]): unknown {
  return compile({ 'A.avsc': record('A', { name: 'a' }, ...fields) }).get('aspects/a.json')?.['fields'];
}

describe('compiling Avro schemas', () => {
  it('writes an aspect with the types that only it uses, without documentation', () => {
    const schema = record(
      'Shelf',
      { name: 'shelf', schemaVersion: 2 },
      { name: 'owner', type: OWNER, doc: 'Who.' },
    );
    expect(compile({ 'Shelf.avsc': schema }).get('aspects/shelf.json')).toEqual({
      aspect: 'shelf',
      class: 'com.linkedin.shelf.Shelf',
      schemaVersion: 2,
      fields: { owner: { type: 'com.linkedin.common.Owner' } },
      types: {
        'com.linkedin.common.Owner': {
          fields: { owner: { type: 'string', urn: 'Urn', relationships: { '/': { name: 'OwnedBy' } } } },
        },
      },
    });
  });

  it('shares a type that two schemas use', () => {
    const files = compile({
      'A.avsc': record('A', { name: 'a', type: 'timeseries' }, { name: 'owner', type: OWNER }),
      'B.avsc': record('B', { name: 'b' }, { name: 'owners', type: { type: 'array', items: OWNER } }),
    });
    expect(Object.keys(files.get('types/common.json')?.['types'] ?? {})).toEqual([
      'com.linkedin.common.Owner',
    ]);
    expect(files.get('aspects/a.json')).not.toHaveProperty('types');
    expect(files.get('aspects/a.json')).toHaveProperty('kind', 'timeseries');
  });

  it('lists entity types by name from the annotations of their keys', () => {
    const key = {
      name: 'shelfKey',
      keyForEntity: 'shelf',
      entityCategory: '_unset_',
      entityAspects: ['status'],
    };
    expect(compile({ 'K.avsc': record('ShelfKey', key) }).get('entity-types.json')).toEqual({
      entityTypes: { shelf: { keyAspect: 'shelfKey', aspects: ['status'] } },
    });
  });

  it('distinguishes optional fields from unions', () => {
    const fields = [
      { name: 'maybe', type: ['null', 'string'], default: null },
      { name: 'value', type: ['string', 'double'] },
      { name: 'single', type: { type: 'array', items: ['string'] } },
      { name: 'flag', type: ['boolean', 'null'], default: true },
    ];
    expect(fieldsOf(...fields)).toEqual({
      maybe: { type: 'string', optional: true },
      value: { type: { union: ['string', 'double'] } },
      single: { type: { array: { union: ['string'] } } },
      flag: { type: 'boolean', optional: true, default: true },
    });
  });

  it('reads the record of an aliased union as the union', () => {
    const union = (...symbols: readonly string[]): JsonObject => ({
      type: 'record',
      name: 'Cost',
      fields: [
        { name: 'id', type: ['null', 'double'], default: null },
        { name: 'owner', type: ['null', OWNER], default: null },
        { name: 'fieldDiscriminator', type: { type: 'enum', name: 'CostDiscriminator', symbols } },
      ],
    });
    const schema = record('A', { name: 'a' }, { name: 'cost', type: union('id', 'owner') });
    expect(compile({ 'A.avsc': schema }).get('aspects/a.json')).toEqual({
      aspect: 'a',
      class: 'com.linkedin.shelf.A',
      fields: { cost: { type: { union: { id: 'double', owner: 'com.linkedin.common.Owner' } } } },
      types: { 'com.linkedin.common.Owner': expect.anything() },
    });
    expect(() => fieldsOf({ name: 'cost', type: union('id') })).toThrow(
      'A.avsc: Cost names other members than its fieldDiscriminator',
    );
  });

  it('keeps search annotations and drops the mappings of one engine', () => {
    const searchable = {
      '/*/tag': { fieldName: 'tags', queryByDefault: 'false', v3: { searchLabel: 'tags' } },
      '/*/note': { v3: { degree: 1 } },
    };
    const tags = { type: 'array', items: { ...OWNER, name: 'Tag' } };
    expect(fieldsOf({ name: 'tags', type: tags, Searchable: searchable })).toEqual({
      tags: {
        type: { array: 'com.linkedin.common.Tag' },
        searchable: { '/*/tag': { fieldName: 'tags', queryByDefault: false } },
      },
    });
    expect(
      fieldsOf({ name: 'at', type: 'long', Searchable: { '/time': { fieldType: 'DATETIME' } } }),
    ).toEqual({
      at: { type: 'long', searchable: { '/': { fieldType: 'DATETIME' } } },
    });
  });

  it('refuses schemas that the registry cannot express', () => {
    const fixed = { type: 'fixed', name: 'Hash', size: 16 };
    expect(() => fieldsOf({ name: 'hash', type: fixed })).toThrow('A.avsc: Hash is of type fixed');
    const other = { ...OWNER, fields: [] };
    expect(() => fieldsOf({ name: 'a', type: OWNER }, { name: 'b', type: other })).toThrow(
      'com.linkedin.common.Owner differs from its definition in A.avsc',
    );
    expect(() => fieldsOf({ name: 'a', type: 'com.linkedin.pegasus2avro.Missing' })).toThrow(
      'before it is defined',
    );
  });
});
