import { StatementSync } from 'node:sqlite';
import { describe, expect, it, vi } from 'vitest';
import { clientOf, datasetUrn } from '../../support/catalog-client.ts';
import { startServer } from '../../support/start-server.ts';

/** Rows by which two starts may differ, as the log of the larger catalog does. */
const SCATTER = 100;
const BATCH = 500;

/** A folder with that many datasets, each with a value. */
async function folderWith(datasets: number): Promise<string> {
  const server = await startServer({ onDisk: true });
  await clientOf(server).define('start.team');
  const structuredProperties = {
    value: {
      properties: [{ propertyUrn: 'urn:li:structuredProperty:start.team', values: [{ string: 'a' }] }],
    },
  };
  for (let first = 0; first < datasets; first += BATCH) {
    const batch = Array.from({ length: Math.min(BATCH, datasets - first) }, (_, n) => ({
      urn: datasetUrn(`table_${first + n}`),
      structuredProperties,
    }));
    const { status, text } = await server.request('POST', '/openapi/v3/entity/dataset?async=false', batch);
    expect(status, text).toBe(200);
  }
  await server.stop({ keepFolder: true });
  return server.folder;
}

/** Rows that a function reads from SQLite on this thread. */
async function rowsReadBy(work: () => Promise<void>): Promise<number> {
  let rows = 0;
  // oxlint-disable-next-line typescript/unbound-method -- called on the statement
  const { all, get, iterate } = StatementSync.prototype;
  using _all = vi.spyOn(StatementSync.prototype, 'all').mockImplementation(function (
    this: StatementSync,
    ...values
  ) {
    const found = all.apply(this, values);
    rows += found.length;
    return found;
  });
  using _get = vi.spyOn(StatementSync.prototype, 'get').mockImplementation(function (
    this: StatementSync,
    ...values
  ) {
    rows++;
    return get.apply(this, values);
  });
  using _iterate = vi.spyOn(StatementSync.prototype, 'iterate').mockImplementation(function (
    this: StatementSync,
    ...values
  ) {
    return iterate.apply(this, values).map((row) => {
      rows++;
      return row;
    });
  });
  await work();
  return rows;
}

describe('a start', () => {
  it('reads as many rows of a large catalog as of a small one', async () => {
    const rowsOf = async (datasets: number): Promise<number> => {
      const folder = await folderWith(datasets);
      let stop = (): Promise<void> => Promise.resolve();
      const rows = await rowsReadBy(async () => {
        const server = await startServer({ folder, options: { readers: 0 } });
        stop = () => server.stop();
        expect(await clientOf(server).facet('structuredProperties.start.team')).toEqual({ a: datasets });
      });
      await stop();
      return rows;
    };
    const small = await rowsOf(10);
    expect(small, 'the rows are counted').toBeGreaterThan(100);
    expect(await rowsOf(4 * BATCH)).toBeLessThan(small + SCATTER);
  });
});
