import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  clientOf,
  datasetUrn,
  definition,
  propertyUrn,
  type DefinitionOptions,
  type Value,
} from '../../support/catalog-client.ts';
import { Computer } from '../../support/run-colophon.ts';
import { startServer, type TestServer } from '../../support/start-server.ts';

let server: TestServer;
let client: ReturnType<typeof clientOf>;
let computer: Computer;
beforeAll(async () => {
  server = await startServer();
  client = clientOf(server);
  computer = new Computer(server);
  const platform = { name: 'hive', type: 'OTHERS', datasetNameDelimiter: '.' };
  expect((await client.post(platformUrn('hive'), 'dataPlatformInfo', platform)).status).toBe(200);
});
afterAll(async () => {
  computer[Symbol.dispose]();
  await server.stop();
});

/** A definition that every interface can state; `label`s describe the allowed values. */
interface Definition extends DefinitionOptions {
  readonly qualifiedName?: string;
  readonly label?: string;
  readonly displayName?: string;
  readonly description?: string;
  readonly allowedTypes?: readonly string[];
  readonly allowedPlatforms?: readonly string[];
}

/** Writes a definition through one interface and returns the refusal; undefined when it was accepted. */
type Write = (name: string, definition: Definition) => Promise<string | undefined>;

const VERSION = '20261121120000';
const RED: Value = { string: 'red' };
const BLUE: Value = { string: 'blue' };
const TYPE = 'Value type cannot be changed as this is a backwards incompatible change';
const CARDINALITY = 'Property definition cardinality cannot be changed from MULTIPLE to SINGLE';
const RESTRICTED = 'Cannot restrict values that were previously allowed';
const ENTITY_TYPES = 'Entity types cannot be removed as this is a backwards incompatible change';
const ALLOWED_TYPES = 'Allowed types cannot be removed as this is a backwards incompatible change';
const many = { cardinality: 'MULTIPLE' } as const;

const BREAKING: readonly (readonly [string, Definition, Definition, readonly string[]])[] = [
  ['another type of values', {}, { type: 'rich_text' }, [TYPE]],
  ['one value instead of several', many, {}, [CARDINALITY]],
  ['allowed values where any were', {}, { allowedValues: [RED] }, [RESTRICTED]],
  ['another allowed value instead', { allowedValues: [RED] }, { allowedValues: [BLUE] }, [RESTRICTED]],
  ['one allowed value less', { allowedValues: [RED, BLUE] }, { allowedValues: [RED] }, [RESTRICTED]],
  ['another entity type', {}, { entityTypes: ['chart'] }, [ENTITY_TYPES]],
  ['one entity type less', { entityTypes: ['dataset', 'chart'] }, {}, [ENTITY_TYPES]],
  [
    'all of it at once',
    { ...many, allowedValues: [RED] },
    { type: 'number', allowedValues: [{ double: 1 }] },
    [TYPE, CARDINALITY, RESTRICTED],
  ],
];

const COMPATIBLE: readonly (readonly [string, Definition, Definition])[] = [
  ['several values instead of one', {}, many],
  ['one more allowed value', { allowedValues: [RED] }, { allowedValues: [RED, BLUE] }],
  ['allowed values in another order', { allowedValues: [RED, BLUE] }, { allowedValues: [BLUE, RED] }],
  [
    'other words on an allowed value',
    { allowedValues: [RED], label: 'old' },
    { allowedValues: [RED], label: 'new' },
  ],
  ['no list of allowed values any more', { allowedValues: [RED] }, {}],
  ['an empty list of allowed values', { allowedValues: [RED] }, { allowedValues: [] }],
  ['a further entity type', {}, { entityTypes: ['dataset', 'chart'] }],
  ['immutability', {}, { immutable: true }],
  ['no immutability any more', { immutable: true }, {}],
  ['names for people', {}, { displayName: 'Name', description: 'Words' }],
  ['types that values may name', {}, { allowedTypes: ['corpuser'] }],
  [
    'fewer types that values may name where values are no urns',
    { allowedTypes: ['corpuser', 'corpGroup'] },
    { allowedTypes: ['corpuser'] },
  ],
  ['a restriction to platforms', {}, { allowedPlatforms: ['hive'] }],
  ['no restriction to platforms any more', { allowedPlatforms: ['hive'] }, {}],
];

const throughOpenapi: Write = async (name, { label, allowedTypes, allowedPlatforms, ...rest }) => {
  const value = definition(name, rest);
  const { status, json } = await client.post(propertyUrn(name), 'propertyDefinition', {
    ...value,
    ...(rest.allowedValues && {
      allowedValues: rest.allowedValues.map((of) => ({ value: of, ...(label && { description: label }) })),
    }),
    ...(allowedTypes && { typeQualifier: { allowedTypes: allowedTypes.map(entityTypeUrn) } }),
    ...(allowedPlatforms && { allowedPlatforms: allowedPlatforms.map(platformUrn) }),
  });
  if (status !== 200) expect([status, json.error]).toEqual([400, 'Validation Error']);
  return status === 200 ? undefined : json.message;
};

const throughCommandLine: Write = async (name, of) => {
  const { allowedPlatforms, allowedTypes, allowedValues, displayName, label, qualifiedName, ...rest } = of;
  const { entityTypes = ['dataset'], type = 'string', ...same } = rest;
  const form = {
    id: name,
    type,
    entity_types: entityTypes,
    qualified_name: qualifiedName,
    display_name: displayName,
    allowed_values: allowedValues?.map((value) => ({ value: scalarOf(value), description: label })),
    type_qualifier: allowedTypes && { allowed_types: allowedTypes },
    allowed_platforms: allowedPlatforms,
    ...same,
  };
  // JSON is also YAML.
  writeFileSync(join(computer.home, 'change.yaml'), JSON.stringify([form]));
  const { code, stderr } = await computer.run(['properties', 'upsert', '-f', 'change.yaml']);
  return code === 0 ? undefined : stderr;
};

const throughGraphql: Write = async (name, of) => {
  const { allowedTypes, allowedPlatforms, allowedValues, entityTypes = ['dataset'], label, ...rest } = of;
  const { type = 'string', ...same } = rest;
  const planned = {
    urn: propertyUrn(name),
    valueType: `urn:li:dataType:datahub.${type}`,
    entityTypes: entityTypes.map(entityTypeUrn),
    ...(allowedValues && {
      allowedValues: allowedValues.map((value) => ({ ...graphqlValue(value), description: label })),
    }),
    ...(allowedTypes && { typeQualifier: { allowedTypes: allowedTypes.map(entityTypeUrn) } }),
    ...(allowedPlatforms && { allowedPlatforms: allowedPlatforms.map(platformUrn) }),
    ...same,
  };
  const { errors } = await server.graphql(
    'mutation a($input: PlanStructuredPropertiesInput!) { applyStructuredPropertyPlan(input: $input) { sequence } }',
    { input: { definitions: [planned] } },
  );
  if (errors !== undefined) expect(errors[0].extensions.code, errors[0].message).toBe(400);
  return errors?.[0].message;
};

function entityTypeUrn(name: string): string {
  return `urn:li:entityType:datahub.${name}`;
}
function platformUrn(name: string): string {
  return `urn:li:dataPlatform:${name}`;
}
const scalarOf = (value: Value) => ('string' in value ? value.string : value.double);
const graphqlValue = (value: Value) =>
  'string' in value ? { stringValue: value.string } : { numberValue: value.double };

/** Changes that `updateStructuredProperty` can express; most of them add. */
const UPDATES: readonly (readonly [string, Definition, object])[] = [
  ['several values instead of one', {}, { setCardinalityAsMultiple: true }],
  ['one more allowed value', { allowedValues: [RED] }, { newAllowedValues: [{ stringValue: 'blue' }] }],
  [
    'allowed values in another order',
    { allowedValues: [RED, BLUE] },
    { allowedValues: [{ stringValue: 'blue' }, { stringValue: 'red', description: 'words' }] },
  ],
  ['an empty list of allowed values', { allowedValues: [RED] }, { allowedValues: [] }],
  ['a further entity type', {}, { newEntityTypes: [entityTypeUrn('chart')] }],
  ['immutability', {}, { immutable: true }],
  ['names for people', {}, { displayName: 'Name', description: 'Words' }],
  ['types that values may name', {}, { typeQualifier: { newAllowedTypes: [entityTypeUrn('corpuser')] } }],
  ['a restriction to platforms', {}, { newAllowedPlatforms: [platformUrn('hive')] }],
];

const RESTRICTING_UPDATES: readonly (readonly [string, Definition, object])[] = [
  ['allowed values where any were', {}, { newAllowedValues: [{ stringValue: 'red' }] }],
  ['one allowed value less', { allowedValues: [RED, BLUE] }, { allowedValues: [{ stringValue: 'red' }] }],
];

describe("through GraphQL's updateStructuredProperty", () => {
  const update = async (name: string, input: object): Promise<string | undefined> => {
    const { errors } = await server.graphql(
      'mutation u($input: UpdateStructuredPropertyInput!) { updateStructuredProperty(input: $input) { urn } }',
      { input: { urn: propertyUrn(name), ...input } },
    );
    return errors?.[0].message;
  };
  const assigned = async (what: string, before: Definition): Promise<string> => {
    const name = `update.${what.replaceAll(' ', '.')}`;
    expect(await throughOpenapi(name, before)).toBeUndefined();
    await client.dataset(name);
    expect((await client.assign(datasetUrn(name), { [name]: [RED] })).status).toBe(200);
    return name;
  };

  it.each(UPDATES)('accepts %s and keeps the values', async (what, before, input) => {
    const name = await assigned(what, before);
    expect(await update(name, input)).toBeUndefined();
    expect(await client.values(datasetUrn(name))).toEqual({ [name]: [RED] });
    expect(await client.find(`structuredProperties.${name}`)).toEqual([datasetUrn(name)]);
  });

  it.each(RESTRICTING_UPDATES)(
    'refuses %s, because it cannot give a version',
    async (what, before, input) => {
      const name = await assigned(what, before);
      expect(await update(name, input)).toContain(RESTRICTED);
      expect(await client.values(datasetUrn(name))).toEqual({ [name]: [RED] });
    },
  );
});

describe.each([
  ['OpenAPI', 'openapi', throughOpenapi],
  ['the command line', 'cli', throughCommandLine],
  ['GraphQL', 'graphql', throughGraphql],
])('through %s', (_title, prefix, write) => {
  /** A property with the value `red` on one dataset. */
  async function assigned(what: string, before: Definition): Promise<string> {
    const name = `${prefix}.${what.replaceAll(' ', '.')}`;
    expect(await throughOpenapi(name, before)).toBeUndefined();
    await client.dataset(name);
    expect((await client.assign(datasetUrn(name), { [name]: [RED] })).status).toBe(200);
    return name;
  }

  const valuesOf = (name: string) => client.values(datasetUrn(name));
  const holdersOf = (name: string) => client.find(`structuredProperties.${name}`);

  it.each(BREAKING)('refuses %s, but for a new version', async (what, before, after, reasons) => {
    const name = await assigned(what, before);
    const refusal = await write(name, after);
    for (const reason of reasons) expect(refusal).toContain(reason);
    expect(refusal).toContain('Send a version (yyyyMMddhhmmss) to allow the breaking change');
    expect(await valuesOf(name)).toEqual({ [name]: [RED] });

    expect(await write(name, { ...after, version: VERSION })).toBeUndefined();
    expect(await valuesOf(name)).toEqual({});
    expect(await holdersOf(name)).toEqual([]);
  });

  it.each<[string, readonly string[] | undefined, readonly string[]]>([
    ['types that values may name where all were', undefined, ['corpuser']],
    ['one type less that values may name', ['corpuser', 'corpGroup'], ['corpuser']],
    ['another type that values may name', ['corpuser'], ['corpGroup']],
  ])('refuses %s, but for a new version', async (what, before, after) => {
    const name = `${prefix}.${what.replaceAll(' ', '.')}`;
    const ofType = (allowedTypes: readonly string[] | undefined) => ({
      type: 'urn',
      ...(allowedTypes && { allowedTypes }),
    });
    expect(await throughOpenapi(name, ofType(before))).toBeUndefined();
    await client.dataset(name);
    const held = { [name]: [{ string: 'urn:li:corpuser:a' }] };
    expect((await client.assign(datasetUrn(name), held)).status).toBe(200);
    expect(await write(name, ofType(after))).toContain(ALLOWED_TYPES);
    expect(await valuesOf(name)).toEqual(held);
    expect(await write(name, ofType(['corpuser', 'corpGroup', 'tag']))).toEqual(
      before === undefined ? (expect.stringContaining(ALLOWED_TYPES) as string) : undefined,
    );
    expect(await write(name, ofType(undefined))).toBeUndefined();
    expect(await valuesOf(name)).toEqual(held);
    expect(await write(name, { ...ofType(after), version: VERSION })).toBeUndefined();
    expect(await valuesOf(name)).toEqual({});
  });

  it('counts in a plan what a lost entity type hides', async () => {
    const name = await assigned('planned', { entityTypes: ['dataset', 'chart'] });
    const { json } = await server.request('POST', '/api/colophon/v1/plans', {
      definitions: [{ urn: propertyUrn(name), propertyDefinition: definition(name) }],
    });
    expect(json.definitions).toMatchObject([
      {
        change: 'breaking',
        entities: 1,
        values: 1,
        byEntityType: { dataset: 1 },
        reasons: [
          `${ENTITY_TYPES}: entityTypes loses [urn:li:entityType:datahub.chart]`,
          expect.stringContaining('Send a version'),
        ],
      },
    ]);
  });

  it.each(COMPATIBLE)('accepts %s and keeps the values', async (what, before, after) => {
    const name = await assigned(what, before);
    expect(await write(name, after)).toBeUndefined();
    expect(await valuesOf(name)).toEqual({ [name]: [RED] });
    expect(await holdersOf(name)).toEqual([datasetUrn(name)]);
    expect(await write(name, { ...after, version: VERSION })).toBeUndefined();
    expect(await valuesOf(name)).toEqual({ [name]: [RED] });
  });

  it('refuses another qualified name, even with a version', async () => {
    const name = await assigned('renamed', {});
    // A file cannot express it: there the name is derived from the urn.
    const words = prefix === 'cli' ? 'qualified_name' : 'Cannot change the fully qualified name';
    for (const version of [{}, { version: VERSION }]) {
      expect(await write(name, { qualifiedName: `${name}.other`, ...version })).toContain(words);
    }
    expect(await valuesOf(name)).toEqual({ [name]: [RED] });
  });

  it('treats a missing cardinality as SINGLE', async () => {
    const name = await assigned('one value', { cardinality: 'SINGLE' });
    expect(await write(name, {})).toBeUndefined();
    expect(await valuesOf(name)).toEqual({ [name]: [RED] });
  });

  it.each(['2026.112112000', '20260230120000', '20261121240000', '2026112112000'])(
    'refuses the version %s',
    async (version) => {
      const name = await assigned(`version ${version.replace('.', '-')}`, many);
      expect(await write(name, { version })).toContain('Invalid version specified. Must match [0-9]{14}');
      expect(await valuesOf(name)).toEqual({ [name]: [RED] });
    },
  );

  it('breaks only with a version greater than every earlier one, also omitted ones', async () => {
    const name = await assigned('versions', { ...many, version: VERSION });
    expect(await throughOpenapi(name, many)).toBeUndefined();
    for (const version of [VERSION, '20261121115959']) {
      expect(await write(name, { version })).toContain(`greater than ${VERSION}`);
    }
    expect(await valuesOf(name)).toEqual({ [name]: [RED] });
    expect(await write(name, { version: '20261121120001' })).toBeUndefined();
    expect(await valuesOf(name)).toEqual({});
  });
});
