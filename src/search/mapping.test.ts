import { describe, expect, it } from 'vitest';
import { readRegistry } from '../config/read-registry.ts';
import { loadRegistry } from '../model/registry/load-registry.ts';
import { createMapping, parentField } from './mapping.ts';

const registry = loadRegistry(readRegistry());
const mapping = createMapping(registry);
const dataset = mapping.of(['dataset']);

describe('createMapping', () => {
  it.each([
    ['urn', 'text'],
    ['_entityType', 'text'],
    ['removed', 'boolean'],
    ['platform', 'text'],
    ['origin', 'text'],
    ['id', 'text'],
    ['name', 'text'],
    ['_entityName', 'text'],
    ['customProperties', 'text'],
    ['hasDescription', 'boolean'],
    ['createdAt', 'date'],
    ['termsModifiedAt', 'date'],
    ['activeIncidentPriorities', 'integer'],
    ['numActiveIncidents', 'integer'],
    ['ownerTypes.urn:li:ownershipType:a.b', 'text'],
  ])('compares %s of a dataset as %s', (name, kind) => expect(dataset.kindOf(name)).toBe(kind));

  it.each(['nonsense', 'ownerTypes', 'rowCount', 'nonsense.x', 'constructor', ''])(
    'has no field %j',
    (name) => expect(dataset.kindOf(name)).toBeUndefined(),
  );

  it('has the fields of the requested entity types only', () => {
    expect(dataset.kindOf('qualifiedName')).toBe('text');
    expect(mapping.of(['tag']).kindOf('platform')).toBeUndefined();
    expect(mapping.of(['tag', 'dataset']).kindOf('platform')).toBe('text');
    expect(mapping.of(['noSuchType']).kindOf('name')).toBeUndefined();
  });

  it('uses the more general kind where entity types differ', () => {
    expect(mapping.of([...registry.entities.keys()]).kindOf('createdAt')).toBe('date');
  });

  it('searches fields that are queried by default, not those for filters only', () => {
    const boosts = new Map(dataset.textFields.map(({ field, boost }) => [field, boost]));
    expect(boosts.get('name')).toBe(10);
    expect(boosts.get('description')).toBe(1);
    expect(boosts.has('origin')).toBe(false);
    expect([...boosts.keys()].some((field) => field.startsWith('structuredPropert'))).toBe(false);
  });

  it('counts declared facets and all has-fields by default', () => {
    const names = dataset.defaultFacets.map(({ name }) => name);
    expect(names).toEqual([...names].sort());
    expect(names).toEqual(
      expect.arrayContaining(['_entityType', 'platform', 'tags', 'owners', 'hasTags', 'hasOwners']),
    );
    expect(names).not.toContain('name');
    expect(dataset.displayNameOf('tags')).toBe('Tagged With');
    expect(dataset.displayNameOf('origin')).toBe('Environment');
    expect(dataset.displayNameOf('_entityType')).toBe('Type');
    expect(dataset.displayNameOf('other')).toBe('other');
  });

  it('lists the entity types that a field may refer to', () => {
    expect(dataset.referencesOf('domains')).toEqual(['domain']);
    expect(dataset.referencesOf('name')).toEqual([]);
  });

  it('rejects a registry in which one field holds texts and numbers', () => {
    const extra = (aspect: string, type: string) => ({
      path: `${aspect}.json`,
      content: { aspect, class: `x.${aspect}`, fields: { level: { type, searchable: { '/': {} } } } },
    });
    expect(() =>
      createMapping(loadRegistry([...readRegistry(), extra('one', 'int'), extra('two', 'string')])),
    ).toThrow(
      "The search field 'level' holds numbers and texts: aspects one and two disagree. Give one of the two another fieldName.",
    );
  });
});

describe('parentField', () => {
  it('strips sub-field suffixes', () => {
    expect(parentField('platform.keyword')).toBe('platform');
    expect(parentField('tags.delimited')).toBe('tags');
    expect(parentField('name')).toBe('name');
    expect(parentField('keyword')).toBe('keyword');
  });
});
