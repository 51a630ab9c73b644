import { afterAll, beforeAll, expect, it } from 'vitest';
import { clientOf, datasetUrn } from '../../support/catalog-client.ts';
import { startServer, type TestServer } from '../../support/start-server.ts';
import { writeAspect } from '../../support/test-actors.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

const PLATFORM = 'urn:li:dataPlatform:dbt';
const metricUrn = (id: string) => `urn:li:metric:(${PLATFORM},sales.yml,${id})`;
const MODEL = `urn:li:semanticModel:(${PLATFORM},sales.yml,sales)`;
const EVERYTHING = { input: { query: '*' } };

const write = (urn: string, aspect: string, value: unknown): Promise<void> =>
  writeAspect(server, urn, aspect, value);

it('shows metrics, what they are part of, and the semantic model that defines them', async () => {
  const [revenue, net] = [metricUrn('revenue'), metricUrn('net')];
  const orders = datasetUrn('metrics.orders');
  await clientOf(server).dataset('metrics.orders');
  await write(MODEL, 'semanticModelInfo', {
    name: 'Sales',
    datasets: [orders],
    relationships: [
      { from: 'orders', fromColumns: ['id'], to: 'lines', toColumns: ['order'], cardinality: 'ONE_N' },
    ],
  });
  await write(orders, 'semanticModelProperties', { alias: 'orders', semanticModel: MODEL });
  const expression = { dialects: [{ dialect: 'ANSI_SQL', expression: 'sum(amount)' }] };
  await write(revenue, 'metricInfo', { name: 'Revenue', semanticModel: MODEL, expression });
  await write(net, 'metricInfo', { name: 'Net revenue', semanticModel: MODEL });
  await write(net, 'metricRelationships', {
    parentMetric: revenue,
    derivedFrom: [{ destinationUrn: revenue }],
    relatedMetrics: [],
  });
  await write(net, 'metricUpstreams', { datasetUpstreams: [{ destinationUrn: orders }] });
  await write(net, 'aiContext', { synonyms: ['profit'] });

  const edges = '{ destination { urn } created { time } properties { key value } }';
  const { data, errors } = await server.graphql(
    `query m($net: String!, $model: String!, $orders: String!, $all: ScrollAcrossEntitiesInput!) {
      metric(urn: $net) {
        id path platform { urn } exists aiContext { synonyms }
        info { name expression { dialects { dialect expression } } }
        metricRelationships { derivedFrom ${edges} relatedMetrics ${edges} }
        metricUpstreams { datasetUpstreams ${edges} fieldUpstreams ${edges} }
        semanticModel { urn } parentMetric { urn } parentMetrics { urn }
        applications { total relationships { entity { urn } } }
      }
      semanticModel(urn: $model) {
        info { name datasets { urn } relationships { from fromColumns to toColumns cardinality } }
        metrics(input: $all) { searchResults { entity { urn } } }
      }
      dataset(urn: $orders) { semanticModelProperties { alias semanticModel { urn } } }
      getRootMetrics(input: {}) { total metrics { urn childMetrics(input: $all) { searchResults { entity { urn } } } } }
      getSemanticModels(input: { query: "sales" }) { start count total semanticModels { urn } }
    }`,
    { net, model: MODEL, orders, all: EVERYTHING.input },
  );
  expect(errors).toBeUndefined();
  const edge = (urn: string) => ({ destination: { urn }, created: null, properties: [] });
  expect(data).toEqual({
    metric: {
      id: 'net',
      path: 'sales.yml',
      platform: { urn: PLATFORM },
      exists: true,
      aiContext: { synonyms: ['profit'] },
      info: { name: 'Net revenue', expression: null },
      metricRelationships: { derivedFrom: [edge(revenue)], relatedMetrics: [] },
      metricUpstreams: { datasetUpstreams: [edge(orders)], fieldUpstreams: null },
      semanticModel: { urn: MODEL },
      parentMetric: { urn: revenue },
      parentMetrics: [{ urn: revenue }],
      applications: { total: 0, relationships: [] },
    },
    semanticModel: {
      info: {
        name: 'Sales',
        datasets: [{ urn: orders }],
        relationships: [
          { from: 'orders', fromColumns: ['id'], to: 'lines', toColumns: ['order'], cardinality: 'ONE_N' },
        ],
      },
      // Metrics that are part of another one are found below it.
      metrics: { searchResults: [{ entity: { urn: revenue } }] },
    },
    dataset: { semanticModelProperties: { alias: 'orders', semanticModel: { urn: MODEL } } },
    getRootMetrics: {
      total: 1,
      metrics: [{ urn: revenue, childMetrics: { searchResults: [{ entity: { urn: net } }] } }],
    },
    getSemanticModels: { start: 0, count: 1, total: 1, semanticModels: [{ urn: MODEL }] },
  });
});
