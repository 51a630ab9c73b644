import { expect, it } from 'vitest';
import { startPostgres } from '../support/engines/postgres-database.ts';
import { startServer } from '../support/start-server.ts';

it('metrics are served while PostgreSQL is down, except those read from it', async () => {
  await using postgres = await startPostgres();
  const store = await postgres.createDatabase();
  const server = await startServer({ options: { store, logLevel: 'silent' } });
  const { text: before } = await server.request('GET', '/metrics');
  expect(before).toContain('colophon_value_removals{state="waiting"} 0');
  expect(before).toContain('colophon_store_connections{state="waiting"} 0');
  expect(before).toContain('colophon_index_lag_seconds 0');

  await postgres.server.end();
  const { status, text } = await server.request('GET', '/metrics');
  expect(status).toBe(200);
  expect(text).toMatch(/colophon_http_request_seconds_count\{.*\} \d/);
  expect(text).toMatch(/colophon_sequence\{of="store"\} \d/);
  expect(text).not.toContain('colophon_value_removals{');
  expect((await server.request('GET', '/health/ready')).json.message).toContain('The store has not answered');
  await server.stop();
});
