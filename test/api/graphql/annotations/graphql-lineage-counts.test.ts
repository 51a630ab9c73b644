import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { clientOf, datasetUrn } from '../../../support/catalog-client.ts';
import { startServer, type TestServer } from '../../../support/start-server.ts';

let server: TestServer;

afterAll(() => server.stop());

describe('searchAcrossLineageCounts', () => {
  const COUNTS = `query c($input: SearchAcrossLineageCountsInput!) { searchAcrossLineageCounts(input: $input) { total } }`;
  const answer = (urn: string, more: Record<string, unknown>) =>
    server.graphql(COUNTS, { input: { urn, direction: 'UPSTREAM', types: ['SCHEMA_FIELD'], ...more } });
  const count = async (urn: string, more: Record<string, unknown>): Promise<number> => {
    const { data, errors } = await answer(urn, more);
    expect(errors).toBeUndefined();
    return data.searchAcrossLineageCounts.total;
  };
  const on = (table: string, path: string, platform = 'hive'): string =>
    `urn:li:schemaField:(${datasetUrn(table, platform)},${path})`;
  const ghosts = { includeGhostEntities: true };
  const all = { ...ghosts, validateSchemaFields: 'NONE' };
  const and = (...criteria: object[]) => ({ orFilters: [{ and: criteria }] });
  const isDbt = { field: 'platform', values: ['urn:li:dataPlatform:dbt'] };

  beforeAll(async () => {
    server = await startServer();
    const { post } = clientOf(server);
    const schemaOf = (urn: string, ...paths: string[]) =>
      post(urn, 'schemaMetadata', {
        schemaName: 's',
        platform: 'urn:li:dataPlatform:hive',
        version: 0,
        hash: '',
        platformSchema: { 'com.linkedin.schema.OtherSchema': { rawSchema: '' } },
        fields: paths.map((fieldPath) => ({
          fieldPath,
          nativeDataType: 'x',
          type: { type: { 'com.linkedin.schema.StringType': {} } },
        })),
      });
    const made = (downstream: string, ...upstreams: string[]) => ({
      upstreamType: 'FIELD_SET',
      downstreamType: 'FIELD',
      upstreams,
      downstreams: [downstream],
    });
    await schemaOf(datasetUrn('counted'), 'stored', 'declared');
    await schemaOf(datasetUrn('counted', 'dbt'), 'declared');
    await post(on('counted', 'stored'), 'documentation', { documentations: [{ documentation: 'd' }] });
    await post(datasetUrn('counting'), 'upstreamLineage', {
      upstreams: [],
      fineGrainedLineages: [
        made(on('counting', 'a'), ...['stored', 'declared', 'gone'].map((path) => on('counted', path))),
        made(on('counting', 'b'), on('never.stored', 'x')),
        made(on('counting', 'c'), on('counted', 'declared'), on('counted', 'declared', 'dbt')),
      ],
    });
    await post(datasetUrn('named'), 'upstreamLineage', {
      upstreams: [{ dataset: datasetUrn('counted'), type: 'COPY' }],
    });
    await post(datasetUrn('counted', 'dbt'), 'upstreamLineage', {
      upstreams: [],
      fineGrainedLineages: [made(on('counted', 'declared', 'dbt'), on('counted', 'stored'))],
    });
  });

  it('counts stored, declared and only referenced columns', async () => {
    const a = on('counting', 'a');
    expect(await count(a, all)).toBe(3);
    expect(await count(a, ghosts)).toBe(2);
    expect(await count(a, { ...ghosts, validateSchemaFields: 'ALWAYS' })).toBe(2);
    expect(await count(a, {})).toBe(1);
    expect(await count(a, { ...all, types: ['DATASET'] })).toBe(0);
    expect(await count(a, { ...all, types: null })).toBe(3);
    expect(await count(on('counting', 'b'), all)).toBe(1);
    expect(await count(on('counting', 'b'), ghosts)).toBe(0);
    await clientOf(server).post(datasetUrn('counted'), 'status', { removed: true });
    expect(await count(datasetUrn('named'), { types: null })).toBe(0);
    expect(await count(datasetUrn('named'), { types: null, includeSoftDeleted: true })).toBe(1);
    expect(await count(datasetUrn('named'), { types: null, ...ghosts })).toBe(1);
  });

  it('filters by parts of the urn, and by hops', async () => {
    const c = on('counting', 'c');
    const parent = { field: 'parent', condition: 'EQUAL', values: [datasetUrn('counted', 'dbt')] };
    const notDbt = {
      field: 'parent',
      condition: 'CONTAIN',
      values: ['urn:li:dataPlatform:dbt'],
      negated: true,
    };
    const hop = { field: 'degree', values: ['1'] };
    expect(await count(c, { ...ghosts, ...and(hop) })).toBe(2);
    expect(await count(c, { ...ghosts, ...and(hop, parent) })).toBe(1);
    expect(await count(c, { ...ghosts, ...and(hop, { ...parent, negated: true }) })).toBe(1);
    expect(await count(c, { ...ghosts, ...and(isDbt) })).toBe(1);
    expect(await count(c, { ...ghosts, ...and({ field: 'origin', values: ['PROD'] }) })).toBe(3);
    const snowflake = { ...isDbt, values: ['urn:li:dataPlatform:snowflake'] };
    expect(await count(c, { ...ghosts, ...and(snowflake) })).toBe(0);
    const either = { orFilters: [{ and: [snowflake] }, { and: [hop, parent] }] };
    expect(await count(c, { ...ghosts, ...either })).toBe(1);
    const ignoreAsHops = [
      { entityType: 'SCHEMA_FIELD', platforms: ['urn:li:dataPlatform:dbt'] },
      { entityType: 'DATA_JOB' },
    ];
    const passing = { ...ghosts, ...and(hop, notDbt) };
    expect(await count(c, passing)).toBe(1);
    expect(await count(c, { ...passing, lineageFlags: { ignoreAsHops } })).toBe(2);
  });

  it('refuses filters on stored fields if it counts entities that are not stored', async () => {
    const c = on('counting', 'c');
    const words = { field: 'description', condition: 'CONTAIN', values: ['x'] };
    for (const [criterion, message] of [
      [words, "cannot be filtered by 'description'. Use degree, platform, origin, parent"],
      [{ ...isDbt, condition: 'START_WITH' }, 'cannot be filtered with START_WITH'],
      [{ field: 'degree', values: ['7'] }, 'not a valid filter value for degree'],
    ] as const) {
      const { errors } = await answer(c, { ...ghosts, ...and(criterion) });
      expect(errors[0].message).toContain(message);
    }
    expect(await count(c, and(words))).toBe(0);
  });
});
