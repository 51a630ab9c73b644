import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aspectPath, clientOf, datasetUrn, propertyUrn } from '../support/catalog-client.ts';
import type { TestServer } from '../support/start-server.ts';
import {
  BARE,
  MIXED,
  NEVER,
  ONLY,
  SALARY,
  asking,
  startTwins,
  type Ask,
  type Twins,
} from './hidden-twins.ts';

let twins: Twins;
beforeAll(async () => {
  twins = await startTwins();
});
afterAll(() => twins[Symbol.asyncDispose]());

const PROPERTIES = 'structuredProperties';
const path = (urn: string, more = ''): string =>
  `${aspectPath(urn, PROPERTIES, 'v3')}?systemMetadata=true${more}`;
const team = (text: string): object => ({
  properties: [{ propertyUrn: propertyUrn('team'), values: [{ string: text }] }],
});
const posting = (urn: string, value: object, more = '', headers = {}): readonly [string, string, object] => [
  'POST',
  path(urn, more),
  { value, headers },
];
const given = (urn: string, value: object, headers: object) =>
  posting(urn, value, '&createIfNotExists=false', headers);

const assigned = (propertyUrn: string): object => ({ propertyUrn, values: [{ string: 'high' }] });
const patch = (urn: string, operation: object): readonly [string, string, object] => [
  'PATCH',
  path(urn),
  { patch: [operation], arrayPrimaryKeys: { properties: ['propertyUrn'] } },
];

/** The requests change the catalogs, so their order matters: each starts from the state after the previous one. */
describe('a write of an actor who may not read every property is answered the same', () => {
  it.each<[string, Ask]>([
    ['that expects an old version', asking(given(MIXED, team('x'), { 'If-Version-Match': '2' }))],
    [
      'that expects a time',
      asking(given(MIXED, team('x'), { 'If-Unmodified-Since': '2026-01-01T00:00:00Z' })),
    ],
    [
      'that expects a later time',
      asking(given(MIXED, team('x'), { 'If-Modified-Since': '2026-01-01T00:05:30Z' })),
    ],
    ['that expects nothing', asking(given(MIXED, team('x'), { 'If-Version-Match': '-1' }))],
    ['that creates an existing aspect', asking(posting(MIXED, team('x')))],
    [
      'that creates an existing aspect or skips it',
      asking(posting(MIXED, team('x'), '', { 'If-None-Match': '*' })),
    ],
    [
      'that removes where nothing is visible',
      asking(patch(ONLY, { op: 'remove', path: `/properties/${propertyUrn('team')}` }), ['GET', path(ONLY)]),
    ],
    [
      'that creates an aspect that seems to be missing',
      asking(posting(ONLY, team('new')), ['GET', path(ONLY)]),
    ],
    [
      'that creates a column that seems to be missing',
      asking(
        [
          'POST',
          '/openapi/v3/entity/schemaField?createEntityIfNotExists=true&createIfNotExists=false&systemMetadata=true',
          [{ urn: BARE, status: { value: { removed: false } } }],
        ],
        ['GET', `/openapi/v3/entity/schemaField/${encodeURIComponent(BARE)}?systemMetadata=true`],
      ),
    ],
    ['that changes it', asking(given(ONLY, team('newer'), {}), ['GET', path(ONLY)])],
    ['that changes nothing', asking(given(ONLY, team('newer'), {}), ['GET', path(ONLY)])],
    [
      'that removes visible values',
      asking(
        ['DELETE', aspectPath(ONLY, PROPERTIES, 'v3')],
        ['GET', path(ONLY)],
        ['GET', path(ONLY, '&version=1')],
      ),
    ],
    [
      'that expects nothing where nothing is visible',
      asking(given(ONLY, team('a'), { 'If-Version-Match': '-1' }), ['GET', path(ONLY)]),
    ],
    ['that leaves nothing', asking(given(ONLY, { properties: [] }, {}), ['GET', path(ONLY)])],
    [
      'that patches',
      asking(
        patch(MIXED, { op: 'remove', path: `/properties/${SALARY}` }),
        patch(MIXED, { op: 'add', path: `/properties/${SALARY}`, value: assigned(SALARY) }),
        patch(MIXED, { op: 'test', path: `/properties/${SALARY}`, value: assigned(SALARY) }),
        ['GET', path(MIXED)],
      ),
    ],
    [
      'that rolls a run back',
      asking(['POST', '/runs?action=rollback', { runId: 'payroll', dryRun: false }], ['GET', path(MIXED)]),
    ],
  ])('%s', async (_channel, question) => {
    const { withSalaries, without } = twins;
    expect(await question(withSalaries.blind)).toEqual(await question(without.blind));
  });

  it('and keeps hidden values', async () => {
    const { admin } = twins.withSalaries;
    expect(await clientOf(admin).values(ONLY)).toEqual({ salary: [{ string: 'low' }] });
    expect(await clientOf(admin).values(MIXED)).toMatchObject({ salary: [{ string: 'highest' }] });
  });
});

describe('the version returned to an actor who may not read every property', () => {
  const versionOf = async (as: TestServer): Promise<string> =>
    (await as.request('GET', path(MIXED))).json.systemMetadata.version;

  it('holds while no visible value changes', async () => {
    const { admin, blind } = twins.withSalaries;
    await clientOf(admin).assign(MIXED, { team: [{ string: 'one' }], salary: [{ string: 'a' }] });
    const version = await versionOf(blind);
    await clientOf(admin).assign(MIXED, { team: [{ string: 'one' }], salary: [{ string: 'b' }] });
    expect(await versionOf(blind)).toBe(version);
    const answer = await blind.request(...given(MIXED, team('two'), { 'If-Version-Match': version }));
    expect(answer.status, answer.text).toBe(200);
    expect(await clientOf(admin).values(MIXED)).toEqual({
      team: [{ string: 'two' }],
      salary: [{ string: 'b' }],
    });
    const late = await blind.request(...given(MIXED, team('three'), { 'If-Version-Match': version }));
    expect([late.status, late.json.message]).toEqual([
      412,
      expect.stringContaining(`Expected version ${version}`),
    ]);
  });

  it('is the one that the next read returns', async () => {
    const { blind } = twins.withSalaries;
    const { json } = await blind.request(...given(MIXED, team('four'), {}));
    expect(json[PROPERTIES].systemMetadata.version).toBe(await versionOf(blind));
  });
});

describe('errors name a property that an actor may not read as one that does not exist', () => {
  const refusals = async (as: TestServer, urn: string): Promise<unknown> => {
    const name = urn.slice(propertyUrn('').length);
    const input = (more: object): object => ({ input: { assetUrn: MIXED, ...more } });
    const params = [{ structuredPropertyUrn: urn, values: [{ numberValue: 1 }] }];
    const answers = [
      await as.request(...given(MIXED, { properties: [{ propertyUrn: urn, values: [{ double: 1 }] }] }, {})),
      await as.request('POST', aspectPath(MIXED, PROPERTIES), {
        properties: [{ propertyUrn: urn, values: [] }],
      }),
      await as.request(
        ...patch(MIXED, { op: 'add', path: `/properties/${urn}`, value: { propertyUrn: urn, values: [] } }),
      ),
      await as.request('GET', aspectPath(urn, 'propertyDefinition', 'v3')),
      await as.request('GET', `/entitiesV2/${encodeURIComponent(urn)}`),
      await as.request('POST', aspectPath(urn, 'status'), { removed: true }),
      await as.request('DELETE', `/openapi/v3/entity/structuredProperty/${encodeURIComponent(urn)}`),
      await as.request('POST', '/api/colophon/v1/plans', { deletions: [{ urn, hard: true }] }),
      await as.request(
        'GET',
        `/openapi/v3/entity/dataset?query=${encodeURIComponent(`structuredProperties.${name}:1`)}`,
      ),
      await graphql(
        as,
        'mutation m($input: UpsertStructuredPropertiesInput!) { upsertStructuredProperties(input: $input) { properties { structuredProperty { urn } } } }',
        input({ structuredPropertyInputParams: params }),
      ),
      await graphql(
        as,
        'mutation m($input: RemoveStructuredPropertiesInput!) { removeStructuredProperties(input: $input) { properties { structuredProperty { urn } } } }',
        input({ structuredPropertyUrns: [urn] }),
      ),
      await graphql(
        as,
        'mutation m($input: UpdateStructuredPropertyInput!) { updateStructuredProperty(input: $input) { urn } }',
        { input: { urn, displayName: 'x' } },
      ),
      await graphql(
        as,
        'mutation m($input: DeleteStructuredPropertyInput!) { deleteStructuredProperty(input: $input) }',
        { input: { urn } },
      ),
      await graphql(
        as,
        'query q($urn: String!) { entity(urn: $urn) { urn type ... on StructuredPropertyEntity { exists definition { qualifiedName } } } entityExists(urn: $urn) }',
        { urn },
      ),
      await graphql(as, EXPLAIN, {
        input: {
          actorUrn: 'urn:li:corpuser:blind',
          privilege: 'EDIT_ENTITY_PROPERTIES',
          resourceUrn: MIXED,
          propertyUrns: [urn],
        },
      }),
      await graphql(
        as,
        'query q($input: SearchAcrossEntitiesInput!) { searchAcrossEntities(input: $input) { total facets { field } } }',
        {
          input: {
            query: '*',
            types: ['DATASET'],
            orFilters: [
              { and: [{ field: `structuredProperties.${name}`, condition: 'GREATER_THAN', values: ['x'] }] },
            ],
          },
        },
      ),
      await graphql(
        as,
        'query q($input: AutoCompleteMultipleInput!) { autoCompleteForMultiple(input: $input) { suggestions { entities { urn } } } }',
        { input: { query: name, types: ['STRUCTURED_PROPERTY'] } },
      ),
    ];
    return answers.map(({ status, text }) => [status, text.replaceAll(name, 'it')]);
  };

  it('in every interface', async () => {
    const { admin, blind } = twins.withSalaries;
    expect(await refusals(blind, SALARY)).toEqual(await refusals(blind, NEVER));
    expect(await clientOf(admin).values(MIXED)).toHaveProperty('salary');
    expect((await admin.request('GET', aspectPath(SALARY, 'propertyDefinition', 'v3'))).status).toBe(200);
  });
});

describe('an entity that is removed as a whole', () => {
  it('reveals nothing that was hidden in it', async () => {
    const removed = datasetUrn('once');
    const question = asking(
      ['POST', '/entities?action=delete', { urn: removed }],
      ['GET', `/openapi/v3/entity/dataset/${encodeURIComponent(removed)}`],
      posting(removed, team('again')),
      ['GET', path(removed)],
    );
    expect(await question(twins.withSalaries.blind)).toEqual(await question(twins.without.blind));
  });
});

const graphql = (as: TestServer, query: string, variables: object) =>
  as.request('POST', '/api/graphql', { query, variables });
const EXPLAIN =
  'query q($input: ExplainPrivilegeInput!) { explainPrivilege(input: $input) { allowed reason policyUrn nearest { policyUrn missing } } }';

it('a property that an actor may not read is refused like one that is not defined, also with other failures', async () => {
  const { blind } = twins.withSalaries;
  const refusals = async (urn: string): Promise<unknown> => {
    const value = (...others: readonly object[]) => ({
      properties: [{ propertyUrn: urn, values: [{ string: 'x' }] }, ...others],
    });
    const wrong = { propertyUrn: propertyUrn('team'), values: [{ double: 1 }] };
    const aspect = { value: JSON.stringify(value()), contentType: 'application/json' };
    const proposal = { entityType: 'dataset', entityUrn: MIXED, aspectName: PROPERTIES, aspect };
    const answers = [
      await blind.request(...posting(MIXED, value())),
      await blind.request(...posting(ONLY, value())),
      await blind.request('POST', '/aspects?action=ingestProposal', {
        proposal: { ...proposal, changeType: 'CREATE_ENTITY' },
      }),
      await blind.request(...given(MIXED, value(wrong), {})),
      await blind.request(
        ...given(MIXED, { properties: [...value().properties, ...value().properties] }, {}),
      ),
    ];
    const name = urn.slice(propertyUrn('').length);
    return answers.map(({ status, text }) => [
      status,
      text.replaceAll(urn, 'PROPERTY').replaceAll(`'${name}'`, 'NAME').replaceAll(`"${name}"`, '"NAME"'),
    ]);
  };
  const undefinedOne = await refusals(propertyUrn('undefined'));
  expect(undefinedOne).toMatchObject([
    [400, expect.stringContaining('aspect already exists')],
    [400, expect.any(String)],
    [422, expect.stringContaining('entity key already exists')],
    [400, expect.any(String)],
    [400, expect.stringContaining('multiple entries')],
  ]);
  expect(await refusals(SALARY)).toEqual(undefinedOne);
});
