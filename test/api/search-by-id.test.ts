import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { clientOf } from '../support/catalog-client.ts';
import { startServer, type TestServer } from '../support/start-server.ts';

const CREATED = { time: 1, actor: 'urn:li:corpuser:datahub' };
const PRESENT = ['status', { removed: false }] as const;
const BOARD = 'urn:li:dashboard:(looker,board_of_margins)';
const TABLE = 'urn:li:dataset:(urn:li:dataPlatform:hive,margins.raw,PROD)';

/** Entities by GraphQL type: urn, the id in it, an aspect without words. */
const ENTITIES = [
  [
    'DATA_PROCESS_INSTANCE',
    'urn:li:dataProcessInstance:9fbe85a5c0de4d21',
    '9fbe85a5c0de4d21',
    ['dataProcessInstanceProperties', { name: 'run', created: CREATED }],
  ],
  ['CHART', 'urn:li:chart:(looker,quarterly.77)', 'quarterly.77', PRESENT],
  ['DASHBOARD', BOARD, 'board_of_margins', PRESENT],
  [
    'CONTAINER',
    'urn:li:container:b5e95fce839e7d78151ed7e0a7420d84',
    'b5e95fce839e7d78151ed7e0a7420d84',
    PRESENT,
  ],
  ['DATA_JOB', 'urn:li:dataJob:(urn:li:dataFlow:(airflow,nightly,PROD),loadAll)', 'loadAll', PRESENT],
  ['DATASET', TABLE, 'margins.raw', PRESENT],
  ['DOMAIN', 'urn:li:domain:4f9c-22', '4f9c-22', ['domainProperties', { name: 'Sales' }]],
  ['ASSERTION', 'urn:li:assertion:0fe1aa', '0fe1aa', PRESENT],
] as const;

describe('a search', () => {
  let server: TestServer;

  const found = async (types: readonly string[], query: string): Promise<readonly string[]> => {
    const { data, errors } = await server.graphql(
      'query s($input: SearchAcrossEntitiesInput!) { searchAcrossEntities(input: $input) { searchResults { entity { urn } } } }',
      { input: { types, query } },
    );
    expect(errors).toBeUndefined();
    const results: readonly { readonly entity: { readonly urn: string } }[] =
      data.searchAcrossEntities.searchResults;
    return results.map(({ entity }) => entity.urn);
  };

  beforeAll(async () => {
    server = await startServer();
    for (const [, urn, , [aspect, value]] of ENTITIES) {
      expect((await clientOf(server).post(urn, aspect, value)).status).toBe(200);
    }
  });
  afterAll(() => server.stop());

  it.each(ENTITIES)('for a %s finds it by its urn and by the id in it', async (type, urn, id) => {
    for (const query of [urn, id, `"${id}"`, id.toUpperCase()]) {
      expect(await found([type], query)).toEqual([urn]);
    }
    expect(await found([type], 'nothing')).toEqual([]);
  });

  it('finds all whose ids have the word, but not by the words of every urn', async () => {
    const types = ENTITIES.map(([type]) => type);
    expect((await found(types, 'margins')).toSorted()).toEqual([BOARD, TABLE]);
    for (const word of ['li', 'dataset', 'prod']) expect(await found(['DATASET'], word)).toEqual([]);
  });
});
