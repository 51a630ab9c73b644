import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import { startServer } from '../../support/start-server.ts';

const PATH = '/api/colophon/v1/webhooks';
const OPTIONS = { 'secrets.key': 'of this test', 'webhooks.allowedNetworks': '127.0.0.1' };

it('reports that the state of a webhook cannot be read, instead of returning a part', async () => {
  let server = await startServer({ onDisk: true, options: OPTIONS });
  const members = { name: 'test', url: 'http://127.0.0.1:9/' };
  const { json } = await server.request('POST', PATH, members);
  // Its state is stored once it is delivered.
  expect((await server.request('POST', `${PATH}/${json.id}/disable`)).status).toBe(200);
  const { folder } = server;
  await server.stop({ keepFolder: true });
  const database = new DatabaseSync(join(folder, 'catalog.db'));
  const edit = `UPDATE job SET report = json_remove(report, '$.result.cursor') WHERE kind = 'webhook'`;
  expect(database.prepare(edit).run().changes).toBe(1);
  database.close();
  server = await startServer({ folder, options: OPTIONS });
  expect((await server.request('GET', `${PATH}/${json.id}`)).status).toBe(500);
  expect((await server.request('GET', `${PATH}/${json.id}/deliveries`)).json).toEqual({ deliveries: [] });
  await server.stop();
});
