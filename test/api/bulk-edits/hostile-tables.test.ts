import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { edit } from '../../support/bulk-edits.ts';
import { clientOf, datasetUrn, propertyUrn } from '../../support/catalog-client.ts';
import { startServer, type TestServer } from '../../support/start-server.ts';

const PATH = '/api/colophon/v1/bulk-edits';
const URN = datasetUrn('a');

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
  const catalog = clientOf(server);
  await catalog.define('team');
  await catalog.dataset('a');
});
afterAll(() => server.stop());

describe('a table', () => {
  it.each([
    ['a quote that is never closed', `urn,team\n"${'x'.repeat(1_100_000)}`, 'The file is not CSV'],
    ['a long cell', `urn,team\n"${URN}",${'x'.repeat(1_100_000)}`, 'The file is not CSV'],
    ['a row of commas', `urn,team\n${','.repeat(1_100_000)}`, 'more than 203 cells'],
    ['a first line of separators', ';'.repeat(1_100_000), 'more than 203 cells'],
    ['many rows', `urn,team\n${'x,y\n'.repeat(100_001)}`, 'more than 100000 rows'],
    [
      'many cells',
      `urn,p0,p1,p2,p3,p4,p5,p6,p7,p8,p9,p10\n${'x\n'.repeat(91_000)}`,
      '1001000 cells to change',
    ],
    ['a name that every object has', 'urn,__proto__\nx,y', "no structured property '__proto__'"],
  ])('is refused for %s', async (_what, csv, message) => {
    const { json, status } = await server.request('POST', PATH, { csv });
    expect({ status, message: json.message }).toEqual({
      status: 400,
      message: expect.stringContaining(message),
    });
  });

  it('may have long cells that split into values', async () => {
    const { result } = await edit(server, {
      csv: `urn,team\n"${URN}",${'x\\||'.repeat(200_000)}`,
      dryRun: true,
    });
    expect(result.failures).toEqual([
      expect.objectContaining({ line: 2, field: 'team', message: expect.stringContaining('200000 values') }),
    ]);
  });
});

describe('the rows of a table', () => {
  it('are each refused with the kind and its data', async () => {
    const rows = [`${URN},blue`, `${URN},blue`, `nothing,blue`, `urn:li:tag:a`, `${datasetUrn('none')},blue`];
    const { result } = await edit(server, {
      csv: `urn,team\n${rows.map((row) => row.replace(/^(urn:li:dataset.*\)),/, '"$1",')).join('\n')}\n`,
      dryRun: true,
    });
    const shown = (result.failures as readonly Record<string, unknown>[]).map(({ data, kind, line }) => [
      line,
      kind,
      data,
    ]);
    expect(shown).toEqual([
      [3, 'FILE_ASSET_TWICE', { line: 2 }],
      [4, 'URN_INVALID', undefined],
      [5, 'FILE_ROW_LENGTH', { cells: 1, columns: 2 }],
      [6, 'ENTITY_MISSING', { entityType: 'dataset', name: 'none' }],
    ]);
  });
});

describe('an export', () => {
  it('is refused if it is too long to be imported', async () => {
    const values = [{ string: 'x'.repeat(20_000) }];
    const structuredProperties = { value: { properties: [{ propertyUrn: propertyUrn('team'), values }] } };
    for (let batch = 0; batch < 3; batch++) {
      const urns = Array.from({ length: 300 }, (_, i) => datasetUrn(`long${batch}.${i}`));
      const entities = urns.map((urn) => ({ urn, structuredProperties }));
      const { status } = await server.request('POST', '/openapi/v3/entity/dataset?async=false', entities);
      expect(status).toBe(200);
    }
    const body = { search: { types: ['DATASET'] }, columns: ['team'] };
    const { json, status } = await server.request('POST', '/api/colophon/v1/exports/csv', body);
    expect({ status, message: json.message }).toEqual({
      status: 413,
      message: expect.stringContaining('longer than 16777216 characters'),
    });
  });
});
