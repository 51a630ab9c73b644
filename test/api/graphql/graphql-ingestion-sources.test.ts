import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { clientOf, datasetUrn } from '../../support/catalog-client.ts';
import { callsOf } from '../../support/graphql-calls.ts';
import { startServer, type TestServer } from '../../support/start-server.ts';

let server: TestServer;
let calls: ReturnType<typeof callsOf>;
beforeAll(async () => {
  server = await startServer();
  calls = callsOf(server);
});
afterAll(() => server.stop());

const input = {
  name: 'Nightly',
  type: 'snowflake',
  schedule: { interval: '0 0 1 1 *', timezone: 'UTC' },
  config: { recipe: '{}', executorId: 'default', extraArgs: [{ key: 'a', value: 'b' }] },
};
const shape =
  '{ urn name type schedule { interval timezone } config { recipe executorId version debugMode extraArgs { key value } } executions { total } }';

describe('configured ingestions', () => {
  it('are created, changed, listed and deleted', async () => {
    const urn = await calls.mutate('createIngestionSource', 'UpdateIngestionSourceInput', input);
    const shown = async () =>
      (await calls.call('query', 'ingestionSource', { urn: ['String!', urn] }, shape)).data.ingestionSource;
    expect(await shown()).toEqual({
      urn,
      ...input,
      config: { ...input.config, version: null, debugMode: null },
      executions: { total: 0 },
    });
    const change = await calls.call('mutation', 'updateIngestionSource', {
      urn: ['String!', urn],
      input: ['UpdateIngestionSourceInput!', { ...input, name: 'Daily', schedule: null }],
    });
    expect(change.data.updateIngestionSource).toBe(urn);
    expect(await shown()).toMatchObject({ name: 'Daily', schedule: null });
    const list = await calls.call(
      'query',
      'listIngestionSources',
      { input: ['ListIngestionSourcesInput!', { query: 'Daily' }] },
      '{ total ingestionSources { urn } }',
    );
    expect(list.data.listIngestionSources).toEqual({ total: 1, ingestionSources: [{ urn }] });
    const remove = () => calls.call('mutation', 'deleteIngestionSource', { urn: ['String!', urn] });
    expect((await remove()).data.deleteIngestionSource).toBe(urn);
    expect(await shown()).toBeNull();
    expect((await remove()).errors[0].extensions.code).toBe(404);
  });
});

describe('the built-in ingestion source', () => {
  const list = async (listing: object) => {
    const variables = { input: ['ListIngestionSourcesInput!', listing] } as const;
    const fields = '{ ingestionSources { urn schedule { interval } source { type } } }';
    const { data, errors } = await calls.call('query', 'listIngestionSources', variables, fields);
    expect(errors).toBeUndefined();
    return data.listIngestionSources.ingestionSources;
  };

  it('is part of the system and has no schedule', async () => {
    const collector = {
      urn: 'urn:li:dataHubIngestionSource:datahub-gc',
      schedule: null,
      source: { type: 'SYSTEM' },
    };
    expect(await list({})).toEqual([collector]);
    const made = await calls.mutate('createIngestionSource', 'UpdateIngestionSourceInput', input);
    const own = { urn: made, schedule: { interval: input.schedule.interval }, source: null };
    const byName = (sortOrder: string) => list({ sort: { field: 'name', sortOrder } });
    expect(await byName('ASCENDING')).toEqual([own, collector]);
    expect(await byName('DESCENDING')).toEqual([collector, own]);
    const filters = [{ field: 'sourceType', values: ['SYSTEM'], negated: true }];
    expect(await list({ filters })).toEqual([own]);
  });

  it('can be created by a client', async () => {
    const urn = await calls.mutate('createIngestionSource', 'UpdateIngestionSourceInput', {
      ...input,
      source: { type: 'SYSTEM' },
    });
    expect(await list({ filters: [{ field: 'sourceType', values: ['SYSTEM'] }] })).toContainEqual(
      expect.objectContaining({ urn, source: { type: 'SYSTEM' } }),
    );
  });
});

describe("the caller's privileges", () => {
  it("are shown with each asset, together with the server's features", async () => {
    await clientOf(server).dataset('rights.a');
    const { data, errors } = await server.graphql(
      'query p($urn: String!) { dataset(urn: $urn) { privileges { canManageEntity canEditTags canEditProperties canEditLineage } } appConfig { analyticsConfig { enabled } authConfig { tokenAuthEnabled } managedIngestionConfig { enabled } viewsConfig { enabled } lineageConfig { supportsImpactAnalysis } } }',
      { urn: datasetUrn('rights.a') },
    );
    expect(errors).toBeUndefined();
    expect(data).toEqual({
      dataset: {
        privileges: {
          canManageEntity: true,
          canEditTags: true,
          canEditProperties: true,
          canEditLineage: true,
        },
      },
      appConfig: {
        analyticsConfig: { enabled: false },
        authConfig: { tokenAuthEnabled: true },
        managedIngestionConfig: { enabled: true },
        viewsConfig: { enabled: true },
        lineageConfig: { supportsImpactAnalysis: true },
      },
    });
  });
});
