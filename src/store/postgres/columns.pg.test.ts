import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Client } from 'pg';
import type { PostgresDatabases } from '../../../test/support/engines/postgres-database.ts';
import { usePostgres } from '../../../test/support/engines/use-postgres.ts';
import { binaryColumns } from './columns.ts';

describe('columns in binary form', () => {
  let postgres: PostgresDatabases;
  let client: Client;
  beforeAll(async () => {
    postgres = await usePostgres();
    client = new Client({ connectionString: await postgres.createDatabase() });
    await client.connect();
  });
  afterAll(async () => {
    await client.end();
    await postgres[Symbol.asyncDispose]();
  });

  async function stored(rows: readonly (readonly (string | number | null)[])[]): Promise<unknown[][]> {
    const result = await client.query<unknown[]>({
      text: 'SELECT * FROM unnest($1::text[], $2::bigint[])',
      values: [...binaryColumns(rows, ['text', 'bigint'])],
      rowMode: 'array',
    });
    return result.rows.map(([text, integer]) => [text, integer === null ? null : Number(integer)]);
  }

  it('are stored as they were sent', async () => {
    const rows = [
      ['', 0],
      ['{"a":"\\"quoted\\""}', 1],
      [null, -1],
      ['NULL', null],
      ['ü€😀', Number.MAX_SAFE_INTEGER],
      ['x'.repeat(100_000), Number.MIN_SAFE_INTEGER],
      ['{1,2}', 2 ** 32],
      ['a', 2 ** 32 - 1],
      ['b', -(2 ** 32) - 1],
    ];
    expect(await stored(rows)).toEqual(rows);
  });

  it('may have no rows', async () => {
    expect(await stored([])).toEqual([]);
  });
});
