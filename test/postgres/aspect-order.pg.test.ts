import { afterAll, beforeAll, expect, it } from 'vitest';
import { clientOf, datasetUrn } from '../support/catalog-client.ts';
import type { PostgresDatabases } from '../support/engines/postgres-database.ts';
import { usePostgres } from '../support/engines/use-postgres.ts';
import { startServer } from '../support/start-server.ts';

let postgres: PostgresDatabases;
beforeAll(async () => {
  postgres = await usePostgres();
});
afterAll(() => postgres[Symbol.asyncDispose]());

it('returns the same text for an entity with any query plan of PostgreSQL', async () => {
  const store = await postgres.createDatabase();
  const urn = datasetUrn('orders');
  const path = `/openapi/v3/entity/dataset/${encodeURIComponent(urn)}`;
  const answers: string[] = [];
  for (const plan of ['enable_indexscan', 'enable_hashjoin', 'enable_nestloop', 'enable_mergejoin']) {
    const server = await startServer({ options: { store } });
    if (answers.length === 0) {
      const { post } = clientOf(server);
      // Not in the order of their names.
      for (const [aspect, value] of Object.entries({
        status: { removed: false },
        datasetProperties: { name: 'orders' },
        subTypes: { typeNames: ['Table'] },
        globalTags: { tags: [] },
      })) {
        expect((await post(urn, aspect, value)).status).toBe(200);
      }
    }
    answers.push((await server.request('GET', path)).text);
    await server.stop();
    await postgres.run(store, `ALTER DATABASE ${new URL(store).pathname.slice(1)} SET ${plan} = off`);
  }
  expect(new Set(answers).size, answers.join('\n')).toBe(1);
});
