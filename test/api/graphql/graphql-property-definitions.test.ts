import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { clientOf, datasetUrn, propertyUrn } from '../../support/catalog-client.ts';
import { startServer, type TestServer } from '../../support/start-server.ts';

const START = 1_800_000_000_000;

let server: TestServer;
let client: ReturnType<typeof clientOf>;
let now = START;
beforeAll(async () => {
  server = await startServer({ environment: { now: () => now } });
  client = clientOf(server);
  // Definitions name it, and what a definition names must exist.
  await client.post('urn:li:dataPlatform:hive', 'dataPlatformInfo', {
    name: 'hive',
    type: 'OTHERS',
    datasetNameDelimiter: '.',
  });
});
afterAll(() => server.stop());

const NUMBER = 'urn:li:dataType:datahub.number';
const STRING = 'urn:li:dataType:datahub.string';
const DATASET = 'urn:li:entityType:datahub.dataset';

const DEFINITION = `
  urn type exists
  definition {
    qualifiedName displayName description cardinality immutable
    allowedValues { value { __typename ... on StringValue { stringValue } ... on NumberValue { numberValue } } description }
    valueType { urn type info { type qualifiedName displayName } }
    typeQualifier { allowedTypes { urn info { type } } }
    entityTypes { urn type info { type qualifiedName } }
    created { time actor { urn } } lastModified { time actor { urn } }
    allowedPlatforms { urn name }
    filterStatus
  }
  settings {
    isHidden showInSearchFilters showInAssetSummary hideInAssetSummaryWhenEmpty showAsAssetBadge showInColumnsTable
  }`;

const create = (input: object) =>
  server.graphql(
    `mutation c($input: CreateStructuredPropertyInput!) { createStructuredProperty(input: $input) { ${DEFINITION} } }`,
    { input },
  );
const update = (input: object) =>
  server.graphql(
    `mutation u($input: UpdateStructuredPropertyInput!) { updateStructuredProperty(input: $input) { ${DEFINITION} } }`,
    { input },
  );
const remove = (urn: string) =>
  server.graphql('mutation d($urn: String!) { deleteStructuredProperty(input: { urn: $urn }) }', { urn });

const STATUS =
  'query s($urn: String!) { structuredProperty(urn: $urn) { exists definition { qualifiedName } } }';

describe('createStructuredProperty', () => {
  it('stores and returns every field of its input', async () => {
    now = START;
    const { data, errors } = await create({
      id: 'create.every.field',
      qualifiedName: 'create.every.field',
      displayName: 'Every field',
      description: 'A property with everything.',
      immutable: false,
      valueType: 'urn:li:dataType:datahub.urn',
      typeQualifier: { allowedTypes: ['urn:li:entityType:datahub.corpuser'] },
      allowedValues: [
        { stringValue: 'urn:li:corpuser:a', description: 'the first' },
        { stringValue: 'urn:li:corpuser:b' },
      ],
      cardinality: 'MULTIPLE',
      entityTypes: [DATASET, 'urn:li:entityType:datahub.corpGroup'],
      settings: { showInSearchFilters: true, showInColumnsTable: true, isHidden: null },
      allowedPlatforms: ['urn:li:dataPlatform:hive'],
    });
    expect(errors).toBeUndefined();
    const stamp = { time: START, actor: { urn: 'urn:li:corpuser:datahub' } };
    expect(data.createStructuredProperty).toEqual({
      urn: propertyUrn('create.every.field'),
      type: 'STRUCTURED_PROPERTY',
      exists: true,
      definition: {
        qualifiedName: 'create.every.field',
        displayName: 'Every field',
        description: 'A property with everything.',
        cardinality: 'MULTIPLE',
        immutable: false,
        allowedValues: [
          {
            value: { __typename: 'StringValue', stringValue: 'urn:li:corpuser:a' },
            description: 'the first',
          },
          { value: { __typename: 'StringValue', stringValue: 'urn:li:corpuser:b' }, description: null },
        ],
        valueType: {
          urn: 'urn:li:dataType:datahub.urn',
          type: 'DATA_TYPE',
          info: { type: 'URN', qualifiedName: 'datahub.urn', displayName: expect.any(String) as string },
        },
        typeQualifier: {
          allowedTypes: [{ urn: 'urn:li:entityType:datahub.corpuser', info: { type: 'CORP_USER' } }],
        },
        entityTypes: [
          { urn: DATASET, type: 'ENTITY_TYPE', info: { type: 'DATASET', qualifiedName: 'datahub.dataset' } },
          {
            urn: 'urn:li:entityType:datahub.corpGroup',
            type: 'ENTITY_TYPE',
            info: { type: 'CORP_GROUP', qualifiedName: 'datahub.corpGroup' },
          },
        ],
        created: stamp,
        lastModified: stamp,
        allowedPlatforms: [{ urn: 'urn:li:dataPlatform:hive', name: 'hive' }],
        filterStatus: 'ENABLED',
      },
      settings: {
        isHidden: false,
        showInSearchFilters: true,
        showInAssetSummary: false,
        hideInAssetSummaryWhenEmpty: false,
        showAsAssetBadge: false,
        showInColumnsTable: true,
      },
    });
  });

  it('needs only a type of values and of entities', async () => {
    const { data } = await create({ valueType: STRING, entityTypes: [DATASET] });
    const property = data.createStructuredProperty;
    expect(property.urn).toBe(propertyUrn(property.definition.qualifiedName));
    expect(property.definition.qualifiedName).toMatch(/^[0-9a-f-]{36}$/);
    expect(property).toMatchObject({
      definition: {
        cardinality: 'SINGLE',
        immutable: false,
        allowedValues: null,
        typeQualifier: null,
        displayName: null,
      },
      settings: null,
    });
  });

  it('takes the urns of data types and entity types without namespace', async () => {
    const { data } = await create({
      id: 'create.bare',
      valueType: 'urn:li:dataType:number',
      entityTypes: ['urn:li:entityType:dataset'],
    });
    expect(data.createStructuredProperty.definition).toMatchObject({
      valueType: { urn: NUMBER, info: { type: 'NUMBER' } },
      entityTypes: [{ urn: DATASET }],
    });
  });

  it('refuses a second property of the name, also of a soft-deleted one', async () => {
    const input = { qualifiedName: 'create.twice', valueType: STRING, entityTypes: [DATASET] };
    expect((await create(input)).errors).toBeUndefined();
    const expected = {
      errors: [
        {
          message: expect.stringMatching(/^A structured property already exists with this urn/) as string,
          path: ['createStructuredProperty'],
          extensions: { code: 400, type: 'BAD_REQUEST', classification: 'DataFetchingException' },
        },
      ],
      data: null,
    };
    expect(await create(input)).toMatchObject(expected);
    await client.post(propertyUrn('create.twice'), 'status', { removed: true });
    expect(await create(input)).toMatchObject(expected);
  });

  it('succeeds for exactly one of many concurrent requests', async () => {
    const input = { qualifiedName: 'create.race', valueType: STRING, entityTypes: [DATASET] };
    const outcomes = await Promise.all(Array.from({ length: 8 }, () => create(input)));
    expect(outcomes.filter(({ errors }) => errors === undefined)).toHaveLength(1);
    for (const { errors } of outcomes) {
      if (errors !== undefined)
        expect(errors[0].message).toContain('A structured property already exists with this urn');
    }
  });

  it.each([
    [{ id: 'a', qualifiedName: 'b' }, 'Qualified name and the ID of a structured property must match'],
    [{ id: 'bad.spaces in it' }, 'Urn ID cannot have spaces'],
    [{ id: 'bad.type', valueType: 'urn:li:dataType:datahub.nope' }, 'urn:li:dataType:datahub.nope'],
    [{ id: 'bad.type.urn', valueType: 'nonsense' }, 'nonsense'],
    [{ id: 'bad.entity', entityTypes: ['urn:li:entityType:datahub.nope'] }, 'urn:li:entityType:datahub.nope'],
    [
      { id: 'bad.both', allowedValues: [{ stringValue: 'a', numberValue: 1 }] },
      'allowedValues[0]: Each allowed value must provide exactly one of stringValue or numberValue, but it has both.',
    ],
    [
      { id: 'bad.none', allowedValues: [{ description: 'x' }] },
      'Each allowed value must provide exactly one of stringValue or numberValue',
    ],
    [
      { id: 'bad.hidden', settings: { isHidden: true, showAsAssetBadge: true } },
      'Cannot have property isHidden = true',
    ],
    [{ id: 'bad(parenthesis' }, 'Invalid urn!'],
  ])('refuses %j and writes nothing', async (members, message) => {
    const { data, errors } = await create({ valueType: STRING, entityTypes: [DATASET], ...members });
    expect(data).toBeNull();
    expect(errors[0].message).toContain(message);
    expect(errors[0].extensions.code).toBe(400);
    if (!members.id.includes('(')) {
      const status = await server.graphql(STATUS, { urn: propertyUrn(members.id) });
      expect(status.data?.structuredProperty.exists ?? false).toBe(false);
    }
  });
});

describe('updateStructuredProperty', () => {
  /** A property that only one test uses. */
  const created = async (name: string, members: object = {}): Promise<string> => {
    now = START;
    const { errors } = await create({
      id: name,
      valueType: 'urn:li:dataType:datahub.urn',
      entityTypes: [DATASET],
      allowedValues: [{ stringValue: 'urn:li:corpuser:a' }],
      typeQualifier: { allowedTypes: ['urn:li:entityType:datahub.corpuser'] },
      settings: { showInAssetSummary: true, hideInAssetSummaryWhenEmpty: true },
      ...members,
    });
    expect(errors).toBeUndefined();
    return propertyUrn(name);
  };

  it('changes every field of its input and keeps the rest', async () => {
    const urn = await created('update.every.field');
    now = START + 1000;
    const { data, errors } = await update({
      urn,
      displayName: 'New name',
      description: 'New description',
      immutable: true,
      typeQualifier: { newAllowedTypes: ['urn:li:entityType:datahub.corpGroup'] },
      newAllowedValues: [{ stringValue: 'urn:li:corpGroup:b/c~d', description: 'added' }],
      setCardinalityAsMultiple: true,
      newEntityTypes: ['urn:li:entityType:dataset', 'urn:li:entityType:datahub.chart'],
      settings: { showInSearchFilters: true },
      newAllowedPlatforms: ['urn:li:dataPlatform:hive'],
    });
    expect(errors).toBeUndefined();
    const { definition, settings } = data.updateStructuredProperty;
    expect(definition).toMatchObject({
      qualifiedName: 'update.every.field',
      displayName: 'New name',
      description: 'New description',
      immutable: true,
      cardinality: 'MULTIPLE',
      typeQualifier: { allowedTypes: [{ info: { type: 'CORP_USER' } }, { info: { type: 'CORP_GROUP' } }] },
      entityTypes: [{ urn: DATASET }, { urn: 'urn:li:entityType:datahub.chart' }],
      allowedPlatforms: [{ urn: 'urn:li:dataPlatform:hive' }],
      created: { time: START },
      lastModified: { time: START + 1000 },
    });
    expect(definition.allowedValues.map((allowed: { value: object }) => allowed.value)).toEqual([
      { __typename: 'StringValue', stringValue: 'urn:li:corpuser:a' },
      { __typename: 'StringValue', stringValue: 'urn:li:corpGroup:b/c~d' },
    ]);
    expect(settings).toMatchObject({
      showInSearchFilters: true,
      showInAssetSummary: true,
      hideInAssetSummaryWhenEmpty: true,
    });
  });

  it('stamps only what it changes', async () => {
    const urn = await created('update.stamps', { displayName: 'name' });
    const path = `/openapi/v3/entity/structuredProperty/${urn}/structuredPropertySettings`;
    const settingsStamp = async (): Promise<unknown> =>
      (await server.request('GET', path)).json.value.lastModified.time;
    now = START + 2000;
    const same = { displayName: 'name', setCardinalityAsMultiple: false, newEntityTypes: [DATASET] };
    const unchanged = await update({ urn, ...same, settings: { showInAssetSummary: true } });
    expect(unchanged.data.updateStructuredProperty.definition.lastModified.time).toBe(START);
    expect(await settingsStamp()).toBe(START);
    const settings = await update({
      urn,
      ...same,
      settings: { showAsAssetBadge: false, isHidden: true, showInAssetSummary: false },
    });
    expect(settings.data.updateStructuredProperty.definition.lastModified.time).toBe(START);
    expect(await settingsStamp()).toBe(START + 2000);
  });

  it('cannot hide a property in a summary that is not shown', async () => {
    const urn = await created('update.summary');
    const { data } = await update({ urn, settings: { showInAssetSummary: false } });
    expect(data.updateStructuredProperty.settings).toMatchObject({
      showInAssetSummary: false,
      hideInAssetSummaryWhenEmpty: false,
    });
  });

  it('replaces the list of allowed values only if none is lost', async () => {
    const urn = await created('update.replace');
    const list = [
      { stringValue: 'urn:li:corpuser:a', description: 'described' },
      { stringValue: 'urn:li:corpuser:z' },
    ];
    const { data } = await update({ urn, allowedValues: list });
    expect(data.updateStructuredProperty.definition.allowedValues).toMatchObject([
      { description: 'described' },
      { value: { stringValue: 'urn:li:corpuser:z' } },
    ]);
    const refused = await update({ urn, allowedValues: [{ stringValue: 'urn:li:corpuser:a' }] });
    expect(refused.data).toBeNull();
    expect(refused.errors[0].message).toMatch(/^Cannot restrict values that were previously allowed/);
  });

  it('adds numbers to allowed numbers', async () => {
    await create({
      id: 'update.numbers',
      valueType: NUMBER,
      entityTypes: [DATASET],
      allowedValues: [{ numberValue: 30 }],
    });
    const { data } = await update({
      urn: propertyUrn('update.numbers'),
      newAllowedValues: [{ numberValue: 30, description: 'x' }, { numberValue: 0.5 }],
    });
    expect(data.updateStructuredProperty.definition.allowedValues).toEqual([
      { value: { __typename: 'NumberValue', numberValue: 30 }, description: 'x' },
      { value: { __typename: 'NumberValue', numberValue: 0.5 }, description: null },
    ]);
  });

  it('keeps the description of an allowed value that is sent again without one', async () => {
    const urn = await created('update.descriptions', {
      allowedValues: [{ stringValue: 'urn:li:corpuser:a', description: 'described' }],
    });
    const described = async (newAllowedValues: readonly object[]): Promise<unknown> => {
      const { data } = await update({ urn, newAllowedValues });
      const { allowedValues } = data.updateStructuredProperty.definition;
      return allowedValues.map((allowed: { description: string | null }) => allowed.description);
    };
    const first = { stringValue: 'urn:li:corpuser:a' };
    const second = { stringValue: 'urn:li:corpuser:b' };
    const answers = [
      await described([first]),
      await described([{ ...first, description: null }]),
      await described([{ ...second, description: 'new' }, second]),
      await described([{ ...first, description: 'changed' }]),
      await described([{ ...first, description: '' }]),
    ];
    expect(answers).toEqual([
      ['described'],
      ['described'],
      ['described', 'new'],
      ['changed', 'new'],
      ['', 'new'],
    ]);
  });

  it.each([
    [
      'an unknown property',
      { urn: propertyUrn('update.none') },
      'Attempting to update a structured property with no definition aspect',
    ],
    ['another kind of entity', { urn: datasetUrn('update') }, 'Pass the urn of a structuredProperty'],
    [
      'both lists of values',
      { allowedValues: [], newAllowedValues: [] },
      'Provide allowedValues or newAllowedValues, not both.',
    ],
    [
      'an empty value',
      { newAllowedValues: [{}] },
      'Each allowed value must provide exactly one of stringValue or numberValue',
    ],
    [
      'an unknown type',
      { newEntityTypes: ['urn:li:entityType:datahub.nope'] },
      'urn:li:entityType:datahub.nope',
    ],
    ['hiding what is shown', { settings: { isHidden: true } }, 'Cannot have property isHidden = true'],
  ])('refuses %s', async (what, input, message) => {
    const urn = await created(`update.bad.${what.replaceAll(' ', '.')}`);
    const { data, errors } = await update({ urn, displayName: 'x', ...input });
    expect(data).toBeNull();
    expect(errors[0].message).toContain(message);
    expect(errors[0].extensions.code).toBe(400);
    const unchanged = await update({ urn });
    expect(unchanged.data.updateStructuredProperty.definition.displayName).toBeNull();
  });

  it('refuses restrictions of values, and a soft-deleted definition', async () => {
    await create({ id: 'update.free', valueType: STRING, entityTypes: [DATASET] });
    const free = propertyUrn('update.free');
    const restricted = await update({ urn: free, newAllowedValues: [{ stringValue: 'only' }] });
    expect(restricted.errors[0].message).toContain('Cannot restrict values that were previously allowed');
    await client.post(free, 'status', { removed: true });
    for (const change of [{ displayName: 'x' }, {}]) {
      const { errors } = await update({ urn: free, ...change });
      expect(errors[0].message).toContain('Cannot mutate a soft deleted Structured Property Definition');
    }
  });

  it('keeps concurrent changes of others', async () => {
    await create({
      id: 'update.together',
      valueType: STRING,
      entityTypes: [DATASET],
      allowedValues: [{ stringValue: '0' }],
    });
    const together = propertyUrn('update.together');
    await Promise.all(
      Array.from({ length: 6 }, (_, i) =>
        update({ urn: together, newAllowedValues: [{ stringValue: `value ${i}` }] }),
      ),
    );
    const { data } = await update({ urn: together, displayName: 'x' });
    expect(data.updateStructuredProperty.definition.allowedValues).toHaveLength(7);
  });
});

describe('deleting', () => {
  it('soft-deletes and restores', async () => {
    await client.define('delete.soft');
    const batch = (urns: readonly string[], deleted: boolean) =>
      server.graphql(
        'mutation b($input: BatchUpdateSoftDeletedInput!) { batchUpdateSoftDeleted(input: $input) }',
        { input: { urns, deleted } },
      );
    expect((await batch([propertyUrn('delete.soft')], true)).data).toEqual({ batchUpdateSoftDeleted: true });
    await expect(client.find('structuredProperties.delete.soft')).rejects.toThrow(
      /^Cannot filter on deleted Structured Property/,
    );
    expect((await batch([propertyUrn('delete.soft')], false)).data).toEqual({ batchUpdateSoftDeleted: true });
    expect(await client.find('structuredProperties.delete.soft')).toEqual([]);
    const missing = await batch([propertyUrn('delete.soft'), propertyUrn('delete.never')], true);
    expect(missing.errors[0]).toMatchObject({
      message: expect.stringContaining('does not exist') as string,
      extensions: { code: 404 },
    });
    expect(await client.find('structuredProperties.delete.soft')).toEqual([]);
  });

  it('hard-deletes only properties, also missing ones', async () => {
    await client.define('delete.hard');
    await client.dataset('delete.orders');
    await client.assign(datasetUrn('delete.orders'), { 'delete.hard': [{ string: 'x' }] });
    expect((await remove(propertyUrn('delete.hard'))).data).toEqual({ deleteStructuredProperty: true });
    expect((await remove(propertyUrn('delete.hard'))).data).toEqual({ deleteStructuredProperty: true });
    expect(await client.values(datasetUrn('delete.orders'))).toEqual({});
    const gone = await server.graphql(STATUS, { urn: propertyUrn('delete.hard') });
    expect(gone.data.structuredProperty).toEqual({ exists: false, definition: { qualifiedName: '' } });
    const wrong = await remove(datasetUrn('delete.orders'));
    expect(wrong.errors[0].message).toContain('Pass the urn of a structuredProperty');
    expect(await client.find('urn', 'EQUAL', [datasetUrn('delete.orders')])).toHaveLength(1);
  });
});

describe('allowed values', () => {
  const urn = propertyUrn('create.many.values');
  const select = async (fields: string) => {
    const { data, errors } = await server.graphql(
      `{ structuredProperty(urn: "${urn}") { definition { ${fields} } } }`,
    );
    expect(errors).toBeUndefined();
    return data.structuredProperty.definition;
  };
  const named = '{ value { ... on StringValue { stringValue } } description }';
  const valuesOf = async (page: string): Promise<readonly string[]> => {
    const { allowedValues } = await select(`allowedValues${page} ${named}`);
    return allowedValues.map(({ value }: { value: { stringValue: string } }) => value.stringValue);
  };
  const all = Array.from({ length: 30 }, (_, i) => `Region ${i}`);

  beforeAll(async () => {
    const allowedValues = all.map((stringValue, i) => ({
      stringValue,
      ...(i === 7 && { description: 'The Northern one' }),
    }));
    const { errors } = await create({
      id: 'create.many.values',
      valueType: STRING,
      entityTypes: [DATASET],
      allowedValues,
    });
    expect(errors).toBeUndefined();
  });

  it('are all shown by default', async () => {
    expect(await valuesOf('')).toEqual(all);
  });

  it.each([
    ['(count: 2)', all.slice(0, 2)],
    ['(start: 28, count: 5)', all.slice(28)],
    ['(start: 30)', []],
    ['(count: 0)', []],
    ['(query: "GION 29")', ['Region 29']],
    ['(query: " north ")', ['Region 7']],
    ['(query: "orthern")', []],
    ['(query: "region 2", start: 1, count: 2)', ['Region 20', 'Region 21']],
  ])('are selected by %s', async (page, expected) => {
    expect(await valuesOf(page)).toEqual(expected);
  });

  it('are counted, also those of a text', async () => {
    expect(await select('allowedValuesTotal some: allowedValuesTotal(query: "region 2")')).toEqual({
      allowedValuesTotal: 30,
      some: 11,
    });
  });

  it.each(['start: -1', 'count: -1'])('refuse %s', async (argument) => {
    const { errors } = await server.graphql(
      `{ structuredProperty(urn: "${urn}") { definition { allowedValues(${argument}) { description } } } }`,
    );
    expect(errors).toMatchObject([{ extensions: { code: 400 } }]);
  });

  it('have no number where any value is allowed', async () => {
    const { data } = await create({ id: 'create.any.value', valueType: STRING, entityTypes: [DATASET] });
    expect(data.createStructuredProperty.urn).toBe(propertyUrn('create.any.value'));
    const { data: found } = await server.graphql(
      `{ structuredProperty(urn: "${propertyUrn('create.any.value')}") { definition { allowedValues { description } allowedValuesTotal } } }`,
    );
    expect(found.structuredProperty.definition).toEqual({ allowedValues: null, allowedValuesTotal: null });
  });
});
