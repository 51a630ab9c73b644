import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { clientOf, datasetUrn, definition, propertyUrn } from '../../support/catalog-client.ts';
import { startServer, type TestServer } from '../../support/start-server.ts';

const [SALES, PEOPLE] = ['urn:li:domain:sales', 'urn:li:domain:people'];
const [LEVEL, UNUSED, ON_KAFKA] = ['level', 'unused', 'topics'].map(propertyUrn);

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
  const client = clientOf(server);
  await client.define('level');
  await client.define('unused', { entityTypes: ['chart'] });
  await client.post('urn:li:dataPlatform:kafka', 'dataPlatformInfo', {
    name: 'kafka',
    type: 'MESSAGE_BROKER',
    datasetNameDelimiter: '.',
  });
  const onKafka = { ...definition('topics'), allowedPlatforms: ['urn:li:dataPlatform:kafka'] };
  const made = await client.post(propertyUrn('topics'), 'propertyDefinition', onKafka);
  expect(made.status, made.text).toBe(200);
  await client.post(propertyUrn('level'), 'structuredPropertySettings', { showInSearchFilters: true });
  for (const [urn, domain, has] of [
    [datasetUrn('a'), SALES, true],
    [datasetUrn('b'), SALES, false],
    [datasetUrn('c'), PEOPLE, false],
    [datasetUrn('d'), undefined, true],
    [datasetUrn('topic', 'kafka'), SALES, false],
  ] as const) {
    await client.post(urn, 'datasetProperties', { name: urn });
    if (domain !== undefined) await client.post(urn, 'domains', { domains: [domain] });
    if (has) await client.assign(urn, { level: [{ string: 'high' }] });
  }
});
afterAll(() => server.stop());

const QUERY = `query c($input: PropertyCoverageInput) { propertyCoverage(input: $input) {
  property { urn } present possible groups { value entity { urn } present possible } } }`;

async function coverage(input: object): Promise<unknown> {
  const { data } = await server.graphql(QUERY, { input });
  return data.propertyCoverage;
}

describe('propertyCoverage', () => {
  it('counts by domain, the largest first, and last what has none', async () => {
    expect(await coverage({})).toEqual([
      {
        property: { urn: LEVEL },
        present: 2,
        possible: 5,
        groups: [
          { value: SALES, entity: { urn: SALES }, present: 1, possible: 3 },
          { value: PEOPLE, entity: { urn: PEOPLE }, present: 0, possible: 1 },
          { value: null, entity: null, present: 1, possible: 1 },
        ],
      },
    ]);
  });

  it('counts only the assets to which a property applies', async () => {
    expect(await coverage({ properties: [ON_KAFKA, UNUSED, propertyUrn('nothing')] })).toEqual([
      {
        property: { urn: ON_KAFKA },
        present: 0,
        possible: 1,
        groups: [{ value: SALES, entity: { urn: SALES }, present: 0, possible: 1 }],
      },
      { property: { urn: UNUSED }, present: 0, possible: 0, groups: [] },
    ]);
  });

  it('takes a filter, another field and a number of groups', async () => {
    const inSales = { and: [{ field: 'domains', values: [SALES] }] };
    expect(await coverage({ by: 'platform', groups: 1, orFilters: [inSales] })).toMatchObject([
      { present: 1, possible: 3, groups: [{ value: 'urn:li:dataPlatform:hive', present: 1, possible: 2 }] },
    ]);
    expect(await coverage({ groups: 0 })).toMatchObject([{ present: 2, possible: 5, groups: [] }]);
  });

  it('answers over REST', async () => {
    const path = '/api/colophon/v1/property-coverage';
    const answer = await server.request('POST', path, { properties: [LEVEL], by: 'platform' });
    expect(answer).toMatchObject({
      status: 200,
      json: {
        properties: [
          {
            property: LEVEL,
            present: 2,
            possible: 5,
            groups: [
              { value: 'urn:li:dataPlatform:hive', present: 2, possible: 4 },
              { value: 'urn:li:dataPlatform:kafka', present: 0, possible: 1 },
            ],
          },
        ],
      },
    });
  });

  it.each([
    [{ properties: Array.from({ length: 51 }, () => LEVEL) }, 'at most 50'],
    [{ groups: 101 }, 'from 0 to 100'],
    [{ by: 'nothing' }, "Unknown field 'nothing'"],
  ])('refuses %#', async (input, message) => {
    const { errors } = await server.graphql(QUERY, { input });
    expect(errors).toMatchObject([{ message: expect.stringContaining(message) as string }]);
  });
});
