import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { parseUrn } from '../../../model/urn.ts';
import type { JsonObject } from '../../../util/json.ts';
import { VALUE_COLORS } from '../../../model/properties/property-display.ts';
import { definitionForm } from '../../../model/properties/definition-form.ts';
import { readDefinitionFile } from './definition-file.ts';

function read(text: string) {
  return readDefinitionFile(text, 'p.yaml');
}

const MINIMAL = 'id: io.acme.a\ntype: string\nentity_types: [dataset]\n';

describe('readDefinitionFile', () => {
  it('reads every key', () => {
    const [proposal] = read(`
- id: io.acme.owner
  type: urn
  display_name: 7
  description: Who.
  cardinality: multiple
  entity_types:
    - dataset
    - urn:li:entityType:datahub.chart
    - corpUser
  allowed_values:
    - value: urn:li:corpuser:a
      description: A
  type_qualifier:
    allowed_types: [corpuser, CorpGroup]
  allowed_platforms: [snowflake]
  immutable: true
  version: 20260131120000
  search: { full_text: true, weight: 2.5 }
  settings:
    show_in_search_filters: true
  display:
    group: Privacy
    order: 10
    unit: people
    value_colors:
      - value: urn:li:corpuser:a
        color: red
`);
    expect(proposal).toEqual({
      index: 1,
      line: 2,
      lineOf: expect.any(Function),
      urn: 'urn:li:structuredProperty:io.acme.owner',
      definition: {
        qualifiedName: 'io.acme.owner',
        valueType: 'urn:li:dataType:datahub.urn',
        displayName: '7',
        description: 'Who.',
        cardinality: 'MULTIPLE',
        entityTypes: [
          'urn:li:entityType:datahub.dataset',
          'urn:li:entityType:datahub.chart',
          'urn:li:entityType:datahub.corpuser',
        ],
        allowedValues: [{ value: { string: 'urn:li:corpuser:a' }, description: 'A' }],
        typeQualifier: {
          allowedTypes: ['urn:li:entityType:datahub.corpuser', 'urn:li:entityType:datahub.corpGroup'],
        },
        allowedPlatforms: ['urn:li:dataPlatform:snowflake'],
        immutable: true,
        version: '20260131120000',
        searchConfiguration: { queryByDefault: true, boostScore: 2.5 },
      },
      parts: {
        structuredPropertySettings: {
          isHidden: false,
          showInSearchFilters: true,
          showInAssetSummary: false,
          hideInAssetSummaryWhenEmpty: false,
          showAsAssetBadge: false,
          showInColumnsTable: false,
        },
        structuredPropertyDisplay: {
          group: 'Privacy',
          order: 10,
          unit: 'people',
          valueColors: [{ value: { string: 'urn:li:corpuser:a' }, color: 'RED' }],
        },
      },
    });
  });

  it('reads a list, one mapping and several documents alike', () => {
    const other = MINIMAL.replace('io.acme.a', 'io.acme.b');
    const names = (text: string) => read(text).map(({ urn }) => urn.replace(/.*\./, ''));
    expect(names(MINIMAL)).toEqual(['a']);
    expect(names(`${MINIMAL}---\n${other}`)).toEqual(['a', 'b']);
    expect(names(`---\n- {id: x.a, type: date, entity_types: [chart]}\n---\n${other}`)).toEqual(['a', 'b']);
  });

  it('takes urn with qualified_name for id', () => {
    const text = MINIMAL.replace('id: io.acme.a', 'urn: urn:li:structuredProperty:x.y\nqualified_name: x.y');
    expect(read(text)).toMatchObject([
      { urn: 'urn:li:structuredProperty:x.y', definition: { qualifiedName: 'x.y' } },
    ]);
  });

  it('keeps a qualified_name that differs from the urn, as in old catalogs', () => {
    const text = MINIMAL.replace('id: io.acme.a', 'urn: urn:li:structuredProperty:x\nqualified_name: y');
    expect(read(text)).toMatchObject([
      { urn: 'urn:li:structuredProperty:x', definition: { qualifiedName: 'y' } },
    ]);
  });

  it('reads numbers as numbers only when the type is number', () => {
    const values = 'allowed_values: [{value: 1.10}, {value: "030"}, {value: 1e3}]\n';
    const allowed = (type: string) =>
      read(`${MINIMAL.replace('string', type)}${values}`)[0]?.definition['allowedValues'];
    expect(allowed('number')).toEqual([
      { value: { double: 1.1 } },
      { value: { double: 30 } },
      { value: { double: 1000 } },
    ]);
    expect(allowed('string')).toEqual([
      { value: { string: '1.10' } },
      { value: { string: '030' } },
      { value: { string: '1e3' } },
    ]);
    expect(allowed('urn:li:dataType:acme.colour')).toEqual([
      { value: { double: 1.1 } },
      { value: { string: '030' } },
      { value: { double: 1000 } },
    ]);
  });

  it.each<readonly [string, number | string]>([
    ['1e3', 1000],
    ['+5', 5],
    ['5.', 5],
    ['010', 10],
    ['"12 "', 12],
    ['!!str 5', 5],
    ['-0', -0],
    ...[
      '5f',
      '30d',
      '0x10',
      '0o17',
      '1_000',
      '1:30',
      '.inf',
      '.nan',
      '"1,5"',
      'true',
      '2024-01-01',
      '""',
    ].map((value) => [value, 'is not a number'] as const),
    ...['1e400', '1e-400', '9007199254740993'].map((value) => [value, 'cannot be stored'] as const),
    ...['~', 'null', '[1]', '{a: 1}'].map((value) => [value, 'that is a string or a number'] as const),
  ])('reads the allowed number %s', (value, expected) => {
    const text = `${MINIMAL.replace('string', 'number')}allowed_values: [{value: ${value}}]\n`;
    if (typeof expected === 'string') expect(() => read(text)).toThrow(expected);
    else expect(read(text)[0]?.definition['allowedValues']).toEqual([{ value: { double: expected } }]);
  });

  it.each([
    'true',
    'yes',
    'on',
    '0x10',
    '1_000',
    '1:30',
    '.nan',
    '2024-01-01',
    '2024-01-01T00:00:00Z',
    '1.10',
  ])('keeps the text %s as it is written', (value) => {
    const text = `${MINIMAL}display_name: ${value}\nallowed_values: [{value: ${value}, description: ${value}}]\n`;
    expect(read(text)[0]?.definition).toMatchObject({
      displayName: value,
      allowedValues: [{ value: { string: value }, description: value }],
    });
  });

  it.each([
    ['immutable: yes', "'immutable' must be true or false, but it is 'yes'"],
    ['immutable: "true"', "'immutable' must be true or false"],
    ['cardinality: 1', "'cardinality' must be SINGLE or MULTIPLE"],
    ['id: b', 'duplicate key'],
    ['\tdisplay_name: x', 'a tab cannot indent YAML'],
    ['allowed_values: {value: a}', "must be a list of '- value: ...'"],
    ['allowed_values: [{value: a}, {value: "a"}]', 'is listed twice'],
    ['display_name: !!float 5', 'Unresolved tag'],
    ['<<: x', 'a merge key << takes a mapping'],
  ])('refuses %s', (line, problem) => {
    expect(() => read(`${MINIMAL}${line}\n`)).toThrow(problem);
  });

  it('merges the keys of a merge key, unless the definition has them itself', () => {
    const text = `
- &first
  id: x.a
  type: string
  entity_types: [dataset]
  immutable: true
- {id: x.b, <<: *first, immutable: false}
- <<: [{display_name: C}, *first]
  id: x.c
- {id: x.d, type: string, entity_types: [dataset], display_name: "<<"}
`;
    const definitions = read(text).map(({ definition }) => [
      definition['qualifiedName'],
      definition['immutable'],
      definition['displayName'],
    ]);
    expect(definitions).toEqual([
      ['x.a', true, undefined],
      ['x.b', false, undefined],
      ['x.c', true, 'C'],
      ['x.d', false, '<<'],
    ]);
  });

  it('treats an empty list of allowed values as none', () => {
    expect(read(`${MINIMAL}allowed_values: []\n`)[0]?.definition).not.toHaveProperty('allowedValues');
  });

  it('leaves settings and display unchanged if the file does not mention them', () => {
    expect(read(MINIMAL)[0]?.parts).toEqual({});
  });

  it('reads the output of properties get', () => {
    const [before] = read(
      `${MINIMAL}allowed_values: [{value: x, description: d}]\nversion: 20260101000000\nsearch: {full_text: false}\nsettings: {is_hidden: true}\ndisplay: {group: G, order: -1, unit: '7', value_colors: [{value: x, color: red}]}\n`,
    );
    if (before === undefined) throw new Error('The definition was not read.');
    expect(Object.keys(before.parts)).toEqual(['structuredPropertySettings', 'structuredPropertyDisplay']);
    const form = definitionForm(before.urn, {
      propertyDefinition: before.definition,
      ...before.parts,
    });
    const [again] = read(stringify(form));
    expect([again?.urn, again?.definition, again?.parts]).toEqual([
      before.urn,
      before.definition,
      before.parts,
    ]);
    expect(read(JSON.stringify([form]))).toHaveLength(1);
  });
});

describe('the output of properties get', () => {
  const text = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.constantFrom('', '030', '1e3', 'null', 'true', '- a', 'a: b', ' x ', '2026-01-31', '#', 'a\nb'),
  );
  const day = fc
    .date({ min: new Date('1000-01-01'), max: new Date('9999-12-31'), noInvalidDate: true })
    .map((date) => date.toISOString().slice(0, 10));
  const number = fc.oneof(fc.double({ noNaN: true, noDefaultInfinity: true }), fc.integer());
  const VALUES: Readonly<Record<string, fc.Arbitrary<JsonObject>>> = {
    string: text.map((string) => ({ string })),
    rich_text: text.map((string) => ({ string })),
    number: number.map((double) => ({ double: double + 0 })),
    date: day.map((string) => ({ string })),
    urn: fc.constantFrom('urn:li:corpuser:a', 'urn:li:tag:ü').map((string) => ({ string })),
  };
  const custom = fc.oneof(
    text.map((string): JsonObject => ({ string })),
    number.map((double): JsonObject => ({ double: double + 0 })),
  );
  const scalarOf = (item: JsonObject) => Object.values(item)[0];

  it.each([...Object.entries(VALUES), ['acme.own', custom] as const])(
    'is read as the same definition, of type %s',
    (type, values) => {
      const valueType = type.includes('.') ? `urn:li:dataType:${type}` : `urn:li:dataType:datahub.${type}`;
      const list = fc.uniqueArray(values, { minLength: 1, maxLength: 4, selector: scalarOf });
      fc.assert(
        fc.property(list, fc.option(text, { nil: undefined }), (allowed, description) => {
          const allowedValues = allowed.map((value) => ({
            value,
            ...(description !== undefined && { description }),
          }));
          const stored = {
            qualifiedName: 'a.b',
            valueType,
            entityTypes: ['urn:li:entityType:datahub.dataset'],
            cardinality: 'MULTIPLE',
            immutable: false,
            allowedValues,
            ...(description !== undefined && { description, displayName: description }),
          };
          const display = {
            valueColors: allowed.map((value, i) => ({ value, color: VALUE_COLORS[i] ?? 'RED' })),
            ...(description !== undefined && { group: description, unit: description, order: -7 }),
          };
          const form = definitionForm(parseUrn('urn:li:structuredProperty:a.b'), {
            propertyDefinition: stored,
            structuredPropertyDisplay: display,
          });
          for (const printed of [stringify(form), JSON.stringify([form])]) {
            const [again] = read(printed);
            expect(again?.definition).toEqual(stored);
            expect(again?.parts).toEqual({ structuredPropertyDisplay: display });
          }
        }),
      );
    },
  );
});

describe('readDefinitionFile refuses', () => {
  const without = (key: string) =>
    MINIMAL.split('\n')
      .filter((line) => !line.startsWith(key))
      .join('\n');
  const withLine = (line: string) => `${MINIMAL}${line}\n`;

  it.each([
    [
      'type: nubmer',
      withLine('').replace('string', 'nubmer'),
      "line 2, definition 1 (io.acme.a): there is no type 'nubmer'. Did you mean 'number'?",
    ],
    [
      'a weight of words that is none',
      withLine('search: {full_text: true, weight: heavy}'),
      "'weight' must be a number above 0, up to 100, but it is 'heavy'.",
    ],
    [
      'an unknown key',
      withLine('displayName: x'),
      "line 4, definition 1 (io.acme.a): there is no key 'displayName'. Did you mean 'display_name'?",
    ],
    [
      'a legacy key of DataHub',
      withLine('value_entity_types: [x]'),
      "Write 'type_qualifier: {allowed_types: [...]}'.",
    ],
    ['no id', without('id'), "line 1, definition 1: 'id' is missing"],
    ['no type', without('type'), "'type' is missing. Use string, rich_text, number, date, urn"],
    ['no entity types', without('entity_types'), "'entity_types' is missing"],
    [
      'urn alone',
      `urn: urn:li:structuredProperty:x\n${without('id')}`,
      "'qualified_name' is required when 'urn' is given",
    ],
    [
      'names that differ',
      withLine('qualified_name: io.acme.b'),
      'must agree, but they name io.acme.a and io.acme.b',
    ],
    [
      'a urn as id',
      MINIMAL.replace('io.acme.a', 'urn:li:structuredProperty:x'),
      "Write 'urn:li:structuredProperty:x' as 'urn'",
    ],
    [
      'another urn',
      `urn: urn:li:tag:x\nqualified_name: x\n${without('id')}`,
      'is not a urn of a structured property',
    ],
    [
      'an entity type',
      MINIMAL.replace('dataset', 'datset'),
      "there is no entity type 'datset'. Did you mean 'dataset'?",
    ],
    [
      'cardinality',
      withLine('cardinality: TWO'),
      "'cardinality' must be SINGLE or MULTIPLE, but it is 'TWO'",
    ],
    ['immutable', withLine('immutable: "yes"'), "'immutable' must be true or false, but it is 'yes'"],
    ['a list as text', withLine('description: [a]'), "'description' must be a string, but it is a list"],
    ['allowed values as mapping', withLine('allowed_values: {a: b}'), "must be a list of '- value: ...'"],
    ['plain allowed values', withLine('allowed_values: [a]'), "write an allowed value as '- value: ...'"],
    ['an allowed value without value', withLine('allowed_values: [{description: a}]'), "needs a 'value'"],
    [
      'allowed values that repeat',
      withLine('allowed_values: [{value: a}, {value: a}]'),
      "the allowed value 'a' is listed twice",
    ],
    [
      'an invalid number',
      `${MINIMAL.replace('string', 'number')}allowed_values: [{value: many}]\n`,
      'is not a number',
    ],
    [
      'an infinite number',
      `${MINIMAL.replace('string', 'number')}allowed_values: [{value: .inf}]\n`,
      'is not a number',
    ],
    [
      'a number that would be rounded',
      `${MINIMAL.replace('string', 'number')}allowed_values: [{value: 9007199254740993}]\n`,
      'would be rounded to 9007199254740992',
    ],
    [
      'settings',
      withLine('settings: {show_asset_badge: true}'),
      "there is no key 'show_asset_badge'. Did you mean 'show_as_asset_badge'?",
    ],
    [
      'settings twice',
      withLine('settings: {}\ndisplay_settings: {}'),
      "'settings' and 'display_settings' are the same key",
    ],
    ['a scalar', 'hello', "a definition is a mapping of keys such as 'id' and 'type', but this is a scalar"],
    ['nothing', '# nothing\n', 'there are no definitions in this file'],
    ['an empty list', '[]', 'there are no definitions in this file'],
  ])('%s', (_what, text, message) => {
    expect(() => read(text)).toThrow(message);
  });

  it('the same property twice, naming both places', () => {
    expect(() => read(`${MINIMAL}---\n${MINIMAL}`)).toThrow(
      'line 5, definition 2 (urn:li:structuredProperty:io.acme.a): it is the same property as definition 1 on line 1',
    );
  });

  it('a file with several problems, reporting all of them', () => {
    const text =
      '- {id: a, type: txt}\n- {id: b, type: date, entity_types: [chart]}\n- {type: date, entity_types: [chart]}\n';
    let thrown: unknown;
    try {
      read(text);
    } catch (error) {
      thrown = error;
    }
    expect(thrown).toMatchObject({
      message: expect.stringMatching(
        /^Nothing was written\. p\.yaml, line 1, definition 1 \(a\): there is no type 'txt'.* It has 3 problems\.$/,
      ),
      problems: [
        { line: 1, index: 0, message: expect.stringContaining("there is no type 'txt'") },
        { line: 1, index: 0, message: expect.stringContaining("'entity_types' is missing") },
        { line: 3, index: 2, message: expect.stringContaining("'id' is missing") },
      ],
    });
  });
});

it('knows the line of each field', () => {
  const text = `- id: io.acme.a
  type: string
  entity_types:
    - dataset
    - chart
  allowed_values:
    - value: x
    - {value: y, description: d}
  settings: {is_hidden: true}
`;
  const [proposal] = read(text);
  const lines = [
    'valueType',
    'entityTypes',
    'entityTypes[1]',
    'allowedValues[1].value',
    'isHidden',
    'version',
    '',
  ];
  expect(lines.map((field) => proposal?.lineOf(field))).toEqual([2, 3, 5, 8, 9, 1, 1]);
});
