import { dirname } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readRegistry } from '../../config/read-registry.ts';
import type { JsonObject } from '../../util/json.ts';
import type { AspectSpec, RegistryFile } from '../entity-registry.ts';
import { loadRegistry } from './load-registry.ts';
import { effort } from '../../../test/support/effort.ts';

/** Folder of the registry with Colophon's own aspects. */
const OWN = 'own';

const builtIn: readonly RegistryFile[] = readRegistry();
const registry = loadRegistry(builtIn);

function aspect(name: string): AspectSpec {
  const spec = registry.aspects.get(name);
  if (spec === undefined) throw new Error(`no aspect ${name}`);
  return spec;
}

function search(name: string): Record<string, string> {
  return Object.fromEntries(
    aspect(name).searchable.map((field) => [field.fieldName, `${field.path.join('/')} ${field.fieldType}`]),
  );
}

function links(name: string): string[] {
  return aspect(name).relationships.map((link) => `${link.name} ${link.path.join('/')}`);
}

function file(path: string, content: JsonObject): RegistryFile {
  return { path, content };
}

/** An operator's aspect with one field. */
function shelf(field: JsonObject): RegistryFile {
  return file('shelf.json', { aspect: 'shelf', class: 'org.example.Shelf', fields: { place: field } });
}

function messageOfLoading(...files: readonly RegistryFile[]): string {
  try {
    loadRegistry([...builtIn, ...files]);
  } catch (error) {
    return error instanceof Error ? error.message : '';
  }
  return 'loaded';
}

describe('the built-in registry', () => {
  it('holds the entity types and aspects of DataHub, and proposals', () => {
    expect(registry.entities.size).toBe(72 + 1);
    expect(registry.entities.has('changeProposal')).toBe(true);
    // Other files only give an entity type further aspects of DataHub.
    const ownAspects = builtIn.flatMap(({ content, path }) =>
      dirname(path) === OWN && typeof content['aspect'] === 'string' ? [content['aspect']] : [],
    );
    expect(ownAspects.length).toBeGreaterThan(0);
    expect(registry.aspects.size).toBe(271 + ownAspects.length);
    expect([...registry.aspects.keys()]).toEqual(expect.arrayContaining(ownAspects));
    const kinds = [...registry.aspects.values()].filter(({ kind }) => kind === 'timeseries');
    expect(kinds).toHaveLength(11);
  });

  it('finds entity types ignoring case', () => {
    expect(registry.findEntity('CORPUSER')?.name).toBe('corpuser');
    expect(registry.findEntity('corpgroup')?.name).toBe('corpGroup');
    expect(registry.findEntity('nothing')).toBeUndefined();
  });

  it('gives every entity type its key aspect first', () => {
    for (const entity of registry.entities.values()) {
      expect([...entity.aspects.keys()][0]).toBe(entity.keyAspect.name);
      expect(entity.keyAspect.keyOf).toBe(entity.name);
    }
  });

  it('fills in the defaults of search annotations', () => {
    const [platform, name, origin] = aspect('datasetKey').searchable;
    expect(platform).toMatchObject({
      fieldName: 'platform',
      queryByDefault: true,
      boostScore: 0.1,
      path: ['platform'],
    });
    expect(name).toMatchObject({
      fieldName: 'id',
      fieldType: 'WORD_GRAM',
      queryByDefault: true,
      boostScore: 10,
    });
    expect(origin).toMatchObject({
      queryByDefault: false,
      addToFilters: true,
      filterNameOverride: 'Environment',
    });
  });

  it('follows annotations into lists, records and unions', () => {
    expect(search('globalTags')['tags']).toBe('tags/*/tag URN');
    expect(search('propertyDefinition')['entityTypes']).toBe('entityTypes/* TEXT');
    expect(search('chartInfo')['createdAt']).toBe('lastModified/created/time DATETIME');
    expect(links('chartInfo')).toEqual(['Consumes inputs/*/string', 'Consumes inputEdges/*/destinationUrn']);
  });

  it('treats a map as one search field', () => {
    expect(search('datasetProperties')['customProperties']).toBe('customProperties TEXT');
    expect(search('ownership')['ownerTypes']).toBe('ownerTypes MAP_ARRAY');
  });

  it('uses the outermost annotation of a value', () => {
    expect(search('editableSchemaMetadata')['editedFieldTags']).toBe(
      'editableSchemaFieldInfo/*/globalTags/tags/*/tag URN',
    );
    expect(search('editableSchemaMetadata')).not.toHaveProperty('tags');
    expect(links('editableSchemaMetadata')[0]).toMatch(/^EditableSchemaFieldTaggedWith /);
  });

  it('keeps the direction of lineage', () => {
    const produces = aspect('dataJobInputOutput').relationships.find(({ name }) => name === 'Produces');
    expect(produces).toMatchObject({ isLineage: true, isUpstream: false });
  });

  it('never gives two values of an aspect the same search field', () => {
    for (const { name, searchable } of registry.aspects.values()) {
      const names = searchable.map(({ fieldName }) => fieldName);
      expect(new Set(names).size, name).toBe(names.length);
    }
  });

  it('does not depend on the order of its files', () => {
    fc.assert(
      fc.property(fc.shuffledSubarray([...builtIn], { minLength: builtIn.length }), (files) => {
        const shuffled = loadRegistry(files);
        expect(shuffled.fingerprint).toBe(registry.fingerprint);
        expect(shuffled.aspects.get('ownership')).toEqual(aspect('ownership'));
      }),
      { numRuns: effort(5) },
    );
  });
});

describe("an operator's files", () => {
  it('add an aspect to an existing entity type', () => {
    const extended = loadRegistry([
      ...builtIn,
      shelf({ type: 'string', searchable: { '/': { fieldType: 'KEYWORD' } } }),
      file('dataset.json', { entityTypes: { dataset: { aspects: ['shelf'] } } }),
    ]);
    const dataset = extended.entities.get('dataset');
    expect(dataset?.aspects.get('shelf')?.searchable[0]?.fieldName).toBe('place');
    expect(dataset?.aspects.size).toBe((registry.entities.get('dataset')?.aspects.size ?? 0) + 1);
    expect(extended.fingerprint).not.toBe(registry.fingerprint);
  });

  it('add an entity type with custom and built-in aspects', () => {
    const extended = loadRegistry([
      ...builtIn,
      file('library.json', {
        aspect: 'libraryKey',
        class: 'org.example.LibraryKey',
        fields: { id: { type: 'string' } },
        entityTypes: { library: { keyAspect: 'libraryKey', aspects: ['status', 'structuredProperties'] } },
      }),
    ]);
    expect(extended.findEntity('library')?.category).toBe('core');
    expect([...(extended.findEntity('library')?.aspects.keys() ?? [])]).toEqual([
      'libraryKey',
      'status',
      'structuredProperties',
    ]);
  });

  it('may repeat a definition but not change it', () => {
    const status = builtIn.find(({ path }) => path.endsWith('status.json'));
    if (status === undefined) throw new Error('no file for status');
    expect(messageOfLoading(file('again.json', status.content))).toBe('loaded');
    const changed = { ...status.content, fields: { gone: { type: 'boolean' } } };
    expect(messageOfLoading(file('mine.json', changed))).toBe(
      "Registry file mine.json: aspect 'status' differs from its definition in aspects/status.json. " +
        'Give one of the two another name.',
    );
    const dataset = { entityTypes: { dataset: { keyAspect: 'chartKey' } } };
    expect(messageOfLoading(file('mine.json', dataset))).toContain(
      "aspect 'chartKey' is already the key aspect of 'chart'",
    );
  });

  it.each([
    ['an unknown member', shelf({ type: 'string', searchabel: {} }), "unknown member 'searchabel'"],
    ['an unknown type', shelf({ type: 'text' }), "shelf.json at fields.place.type: unknown type 'text'"],
    ['no type', shelf({}), 'expected a type'],
    ['an empty union', shelf({ type: { union: [] } }), 'expected a type'],
    ['a union in a union', shelf({ type: { union: [{ union: ['int'] }] } }), 'a union inside a union'],
    [
      'a flag that is not a boolean',
      shelf({ type: 'string', optional: 'yes' }),
      'expected true or false, found "yes"',
    ],
    [
      'an unknown search field type',
      shelf({ type: 'string', searchable: { '/': { fieldType: 'FULLTEXT' } } }),
      "fields.place.searchable./.fieldType: unknown search field type 'FULLTEXT'. Use one of KEYWORD",
    ],
    [
      'an unknown path step',
      shelf({ type: 'com.linkedin.common.AuditStamp', searchable: { '/when': {} } }),
      "unknown path step 'when'",
    ],
    [
      'a path to a record',
      shelf({ type: 'com.linkedin.common.AuditStamp', searchable: { '/': {} } }),
      'ends at a record',
    ],
    [
      'a path without a slash',
      shelf({ type: 'string', searchable: { place: {} } }),
      'the path must start with /',
    ],
    [
      'a relationship in a number',
      shelf({ type: 'long', relationships: { '/': { name: 'On', entityTypes: [] } } }),
      'the path ends at a long',
    ],
    [
      'an undefined entity type',
      file('x.json', { entityTypes: { shelves: { aspects: ['status'] } } }),
      "no file defines the entity type 'shelves'. Add keyAspect",
    ],
    [
      'an undefined aspect',
      file('x.json', { entityTypes: { dataset: { aspects: ['shelf'] } } }),
      "x.json at entityTypes.dataset.aspects: unknown aspect 'shelf'",
    ],
    [
      'an undefined key aspect',
      file('x.json', { entityTypes: { shelf: { keyAspect: 'shelfKey' } } }),
      "x.json at entityTypes.shelf.keyAspect: unknown aspect 'shelfKey'",
    ],
    [
      'an aspect without a class',
      file('x.json', { aspect: 'shelf', fields: {} }),
      'x.json at class: expected a non-empty string',
    ],
    [
      'an unknown kind',
      file('x.json', { aspect: 'a', class: 'A', kind: 'daily', fields: {} }),
      'unknown kind of aspect',
    ],
    [
      'an enum without symbols',
      file('x.json', {
        types: { E: { symbols: [] } },
        aspect: 'a',
        class: 'A',
        fields: { e: { type: 'E' } },
      }),
      'enum E has no symbols',
    ],
    [
      'a type that is defined differently elsewhere',
      file('x.json', { types: { 'com.linkedin.common.FabricType': { symbols: ['LAB'] } } }),
      'differs from its definition in types/common.json',
    ],
  ])('are rejected with %s, with file and path', (_what, badFile, message) => {
    expect(messageOfLoading(badFile)).toContain(message);
    expect(messageOfLoading(badFile)).toContain(`Registry file ${badFile.path}`);
  });

  it('use the path as name if the name is taken, or skip the field if the path contains a list', () => {
    const { aspects } = loadRegistry([
      file('shelf.json', {
        aspect: 'shelf',
        class: 'org.example.Shelf',
        fields: {
          name: { type: 'string', searchable: { '/': {} } },
          owner: { type: 'org.example.Owner' },
          guests: { type: { array: 'org.example.Owner' } },
        },
        types: { 'org.example.Owner': { fields: { name: { type: 'string', searchable: { '/': {} } } } } },
      }),
    ]);
    expect(aspects.get('shelf')?.searchable.map(({ fieldName }) => fieldName)).toEqual([
      'name',
      'owner_name',
    ]);
  });
});
