import { describe, expect, it } from 'vitest';
import { SOURCE_KEY, patched, specOf } from '../../../test/support/memory/patch.ts';
import { validateAspect } from '../../model/aspects/aspect-schema.ts';
import type { PatchOperation } from '../../model/proposal.ts';
import { PATCH_TEMPLATES } from './patch-templates.ts';

describe('patching other aspects as the client does', () => {
  const unknownStamp = { time: 0, actor: 'urn:li:corpuser:unknown' };

  it('creates nested keyed lists and fills in the field path', () => {
    const path = '/editableSchemaFieldInfo/[version=2.0].a/globalTags/tags/urn:li:tag:t';
    const operations: PatchOperation[] = [{ op: 'add', path, value: { tag: 'urn:li:tag:t' } }];
    const once = patched('editableSchemaMetadata', undefined, operations);
    expect(once).toEqual({
      created: unknownStamp,
      lastModified: unknownStamp,
      editableSchemaFieldInfo: [
        { fieldPath: '[version=2.0].a', globalTags: { tags: [{ tag: 'urn:li:tag:t' }] } },
      ],
    });
    expect(patched('editableSchemaMetadata', once, operations)).toEqual(once);
    const removed = patched('editableSchemaMetadata', once, [{ op: 'remove', path }]);
    expect(removed['editableSchemaFieldInfo']).toEqual([
      { fieldPath: '[version=2.0].a', globalTags: { tags: [] } },
    ]);
  });

  it('gives the first term of a column the stamp that the schema requires', () => {
    const term = { urn: 'urn:li:glossaryTerm:t' };
    const path = `/editableSchemaFieldInfo/foo.bar/glossaryTerms/terms/${term.urn}`;
    const glossaryTerms = { terms: [term], auditStamp: unknownStamp };
    const column = { fieldPath: 'foo.bar', description: 'kept' };
    for (const [before, fields] of [
      [undefined, [{ fieldPath: 'foo.bar', glossaryTerms }]],
      [{ editableSchemaFieldInfo: [column] }, [{ ...column, glossaryTerms }]],
    ] as const) {
      const result = patched('editableSchemaMetadata', before, [{ op: 'add', path, value: term }]);
      expect(result['editableSchemaFieldInfo']).toEqual(fields);
      expect(validateAspect(specOf('editableSchemaMetadata'), result)).toEqual([]);
    }
    const whole = patched('editableSchemaMetadata', undefined, [
      { op: 'add', path: '/editableSchemaFieldInfo/foo.bar', value: { glossaryTerms: { terms: [term] } } },
    ]);
    expect(whole['editableSchemaFieldInfo']).toEqual([{ fieldPath: 'foo.bar', glossaryTerms }]);
  });

  it('adds a tag under an empty source first, and removes it under the keys in the other order', () => {
    const value = { tag: 'urn:li:tag:t' };
    const added = patched('globalTags', undefined, [{ op: 'add', path: '/tags//urn:li:tag:t', value }], {
      tags: [SOURCE_KEY, 'tag'],
    });
    expect(added).toEqual({ tags: [value] });
    const removed = patched('globalTags', added, [{ op: 'remove', path: '/tags/urn:li:tag:t', value: {} }], {
      tags: ['tag', SOURCE_KEY],
    });
    expect(removed).toEqual({ tags: [] });
  });

  it('adds an owner whose keys are only in the path', () => {
    const owner = 'urn:li:corpuser:a';
    const keys = { owners: ['owner', 'type', 'typeUrn', SOURCE_KEY] };
    const path = `/owners/${owner}/TECHNICAL_OWNER//`;
    const result = patched('ownership', undefined, [{ op: 'add', path, value: {} }], keys);
    expect(result).toEqual({ owners: [{ owner, type: 'TECHNICAL_OWNER' }], lastModified: unknownStamp });
    expect(
      patched('ownership', result, [{ op: 'remove', path: `/owners/${owner}` }], keys)['owners'],
    ).toEqual([]);
  });

  it('edits custom properties whose names need escapes, and the map as a whole', () => {
    const result = patched('datasetProperties', { customProperties: { k: '1' } }, [
      { op: 'add', path: '/customProperties/n~1w~0', value: '2' },
      { op: 'remove', path: '/customProperties/k' },
      { op: 'add', path: '/name', value: 'n' },
    ]);
    expect(result).toEqual({ customProperties: { 'n/w~': '2' }, name: 'n' });
    const whole = patched('datasetProperties', undefined, [
      { op: 'add', path: '/customProperties', value: { a: 'b' } },
    ]);
    expect(whole).toEqual({ customProperties: { a: 'b' }, tags: [] });
  });

  it('keeps dangerous names as data', () => {
    const result = patched('datasetProperties', undefined, [
      { op: 'add', path: '/customProperties/__proto__', value: 'p' },
      { op: 'add', path: '/customProperties/constructor', value: 'c' },
    ]);
    expect(JSON.stringify(result)).toBe('{"customProperties":{"__proto__":"p","constructor":"c"},"tags":[]}');
    expect(Object.getPrototypeOf({})).toBe(Object.prototype);
    expect(() => patched('status', undefined, [{ op: 'test', path: '/toString', value: null }])).toThrow(
      "'toString' is not a field",
    );
  });

  it('adds and removes one upstream of a fine grained lineage', () => {
    const field = (name: string): string =>
      `urn:li:schemaField:(urn:li:dataset:(urn:li:dataPlatform:hive,t,PROD),${name})`;
    const path = (up: string): string => `/fineGrainedLineages/TRANSFORM/${field('d')}/NONE/${field(up)}`;
    const before = {
      upstreams: [],
      fineGrainedLineages: [
        {
          upstreamType: 'FIELD_SET',
          downstreamType: 'FIELD',
          upstreams: [field('x')],
          downstreams: [field('d'), field('e')],
        },
        {
          upstreamType: 'FIELD_SET',
          downstreamType: 'FIELD',
          transformOperation: 'TRANSFORM',
          upstreams: [field('a')],
          downstreams: [field('d')],
          confidenceScore: 0.9,
        },
      ],
    };
    const added = patched('upstreamLineage', before, [
      { op: 'add', path: path('b'), value: { confidenceScore: 0.5 } },
    ]);
    const [whole, first] = before.fineGrainedLineages;
    expect(added['fineGrainedLineages']).toEqual([
      whole,
      { ...first, upstreams: [field('a'), field('b')], confidenceScore: 0.5 },
    ]);
    const removed = patched('upstreamLineage', before, [{ op: 'remove', path: path('a') }]);
    expect(removed['fineGrainedLineages']).toEqual([whole]);
    const created = patched('upstreamLineage', undefined, [
      { op: 'add', path: path('a'), value: { confidenceScore: 1 } },
    ]);
    expect(validateAspect(specOf('upstreamLineage'), created)).toEqual([]);
    expect(created['fineGrainedLineages']).toEqual([
      {
        upstreamType: 'FIELD_SET',
        downstreamType: 'FIELD',
        transformOperation: 'TRANSFORM',
        upstreams: [field('a')],
        downstreams: [field('d')],
        confidenceScore: 1,
      },
    ]);
    expect(
      patched('upstreamLineage', before, [{ op: 'remove', path: '/fineGrainedLineages/absent' }]),
    ).toEqual(before);
  });

  it('creates infos of pipelines and lineage with the empty members of their templates', () => {
    const named = [{ op: 'add', path: '/name', value: 'n' }] as const;
    const empty = { customProperties: {} };
    expect(patched('dataFlowInfo', undefined, named)).toEqual({ ...empty, name: 'n' });
    expect(patched('dataJobInfo', undefined, named)).toEqual({ ...empty, name: 'n' });
    expect(patched('dataJobInfo', { name: 'm' }, named)).toEqual({ name: 'n' });

    const dataset = 'urn:li:dataset:(urn:li:dataPlatform:hive,t,PROD)';
    const edge = { destinationUrn: dataset };
    const job = patched('dataJobInputOutput', undefined, [
      { op: 'add', path: `/inputDatasetEdges/${dataset}`, value: edge },
    ]);
    expect(job).toEqual({
      inputDatasetEdges: [edge],
      outputDatasetEdges: [],
      inputDatajobEdges: [],
      inputDatasets: [],
      outputDatasets: [],
      inputDatajobs: [],
      inputDatasetFields: [],
      outputDatasetFields: [],
      fineGrainedLineages: [],
    });
    expect(validateAspect(specOf('dataJobInputOutput'), job)).toEqual([]);
    const lineage = patched('upstreamLineage', undefined, [
      { op: 'add', path: `/upstreams/${dataset}`, value: { dataset } },
    ]);
    expect(lineage).toMatchObject({ upstreams: [{ dataset }], fineGrainedLineages: [] });
  });

  it('patches aspects without a template by index', () => {
    const before = { path: [{ id: 'a' }, { id: 'b' }] };
    const operations: PatchOperation[] = [
      { op: 'add', path: '/path/1', value: { id: 'between' } },
      { op: 'add', path: '/path/-', value: { id: 'end' } },
      { op: 'remove', path: '/path/0' },
      { op: 'replace', path: '/path/0/id', value: 'first' },
      { op: 'remove', path: '/path/9' },
    ];
    expect(patched('browsePathsV2', before, operations)).toEqual({
      path: [{ id: 'first' }, { id: 'b' }, { id: 'end' }],
    });
  });
});

/** Required members for which a template has no default, as in DataHub: the patch must give them. */
const NEEDED: ReadonlyMap<string, readonly string[]> = new Map([
  ['dataFlowInfo', ['/name']],
  ['dataJobInfo', ['/name', '/type']],
]);

describe('templates', () => {
  it.each([...PATCH_TEMPLATES])(
    '%s has a default that the schema accepts, except members that the patch must set, and keys that exist',
    (aspectName, template) => {
      const spec = specOf(aspectName);
      expect(validateAspect(spec, template.default).map(({ path }) => path)).toEqual(
        NEEDED.get(aspectName) ?? [],
      );
      for (const name of template.members.keys()) expect(spec.record.fields.has(name)).toBe(true);
    },
  );
});
