import { describe, expect, it } from 'vitest';
import { SOURCE_KEY, patched } from '../../../test/support/memory/patch.ts';
import { CatalogError } from '../../errors.ts';
import type { PatchOperation } from '../../model/proposal.ts';
import type { JsonObject, JsonValue } from '../../util/json.ts';

const RETENTION = 'urn:li:structuredProperty:io.acryl.privacy.retentionTime';
const OTHER = 'urn:li:structuredProperty:other';

function refusalOf(run: () => unknown): CatalogError {
  try {
    run();
  } catch (error) {
    if (error instanceof CatalogError) return error;
    throw error;
  }
  throw new Error('Nothing was refused.');
}

function assignment(propertyUrn: string, ...values: string[]): JsonObject {
  return { propertyUrn, values: values.map((string) => ({ string })) };
}

describe('patching structured properties', () => {
  const keys = { properties: ['propertyUrn'] };
  const before = { properties: [assignment(RETENTION, '30d'), assignment(OTHER, 'x')] };

  it('adds an assignment at the end', () => {
    const added = assignment('urn:li:structuredProperty:new', 'n');
    const path = '/properties/urn:li:structuredProperty:new';
    expect(patched('structuredProperties', before, [{ op: 'add', path, value: added }], keys)).toEqual({
      properties: [...before.properties, added],
    });
  });

  it('replaces the whole assignment under an existing key, in its place', () => {
    const operations: PatchOperation[] = [
      { op: 'add', path: `/properties/${RETENTION}`, value: assignment(RETENTION, '1d', '2d') },
    ];
    expect(patched('structuredProperties', before, operations, keys)).toEqual({
      properties: [assignment(RETENTION, '1d', '2d'), assignment(OTHER, 'x')],
    });
  });

  it('removes one assignment and keeps the others', () => {
    const operations: PatchOperation[] = [{ op: 'remove', path: `/properties/${RETENTION}` }];
    expect(patched('structuredProperties', before, operations, keys)).toEqual({
      properties: [assignment(OTHER, 'x')],
    });
  });

  it('removes missing values without an error and ignores the value of a remove', () => {
    const operations: PatchOperation[] = [
      { op: 'remove', path: '/properties/urn:li:structuredProperty:absent', value: {} },
      {
        op: 'remove',
        path: '/properties/urn:li:structuredProperty:absent/urn:li:dataHubAction:a',
        value: {},
      },
    ];
    expect(patched('structuredProperties', before, operations)).toEqual(before);
  });

  it('starts from an empty list when there is no aspect', () => {
    const operations: PatchOperation[] = [{ op: 'remove', path: `/properties/${RETENTION}` }];
    expect(patched('structuredProperties', undefined, operations, keys)).toEqual({ properties: [] });
  });

  it('accepts what the client sends: an empty second key is the assignment without a source', () => {
    const sourced = {
      ...assignment(RETENTION, 's'),
      attribution: { time: 1, actor: 'urn:li:corpuser:a', source: 'urn:li:dataHubAction:a' },
    };
    const operations: PatchOperation[] = [
      { op: 'add', path: `/properties/${RETENTION}/`, value: assignment(RETENTION, 'new') },
      { op: 'remove', path: `/properties/${OTHER}`, value: {} },
    ];
    const result = patched(
      'structuredProperties',
      { properties: [sourced, ...before.properties] },
      operations,
      { properties: ['propertyUrn', SOURCE_KEY] },
    );
    expect(result).toEqual({ properties: [sourced, assignment(RETENTION, 'new')] });
  });

  it('applies a path with fewer keys to every element below it', () => {
    const sourced = { ...assignment(RETENTION, 's'), attribution: { source: 'urn:li:dataHubAction:a' } };
    const all = { properties: [sourced, ...before.properties] };
    const removed = patched('structuredProperties', all, [
      { op: 'remove', path: `/properties/${RETENTION}` },
    ]);
    expect(removed).toEqual({ properties: [assignment(OTHER, 'x')] });
    const value = assignment(RETENTION, 'one');
    const set = patched('structuredProperties', all, [
      { op: 'add', path: `/properties/${RETENTION}`, value },
    ]);
    expect(set).toEqual({ properties: [value, assignment(OTHER, 'x')] });
  });

  it('fills in the property that only the path names', () => {
    const operations: PatchOperation[] = [
      { op: 'add', path: `/properties/${RETENTION}`, value: { values: [{ double: 30 }] } },
    ];
    expect(patched('structuredProperties', undefined, operations)).toEqual({
      properties: [{ values: [{ double: 30 }], propertyUrn: RETENTION }],
    });
  });

  it('sets the whole list, keeping duplicates for the rule that refuses them', () => {
    const value = [assignment(OTHER, 'a'), assignment(OTHER, 'b')];
    expect(patched('structuredProperties', before, [{ op: 'add', path: '/properties', value }])).toEqual({
      properties: value,
    });
  });

  it('keeps elements that share a key apart until an operation names the key', () => {
    const twins = {
      properties: [assignment(OTHER, 'a'), assignment(RETENTION, 'r'), assignment(OTHER, 'b')],
    };
    const touched = patched(
      'structuredProperties',
      twins,
      [{ op: 'remove', path: '/properties/urn:li:structuredProperty:absent' }],
      keys,
    );
    expect(touched).toEqual(twins);
    const value = assignment(OTHER, 'c');
    expect(
      patched('structuredProperties', twins, [{ op: 'add', path: `/properties/${OTHER}`, value }], keys),
    ).toEqual({
      properties: [value, assignment(RETENTION, 'r')],
    });
  });

  it('appends at the end under the own key of the element', () => {
    const value = assignment('urn:li:structuredProperty:new', 'n');
    const operations: PatchOperation[] = [
      { op: 'add', path: '/properties/-', value },
      { op: 'add', path: '/properties/-', value: assignment(OTHER, 'y') },
    ];
    expect(patched('structuredProperties', before, operations, keys)).toEqual({
      properties: [assignment(RETENTION, '30d'), assignment(OTHER, 'y'), value],
    });
  });

  it('puts back a required list that was removed as an empty one', () => {
    expect(patched('structuredProperties', before, [{ op: 'remove', path: '/properties' }])).toEqual({
      properties: [],
    });
  });
});

describe('patching a property definition', () => {
  const definition = {
    qualifiedName: 'a.b',
    valueType: 'urn:li:dataType:datahub.number',
    entityTypes: ['urn:li:entityType:datahub.dataset'],
    allowedValues: [{ value: { double: 30 }, description: 'short' }, { value: { double: 365 } }],
  };

  it('keeps entity types keyed by themselves', () => {
    const chart = 'urn:li:entityType:datahub.chart';
    const operations: PatchOperation[] = [
      { op: 'add', path: `/entityTypes/${chart}`, value: chart },
      { op: 'add', path: `/entityTypes/${chart}`, value: chart },
    ];
    expect(patched('propertyDefinition', definition, operations)['entityTypes']).toEqual([
      'urn:li:entityType:datahub.dataset',
      chart,
    ]);
  });

  it.each(['30', '30.0', '{double=30.0}', '{double=30}', '3e1'])(
    'finds the allowed number 30 as %s',
    (key) => {
      const value = { value: { double: 30 }, description: 'new' };
      const operations: PatchOperation[] = [{ op: 'add', path: `/allowedValues/${key}`, value }];
      expect(patched('propertyDefinition', definition, operations)['allowedValues']).toEqual([
        value,
        { value: { double: 365 } },
      ]);
    },
  );

  it('finds a number that an earlier operation added in every spelling', () => {
    const operations: PatchOperation[] = [
      { op: 'add', path: '/allowedValues/90', value: { value: { double: 90 } } },
      { op: 'add', path: '/allowedValues/90.0', value: { value: { double: 90 }, description: 'again' } },
    ];
    expect(
      patched('propertyDefinition', { ...definition, allowedValues: [] }, operations)['allowedValues'],
    ).toEqual([{ value: { double: 90 }, description: 'again' }]);
  });

  it('distinguishes strings that denote the same number', () => {
    const texts = { ...definition, allowedValues: [{ value: { string: '30.0' } }] };
    const operations: PatchOperation[] = [
      { op: 'add', path: '/allowedValues/30', value: { value: { string: '30' } } },
    ];
    expect(patched('propertyDefinition', texts, operations)['allowedValues']).toEqual([
      { value: { string: '30.0' } },
      { value: { string: '30' } },
    ]);
  });

  it('finds strings plain, escaped, in Java form, and under the keys that the client names', () => {
    const texts = {
      ...definition,
      allowedValues: [{ value: { string: 'two/three' } }, { value: { string: 'foo' } }],
    };
    const left = patched('propertyDefinition', texts, [
      { op: 'remove', path: '/allowedValues/two~1three' },
      {
        op: 'add',
        path: '/allowedValues/{string=foo}',
        value: { value: { string: 'foo' }, description: 'd' },
      },
    ]);
    expect(left['allowedValues']).toEqual([{ value: { string: 'foo' }, description: 'd' }]);
    const byKeys = patched('propertyDefinition', texts, [{ op: 'remove', path: '/allowedValues/foo' }], {
      allowedValues: ['value\u241fstring'],
    });
    expect(byKeys['allowedValues']).toEqual([{ value: { string: 'two/three' } }]);
    const numbers = patched(
      'propertyDefinition',
      definition,
      [{ op: 'remove', path: '/allowedValues/365.0' }],
      {
        allowedValues: ['value\u241fdouble'],
      },
    );
    expect(numbers['allowedValues']).toEqual([{ value: { double: 30 }, description: 'short' }]);
  });

  it('sets and removes whole members', () => {
    const typeQualifier = { allowedTypes: ['urn:li:entityType:datahub.corpuser'] };
    const result = patched('propertyDefinition', { ...definition, description: 'd' }, [
      { op: 'add', path: '/typeQualifier', value: typeQualifier },
      { op: 'remove', path: '/description' },
      { op: 'remove', path: '/allowedValues' },
    ]);
    const { allowedValues: _allowedValues, ...rest } = definition;
    expect(result).toEqual({ ...rest, typeQualifier });
  });

  it('starts a definition that does not exist from the defaults of DataHub', () => {
    expect(
      patched('propertyDefinition', undefined, [{ op: 'add', path: '/qualifiedName', value: 'x' }]),
    ).toEqual({
      qualifiedName: 'x',
      valueType: 'urn:li:dataType:datahub.string',
      entityTypes: [],
    });
  });
});

describe('operations', () => {
  const before = { name: 'n', customProperties: { a: '1', b: '2' } };

  it('tests, copies and moves', () => {
    const result = patched('datasetProperties', before, [
      { op: 'test', path: '/customProperties/a', value: '1' },
      { op: 'copy', from: '/customProperties/a', path: '/customProperties/c' },
      { op: 'move', from: '/name', path: '/qualifiedName' },
      { op: 'test', path: '/description', value: null },
    ]);
    expect(result).toEqual({ qualifiedName: 'n', customProperties: { a: '1', b: '2', c: '1' } });
  });

  it('reads keyed elements for test, copy and move', () => {
    const tags = { tags: [{ tag: 'urn:li:tag:a', context: 'c' }] };
    const result = patched('globalTags', tags, [
      { op: 'test', path: '/tags/urn:li:tag:a/', value: { tag: 'urn:li:tag:a', context: 'c' } },
      { op: 'test', path: '/tags/urn:li:tag:a', value: [{ tag: 'urn:li:tag:a', context: 'c' }] },
      { op: 'test', path: '/tags/urn:li:tag:a//context', value: 'c' },
      { op: 'test', path: '/tags/urn:li:tag:b', value: null },
    ]);
    expect(result).toEqual(tags);
  });

  it('replaces the whole aspect at the empty path', () => {
    expect(patched('datasetProperties', before, [{ op: 'replace', path: '', value: { name: 'm' } }])).toEqual(
      { name: 'm' },
    );
  });

  it('does not modify the previous value', () => {
    const frozen = Object.freeze({ tags: Object.freeze([Object.freeze({ tag: 'urn:li:tag:a' })]) });
    patched('globalTags', frozen, [{ op: 'add', path: '/tags/urn:li:tag:a//context', value: 'c' }]);
    expect(frozen).toEqual({ tags: [{ tag: 'urn:li:tag:a' }] });
  });

  it.each<[string, PatchOperation, string, string]>([
    [
      'replace of a missing value',
      { op: 'replace', path: '/description', value: 'd' },
      'VALIDATION',
      "use op 'add'",
    ],
    [
      'replace below a missing value',
      { op: 'replace', path: '/created/time', value: 1 },
      'VALIDATION',
      "use op 'add'",
    ],
    ['a failing test', { op: 'test', path: '/name', value: 'x' }, 'VALIDATION', 'read the aspect again'],
    ['no value', { op: 'add', path: '/name' }, 'INVALID_REQUEST', "needs 'value'"],
    ['no from', { op: 'move', path: '/name' }, 'INVALID_REQUEST', "needs 'from'"],
    ['an absent source', { op: 'copy', from: '/uri', path: '/name' }, 'VALIDATION', "nothing at '/uri'"],
    [
      'a move into itself',
      { op: 'move', from: '/customProperties', path: '/customProperties/x' },
      'VALIDATION',
      'into itself',
    ],
    ['a path without a slash', { op: 'add', path: 'name', value: 'x' }, 'INVALID_REQUEST', "starts with '/'"],
    ['a bad escape', { op: 'add', path: '/na~me', value: 'x' }, 'INVALID_REQUEST', '~0'],
    ['an endless path', { op: 'add', path: '/a'.repeat(101), value: 'x' }, 'INVALID_REQUEST', '100 segments'],
    ['a path through a text', { op: 'add', path: '/name/x', value: 'x' }, 'VALIDATION', 'no members'],
    ['removal of everything', { op: 'remove', path: '' }, 'VALIDATION', 'delete it'],
    [
      'an aspect that is not an object',
      { op: 'add', path: '', value: 'x' },
      'VALIDATION',
      'must be an object',
    ],
    [
      'a key in a list without keys',
      { op: 'remove', path: '/tags/urn:li:tag:a' },
      'VALIDATION',
      'arrayPrimaryKeys',
    ],
    ['an index beyond the end', { op: 'add', path: '/tags/5', value: 'x' }, 'VALIDATION', '1 elements'],
  ])('refuses %s with op, path and remedy', (_name, operation, code, remedy) => {
    const error = refusalOf(() => patched('datasetProperties', { ...before, tags: ['t'] }, [operation]));
    expect(error.code).toBe(code);
    expect(error.message).toContain('Error performing JSON PATCH on aspect datasetProperties');
    expect(error.message).toContain(`op '${operation.op}' at '${operation.path}'`);
    expect(error.message).toContain(remedy);
  });

  it.each<[string, PatchOperation]>([
    ['a list that is not a list', { op: 'add', path: '/tags', value: {} }],
    ['an element that is not an object', { op: 'add', path: '/tags/urn:li:tag:a', value: 'urn:li:tag:a' }],
    ['a null element', { op: 'add', path: '/tags/urn:li:tag:a/', value: null }],
  ])('refuses %s in a keyed list', (_name, operation) => {
    expect(refusalOf(() => patched('globalTags', undefined, [operation])).code).toBe('VALIDATION');
  });

  it('does not let copies of copies grow without bound', () => {
    const doubling: PatchOperation[] = Array.from({ length: 60 }, (_, i) => ({
      op: 'copy',
      from: '/customProperties',
      path: `/customProperties/${i}`,
    }));
    expect(refusalOf(() => patched('datasetProperties', before, doubling)).message).toContain("op 'add'");
  });

  it('refuses to compare or copy too deeply nested values, without a stack overflow', () => {
    let deep: JsonValue = 'x';
    for (let i = 0; i < 200_000; i++) deep = [deep];
    const add: PatchOperation = { op: 'add', path: '/description', value: deep };
    const test: PatchOperation = { op: 'test', path: '/description', value: deep };
    const copy: PatchOperation = { op: 'copy', from: '/description', path: '/name' };
    expect(refusalOf(() => patched('datasetProperties', before, [add, test])).code).toBe('VALIDATION');
    expect(refusalOf(() => patched('datasetProperties', before, [add, copy])).code).toBe('VALIDATION');
  });

  it('refuses more operations than can be applied in reasonable time', () => {
    const operations = Array.from({ length: 50_001 }, (): PatchOperation => ({
      op: 'remove',
      path: '/name',
    }));
    expect(refusalOf(() => patched('datasetProperties', before, operations)).code).toBe('INVALID_REQUEST');
  });

  it('refuses to replace an element that a keyed list does not have', () => {
    const replace: PatchOperation = {
      op: 'replace',
      path: '/tags/urn:li:tag:a',
      value: { tag: 'urn:li:tag:a' },
    };
    expect(refusalOf(() => patched('globalTags', undefined, [replace])).message).toContain("use op 'add'");
    const before = { tags: [{ tag: 'urn:li:tag:a', context: 'c' }] };
    expect(patched('globalTags', before, [replace])).toEqual({ tags: [{ tag: 'urn:li:tag:a' }] });
  });
});
