import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../util/json.ts';
import { parseUrn } from '../urn.ts';
import { DIFFERS } from './timeline-differs.ts';
import type { ChangeEvent } from './timeline.ts';

const URN = parseUrn('urn:li:dataset:(urn:li:dataPlatform:hdfs,SampleHdfsDataset,PROD)');

type Column = readonly [path: string, nativeDataType: string, description?: string];

function schema(columns: readonly Column[], primaryKeys?: readonly string[]): JsonObject {
  return {
    fields: columns.map(([fieldPath, nativeDataType, description]) => ({
      fieldPath,
      nativeDataType,
      ...(description !== undefined && { description }),
    })),
    ...(primaryKeys && { primaryKeys }),
  };
}

function changes(before: JsonObject | undefined, after: JsonObject): readonly ChangeEvent[] {
  const { DOCUMENTATION, TAG, TECHNICAL_SCHEMA } = DIFFERS;
  return [TECHNICAL_SCHEMA, DOCUMENTATION, TAG].flatMap(
    ({ schemaMetadata }) => schemaMetadata?.(URN, before, after) ?? [],
  );
}

const added = (field: string): string =>
  `ADD OTHER MINOR A forwards & backwards compatible change due to the newly added field '${field}'.`;
const removed = (field: string): string =>
  `REMOVE OTHER MAJOR A backwards incompatible change due to removal of field: '${field}'.`;
const renamed = (from: string, to: string): string =>
  `MODIFY RENAME MINOR A forwards & backwards compatible change due to renaming of the field '${from} to ${to}'.`;
const retyped = (field: string, from: string, to: string): string =>
  `MODIFY TYPE_CHANGE MAJOR A backwards incompatible change due to native datatype of the field '${field}' ` +
  `changed from '${from}' to '${to}'.`;
const key = (change: 'addition' | 'removal', field: string): string =>
  `MODIFY OTHER MAJOR A backwards incompatible change due to ${change} of the primary key field '${field}'`;
const redescribed = (path: string): string =>
  `MODIFY undefined PATCH The description for the field '${path}' has been changed from 'old doc' to 'new doc'.`;

const V2 = '[version=2.0]';
const UNION: readonly Column[] = [
  [`${V2}.[type=union].foo`, 'union'],
  [`${V2}.[type=union].[type=string].foo`, 'string'],
  [`${V2}.[type=union].[type=int].foo`, 'int'],
];
const PLAIN: readonly Column[] = [
  ['id', 'int'],
  ['hash_id', 'string'],
];

// The cases of DataHub's SchemaMetadataChangeEventGeneratorTest.
describe('changes of a schema', () => {
  it.each<[string, JsonObject, JsonObject, string[]]>([
    [
      'a narrower type',
      schema([['ID', 'NUMBER(16,1)']]),
      schema([['ID', 'NUMBER(10,1)']]),
      [retyped('ID', 'NUMBER(16,1)', 'NUMBER(10,1)')],
    ],
    [
      'a wider type',
      schema([['ID', 'NUMBER(10,1)']]),
      schema([['ID', 'NUMBER(16,1)']]),
      [retyped('ID', 'NUMBER(10,1)', 'NUMBER(16,1)')],
    ],
    [
      'a new column beside another type',
      schema([['ID', 'NUMBER(16,1)']]),
      schema([
        ['aa', 'NUMBER(10,1)'],
        ['ID', 'NUMBER(10,1)'],
      ]),
      [retyped('ID', 'NUMBER(16,1)', 'NUMBER(10,1)'), added('aa')],
    ],
    ['a rename', schema([['ID', 'TEXT']]), schema([['ID2', 'TEXT']]), [renamed('ID', 'ID2')]],
    [
      'a rename among columns of the same type',
      schema([
        ['id', 'VARCHAR'],
        ['fullname', 'VARCHAR'],
        ['LastName', 'VARCHAR'],
      ]),
      schema([
        ['id', 'VARCHAR'],
        ['fullname', 'VARCHAR'],
        ['lastName', 'VARCHAR'],
      ]),
      [renamed('LastName', 'lastName')],
    ],
    [
      'another name and type',
      schema([['ID', 'NUMBER(16,1)']]),
      schema([['ID2', 'NUMBER(10,1)']]),
      [removed('ID'), added('ID2')],
    ],
    [
      'a type in the path',
      schema([[`${V2}.[type=string].hash_id`, 'string']]),
      schema([[`${V2}.[type=long].hash_id`, 'bigint']]),
      [retyped('hash_id', 'string', 'bigint')],
    ],
    [
      'a type in the path of a nested column',
      schema([
        [`${V2}.[type=struct].[type=struct].addr`, 'struct<city:string>'],
        [`${V2}.[type=struct].[type=struct].addr.[type=string].city`, 'string'],
      ]),
      schema([
        [`${V2}.[type=struct].[type=struct].addr`, 'struct<city:int>'],
        [`${V2}.[type=struct].[type=struct].addr.[type=int].city`, 'int'],
      ]),
      [retyped('addr', 'struct<city:string>', 'struct<city:int>'), retyped('addr.city', 'string', 'int')],
    ],
    [
      'several types of a union',
      schema(UNION),
      schema([
        [`${V2}.[type=union].foo`, 'union'],
        [`${V2}.[type=union].[type=long].foo`, 'long'],
        [`${V2}.[type=union].[type=double].foo`, 'double'],
      ]),
      [retyped('foo', 'int, string', 'double, long')],
    ],
    [
      'columns of the structs of a union',
      schema([
        [`${V2}.[type=union].u`, 'union'],
        [`${V2}.[type=union].[type=struct0].u`, 'struct'],
        [`${V2}.[type=union].[type=struct0].u.[type=int].a`, 'int'],
        [`${V2}.[type=union].[type=struct1].u`, 'struct'],
        [`${V2}.[type=union].[type=struct1].u.[type=string].a`, 'string'],
      ]),
      schema([
        [`${V2}.[type=union].u`, 'union'],
        [`${V2}.[type=union].[type=struct0].u`, 'struct'],
        [`${V2}.[type=union].[type=struct0].u.[type=long].a`, 'long'],
        [`${V2}.[type=union].[type=struct1].u`, 'struct'],
        [`${V2}.[type=union].[type=struct1].u.[type=double].a`, 'double'],
      ]),
      [retyped('u.a', 'int, string', 'double, long')],
    ],
    [
      'one type of a union',
      schema(UNION),
      schema([
        [`${V2}.[type=union].foo`, 'union'],
        [`${V2}.[type=union].[type=string].foo`, 'string'],
        [`${V2}.[type=union].[type=long].foo`, 'long'],
      ]),
      [retyped('foo', 'int', 'long')],
    ],
    [
      'a plain column instead of a union',
      schema(UNION),
      schema([[`${V2}.[type=long].foo`, 'bigint']]),
      [retyped('foo', 'int, string, union', 'bigint')],
    ],
    [
      'only the kind of the paths',
      schema(PLAIN),
      schema([
        [`${V2}.[type=int].id`, 'int'],
        [`${V2}.[type=string].hash_id`, 'string'],
      ]),
      [],
    ],
    [
      'the kind of the paths and one type',
      schema(PLAIN),
      schema([
        [`${V2}.[type=int].id`, 'int'],
        [`${V2}.[type=long].hash_id`, 'bigint'],
      ]),
      [retyped('hash_id', 'string', 'bigint')],
    ],
    [
      'the types and the description of a union',
      schema(UNION.map(([path, type]): Column => [path, type, 'old doc'])),
      schema([
        [`${V2}.[type=union].foo`, 'union', 'new doc'],
        [`${V2}.[type=union].[type=long].foo`, 'long', 'new doc'],
        [`${V2}.[type=union].[type=double].foo`, 'double', 'new doc'],
      ]),
      [retyped('foo', 'int, string', 'double, long'), redescribed(`${V2}.[type=union].foo`)],
    ],
    [
      'a plain column with another description instead of a union',
      schema([[`${V2}.[type=union].foo`, 'union', 'old doc'], ...UNION.slice(1)]),
      schema([[`${V2}.[type=long].foo`, 'bigint', 'new doc']]),
      [retyped('foo', 'int, string, union', 'bigint'), redescribed(`${V2}.[type=union].foo`)],
    ],
    [
      'another primary key',
      schema(
        [
          ['ID', 'TEXT'],
          ['ID2', 'TEXT'],
        ],
        ['ID'],
      ),
      schema(
        [
          ['ID', 'TEXT'],
          ['ID2', 'TEXT'],
        ],
        ['ID2'],
      ),
      [key('removal', 'ID'), key('addition', 'ID2')],
    ],
    [
      'a rename of a described column',
      schema(
        [
          ['ID', 'TEXT', 'a'],
          ['ID2', 'TEXT', 'b'],
        ],
        ['ID2'],
      ),
      schema(
        [
          ['IDZ', 'TEXT', 'a'],
          ['ID2', 'TEXT', 'b'],
        ],
        ['ID2'],
      ),
      [renamed('ID', 'IDZ')],
    ],
    [
      'a new described column',
      schema(
        [
          ['IDZ', 'TEXT', 'a'],
          ['ID2', 'TEXT', 'b'],
        ],
        ['ID2'],
      ),
      schema(
        [
          ['IDZ', 'TEXT', 'a'],
          ['ID1', 'TEXT', 'c'],
          ['ID2', 'TEXT', 'b'],
        ],
        ['ID2'],
      ),
      [added('ID1'), "ADD undefined MINOR The description 'c' for the field 'ID1' has been added."],
    ],
  ])('%s', (_case, before, after, expected) => {
    const reported = changes(before, after).map(
      ({ operation, step, description, parameters }) =>
        `${operation} ${parameters['modificationCategory']} ${step} ${description}`,
    );
    expect(reported.sort()).toEqual(expected.sort());
  });

  it('reports the removal of a whole schema', () => {
    const columns = ['a', 'a.b', 'a.c', 'a.d', 'a.e', 'a.e.f', 'a.e.g'].map((path): Column => [
      path,
      'text',
      path,
    ]);
    expect(changes(schema(columns), {})).toHaveLength(14);
  });

  it('reports the previous description, the column and its position', () => {
    const before = schema([['id', 'int', 'old doc']]);
    const [event, ...others] = changes(before, schema([['id', 'int', 'new doc']]));
    expect(others).toEqual([]);
    expect(event).toMatchObject({
      entityUrn: `urn:li:schemaField:(${URN},id)`,
      category: 'DOCUMENTATION',
      modifier: undefined,
      parameters: {
        description: 'new doc',
        previousDescription: 'old doc',
        fieldPath: 'id',
        parentUrn: URN,
      },
    });
  });

  it('reports nullable columns and tags of columns', () => {
    const tagged = { globalTags: { tags: [{ tag: 'urn:li:tag:PII', context: '{"a":1}' }] } };
    const field = { fieldPath: 'id', nativeDataType: 'int', nullable: true };
    const [column, tag] = changes({ fields: [] }, { fields: [{ ...field, ...tagged }] });
    const fieldUrn = `urn:li:schemaField:(${URN},id)`;
    expect(column).toMatchObject({
      entityUrn: URN,
      modifier: fieldUrn,
      parameters: { fieldPath: 'id', fieldUrn, nullable: true, modificationCategory: 'OTHER' },
    });
    expect(tag).toEqual({
      entityUrn: fieldUrn,
      category: 'TAG',
      operation: 'ADD',
      modifier: 'urn:li:tag:PII',
      step: 'MINOR',
      description: `Tag 'PII' added to entity '${fieldUrn}'.`,
      parameters: {
        tagUrn: 'urn:li:tag:PII',
        context: '{"a":1}',
        sourceDetails: '{}',
        fieldPath: 'id',
        parentUrn: URN,
      },
    });
  });
});
