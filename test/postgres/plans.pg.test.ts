import { afterAll, beforeAll, expect, it } from 'vitest';
import { ask } from '../api/agents/agent-client.ts';
import { datasetUrn } from '../support/catalog-client.ts';
import type { PostgresDatabases } from '../support/engines/postgres-database.ts';
import { usePostgres } from '../support/engines/use-postgres.ts';
import { startServer, type TestServer } from '../support/start-server.ts';
import { asBearer, userUrn, withToken, writeAspect } from '../support/test-actors.ts';

let postgres: PostgresDatabases;
const servers: TestServer[] = [];

beforeAll(async () => {
  postgres = await usePostgres();
  const options = { store: await postgres.createDatabase() };
  for (let i = 0; i < 3; i++) servers.push(await startServer({ options }));
});
afterAll(async () => {
  await Promise.all(servers.map((server) => server.stop()));
  await postgres[Symbol.asyncDispose]();
});

it('a plan made in one process is applied once, although several processes apply it at once', async () => {
  const [first] = servers;
  if (first === undefined) throw new Error('No server.');
  const orders = datasetUrn('shop.orders');
  await writeAspect(first, 'urn:li:tag:PII', 'tagProperties', { name: 'PII' });
  await writeAspect(first, orders, 'status', { removed: false });
  const { token } = await withToken(first, userUrn('datahub'));
  const agents = servers.map((server) => asBearer(server, token));
  for (let round = 0; round < 3; round++) {
    const action = round % 2 === 0 ? 'add' : 'remove';
    const changes = [{ urns: [orders], field: 'tags', action, values: ['urn:li:tag:PII'] }];
    const { plan, sequence } = await ask(asBearer(first, token), 'set_metadata', {
      changes,
      reason: 'a test',
    });
    const results = await Promise.all(
      agents.map((agent) => ask(agent, 'set_metadata', { plan, after: sequence })),
    );
    expect(new Set(results.map(({ commit, edit }) => `${commit} ${edit}`)).size).toBe(1);
    expect(results[0]).toMatchObject({ changed: 1, state: 'done' });
    const { data } = await first.graphql('{ bulkEdits { id } }');
    expect(data.bulkEdits).toHaveLength(round + 1);
  }
});
